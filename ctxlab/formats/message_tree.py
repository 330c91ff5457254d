"""Messages that form a tree: each names the one that it follows, and several may follow the same.

Readers put them in an order in which each stands behind its parent, and the way that the recorder shows is
last: its end is then the end of the session.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxlab.formats.requests import Ranges, extend_ranges

#: The parent of a message that follows none.
ROOT = -1


def rings(parents: Sequence[int]) -> list[list[int]]:
    """The cycles of a parent table, each as the indices in it."""
    seen = [0] * len(parents)
    found: list[list[int]] = []
    for start in range(len(parents)):
        index = start
        walked: list[int] = []
        while index != ROOT and not seen[index]:
            seen[index] = start + 1
            walked.append(index)
            index = parents[index]
        if index != ROOT and seen[index] == start + 1:
            found.append(walked[walked.index(index) :])
    return found


def without_rings(parents: Sequence[int]) -> tuple[list[int], list[int]]:
    """The parent table with each cycle cut at its first message, and those messages."""
    cut, firsts = list(parents), [min(ring) for ring in rings(parents)]
    for index in firsts:
        cut[index] = ROOT
    return cut, firsts


def children_of(parents: Sequence[int]) -> dict[int, list[int]]:
    """The messages that follow each message, and under `ROOT` those that follow none, in their order."""
    children: dict[int, list[int]] = {}
    for index, parent in enumerate(parents):
        children.setdefault(parent, []).append(index)
    return children


def has_fork(parents: Sequence[int]) -> bool:
    """Whether several messages follow the same, or none."""
    return len(set(parents)) < len(parents)


def way_to(tip: int, parents: Sequence[int]) -> list[int]:
    """The message and all before it, the last first; the table has no cycles."""
    way: list[int] = []
    while tip != ROOT:
        way.append(tip)
        tip = parents[tip]
    return way


def walk(parents: Sequence[int], tip: int) -> list[int]:
    """All messages, each behind its parent; of those that follow the same the one towards `tip` is last."""
    children, shown = children_of(parents), set(way_to(tip, parents))
    todo, order = _last_first(children.get(ROOT, ()), shown), list[int]()
    while todo:
        index = todo.pop()
        order.append(index)
        todo += _last_first(children.get(index, ()), shown)
    return order


def newest_leaf(parents: Sequence[int], times: Sequence[float | str]) -> int:
    """The latest of the messages that none follows; the last of equally late ones, `ROOT` of none."""
    inner = set(parents)
    leaves = [index for index in range(len(parents)) if index not in inner]
    return max(leaves, key=lambda index: (times[index], index), default=ROOT)


def _last_first(siblings: Iterable[int], shown: set[int]) -> list[int]:
    """The messages in the order in which a stack gives them back last."""
    return sorted(siblings, key=lambda index: (index not in shown, -index))


class TreeRule:
    """A `LiveRule`: at a request those messages are live that its answer follows, by the tree.

    `owners` tells of each item the message that it belongs to, by its index in `parents`; the items stand in
    the order of `walk`. `unseen` are positions of items that no model saw.
    """

    def __init__(self, parents: Sequence[int], owners: Sequence[int], unseen: set[int]) -> None:
        self._parents = parents
        self._owners = owners
        self._unseen = unseen
        self._items: dict[int, list[int]] = {}
        for position, owner in enumerate(owners):
            if position not in unseen:
                self._items.setdefault(owner, []).append(position)
        self._tip = ROOT
        self._path: set[int] = set()
        self._ranges: list[tuple[int, int]] = []

    def __call__(self, _chain: str, end: int, _before: Ranges) -> Ranges:
        """The live positions before the request at that position."""
        if not self._owners:
            return ()
        owner = self._owners[min(end, len(self._owners) - 1)]
        self._go_to(self._parents[owner])
        ranges = list(self._ranges)
        for position in self._items.get(owner, ()):
            if position < end:
                extend_ranges(ranges, position)
        return tuple(ranges)

    def _go_to(self, tip: int) -> None:
        """Makes `_ranges` those of the way to that message; cheap where it goes on from the last one."""
        fresh, index = list[int](), tip
        while index != ROOT and index not in self._path:
            fresh.append(index)
            index = self._parents[index]
        if index != self._tip:
            fresh, self._path, self._ranges = way_to(tip, self._parents), set(), []
        self._tip = tip
        self._path.update(fresh)
        for one in reversed(fresh):
            for position in self._items.get(one, ()):
                extend_ranges(self._ranges, position)
