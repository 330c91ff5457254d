"""Decisions: one item's fate in one stage, by which rule and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

Value = int | str


class Stage(StrEnum):
    """The four stages, in the order in which an item passes them."""

    GATHER = "gather"
    SELECT = "select"
    SUMMARIZE = "summarize"
    CONSTRUCT = "construct"


STAGES = tuple(Stage)


class Fate(IntEnum):
    """What became of an item. The order is the rank by which the worst of several acts is told.

    NONE stands in columns for an item that never reached the stage; it is no fate.
    """

    NONE = 0
    KEPT = 1
    ADDED = 2
    TRUNCATED = 3
    COMPRESSED = 4
    MERGED = 5
    DROPPED = 6

    @property
    def word(self) -> str:
        """The name in traces and filters."""
        return self.name.lower()

    @property
    def mark(self) -> str:
        """The sign that stands beside the colour: nothing for kept."""
        return _MARKS[self]

    @property
    def leaves(self) -> bool:
        """Whether the item itself goes no further."""
        return self in (Fate.MERGED, Fate.DROPPED)


#: Fates of items that a stage leaves as they came to it.
WHOLE = (Fate.KEPT, Fate.ADDED)

_MARKS = {
    Fate.NONE: "",
    Fate.KEPT: "",
    Fate.ADDED: "+",
    Fate.TRUNCATED: "~",
    Fate.COMPRESSED: "Σ",
    Fate.MERGED: "∪",
    Fate.DROPPED: "−",
}


class Reason(IntEnum):
    """Why an item has its fate; a new one comes with a sentence in each language, its numbers and a test."""

    GATHERED = 1
    UNCHANGED = 2
    RENDERED = 3
    PINNED = 4
    REQUIRED = 5
    FITS = 6
    KEPT_OVER_CAP = 7
    OVER_CAP = 8
    CUT_TO_CAP = 9
    TO_SUMMARY = 10
    BEHIND_OVERFLOW = 11
    OVER_WINDOW = 12
    OVER_COUNT = 13
    CUT_TO_ITEM_LIMIT = 14
    SUMMARISED = 15
    SUMMARY_REFUSED = 16
    PAIR_BROKEN = 17
    DUPLICATE = 18
    SUPERSEDED = 19
    KEY_FACT = 20
    PLACEHOLDER = 21
    BELOW_RELEVANCE = 22
    EXCLUDED_BY_MODE = 23
    EXCLUDED_BY_RULE = 24
    EXCLUDED_BY_RECORDER = 25
    NOT_GATHERED = 26
    FIELDS_PROJECTED = 27
    NOISE_REMOVED = 28
    DEGRADED_1 = 29
    DEGRADED_2 = 30
    DEGRADED_3 = 31
    CUT_TO_WINDOW = 32
    NOT_RENDERED = 33
    ROLE_CHANGED = 34
    TEXT_ALTERED = 35
    REORDERED = 36
    UNKNOWN = 37

    @property
    def code(self) -> str:
        """The name in traces and filters."""
        return self.name.lower()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the numbers that a decision with this reason may carry (pipeline rules, section 4)."""
        return NUMBERS.get(self, ())


_CAP_NUMBERS = ("cap", "used", "need", "left", "count")
_WINDOW_NUMBERS = ("limit", "used", "need")

NUMBERS: dict[Reason, tuple[str, ...]] = {
    Reason.FITS: _CAP_NUMBERS,
    Reason.KEPT_OVER_CAP: _CAP_NUMBERS,
    Reason.OVER_CAP: _CAP_NUMBERS,
    Reason.CUT_TO_CAP: _CAP_NUMBERS,
    Reason.TO_SUMMARY: _CAP_NUMBERS,
    Reason.BEHIND_OVERFLOW: (*_CAP_NUMBERS, "by"),
    Reason.OVER_WINDOW: _WINDOW_NUMBERS,
    Reason.OVER_COUNT: ("limit", "rank"),
    Reason.CUT_TO_ITEM_LIMIT: ("limit", "need"),
    Reason.SUMMARISED: (
        *("limit", "count", "by", "left_demands", "left_numbers", "left_sentences", "appended", "altered"),
        "stand_in",
    ),
    Reason.SUMMARY_REFUSED: ("limit", "missing", "unsafe", "held"),
    Reason.PAIR_BROKEN: ("by",),
    Reason.DUPLICATE: ("by",),
    Reason.SUPERSEDED: ("by",),
    Reason.KEY_FACT: ("by",),
    Reason.PLACEHOLDER: ("by", "need"),
    Reason.BELOW_RELEVANCE: ("limit", "need"),
    Reason.EXCLUDED_BY_MODE: ("mode",),
    Reason.EXCLUDED_BY_RECORDER: ("requests",),
    Reason.FIELDS_PROJECTED: ("need", "rows", "of"),
    Reason.NOISE_REMOVED: ("need",),
    Reason.DEGRADED_1: _WINDOW_NUMBERS,
    Reason.DEGRADED_2: _WINDOW_NUMBERS,
    Reason.DEGRADED_3: _WINDOW_NUMBERS,
}

Numbers = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One item's fate in one stage.

    `tokens` is what the item holds on leaving it: 0 when dropped or merged.
    """

    stage: Stage
    fate: Fate
    reason: Reason
    numbers: Numbers
    tokens: int
