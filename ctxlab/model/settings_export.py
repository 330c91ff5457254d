"""What a profile becomes in another library: its settings as text, and what it cannot say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """A setting that the target cannot express: its key, its value, what happens without it."""

    key: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Exported:
    """A profile in one form: the text of the file, the ending of its name, and the settings left unsaid."""

    form: str
    text: str
    ending: str
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """One session through the target's own code, beside ours.

    `ours` and `theirs` are the must-keeps that survive; `items` says whether both keep the same items.
    """

    title: str
    judged: int
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    items: bool
    tokens_ours: int
    tokens_theirs: int
    error: str = ""

    @property
    def same(self) -> bool:
        """Whether the same must-keeps survive."""
        return not self.error and self.ours == self.theirs


@dataclass(frozen=True, slots=True)
class Verified:
    """What the target's own code made of many sessions; `version` is that of the library that ran."""

    form: str
    library: str
    version: str
    sessions: tuple[Kept, ...]
