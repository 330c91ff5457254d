"""Finding a history again among what is known, in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple


class _Link(NamedTuple):
    element: int
    known: int
    after: _Link | None


def aligned(candidates: Sequence[Sequence[int]]) -> list[int | None]:
    """For each element one of its candidates, or None, so that what is picked ascends.

    The candidates of an element are ascending positions. As many elements as possible get one; of several
    ways the one with the latest positions is taken.
    """
    # The longest ascending subsequence, walked from the end so that later positions win.
    lowest: list[int] = []
    heads: list[_Link] = []
    for index in reversed(range(len(candidates))):
        for known in candidates[index]:
            at = bisect_left(lowest, -known)
            picked = _Link(index, known, heads[at - 1] if at else None)
            if at == len(lowest):
                lowest.append(-known)
                heads.append(picked)
            else:
                lowest[at], heads[at] = -known, picked
    found: list[int | None] = [None] * len(candidates)
    link: _Link | None = heads[-1] if heads else None
    while link is not None:
        found[link.element] = link.known
        link = link.after
    return found
