"""What the runner is asked for and what it delivers: plain values that pass between threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ctxlab.errors import CtxlabError
from ctxlab.gui.models.diff_choices import BeforeKind
from ctxlab.model.diff import ContextDiff
from ctxlab.model.items import Part
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.tokens.images import vision_of
from ctxlab.tokens.items import media_tokens

__all__ = ["SAVED", "Before", "BeforeKind", "Failure", "Run", "RunRequest"]


@dataclass(frozen=True, slots=True)
class Before:
    """What a run is compared with.

    `profile` is that of `PROFILE` and `STATE`, and in a request for a run also the saved one of `SAVED`;
    `marks` are those of `STATE`, all others take the run's own. `request` is the number of `REQUEST`. `name`
    says which one it is, in words: the name of a profile or of its file, or by what a held state differed
    from the saved one.
    """

    kind: BeforeKind = BeforeKind.SAVED
    profile: Profile | None = None
    marks: Marks | None = None
    request: int | None = None
    name: str = ""

    def same(self, other: Before) -> bool:
        """Whether both lead to the same run; profiles and marks are compared as objects, at no cost."""
        return (
            self.kind is other.kind
            and self.profile is other.profile
            and self.marks is other.marks
            and self.request == other.request
        )


#: What documents begin with.
SAVED = Before()


@dataclass(frozen=True, slots=True, eq=False)
class RunRequest:
    """Everything that a run needs, captured whole.

    `revision` names the state of the document, `generation` how far counting had come; `counted` says that
    all counts are there. `before` is what the result is compared with, with its profile where it has one.
    """

    revision: int
    generation: int
    counted: bool
    snapshot: Snapshot
    profile: Profile
    marks: Marks
    before: Before


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A finished run with its own profile, the one it is compared with, and how long the build took (ms).

    Where what was to stand before cannot be had, `before` and `diff` are None and `refused` says why.
    """

    request: RunRequest
    trace: Trace
    before: Trace | None
    diff: ContextDiff | None
    milliseconds: float
    refused: CtxlabError | None = None

    def media_tokens(self) -> Callable[[Part], int]:
        """What counts a medium by the rule of the run's model."""
        request = self.request
        vision = vision_of(request.profile.window.model or request.snapshot.session.model)
        return lambda part: media_tokens(part, vision)


@dataclass(frozen=True, slots=True, eq=False)
class Failure:
    """A run that could not be made."""

    request: RunRequest
    error: CtxlabError
