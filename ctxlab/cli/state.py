"""What a call of the command line carries along: language, debugging, the way to the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ctxlab.errors import CtxlabError

HOLDS = 0
FAILS = 1
UNJUDGED = 2


class MissingGuiError(CtxlabError):
    """The window was asked for where Qt is not installed or does not load."""

    code = "no-gui"


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the window: where it goes, theme (`light`, `dark`), size in pixels, what it shows."""

    out: Path
    theme: str
    size: tuple[int, int]
    profile: str | None
    request: int | None


class Gui(Protocol):
    """The window as the command line knows it; handed in, since only the program's entry may import Qt."""

    def window(self, files: Sequence[str], *, smoke: bool, profile: str | None, request: int | None) -> int:
        """Opens the window on files, under a profile at a request, and returns the exit code."""
        ...

    def shoot(self, file: Path, shot: Shot) -> None:
        """Writes a picture of the window on a file."""
        ...


@dataclass(slots=True)
class State:
    """One call's settings, filled from options wherever they stand. `language` is `en` or `zh`."""

    gui: Gui
    language: str = "en"
    debug: bool = False


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: `zh` where its locale is Chinese, else `en`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
