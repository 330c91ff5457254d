"""Finding caps under which sessions hold: what the needs say, as far as runs agree, and starts beside."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from ctxlab.analysis.solve.descent import with_cap
from ctxlab.analysis.solve.needs import Caps
from ctxlab.analysis.solve.search import Search
from ctxlab.batch.solve_ask import Ask
from ctxlab.batch.solve_trials import Trials, Wanted
from ctxlab.model.solution import Proof, Solving

#: Choices of the search that are tried by runs.
_MOST_CHOICES = 24
#: Of the places that fail so many are given up in turn, where no more than so many may be.
_MOST_GIVEN = 4
_MANY = 2
#: Where no more combinations of caps than these are left, all of them are tried.
_MOST_POINTS = 1_500
#: Combinations that are made at all, to see how many of them are cheaper.
_MOST_MADE = 60_000


@dataclass(frozen=True, slots=True)
class Found:
    """Caps under which runs of all places but those given up hold."""

    caps: Caps
    given_up: frozenset[int]
    proof: Proof


class Finder:
    """Finds caps for some places and what is wanted of them."""

    def __init__(self, ask: Ask, trials: Trials) -> None:
        self._ask = ask
        self._trials = trials
        self._firsts: dict[tuple[int, int], list[int]] = {}

    def find(
        self, places: Sequence[int], wanted: Wanted, may_lose: int = 0
    ) -> Generator[Solving, None, Found | None]:
        """The cheapest caps that needs and runs agree on, else some under which all hold; None without any.

        Where runs do not agree with the needs of a place, it is among those given up, if any may be.
        """
        ask = self._ask
        search = Search([ask.wishes(place, wanted) for place in places], ask.price, may_lose)
        first: Found | None = None
        without: Found | None = None
        for choice in islice(search.choices(), _MOST_CHOICES):
            given_up = frozenset(places[at] for at in choice.given_up)
            rest = [place for place in places if place not in given_up]
            failing = yield from self.failing(rest, choice.caps, wanted)
            if failing is None:
                proven = first is None and not ask.loose(places) and not ask.unproven(places)
                found = Found(choice.caps, given_up, Proof.EXACT if proven else Proof.DESCENT)
                return self._better(found, without)
            if first is None:
                first = Found(choice.caps, given_up, Proof.DESCENT)
                if may_lose:
                    without = yield from self._without(rest, choice.caps, places, wanted, may_lose)
        if first is None and not search.whole:
            quick = search.quick()
            if quick is not None:
                first = Found(quick.caps, frozenset(places[at] for at in quick.given_up), Proof.DESCENT)
        if first is None and not ask.loose(places):
            return without
        return self._better((yield from self._otherwise(places, wanted, first)), without)

    def _without(
        self, rest: Sequence[int], caps: Caps, places: Sequence[int], wanted: Wanted, may_lose: int
    ) -> Generator[Solving, None, Found | None]:
        """The cheapest of what is found where one of the rest that fails under those caps is given up."""
        yield from self._trials.seen(rest, caps)
        failing = [place for place in rest if not self._trials.holds(place, caps, wanted)]
        best: Found | None = None
        for place in failing[: _MOST_GIVEN if may_lose <= _MANY else 1]:
            others = [one for one in places if one != place]
            found = yield from self.find(others, wanted, may_lose - 1)
            if found is not None:
                given_up = Found(found.caps, found.given_up | {place}, Proof.DESCENT)
                best = self._better(best, given_up)
        return best

    def _better(self, one: Found | None, other: Found | None) -> Found | None:
        """The cheaper of two; the first of equals."""
        found = [each for each in (one, other) if each is not None]
        return min(found, key=lambda each: self._ask.price.key(each.caps), default=None)

    def _otherwise(
        self, places: Sequence[int], wanted: Wanted, first: Found | None
    ) -> Generator[Solving, None, Found | None]:
        """Caps that hold though needs do not say so: the search's, one raised; those now; the largest."""
        ask = self._ask
        given_up = frozenset[int]() if first is None else first.given_up
        rest = [place for place in places if place not in given_up]
        best: Caps | None = None
        for caps in self._starts(None if first is None else first.caps):
            if best is not None and ask.price.key(best) <= ask.price.key(caps):
                continue
            if (yield from self.failing(rest, caps, wanted)) is None:
                best = caps
        if best is None:
            found = yield from self.in_grid(rest, wanted, None)
            return None if found is None else Found(found.caps, given_up, Proof.DESCENT)
        return Found(best, given_up, Proof.DESCENT)

    def _starts(self, found: Caps | None) -> Iterable[Caps]:
        ask = self._ask
        if found is not None:
            yield found
            for row, cap in enumerate(ask.top):
                yield with_cap(found, row, max(cap, found[row]))
        yield ask.price.now
        yield ask.top

    def in_grid(
        self, places: Sequence[int], wanted: Wanted, than: Caps | None, may_lose: int = 0
    ) -> Generator[Solving, None, Found | None]:
        """The cheapest combination of caps under which all hold but so many, of those cheaper than some.

        None where there is none, or where there are too many to try.
        """
        price = self._ask.price
        axes = [sorted({*steps, now}) for steps, now in zip(self._ask.steps, price.now, strict=True)]
        if than is not None:
            most = price.total(than)
            axes = [[cap for cap in axis if price.of(row, cap) <= most] for row, axis in enumerate(axes)]
        if prod(map(len, axes)) > _MOST_MADE:
            return None
        points = sorted(product(*axes), key=price.key)
        if than is not None:
            points = [caps for caps in points if price.key(caps) < price.key(than)]
        if len(points) > _MOST_POINTS:
            return None
        for caps in points:
            given_up = yield from self._failing_at_most(places, caps, wanted, may_lose)
            if given_up is not None:
                return Found(caps, given_up, Proof.DESCENT)
        return None

    def _failing_at_most(
        self, places: Sequence[int], caps: Caps, wanted: Wanted, most: int
    ) -> Generator[Solving, None, frozenset[int] | None]:
        """The places that do not hold under those caps; None where there are more than so many."""
        given_up: set[int] = set()
        while len(given_up) <= most:
            rest = [place for place in places if place not in given_up]
            failing = yield from self.failing(rest, caps, wanted)
            if failing is None:
                return frozenset(given_up)
            given_up.add(failing)
        return None

    def failing(
        self, places: Sequence[int], caps: Caps, wanted: Wanted
    ) -> Generator[Solving, None, int | None]:
        """A place that does not hold under those caps; those that ask for most are looked at first."""
        return (yield from self._trials.failing(self.hardest(places, caps), caps, wanted))

    def hardest(self, places: Sequence[int], caps: Caps) -> list[int]:
        """The places, those first that need most of a row's cap, row by row in turns."""
        lists = [
            sorted(places, key=lambda place: -self.most(place, row, cap)) for row, cap in enumerate(caps)
        ]
        return list(dict.fromkeys(place for turn in zip(*lists, strict=True) for place in turn))

    def most(self, place: int, row: int, cap: int) -> int:
        """The largest cap of a row, up to that one, from which on a need of the place is met."""
        firsts = self._firsts.get((place, row))
        if firsts is None:
            wishes = self._ask.readings[place].wishes
            needs = (need for wish in wishes for way in wish.ways for need in way if need.row == row)
            firsts = self._firsts[place, row] = sorted({need.caps[0][0] for need in needs})
        at = bisect_right(firsts, cap)
        return firsts[at - 1] if at else 0
