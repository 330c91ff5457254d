"""What a call of the command line carries along: language, debugging, the way to the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ctxlab.errors import CtxlabError
from ctxlab.model.gate_codes import FAILS, HOLDS, UNJUDGED
from ctxlab.model.language import language_of
from ctxlab.model.pose import Pose

__all__ = ["FAILS", "HOLDS", "UNJUDGED", "Choices", "Gui", "MissingGuiError", "Shot", "State", "language_of"]


class MissingGuiError(CtxlabError):
    """The window was asked for where Qt is not installed or does not load."""

    code = "no-gui"


@dataclass(frozen=True, slots=True)
class Choices:
    """What a command works on; None or empty is unset.

    `session` and `branch` are 1-based, `settings` are `key=value`, `rules` are source rules as stated.
    """

    profile: str | None = None
    settings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    request: int | None = None
    turn: int | None = None
    session: int | None = None
    branch: int | None = None
    chain: str = ""
    format: str | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the window: where it goes, theme (`light`, `dark`), size in pixels, what it shows.

    `scale` is the number of pixels of the picture for each of the window's, along each side.
    """

    out: Path
    theme: str
    size: tuple[int, int]
    choices: Choices
    language: str | None = None
    scale: int = 1
    pose: Pose = field(default_factory=Pose)


class Gui(Protocol):
    """The window as the command line knows it; handed in, since only the program's entry may import Qt."""

    def window(
        self,
        files: Sequence[str],
        *,
        smoke: bool,
        profile: str | None,
        request: int | None,
        language: str | None,
    ) -> int:
        """Opens the window on files, under a profile at a request, and returns the exit code.

        `language` None leaves it to the user's settings.
        """
        ...

    def shoot(self, files: Sequence[Path], shot: Shot) -> None:
        """Writes a picture of the window on files, of which the first is looked at; without any on none."""
        ...


@dataclass(slots=True)
class State:
    """One call's settings, filled from options wherever they stand.

    `language` is `en` or `zh`; `asked_language` is None where no option names one.
    """

    gui: Gui
    language: str = "en"
    debug: bool = False
    asked_language: str | None = None
