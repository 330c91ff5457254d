"""Plans: the units of one row in the order in which they are served, with their prefix sums.

A plan depends on the gathered items and on a row's order and per-item limit, not on its cap. It is kept
between runs, so that an edit of a cap costs a search in the prefix sums and no walk over the items.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ctxlab.model.items import PartKind, Source
from ctxlab.model.profile import Order
from ctxlab.model.trace import Pool
from ctxlab.stages.protocol import Unit

#: Kinds of parts whose text may be cut.
CUTTABLE = frozenset({PartKind.TEXT, PartKind.RESULT, PartKind.THINKING})


@dataclass(frozen=True, eq=False)
class Plan:
    """The units of a row in the order in which they are served.

    The first `lead` units are required or pinned: they go in whole and before all others, even over the cap.

    `charges` are what each unit is charged (its per-item limit applied), `prefix` their sums from 0. `flat`
    are the positions of all units in that order and `unit_of` the unit of each, None where every unit is
    one position. `below` are the ranks of units that are not relevant enough; only units over a count come
    after them. `limited` maps positions over the per-item limit to that limit. `mask` has a bit for each
    position in `flat`, eight bits apart.
    """

    units: tuple[Unit, ...]
    lead: int
    charges: list[int]
    prefix: list[int]
    flat: list[int]
    unit_of: list[int] | None
    rank: dict[int, int]
    below: range
    limited: dict[int, int]
    mask: int

    def count(self, flags: int) -> int:
        """How many of the positions are set in a column of 0 and 1 that was read as one number."""
        return (flags & self.mask).bit_count()

    @property
    def total(self) -> int:
        """The charge of all units together."""
        return self.prefix[-1]


def make_plan(
    units: Sequence[Unit],
    pool: Pool,
    order: Order,
    per_item: int | None,
    *,
    last: frozenset[int] = frozenset(),
    scores: Mapping[int, float] | None = None,
    least: int = 0,
) -> Plan:
    """Orders the units, which are given oldest first, and sums their charges.

    Required units come first, then pinned ones, then the rest by `order`; units whose first position is in
    `last` come after all others. `per_item` is the limit of a single item, None for no limit. `scores` has
    the relevance of each unit by its first position, None for the recorded one of its first item; in order
    of relevance, units of less than `least` percent come after those that are relevant enough.
    """
    lead = [unit for unit in units if unit.required] + [
        unit for unit in units if unit.pinned and not unit.required
    ]
    told = scores or _Recorded(pool)
    rest = _ordered([unit for unit in units if not (unit.required or unit.pinned)], pool, order, told)
    served = (*lead, *rest)
    if last:
        served = tuple(sorted(served, key=lambda unit: unit.positions[0] in last))
    below = range(0)
    if least and order is Order.RELEVANCE:
        served, below = _parted(served, len(lead), last, lambda first: _percent(told[first]) >= least)
    limited = _limited(served, pool, per_item)
    charges = [unit.charge for unit in served]
    if limited:
        for at, unit in enumerate(served):
            over = sum(pool.tokens[p] - limited[p] for p in unit.positions if p in limited)
            charges[at] -= over
    flat = [position for unit in served for position in unit.positions]
    unit_of = None
    if len(flat) != len(served):
        unit_of = [at for at, unit in enumerate(served) for _ in unit.positions]
    rank = {position: unit_of[at] if unit_of else at for at, position in enumerate(flat)}
    return Plan(
        units=served,
        lead=len(lead),
        charges=charges,
        prefix=list(accumulate(charges, initial=0)),
        flat=flat,
        unit_of=unit_of,
        rank=rank,
        below=below,
        limited=limited,
        mask=_mask(flat, len(pool)),
    )


def as_number(column: bytes) -> int:
    """A column of 0 and 1 as one number, for `Plan.count`."""
    return int.from_bytes(column, "little")


def _mask(positions: Sequence[int], size: int) -> int:
    column = bytearray(size)
    for position in positions:
        column[position] = 1
    return as_number(bytes(column))


@dataclass(frozen=True, slots=True)
class _Recorded:
    """The relevance that the items themselves state."""

    pool: Pool

    def __getitem__(self, position: int) -> float:
        return self.pool.items[position].relevance


def _percent(score: float) -> float:
    """A score in percent, rounded so that 0.29 is 29 and not less; one that is no number is below all."""
    return round(score * 100, 6)


def _parted(
    units: Sequence[Unit], lead: int, last: frozenset[int], enough: Callable[[int], bool]
) -> tuple[tuple[Unit, ...], range]:
    """The units with those that are not relevant enough before those over a count, and their ranks."""
    taken, below, over = list(units[:lead]), list[Unit](), list[Unit]()
    for unit in units[lead:]:
        first = unit.positions[0]
        (taken if first not in last and enough(first) else over if first in last else below).append(unit)
    return (*taken, *below, *over), range(len(taken), len(taken) + len(below))


def _ordered(
    units: list[Unit], pool: Pool, order: Order, told: _Recorded | Mapping[int, float]
) -> list[Unit]:
    if order is Order.NEWEST:
        return units[::-1]
    if order is Order.RELEVANCE:
        return sorted(units, key=lambda unit: -told[unit.positions[0]])
    if order is Order.PRIORITY:
        return sorted(units, key=lambda unit: pool.items[unit.positions[0]].priority)
    return units


def _limited(units: Sequence[Unit], pool: Pool, per_item: int | None) -> dict[int, int]:
    """Positions whose text is over the per-item limit; pinned and required units stay whole."""
    if per_item is None:
        return {}
    return {
        position: per_item
        for unit in units
        if not (unit.pinned or unit.required)
        for position in unit.positions
        if pool.tokens[position] > per_item and is_cuttable(pool, position)
    }


def is_cuttable(pool: Pool, position: int) -> bool:
    """Whether a cut may shorten it: texts, results and unsigned thinking.

    Calls, signed thinking, media, parts that no reader understands and tool schemas go whole or not at all.
    """
    if pool.source[position] is Source.TOOL_SCHEMAS:
        return False
    parts = pool.items[position].parts
    if any(part.kind is PartKind.CALL or part.signature for part in parts):
        return False
    return any(part.kind in CUTTABLE and part.text for part in parts)
