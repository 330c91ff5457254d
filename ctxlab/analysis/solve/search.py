"""The cheapest caps under which wishes are met: branch and bound over the caps at which something changes.

A node of the search is what is still allowed of each row. The cheapest caps that are allowed are a bound for
all that lie within; where they leave a wish unmet, each way of meeting it is a branch. The bounds only grow
on the way down, so what is found first is the best, what comes after it the next.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from ctxlab.analysis.solve.needs import Caps, Way, Wish
from ctxlab.analysis.solve.price import Price
from ctxlab.analysis.solve.spans import ALL, Spans, both, holds, within

#: Nodes looked at before the search gives up being sure. Each costs time for every wish that is in question.
MOST_NODES = 4_000

Allowed = tuple[Spans, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Caps that meet all wishes but those of the places given up."""

    caps: Caps
    given_up: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Place:
    """A session's wishes: what all single ways ask together, and the wishes with several ways."""

    alone: Allowed | None
    several: tuple[tuple[Way, ...], ...]


@dataclass(frozen=True, slots=True)
class _Node:
    allowed: Allowed
    open: tuple[tuple[Way, ...], ...]
    undecided: frozenset[int]
    given_up: frozenset[int] = frozenset()


class Search:
    """One search: `wishes` of each place, of which `may_lose` places may be given up.

    `whole` says, once all choices were taken, whether there are no others.
    """

    def __init__(
        self, wishes: Sequence[Sequence[Wish]], price: Price, may_lose: int = 0, most: int = MOST_NODES
    ) -> None:
        self.whole = True
        self._price = price
        self._rows = len(price.now)
        self._may_lose = may_lose
        self._left = most
        self._places = [self._place(one) for one in wishes]

    def choices(self) -> Iterator[Choice]:
        """Ways to choose, the cheapest first; none where there is none, or none was found in time."""
        ties = count()
        heap: list[tuple[tuple[int, int, Caps], int, _Node]] = []
        seen: set[tuple[Allowed, frozenset[int], frozenset[int]]] = set()
        given: set[tuple[Caps, frozenset[int]]] = set()

        def push(node: _Node | None) -> None:
            if node is None:
                return
            key = (node.allowed, node.undecided, node.given_up)
            if key not in seen:
                seen.add(key)
                heapq.heappush(heap, (self._price.key(self._cheapest(node)), next(ties), node))

        push(self._root())
        while heap:
            if self._left <= 0:
                self.whole = False
                return
            self._left -= 1
            node = heapq.heappop(heap)[2]
            caps = self._cheapest(node)
            branches = self._branches(node, caps)
            if branches is not None:
                for branch in branches:
                    push(branch)
            elif (caps, node.given_up) not in given:
                given.add((caps, node.given_up))
                yield Choice(caps, node.given_up)

    def quick(self) -> Choice | None:
        """A choice that is found without looking back, for where a search takes too long.

        One place after the other is given up: that without which the others cost least.
        """
        found, given_up = self._straight(frozenset()), frozenset[int]()
        while len(given_up) < self._may_lose:
            tried = ((self._straight(given_up | {one}), one) for one in self._decisive(found, given_up))
            options = [(choice, one) for choice, one in tried if choice is not None]
            if not options:
                break
            found, place = min(options, key=lambda option: self._price.key(option[0].caps))
            given_up |= {place}
        if found is None:
            return None
        return Choice(found.caps, frozenset(one for one in given_up if not self._met(one, found.caps)))

    def _straight(self, given_up: frozenset[int]) -> Choice | None:
        """Caps for all places but those given up, always taking what costs least next."""
        node: _Node | None = self._start()
        for place in range(len(self._places)):
            if node is not None and place not in given_up:
                node = self._committed(node, place)
        while node is not None:
            caps = self._cheapest(node)
            ways = self._dearest(node, caps)
            if ways is None:
                return Choice(caps, given_up)
            below = [one for one in (self._taken(node, way) for way in ways) if one is not None]
            node = min(below, key=lambda one: self._price.key(self._cheapest(one)), default=None)
        return None

    def _decisive(self, found: Choice | None, given_up: frozenset[int]) -> list[int]:
        """The places that one of the caps is for; all, where there are none."""
        left = [place for place in range(len(self._places)) if place not in given_up]
        if found is None:
            return left
        lower = tuple(max(0, cap - 1) for cap in found.caps)
        return [place for place in left if not self._met(place, lower)] or left

    def _met(self, place: int, caps: Caps) -> bool:
        one = self._places[place]
        if one.alone is None or not all(map(holds, one.alone, caps)):
            return False
        return all(Wish("", "", ways).met(caps) for ways in one.several)

    def _place(self, wishes: Sequence[Wish]) -> _Place:
        alone: Allowed | None = (ALL,) * self._rows
        several: dict[tuple[Way, ...], None] = {}
        for wish in wishes:
            if len(wish.ways) > 1:
                several[wish.ways] = None
            else:
                alone = None if alone is None or not wish.ways else _narrowed(alone, wish.ways[0])
        return _Place(alone, tuple(several))

    def _start(self) -> _Node:
        return _Node((ALL,) * self._rows, (), frozenset(range(len(self._places))))

    def _root(self) -> _Node | None:
        node = self._start()
        if self._may_lose:
            return node
        found: _Node | None = node
        for place in range(len(self._places)):
            found = None if found is None else self._committed(found, place)
        return found

    def _committed(self, node: _Node, place: int) -> _Node | None:
        """The node with the wishes of a place among those that have to be met."""
        one = self._places[place]
        if one.alone is None:
            return None
        allowed = tuple(both(mine, its) for mine, its in zip(node.allowed, one.alone, strict=True))
        if not all(allowed):
            return None
        open_ones = tuple(dict.fromkeys((*node.open, *one.several)))
        undecided = node.undecided - {place}
        return _Node(allowed, self._in_question(open_ones, allowed), undecided, node.given_up)

    def _branches(self, node: _Node, caps: Caps) -> list[_Node | None] | None:
        """The nodes below; None where the cheapest caps of this one meet everything."""
        ways = self._dearest(node, caps)
        if ways is not None:
            return [self._taken(node, way) for way in ways]
        if not node.undecided:
            return None
        place = self._unmet_place(node, caps)
        if place is None:
            return None
        found = [self._committed(node, place)]
        if len(node.given_up) < self._may_lose:
            rest = node.undecided - {place}
            found.append(_Node(node.allowed, node.open, rest, node.given_up | {place}))
        return found

    def _taken(self, node: _Node, way: Way) -> _Node | None:
        allowed = _narrowed(node.allowed, way)
        if allowed is None:
            return None
        return _Node(allowed, self._in_question(node.open, allowed), node.undecided, node.given_up)

    def _dearest(self, node: _Node, caps: Caps) -> tuple[Way, ...] | None:
        """Of the wishes that are not met the one whose cheapest way costs most."""
        unmet = (ways for ways in node.open if not Wish("", "", ways).met(caps))
        return max(unmet, key=lambda ways: self._extra(node, ways), default=None)

    def _extra(self, node: _Node, ways: tuple[Way, ...]) -> int:
        costs = (self._cost(_narrowed(node.allowed, way)) for way in ways)
        return min((cost for cost in costs if cost is not None), default=1 << 62)

    def _unmet_place(self, node: _Node, caps: Caps) -> int | None:
        """Of the places not decided on the one that costs most, among those with a wish that is not met."""
        dearest: tuple[int, int] | None = None
        for place in sorted(node.undecided):
            below = self._committed(node, place)
            if below is None:
                return place
            cost = self._cost(below.allowed) or 0
            if (dearest is None or cost > dearest[0]) and self._lacks(below, caps):
                dearest = (cost, place)
        return None if dearest is None else dearest[1]

    def _lacks(self, below: _Node, caps: Caps) -> bool:
        fits = self._cheapest(below) == caps
        return not fits or any(not Wish("", "", ways).met(caps) for ways in below.open)

    def _cost(self, allowed: Allowed | None) -> int | None:
        if allowed is None:
            return None
        return sum(self._price.of(row, self._price.cheapest(row, spans)) for row, spans in enumerate(allowed))

    def _cheapest(self, node: _Node) -> Caps:
        return tuple(self._price.cheapest(row, spans) for row, spans in enumerate(node.allowed))

    @staticmethod
    def _in_question(open_ones: tuple[tuple[Way, ...], ...], allowed: Allowed) -> tuple[tuple[Way, ...], ...]:
        """The wishes that are not met by all that is allowed."""
        return tuple(
            ways
            for ways in open_ones
            if not any(all(within(allowed[need.row], need.caps) for need in way) for way in ways)
        )


def _narrowed(allowed: Allowed, way: Way) -> Allowed | None:
    """What is left of what is allowed where that way is taken; None where nothing is."""
    found = list(allowed)
    for need in way:
        found[need.row] = both(found[need.row], need.caps)
        if not found[need.row]:
            return None
    return tuple(found)
