"""The longest rising run of a list of numbers: what kept its order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def longest_rising(values: Sequence[int]) -> frozenset[int]:
    """The values of one longest rising run: what did not move."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for at, value in enumerate(values):
        place = bisect_left(tails, value)
        previous.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[place] = value
            ends[place] = at
    found: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(values[at])
        at = previous[at]
    return frozenset(found)
