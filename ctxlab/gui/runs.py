"""What the runner is asked for and what it delivers: plain values that pass between threads."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.errors import CtxlabError
from ctxlab.model.diff import ContextDiff
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace


@dataclass(frozen=True, slots=True, eq=False)
class RunRequest:
    """Everything that a run needs, captured whole.

    `revision` names the state of the document, `generation` how far counting had come; `counted` says that
    all counts are there. `before` is the profile that the result is compared with.
    """

    revision: int
    generation: int
    counted: bool
    snapshot: Snapshot
    profile: Profile
    marks: Marks
    before: Profile


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A finished run with its own profile, the one it is compared with, and how long the build took (ms)."""

    request: RunRequest
    trace: Trace
    before: Trace
    diff: ContextDiff
    milliseconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Failure:
    """A run that could not be made."""

    request: RunRequest
    error: CtxlabError
