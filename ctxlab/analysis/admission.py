"""What a row admits at any cap: from which cap on each unit is in, and how much is in at one cap.

It counts what a row takes before pairs are mended, before items are cut to a limit of their own, and before
the limit of the window takes from all rows. Caps here are what the row is given, its elastic share included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from ctxlab.model.profile import Overflow
from ctxlab.stages.protocol import Queue

#: Units looked at in a search for all the caps at which a row that skips admits something else.
_MOST_STEPS = 400_000


def entry_caps(queue: Queue) -> list[tuple[int, int]]:
    """(cap, unit) pairs, ascending: the smallest cap at which that unit is in, whole and as itself.

    Units that are in at every cap, or at none, are left out: those of a row that keeps all, required and
    pinned ones, and those over a count. In a row that skips, a unit may be out again at a larger cap.
    """
    ranks = range(queue.lead, queue.allowed)
    if queue.overflow is Overflow.KEEP or not ranks:
        return []
    if queue.overflow is Overflow.SKIP:
        return _first_fits(queue)
    if queue.overflow is Overflow.COMPRESS:
        return [(_beside_summary(queue, rank), rank) for rank in ranks]
    return [(queue.prefix[rank + 1], rank) for rank in ranks]


def entry_cap(queue: Queue, rank: int) -> int | None:
    """The smallest cap at which one unit is in, whole and as itself; None where there is none."""
    if rank < queue.lead or queue.overflow is Overflow.KEEP:
        return 0 if rank < queue.allowed else None
    if rank >= queue.allowed:
        return None
    if queue.overflow is Overflow.COMPRESS:
        return _beside_summary(queue, rank)
    if queue.overflow is not Overflow.SKIP:
        return queue.prefix[rank + 1]
    room = queue.charges[rank]
    for charge in reversed(queue.charges[queue.lead : rank]):
        if charge <= room:
            room += charge
    return queue.prefix[queue.lead] + room


def _beside_summary(queue: Queue, rank: int) -> int:
    """The smallest cap that holds a unit and all before it beside a summary of the rest, or holds all."""
    upto = queue.prefix[rank + 1]
    return min(upto + queue.aside, queue.prefix[queue.allowed]) if upto else 0


def _first_fits(queue: Queue) -> list[tuple[int, int]]:
    """The smallest caps of a row that skips, for all of its units together.

    For a unit to find room for so many tokens behind another, that one has to find the same room before it;
    where it is no larger than that, it will go in and take its own charge besides. Followed from a unit to
    the front of the row, this gives the smallest cap. All units are followed at once, the last served first.

    `needs` holds for each the room plus the charges of all units that still stand before it, so that only a
    unit too large to go in changes it. The rule never lets one overtake another, so it stays sorted: negative
    and ascending, since what changes is mostly the smallest, which a list changes fastest at its end.
    """
    needs: list[int] = []
    ranks: list[int] = []
    for rank in range(queue.allowed - 1, queue.lead - 1, -1):
        charge, before = queue.charges[rank], queue.prefix[rank]
        smaller = bisect_right(needs, -(before + 2 * charge))
        if smaller < len(needs):
            needs[smaller:] = [one + charge for one in needs[smaller:]]
        at = bisect_right(needs, -(before + charge), smaller)
        needs.insert(at, -(before + charge))
        ranks.insert(at, rank)
    return [(-need, rank) for need, rank in zip(reversed(needs), reversed(ranks), strict=True)]


@dataclass(eq=False)
class Admission:
    """How many items and tokens a row admits whole and as themselves, at any cap."""

    queue: Queue
    _counts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        sizes = (len(unit.positions) for unit in self.queue.units)
        self._counts = list(accumulate(sizes, initial=0))

    @property
    def of(self) -> int:
        """Items that reached the row."""
        return self._counts[-1]

    def at(self, cap: int) -> tuple[int, int]:
        """Items and tokens at that cap."""
        if self.queue.overflow is Overflow.SKIP:
            found = self._skipping(cap)
            return found[0], found[1]
        queue = self.queue
        if queue.overflow is Overflow.KEEP:
            fits = queue.allowed
        else:
            whole = queue.prefix[queue.allowed]
            room = cap - min(queue.aside, cap) if queue.aside and whole > cap else cap
            fits = max(queue.lead, bisect_right(queue.prefix, room, 0, queue.allowed + 1) - 1)
        return self._counts[fits], queue.prefix[fits]

    def steps(self) -> tuple[list[int], bool]:
        """The caps at which the row admits something else, from 0, and whether these are all of them.

        Where a row that skips has too many of them, they are the caps at which each unit is in first.
        """
        if self.queue.overflow is Overflow.SKIP:
            found = self._changes()
            if found is not None:
                return found, True
        entries = (cap for cap, _ in entry_caps(self.queue))
        return _distinct(entries), self.queue.overflow is not Overflow.SKIP

    def _changes(self) -> list[int] | None:
        """The next cap at which another unit fits, again and again; None where that would take too long."""
        caps = [0]
        most = _MOST_STEPS // max(1, len(self.queue.units))
        while len(caps) <= most:
            following = self._skipping(caps[-1])[2]
            if following is None:
                return caps
            caps.append(following)
        return None

    def _skipping(self, cap: int) -> tuple[int, int, int | None]:
        """Items, tokens, and the smallest larger cap at which a unit that was passed over fits."""
        queue, counts = self.queue, self._counts
        used, items = queue.prefix[queue.lead], counts[queue.lead]
        following: int | None = None
        for rank in range(queue.lead, queue.allowed):
            after = used + queue.charges[rank]
            if after <= cap:
                used = after
                items += counts[rank + 1] - counts[rank]
            elif following is None or after < following:
                following = after
        return items, used, following


def _distinct(caps: Iterable[int]) -> list[int]:
    """Ascending caps once each, with 0 before them."""
    return list(dict.fromkeys([0, *caps]))
