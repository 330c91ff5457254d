"""Problems that lint finds in a session under a profile, with the edits that cure them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.items import Row
from ctxlab.model.rescue import Change, Rescue

Number = int | float | str


class Severity(StrEnum):
    """How much a problem matters."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """How bad it is, 0 for a note."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}

#: The steps of an investigation, in order: what the model saw, how the budget is split, the rest.
SNAPSHOT, SPLIT, REST = STEPS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: `code` is worded by `explain.problem` with `numbers`.

    `item` is an item's root id or empty, `key` a dotted path in the profile or empty, `request` the 1-based
    request it was seen at, 0 where it holds for the profile as a whole. `cures` are edits of the profile that
    cure it, each by itself, the best first. `step` is the place in the order of investigation: 1 the snapshot
    (what did the model see), 2 the budget split, 3 the rest. The number `id` tells problems of one code apart
    that are about different must-keeps, rows or rules. `rescue` is the best that keeps a lost must-keep, be
    it an edit of the profile or a mark; None where none was looked for or found.
    """

    code: str
    severity: Severity
    item: str = ""
    key: str = ""
    request: int = 0
    numbers: tuple[tuple[str, Number], ...] = ()
    cures: tuple[tuple[Change, ...], ...] = ()
    step: int = SNAPSHOT
    rescue: Rescue | None = None

    @property
    def name(self) -> str:
        """What this problem is known by, whatever its numbers: its code, its key and what it is about."""
        parts = (self.code, self.key, str(dict(self.numbers).get("id", "")))
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class RowAsked:
    """What a row with a cap was asked for over the requests that were looked at.

    `most` is the largest sum of charges without its cap, at request `at`; `bound` counts the requests at
    which the cap turned something away.
    """

    row: Row
    cap: int
    most: int
    at: int
    bound: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rows of a profile were asked for: `looked` of so many `requests`, in so many `sessions`.

    `largest` is the largest context, and `limit` what it may hold, None without one.
    """

    rows: tuple[RowAsked, ...] = ()
    looked: int = 0
    requests: int = 0
    largest: int = 0
    limit: int | None = None
    sessions: int = 1


@dataclass(frozen=True, slots=True)
class Linted:
    """What is known by now: the problems, the worst first, and what the rows were asked for.

    `complete` says that nothing more is to come; `ignored` counts the problems that are left out, by code,
    because the profile ignores their codes.
    """

    problems: tuple[Problem, ...]
    asked: Asked = Asked()
    complete: bool = False
    ignored: tuple[tuple[str, int], ...] = ()


def keyed(problems: Iterable[Problem]) -> dict[str, Problem]:
    """The problems, in order, each under a key of its own: its name, with `.2` and so on where needed."""
    found: dict[str, Problem] = {}
    for one in problems:
        key, number = one.name, 1
        while key in found:
            number += 1
            key = f"{one.name}.{number}"
        found[key] = one
    return found


def ranked(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems by severity, the worst first, then by step; what is equal in both stays in order."""
    return tuple(sorted(problems, key=lambda one: (-one.severity.rank, one.step)))


def of_step(problems: Sequence[Problem], step: int) -> tuple[Problem, ...]:
    """Those of one step, the worst first."""
    return tuple(one for one in ranked(problems) if one.step == step)
