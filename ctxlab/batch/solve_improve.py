"""Making caps that hold cheaper, row by row, each step shown by runs; and what holds each of them up."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ctxlab.analysis.solve.descent import with_cap
from ctxlab.analysis.solve.needs import Caps
from ctxlab.batch.solve_ask import Ask
from ctxlab.batch.solve_find import Finder, Found
from ctxlab.batch.solve_trials import Trials, Wanted
from ctxlab.model.solution import Proof, Solving, Step

#: How often all rows are gone through at most.
_MOST_ROUNDS = 8
#: A row is raised by so many steps, so that another may be lowered by more.
_RAISED_BY = (1, 2, 4, 8, 16)
#: Runs that are spent on raising one row for another, for each place.
_RUNS_EACH = 12
#: Caps between two steps that are tried one by one.
_MOST_BETWEEN = 2_000


class Improver:
    """Makes what was found cheaper; `held_up_by` tells why the last caps are no cheaper, by row.

    `places` are all that may hold, of which `may_lose` may be given up.
    """

    def __init__(
        self, ask: Ask, trials: Trials, finder: Finder, places: Sequence[int], wanted: Wanted, may_lose: int
    ) -> None:
        self.held_up_by: dict[int, tuple[int, str]] = {}
        self._ask = ask
        self._trials = trials
        self._finder = finder
        self._free = places
        self._places: Sequence[int] = places
        self._wanted = wanted
        self._may_lose = may_lose

    def improve(self, found: Found) -> Generator[Solving, None, Found]:
        """The same where it is exact and runs agree, else the cheapest that is found.

        Of that no single cap can be cheaper, nor one for another as far as was looked, nor, where these are
        few, any combination of caps.
        """
        better: Found | None = found
        while better is not None:
            found = better
            self._places = [place for place in self._free if place not in found.given_up]
            if found.proof is Proof.EXACT and (yield from self._confirmed(found.caps)) == found.caps:
                return found
            caps = yield from self._lowered_all(found.caps)
            found = Found(caps, found.given_up, Proof.DESCENT)
            better = yield from self._finder.in_grid(self._free, self._wanted, caps, self._may_lose)
        return found

    def _lowered_all(self, caps: Caps) -> Generator[Solving, None, Caps]:
        caps = yield from self._descend(caps)
        begun = self._trials.runs
        while self._trials.runs - begun < _RUNS_EACH * len(self._places):
            better = yield from self._traded(caps, begun)
            if better is None:
                break
            caps = yield from self._descend(better)
        return caps

    def _confirmed(self, caps: Caps) -> Generator[Solving, None, Caps]:
        """The same caps where a run shows of each that it can be no cheaper by a token, else cheaper ones."""
        self.held_up_by.clear()
        for row in range(len(caps)):
            better = yield from self._next(row, caps)
            if better is not None:
                return better
        return caps

    def _descend(self, caps: Caps) -> Generator[Solving, None, Caps]:
        price = self._ask.price
        for _ in range(_MOST_ROUNDS):
            before = caps
            for row in sorted(range(len(caps)), key=lambda row: -price.of(row, caps[row])):
                caps = yield from self._lowered(row, caps, self._ask.cheaper(row, caps[row]))
            if caps == before:
                caps = yield from self._confirmed(caps)
            if caps == before:
                break
        return caps

    def _lowered(self, row: int, caps: Caps, steps: Sequence[int]) -> Generator[Solving, None, Caps]:
        """The caps with the first of the steps of a row under which all places hold; else as they are."""
        order = self._finder.hardest(self._places, caps)
        order.sort(key=lambda place: -self._finder.most(place, row, caps[row]))
        at, moved = 0, True
        while moved:
            moved = False
            for begin in range(0, len(order), self._trials.together):
                chunk = order[begin : begin + self._trials.together]
                left = tuple(steps[at:])
                if not left:
                    return caps
                found = yield from self._trials.lowest(chunk, caps, row, left, self._wanted)
                up = max(found.values())
                moved = moved or up > 0
                at += up
            yield Solving(Step.LOWER, row + 1, len(caps))
        return with_cap(caps, row, steps[at]) if at < len(steps) else caps

    def _next(self, row: int, caps: Caps) -> Generator[Solving, None, Caps | None]:
        """Cheaper caps, if the row's may be a token cheaper; else what is lost then is noted."""
        now = self._ask.price.now[row]
        cost = self._ask.price.of(row, caps[row])
        if not cost:
            return None
        smaller = caps[row] - 1 if self._ask.price.of(row, caps[row] - 1) < cost else caps[row] + 1
        tried = with_cap(caps, row, smaller)
        place = yield from self._finder.failing(self._places, tried, self._wanted)
        if place is not None:
            lost = [name for name in self._trials.known(place, tried).lost if name in self._wanted[place]]
            self.held_up_by[row] = (place, lost[0] if lost else "")
            return None
        cheaper = self._ask.cheaper(row, smaller)
        end = cheaper[-1] if cheaper else now
        between = range(end, smaller, 1 if end < smaller else -1)[1:][-_MOST_BETWEEN:]
        return (yield from self._lowered(row, tried, between))

    def _traded(self, caps: Caps, begun: int) -> Generator[Solving, None, Caps | None]:
        """Cheaper caps of which one row's is dearer, and another's cheaper by more."""
        price = self._ask.price
        for row in range(len(caps)):
            above = [cap for cap in self._ask.steps[row] if price.of(row, cap) > price.of(row, caps[row])]
            for by in _RAISED_BY:
                if by > len(above):
                    break
                raised = with_cap(caps, row, above[by - 1])
                for other in range(len(caps)):
                    if other == row or self._trials.runs - begun > _RUNS_EACH * len(self._places):
                        continue
                    found = yield from self._other(raised, other, caps)
                    if found is not None:
                        return found
        return None

    def _other(self, raised: Caps, other: int, than: Caps) -> Generator[Solving, None, Caps | None]:
        key = self._ask.price.key
        steps = [
            cap
            for cap in self._ask.cheaper(other, raised[other])
            if key(with_cap(raised, other, cap)) < key(than)
        ]
        if not steps:
            return None
        found = yield from self._lowered(other, raised, steps)
        return found if key(found) < key(than) else None
