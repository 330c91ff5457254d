"""The smallest set of things that cannot be had together, by asking again and again what can."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

_T = TypeVar("_T")
_Told = TypeVar("_Told")

#: Whether some of them can be had together; it tells of its work as it goes.
Can = Callable[[Sequence[_T]], Generator[_Told, None, bool]]


def smallest_conflict(items: Sequence[_T], can: Can[_T, _Told]) -> Generator[_Told, None, tuple[_T, ...]]:
    """Of things that cannot be had together a set of which none can be left out: without it the rest can.

    Asks about few sets where the conflict is small (QuickXplain), and then about each set without one.
    """
    found = yield from _among([], False, list(items), can)
    for one in list(found):
        rest = [other for other in found if other is not one]
        if len(found) > 1 and not (yield from can(rest)):
            found = rest
    return tuple(found)


def _among(
    beside: list[_T], grown: bool, items: list[_T], can: Can[_T, _Told]
) -> Generator[_Told, None, list[_T]]:
    """Those of the items that are needed for a conflict beside others; `grown` says that these are new."""
    if grown and not (yield from can(beside)):
        return []
    if len(items) == 1:
        return items
    half = len(items) // 2
    first, second = items[:half], items[half:]
    later = yield from _among([*beside, *first], True, second, can)
    sooner = yield from _among([*beside, *later], bool(later), first, can)
    return [*sooner, *later]
