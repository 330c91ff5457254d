"""Coordinate descent: the first of a row's caps, from the cheapest on, under which a session holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ctxlab.analysis.solve.needs import Caps

_Seen = TypeVar("_Seen")

#: Steps that are all tried, one by one; of more, only those where a search by halves ends.
_ONE_BY_ONE = 16


@dataclass(frozen=True, slots=True)
class Floor(Generic[_Seen]):
    """The index of the first step that holds (their number where none does), and the runs that were made."""

    at: int
    runs: tuple[tuple[Caps, _Seen], ...]


def floor(
    run: Callable[[Caps], _Seen], caps: Caps, row: int, steps: Sequence[int], holds: Callable[[_Seen], bool]
) -> Floor[_Seen]:
    """The first of some caps of a row under which a session holds, all others as they are.

    It is found by halves, as if what holds at one step held at all behind it, and steps right before it are
    then tried one by one: it is the first of all where these are few.
    """
    known: dict[int, bool] = {}
    made: list[tuple[Caps, _Seen]] = []

    def good(at: int) -> bool:
        if at not in known:
            tried = with_cap(caps, row, steps[at])
            seen = run(tried)
            made.append((tried, seen))
            known[at] = holds(seen)
        return known[at]

    if steps and good(0):
        return Floor(0, tuple(made))
    low, high = 0, len(steps)
    if high > _ONE_BY_ONE:
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if good(middle) else (middle, high)
    first = max(1, high - _ONE_BY_ONE)
    found = next((at for at in range(first, high) if good(at)), high)
    return Floor(found, tuple(made))


def with_cap(caps: Caps, row: int, cap: int) -> Caps:
    """The caps with another one for one row."""
    return (*caps[:row], cap, *caps[row + 1 :])
