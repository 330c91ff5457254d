"""What a profile becomes in another library: its settings as text, and what it cannot say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """A form that profiles are exported in: its name, what to call it, the ending of its files.

    `library` is the package whose code `verify` runs, as one installs it; empty where there is none.
    """

    name: str
    english: str
    chinese: str
    ending: str
    library: str = ""

    def title(self, language: str) -> str:
        """What to call it in `en` or `zh`."""
        return self.chinese if language == "zh" else self.english


@dataclass(frozen=True, slots=True)
class Gap:
    """A setting that the target cannot express: its dotted key, its value as a profile writes it.

    `why` is what happens without it, in a word that `explain.gaps` words in English and Chinese.
    """

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

    `ours` and `theirs` are the ids of the must-keeps that survive, `summarised` those of `theirs` that stand
    only in a summary that a stand-in for the model wrote; `labels` gives each judged one its words. `items`
    says whether both keep the same items whole, `only_ours` and `only_theirs` how many only one of them
    keeps. `error` says why the session could not be run.
    """

    title: str
    judged: int
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    items: bool
    tokens_ours: int
    tokens_theirs: int
    error: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    summarised: tuple[str, ...] = ()
    only_ours: int = 0
    only_theirs: int = 0

    @property
    def same(self) -> bool:
        """Whether the same must-keeps survive."""
        return not self.error and self.ours == self.theirs


@dataclass(frozen=True, slots=True)
class Verified:
    """What the target's own code made of many sessions; `version` is that of the library that ran.

    `notes` are words of `explain.gaps` on what did not run as it would in production.
    """

    form: str
    library: str
    version: str
    sessions: tuple[Kept, ...]
    notes: tuple[str, ...] = ()

    @property
    def judged(self) -> int:
        """How many sessions were run that have a must-keep."""
        return sum(bool(one.judged) and not one.error for one in self.sessions)

    @property
    def same(self) -> int:
        """On how many of these the same must-keeps survive."""
        return sum(bool(one.judged) and one.same for one in self.sessions)

    @property
    def same_items(self) -> int:
        """On how many sessions both keep the same items whole."""
        return sum(one.items and not one.error for one in self.sessions)
