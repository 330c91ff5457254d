"""What a solve is about: the needs of each session, the price of caps, and what no cap can meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ctxlab.analysis.solve.needs import Caps, Reading, Wish
from ctxlab.analysis.solve.price import Price
from ctxlab.batch.solve_job import Seen
from ctxlab.batch.solve_trials import Wanted
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.solution import Aim, Checked, Demand


@dataclass(frozen=True, eq=False)
class Ask:
    """The rows that are solved, what each place needs, and the price.

    `readings` are those of the places that can be built. `steps` are the caps of each row at which it admits
    something else in any of the sessions, `top` the largest of them, behind which none binds.
    """

    rows: tuple[Row, ...]
    readings: Mapping[int, Reading]
    price: Price
    steps: tuple[tuple[int, ...], ...]
    top: Caps

    def wishes(self, place: int, wanted: Wanted) -> list[Wish]:
        """What is wanted of a place."""
        return [one for one in self.readings[place].wishes if one.id in wanted[place]]

    def loose(self, places: Iterable[int]) -> frozenset[str]:
        """Why rows depend on each other in some of the places."""
        return frozenset(chain.from_iterable(self.readings[place].loose for place in places))

    def unproven(self, places: Iterable[int]) -> bool:
        """Whether in some of the places not all caps were looked at."""
        return any(self.readings[place].unproven for place in places)

    def cheaper(self, row: int, than: int) -> tuple[int, ...]:
        """The caps of a row worth trying that cost less than one of them, the cheapest first."""
        price = self.price
        caps = {*self.steps[row], price.now[row]}
        found = [cap for cap in caps if price.of(row, cap) < price.of(row, than)]
        return tuple(sorted(found, key=lambda cap: (price.of(row, cap), cap)))


def asked(rows: tuple[Row, ...], profile: Profile, aim: Aim, readings: Mapping[int, Reading]) -> Ask:
    """Puts the needs of all places together."""
    steps: list[tuple[int, ...]] = []
    for row in range(len(rows)):
        found = set(chain.from_iterable(one.steps[row] for one in readings.values()))
        steps.append(tuple(sorted({0, *found})))
    top = tuple(one[-1] for one in steps)
    caps = (profile.row(row).cap for row in rows)
    now = tuple(most if cap is None else cap for cap, most in zip(caps, top, strict=True))
    return Ask(rows, readings, Price(aim, now), tuple(steps), top)


def demand_of(readings: Mapping[int, Reading], place: int, name: str) -> Demand:
    """A must-keep of a place by its id; an empty one stands for the whole context of the place."""
    reading = readings.get(place)
    wishes: Iterable[Wish] = () if reading is None else reading.wishes
    label = next((one.label for one in wishes if one.id == name), name)
    return Demand(place, name, label)


def checked(readings: Mapping[int, Reading], seen: Mapping[int, Seen]) -> Checked:
    """What runs showed of places; what is stated in them and no cap can keep is not counted."""
    spared = {place: _spared(readings.get(place)) for place in seen}
    lost = [
        demand_of(readings, place, name)
        for place, one in sorted(seen.items())
        for name in one.lost
        if name not in spared[place]
    ]
    return Checked(
        places=tuple(sorted(seen)),
        judged=sum(sum(name not in spared[place] for name in one.judged) for place, one in seen.items()),
        lost=tuple(lost),
        tokens=sum(one.tokens for one in seen.values()),
        peak=max((one.tokens for one in seen.values()), default=0),
        over=tuple(place for place, one in sorted(seen.items()) if one.over),
        failed=tuple((place, one.error) for place, one in sorted(seen.items()) if one.error),
        exact=all(one.exact for one in seen.values()),
        unknown=tuple((place, one.unknown) for place, one in sorted(seen.items()) if one.unknown),
        estimated=tuple((place, one.estimated) for place, one in sorted(seen.items()) if one.estimated),
    )


def _spared(reading: Reading | None) -> frozenset[str]:
    """The stated constraints of a session that no caps can keep."""
    if reading is None:
        return frozenset()
    return frozenset(one.id for one in reading.wishes if not one.ways).intersection(reading.stated)


def copies(contents: Sequence[str]) -> list[list[int]]:
    """The places, those with the same content together; an empty one is like no other."""
    groups: dict[str, list[int]] = {}
    for place, content in enumerate(contents):
        groups.setdefault(content or f"#{place}", []).append(place)
    return list(groups.values())


def parted(groups: Sequence[list[int]], share: float, seed: int) -> tuple[Sequence[int], Sequence[int]]:
    """The places to solve on and those held out: about that share of them, drawn by the seed.

    Places of a group stay together. Where any are to be held out, each part has one place at least, as far as
    there are two groups.
    """
    from random import Random

    count = sum(map(len, groups))
    order = list(groups)
    if share <= 0 or len(order) < 2:
        return range(count), ()
    Random(seed).shuffle(order)
    most = min(count - 1, max(1, round(count * share)))
    held: list[int] = []
    for group in order:
        if len(held) + len(group) <= most:
            held += group
    smallest = min(order, key=len)
    held = sorted(held or smallest)
    return sorted(set(range(count)).difference(held)), held
