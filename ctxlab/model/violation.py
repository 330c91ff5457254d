"""Where a session broke a constraint: the answer or the call, and the request before it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ctxlab.model.constraint import Comparator


@dataclass(frozen=True, slots=True)
class Sign:
    """What shows that a constraint was broken; exactly one of item, regex, path and bound is set.

    `item` is the id of an answer or call. `path` is a file or folder that a call touches (a glob); where
    `reads` is set, to read it is a sign too. `bound` is what a number in an answer or in the arguments of a
    call is compared with (`number > 3000` is the sign); where `unit` is set, only numbers in this unit are,
    else all that are neither places in time nor durations.
    """

    item: str = ""
    regex: str = ""
    path: str = ""
    bound: Decimal | None = None
    comparator: Comparator = Comparator.ABOVE
    unit: str = ""
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Violation:
    """One place that shows a sign: `start` to `end` (code points) of the item's text, with the words there.

    The text of a call is its arguments as they were recorded. `request` is the 1-based index of the request
    that this answer followed, in side chain `chain` (empty: the main one); the verdict is for its context. It
    is 0 where no request is recorded before the answer, as in the history of a single request body.
    """

    item: str
    request: int
    start: int
    end: int
    words: str
    chain: str = ""
