"""Sets of caps: ascending half-open spans of tokens, apart from each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ctxlab.model.profile import MAX_TOKENS

#: Ascending (first, end) pairs, the end not in it, no two of them touching.
Spans = tuple[tuple[int, int], ...]

#: Behind the largest cap there is.
END = MAX_TOKENS + 1

ALL: Spans = ((0, END),)


def from_cap(cap: int) -> Spans:
    """That cap and every larger one."""
    return ((max(0, cap), END),)


def holds(spans: Spans, cap: int) -> bool:
    """Whether a cap is among them."""
    at = bisect_right(spans, (cap, END)) - 1
    return at >= 0 and cap < spans[at][1]


def both(one: Spans, other: Spans) -> Spans:
    """The caps that are in both."""
    if one == ALL:
        return other
    if other == ALL:
        return one
    found: list[tuple[int, int]] = []
    at = beside = 0
    while at < len(one) and beside < len(other):
        first = max(one[at][0], other[beside][0])
        end = min(one[at][1], other[beside][1])
        if first < end:
            found.append((first, end))
        if one[at][1] <= other[beside][1]:
            at += 1
        else:
            beside += 1
    return tuple(found)


def union(spans: Iterable[tuple[int, int]]) -> Spans:
    """The caps that are in any of them, in whatever order these are given."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(spans):
        if first >= end:
            continue
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((first, end))
    return tuple(found)


def within(inner: Spans, outer: Spans) -> bool:
    """Whether every cap of the first is in the second."""
    return both(inner, outer) == inner


def nearest(spans: Spans, cap: int) -> int | None:
    """The cap of them that is nearest to another; of two the smaller. None where there is none."""
    found = [min(max(cap, first), end - 1) for first, end in spans]
    return min(found, key=lambda one: (abs(one - cap), one), default=None)
