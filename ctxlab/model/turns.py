"""Turns: which messages open one, and which of them a request counts.

A turn is a message that a user typed and all that follows it, numbered from 1 along the conversation that a
request goes on with. Where the recorder only ever goes on, that are all messages before the request on its
chain, even those that it had dropped. Where it could go back or begin anew (`Session.branching`), it is what
is live at the request, and what a live recorded summary stands for: other branches count no turns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence

from ctxlab.model.items import Item

Ranges = tuple[tuple[int, int], ...]


def turn_key(item: Item, position: int) -> int | None:
    """What is the same for all items that open the same turn; None for an item that opens none."""
    if not item.opens_turn:
        return None
    return item.message if item.message >= 0 else -1 - position


def is_live(live: Ranges, position: int) -> bool:
    """Whether the position is in one of the ascending ranges."""
    at = bisect_right(live, position, key=lambda span: span[0]) - 1
    return at >= 0 and position <= live[at][1]


class TurnCounter:
    """Counts the turns at successive requests of one chain, whose items come by in their order.

    Cheap while each request goes on from the one before: only what came since is looked at.
    """

    def __init__(self, *, branching: bool) -> None:
        self._branching = branching
        self._positions: list[int] = []
        self._keys: list[int] = []
        self._all: set[int] = set()
        self._places: dict[str, tuple[int, str]] = {}
        self._under: dict[str, set[int]] = {}
        self._below: dict[str, set[str]] = {}
        self._summaries: list[int] = []
        self._ids: dict[int, str] = {}
        self._live: Ranges = ()
        self._counted: set[int] = set()
        self._is_new = True

    def pass_by(self, position: int, item: Item) -> None:
        """Takes in the item at that position of the session."""
        key = turn_key(item, position)
        if key is not None:
            self._all.add(key)
        if not self._branching:
            return
        if key is not None:
            self._positions.append(position)
            self._keys.append(key)
        by = item.superseded_by
        self._places[item.id] = (position, by)
        if item.id in self._under:
            self._stand(item.id)
        if by:
            if by not in self._under and by in self._places:
                self._under[by] = set()
                self._stand(by)
                self._is_new = True
            under = self._under.setdefault(by, set())
            if key is not None:
                under.add(key)
                self._is_new = self._is_new or by in self._places

    def count(self, live: Ranges) -> int:
        """The turns at a request with these live positions, after the items before it."""
        if not self._branching:
            return len(self._all)
        fresh = live if self._is_new else _added(self._live, live)
        if fresh is live or (fresh and self._summaries and self._summaries[-1] >= fresh[0][0]):
            self._counted, fresh = self._standing(live), live
        if fresh and self._positions and self._positions[-1] >= fresh[0][0]:
            self._counted.update(self._keys[at] for at in _within(self._positions, fresh))
        self._live, self._is_new = live, False
        return len(self._counted)

    def _stand(self, summary: str) -> None:
        """Takes that item for one that stands for others; it may itself have been replaced."""
        position, by = self._places[summary]
        insort(self._summaries, position)
        self._ids[position] = summary
        if by:
            self._below.setdefault(by, set()).add(summary)

    def _standing(self, live: Ranges) -> set[int]:
        """What live summaries stand for, and those that they replaced."""
        keys: set[int] = set()
        todo = [self._ids[self._summaries[at]] for at in _within(self._summaries, live)]
        met = set(todo)
        while todo:
            summary = todo.pop()
            keys |= self._under[summary]
            for one in self._below.get(summary, ()):
                if one not in met:
                    met.add(one)
                    todo.append(one)
        return keys


def _within(positions: Sequence[int], ranges: Ranges) -> Iterator[int]:
    """The indices of those of the ascending positions that are in the ranges."""
    for first, last in ranges:
        yield from range(bisect_left(positions, first), bisect_right(positions, last))


def _added(before: Ranges, now: Ranges) -> Ranges:
    """What came behind the ranges before, where nothing of them went; else all that there is now."""
    if not before:
        return now
    at = len(before) - 1
    first, last = before[at]
    if at >= len(now) or now[at][0] != first or now[at][1] < last or now[:at] != before[:at]:
        return now
    rest = now[at + 1 :]
    return ((last + 1, now[at][1]), *rest) if now[at][1] > last else rest
