"""What Select derives from the gathered items once and keeps between runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.decision import Stage
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.profile import Order
from ctxlab.model.trace import Altered, Made
from ctxlab.stages.headings import placeholder
from ctxlab.stages.protocol import Gathered, Unit
from ctxlab.stages.select.plan import Plan, make_plan
from ctxlab.text.cut_json import cut
from ctxlab.tokens.protocols import Counter

_PLANS_KEPT = 64


@dataclass(eq=False)
class Prepared:
    """Derived tables of one Gathered, and small caches of plans, cuts and placeholders keyed by what they depend on."""

    gathered: Gathered
    call_of: dict[int, int]
    call_less: list[int]
    message: dict[int, tuple[int, ...]]
    _plans: dict[object, Plan] = field(default_factory=dict[object, Plan])
    _cuts: dict[tuple[str, int, int], Altered | None] = field(default_factory=dict[tuple[str, int, int], Altered | None])
    _placeholders: dict[tuple[str, int], Made] = field(default_factory=dict[tuple[str, int], Made])

    def plan(
        self,
        row: Row,
        order: Order,
        per_item: int | None,
        *,
        spilled: tuple[Unit, ...] = (),
        without: frozenset[int] = frozenset(),
        last: frozenset[int] = frozenset(),
    ) -> Plan:
        """The serving plan of a row, with units that another row turned away, without positions taken elsewhere.

        Units whose first position is in `last` come last: they are over a count and must not take another's place.
        """
        key = (row, order, per_item, spilled, without, last)
        found = self._plans.get(key)
        if found is None:
            units: Sequence[Unit] = self.gathered.units.get(row, ())
            if without:
                units = [unit for unit in units if not without.intersection(unit.positions)]
            found = make_plan(units, self.gathered.pool, order, per_item, newest_first=spilled, last=last)
            if len(self._plans) >= _PLANS_KEPT:
                self._plans.pop(next(iter(self._plans)))
            self._plans[key] = found
        return found

    def cut(self, position: int, limit: int, counter: Counter) -> Altered | None:
        """The item cut to at most `limit` tokens, or None where nothing useful would be left; media parts go whole."""
        key = (counter.vocabulary, position, limit)
        if key not in self._cuts:
            self._cuts[key] = cut_item(self.gathered.pool.items[position], limit, counter)
        return self._cuts[key]

    def placeholder(self, position: int, counter: Counter) -> Made:
        """The item that stands in for a dropped result."""
        key = (counter.vocabulary, position)
        found = self._placeholders.get(key)
        if found is None:
            pool = self.gathered.pool
            result = pool.items[position]
            text = placeholder(pool.tokens[position])
            name = next((part.name for part in result.parts if part.kind is PartKind.RESULT), result.name)
            item = Item(
                id=f"{result.id}~placeholder",
                role=result.role,
                parts=(Part(PartKind.RESULT, text, name=name, call_id=result.call_id),),
                source=Source.TOOL_RESULT,
                message=result.message,
                part=result.part,
                place=result.place,
                name=result.name,
            )
            turn = pool.turn[position]
            tokens = counter.count(text)
            found = Made(item, Source.TOOL_RESULT, Row.TOOL_RESULT, turn, tokens, Stage.SELECT, (position,))
            self._placeholders[key] = found
        return found


def cut_item(item: Item, limit: int, counter: Counter) -> Altered | None:
    """The item's longest text part cut so that the whole holds at most `limit` tokens; media parts are left out."""
    texts = [part for part in item.parts if part.kind in (PartKind.TEXT, PartKind.RESULT)]
    if not texts:
        return None
    longest = max(texts, key=lambda part: len(part.text))
    others = sum(counter.count(part.text) for part in texts if part is not longest)
    done = cut(longest.text, limit - others, counter) if limit > others else None
    if done is None:
        return None
    parts = tuple(_with_text(part, done.text) if part is longest else part for part in texts)
    return Altered(parts, done.tokens + others, tuple(done.cuts))


def _with_text(part: Part, text: str) -> Part:
    return Part(part.kind, text, part.name, part.call_id, part.signature, part.media_type, "", part.json, part.extra)


class PreparedCache:
    """Keeps what was derived of the last few Gathered, the most recently used longest."""

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._kept: dict[Gathered, Prepared] = {}

    def of(self, gathered: Gathered) -> Prepared:
        """The derived tables, made on first use."""
        found = self._kept.pop(gathered, None) or _prepare(gathered)
        self._kept[gathered] = found
        if len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)))
        return found


def _prepare(gathered: Gathered) -> Prepared:
    call_of = {result: call for call, results in gathered.pairs.items() for result in results}
    pool = gathered.pool
    call_less = [
        unit.positions[0] for unit in gathered.units.get(Row.TOOL_RESULT, ()) if unit.positions[0] not in call_of
    ]
    by_message: dict[int, list[int]] = {}
    for call in gathered.pairs:
        by_message.setdefault(pool.items[call].message, [])
    for position in gathered.record.order:
        item = pool.items[position]
        if item.message in by_message and not item.has(PartKind.RESULT):
            by_message[item.message].append(position)
    message = {position: tuple(members) for members in by_message.values() for position in members}
    return Prepared(gathered, call_of, call_less, message)
