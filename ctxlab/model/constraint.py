"""Constraints: what a user demanded, with its exact values, and what became of it in a later text."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    """What a constraint is about. Of two that fit the more specific holds: budget before range."""

    PROHIBITION = "prohibition"
    REQUIREMENT = "requirement"
    LIMIT = "limit"
    RANGE = "range"
    BUDGET = "budget"
    HEALTH = "health"
    DEADLINE = "deadline"
    FORMAT = "format"
    PREFERENCE = "preference"
    CONDITIONAL = "conditional"
    FACT = "fact"


class Tier(StrEnum):
    """How firm it is: to ignore a hard one would be wrong, a soft one is a wish."""

    HARD = "hard"
    SOFT = "soft"


class Comparator(StrEnum):
    """How a value binds."""

    EQUAL = "="
    BELOW = "<"
    AT_MOST = "<="
    ABOVE = ">"
    AT_LEAST = ">="
    ABOUT = "about"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Value:
    """A number with what it counts or measures, in the text between `start` and `end` (code points).

    `number` is in `unit`, the lower end where `comparator` is BETWEEN, and `high` the upper end then, else
    None. Units are singular lower-case English names of the base unit that alike ones are converted to
    (`gram`, `metre`, `second`, `word`, `person`), ISO 4217 codes for money (`CNY`), `money` for a sum in an
    unknown currency, `%`, or empty for a bare number. Three are places in time: `time` counts minutes since
    midnight, `date` is month x 100 + day (plus year x 10,000 where the year is said), `weekday` is 1 (Monday)
    to 7.
    """

    start: int
    end: int
    comparator: Comparator
    number: Decimal
    unit: str = ""
    high: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition that later answers and actions must honour, at `start` to `end` (code points) of a text.

    `text` is what stands there. `positive` is False where it forbids or excludes something. `values` have
    spans of the whole text, as `start` and `end` are. `rules` are the ids of the rules that found it, the one
    that decides its kind first. `sentence` is the span of the sentence that it stands in.
    """

    start: int
    end: int
    text: str
    kind: Kind
    tier: Tier
    positive: bool = True
    values: tuple[Value, ...] = ()
    rules: tuple[str, ...] = ()
    sentence: tuple[int, int] = (0, 0)

    @property
    def hard(self) -> bool:
        """Whether to ignore it would be wrong."""
        return self.tier is Tier.HARD


class Survived(StrEnum):
    """What became of a constraint in a later text, the best first."""

    VERBATIM = "verbatim"
    REWORDED = "reworded"
    UNSURE = "unsure"
    WEAKENED = "weakened"
    CHANGED = "changed"
    LOST = "lost"

    @property
    def kept(self) -> bool:
        """Whether it is there with all its force: word for word, or in other words."""
        return self in (Survived.VERBATIM, Survived.REWORDED)

    @property
    def rank(self) -> int:
        """How bad it is, 0 for the best."""
        return _RANKS[self]


_RANKS = {verdict: rank for rank, verdict in enumerate(Survived)}


@dataclass(frozen=True, slots=True)
class Survival:
    """What became of a constraint in a text, and by what that was told.

    `start` and `end` (code points of the text) are the evidence: the words that state it, or state it
    otherwise; both 0 where nothing does. `reason` is a code that `explain.survival` words; `was` and `now`
    are what differs, as it stands in the constraint and in the text (`3000 元`, `5000 元`), else empty.
    """

    verdict: Survived
    start: int = 0
    end: int = 0
    reason: str = ""
    was: str = ""
    now: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A constraint that a session states: found by rules in an item, or marked by the user.

    `id` names it (`found:ITEM:START`), `item` is the root id of the item that states it; the spans of
    `constraint` are of that item's text. `marked` says that the user added or corrected it. `superseded` is
    the id of the later one that replaces it, or empty.
    """

    id: str
    item: str
    constraint: Constraint
    marked: bool = False
    superseded: str = ""
