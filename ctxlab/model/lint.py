"""Problems that lint finds in a session under a profile, with the edits that cure them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.rescue import Change

Number = int | float | str


class Severity(StrEnum):
    """How much a problem matters."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: `code` is worded by `explain.problem` with `numbers`.

    `item` is an item's root id or empty, `key` a dotted path in the profile or empty, `request` the 1-based
    request it was seen at, 0 where it holds for the profile as a whole. `cures` are edits of the profile that
    cure it, each by itself, the best first. `step` is the place in the order of investigation: 1 the snapshot
    (what did the model see), 2 the budget split, 3 the rest.
    """

    code: str
    severity: Severity
    item: str = ""
    key: str = ""
    request: int = 0
    numbers: tuple[tuple[str, Number], ...] = ()
    cures: tuple[tuple[Change, ...], ...] = ()
    step: int = 1
