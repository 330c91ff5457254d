"""What stands against a solution: must-keeps that nothing keeps, and those that cannot be kept together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.solve.conflict import smallest_conflict
from ctxlab.batch.solve_find import Finder
from ctxlab.batch.solve_trials import Wanted
from ctxlab.model.solution import Solving, Step

#: A must-keep of a place, by its id; with an empty one the place's whole context.
_Item = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Against:
    """Demands that no caps were found for, each alone; and a smallest set of which that is true together."""

    alone: tuple[_Item, ...] = ()
    together: tuple[_Item, ...] = ()


def against(finder: Finder, places: Sequence[int], wanted: Wanted) -> Generator[Solving, None, Against]:
    """Why no caps were found under which all places hold.

    Single sessions are looked at first; only where each holds alone, under some caps or other, are they
    looked at together.
    """
    alone: list[_Item] = []
    together: tuple[_Item, ...] = ()
    left: list[_Item] = []
    for done, place in enumerate(places):
        yield Solving(Step.CONFLICT, done, len(places))
        if (yield from finder.find([place], wanted)) is not None:
            left += [(place, name) for name in sorted(wanted[place])]
            continue
        if not (yield from _can(finder, [(place, "")])):
            alone.append((place, ""))
            continue
        names = sorted(wanted[place])
        able: list[_Item] = []
        for name in names:
            one = (place, name)
            (able if (yield from _can(finder, [one])) else alone).append(one)
        left += able
        if not together and able and not (yield from _can(finder, able)):
            together = yield from smallest_conflict(able, lambda items: _can(finder, items))
    if not together and left and not (yield from _can(finder, left)):
        together = yield from smallest_conflict(left, lambda items: _can(finder, items))
    return Against(tuple(alone), together)


def _can(finder: Finder, items: Sequence[_Item]) -> Generator[Solving, None, bool]:
    """Whether caps are found under which these must-keeps survive and their sessions fit."""
    places = sorted({place for place, _ in items})
    names = {place: frozenset(name for at, name in items if at == place and name) for place in places}
    return (yield from finder.find(places, names)) is not None
