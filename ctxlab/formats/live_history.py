"""What a recorder had in its context, where that changed: compactions, rollbacks, other prompts."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable

from ctxlab.formats.requests import Ranges, to_ranges


class LiveHistory:
    """The positions that were live from some position on, as the recorder changed them."""

    def __init__(self) -> None:
        self._starts = [0]
        self._kept: list[list[int]] = [[]]
        self._ranges: list[Ranges] = [()]

    def at(self, end: int) -> list[int]:
        """The live positions before that one, as they stand now."""
        return [*self._kept[-1], *range(self._starts[-1], end)]

    def change(self, live: Iterable[int], start: int) -> None:
        """From position `start` on, of those before it only these are live."""
        kept = sorted(live)
        self._starts.append(start)
        self._kept.append(kept)
        self._ranges.append(to_ranges(kept))

    def rule(self, _chain: str, end: int, _before: Ranges) -> Ranges:
        """What was live at the request at that position: a `LiveRule`."""
        which = bisect(self._starts, end) - 1
        start, ranges = self._starts[which], self._ranges[which]
        if end <= start:
            return ranges
        if ranges and ranges[-1][1] == start - 1:
            return (*ranges[:-1], (ranges[-1][0], end - 1))
        return (*ranges, (start, end - 1))


def those(ranges: Ranges, test: Callable[[int], bool]) -> Ranges:
    """Those of the positions in the ranges that pass the test."""
    return to_ranges(i for first, last in ranges for i in range(first, last + 1) if test(i))
