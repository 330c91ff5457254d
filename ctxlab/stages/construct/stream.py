"""The conversation in time order: which items share a wire message, and the messages that never change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.items import PartKind, Row, Source
from ctxlab.model.trace import Message, Pool
from ctxlab.stages.construct.wire import Entry, WireFormat
from ctxlab.stages.protocol import Gathered
from ctxlab.tokens.framing import Framing

#: Where an item stands in a layout.
OUTSIDE, SYSTEM, DOC, CALL_LESS, SUMMARY, STREAM = range(6)

_PLACE = {
    Source.TOOL_SCHEMAS: OUTSIDE,
    Source.SYSTEM_PROMPT: SYSTEM,
    Source.KEY_FACT: SYSTEM,
    Source.TASK_STATE: SYSTEM,
    Source.AGENT_NOTE: SYSTEM,
    Source.RETRIEVED_DOC: DOC,
}


@dataclass(frozen=True, eq=False)
class Stream:
    """Slots (positions that share a message) in time order, and for each position its slot, -1 outside the stream.

    `special` are positions that stand in shared messages or outside, with `place` saying where.
    `blocks` caches the message of a slot whose items are all there and unaltered.
    """

    pool: Pool
    slots: tuple[tuple[int, ...], ...]
    slot_of: tuple[int, ...]
    flat: tuple[int, ...]
    special: tuple[int, ...]
    place: bytes
    is_result: bytes
    wire: WireFormat
    framing: Framing
    blocks: dict[int, Message] = field(default_factory=dict[int, Message])

    def whole(self, slot: int) -> Message:
        """The message of a slot as recorded."""
        found = self.blocks.get(slot)
        if found is None:
            entries = [Entry(p, self.pool.items[p], self.pool.items[p].parts) for p in self.slots[slot]]
            tokens = [self.pool.tokens[p] for p in self.slots[slot]]
            found = self.build(entries, tokens, result=bool(self.is_result[slot]))
            self.blocks[slot] = found
        return found

    def build(self, entries: Sequence[Entry], tokens: Sequence[int], *, result: bool) -> Message:
        """A message of these entries."""
        value, spans = self.wire.results(entries) if result else self.wire.message(entries)
        framing = self.framing.message + (self.framing.name if "name" in value else 0)
        positions = tuple(entry.position for entry in entries)
        return Message(value, framing + sum(tokens), positions, spans, framing)


def make_stream(gathered: Gathered, wire: WireFormat, framing: Framing) -> Stream:
    """Sorts the gathered items into the stream and the shared messages."""
    pool = gathered.pool
    answered = frozenset(result for results in gathered.pairs.values() for result in results)
    place = bytes(_place(pool, position, answered) for position in range(len(pool)))
    groups: dict[object, list[int]] = {}
    for position in gathered.record.order:
        if place[position] == STREAM:
            item = pool.items[position]
            alone = item.message < 0 or item.has(PartKind.RESULT)
            key: object = position if alone else ("message", item.message)
            groups.setdefault(key, []).append(position)
    slots = sorted(
        (tuple(members) for members in groups.values()), key=lambda slot: (pool.current[slot[0]], slot[0])
    )
    slot_of = [-1] * len(pool)
    for at, slot in enumerate(slots):
        for position in slot:
            slot_of[position] = at
    return Stream(
        pool=pool,
        slots=tuple(slots),
        slot_of=tuple(slot_of),
        flat=tuple(position for slot in slots for position in slot),
        special=tuple(position for position in gathered.record.order if place[position] != STREAM),
        place=place,
        is_result=bytes(pool.items[slot[0]].has(PartKind.RESULT) for slot in slots),
        wire=wire,
        framing=framing,
    )


def _place(pool: Pool, position: int, answered: frozenset[int]) -> int:
    source = pool.source[position]
    found = _PLACE.get(source)
    if found is not None:
        return found
    if pool.row[position] is Row.TOOL_RESULT and position not in answered:
        return CALL_LESS
    return STREAM

