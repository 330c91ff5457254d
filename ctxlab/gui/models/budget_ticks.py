"""The ticks of a row's bar: caps at which an item enters, thinned to what can be told apart and held."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from ctxlab.model.sensitivity import Tick

#: Pixels from one plain tick to the next, at least: drawn closer they would touch.
GAP = 4
#: On a bar of fewer pixels only must-keeps have a tick: plain ones would cover it.
NARROW = 40
#: Pixels within which a drag snaps to a tick.
REACH = 6
#: How many times the cap a tick of a must-keep may be away and still gets room on the bar.
FAR = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """A tick that is drawn: pixels from the bar's left, and how many others it stands for."""

    x: int
    tick: Tick
    more: int = 0


class Ticks:
    """The ticks of one row in ascending order, and those of them that a bar of some width can show.

    What a bar shows is worked out once for each (width, scale) and kept for the last few.
    """

    def __init__(self, ticks: Iterable[Tick] = ()) -> None:
        self.all = tuple(sorted(ticks, key=attrgetter("cap")))
        self._caps = [tick.cap for tick in self.all]
        self._must = [tick for tick in self.all if tick.must_keep]
        self._marks: dict[tuple[int, int], tuple[Mark, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self.all)

    def after(self, cap: int) -> Tick | None:
        """The first tick over a cap; a must-keep's where several stand at one."""
        return self._first_at(bisect_right(self._caps, cap))

    def before(self, cap: int | None) -> Tick | None:
        """The last tick under a cap, or the last of all; a must-keep's where several stand at one."""
        at = len(self._caps) if cap is None else bisect_left(self._caps, cap)
        return self._first_at(bisect_left(self._caps, self._caps[at - 1])) if at else None

    def need(self, cap: int | None, used: int) -> int:
        """The cap of the nearest must-keep over this one, if it is near enough to get room; else 0."""
        if cap is None:
            return 0
        over = next((tick.cap for tick in self._must if tick.cap > cap), 0)
        return over if over <= FAR * max(cap, used) else 0

    def marks(self, width: int, scale: int) -> tuple[Mark, ...]:
        """What a bar of that many pixels that stands for `scale` tokens shows, from left to right.

        Every must-keep up to the scale is among them; plain ticks keep `GAP` from it and from each other.
        """
        key = (width, scale)
        found = self._marks.get(key)
        if found is None:
            if len(self._marks) >= 8:
                self._marks.clear()
            found = self._marks[key] = self._thinned(width, scale)
        return found

    def near(self, x: float, width: int, scale: int, reach: int = REACH) -> Mark | None:
        """The mark nearest to a place on the bar and within reach of it, a must-keep's before others."""
        found = [mark for mark in self.marks(width, scale) if abs(mark.x - x) <= reach]
        return min(found, key=lambda mark: (abs(mark.x - x), not mark.tick.must_keep), default=None)

    def at(self, cap: int) -> Tick | None:
        """The tick at exactly that cap; a must-keep's where several stand there."""
        found = self._first_at(bisect_left(self._caps, cap))
        return found if found is not None and found.cap == cap else None

    def _first_at(self, at: int) -> Tick | None:
        if at >= len(self.all):
            return None
        last = bisect_right(self._caps, self._caps[at])
        return next((tick for tick in self.all[at:last] if tick.must_keep), self.all[at])

    def _thinned(self, width: int, scale: int) -> tuple[Mark, ...]:
        if scale <= 0 or width <= 0:
            return ()
        red = [Mark(place(tick.cap, width, scale), tick) for tick in self._must if tick.cap <= scale]
        red_at = [mark.x for mark in red]
        plain: list[Mark] = []
        at, end = 0, 0 if width < NARROW else bisect_right(self._caps, scale)
        while at < end:
            x = place(self._caps[at], width, scale)
            beside = bisect_left(red_at, x - GAP + 1)
            if beside < len(red_at) and red_at[beside] < x + GAP:
                # a must-keep's mark is too near to all up to the gap behind it
                at = self._from_pixel(red_at[beside] + GAP, width, scale, at, end)
                continue
            # all that fall on this pixel and those behind it up to the gap are one mark
            behind = self._from_pixel(x + GAP, width, scale, at, end)
            plain.append(Mark(x, self.all[at], behind - at - 1))
            at = behind
        return tuple(sorted([*plain, *red], key=attrgetter("x")))

    def _from_pixel(self, x: int, width: int, scale: int, first: int, end: int) -> int:
        """The first of some ticks that stands at that pixel or behind it."""
        return bisect_left(self._caps, -(-x * scale // width), first, end)


def place(cap: int, width: int, scale: int) -> int:
    """Where a cap stands on a bar of that many pixels that stands for `scale` tokens; its end for more."""
    return min(cap, scale) * width // max(1, scale)
