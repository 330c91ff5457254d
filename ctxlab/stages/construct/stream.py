"""The conversation in the order of a layout: which items share a message, and the messages as recorded.

Some things are decided here, where the rules are silent. A result stands right after the message of its
call, as every wire demands; one that the recording has at a later place is moved up (`reordered`). A call
and its result stand in the conversation whatever source they were given. What says nothing (no text, no
call, no result, no media) is in no message, since wires refuse empty texts. A call that never was answered
has a slot for a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.trace import Message, Pool
from ctxlab.stages.construct.wire import Entry, WireFormat
from ctxlab.stages.places import is_call_less, shares_summaries
from ctxlab.stages.protocol import Gathered
from ctxlab.tokens.framing import Framing

#: Where an item stands in a layout.
OUTSIDE, SYSTEM, DOC, CALL_LESS, EARLIER, STREAM = range(6)

_PLACE = {
    Source.TOOL_SCHEMAS: OUTSIDE,
    Source.SYSTEM_PROMPT: SYSTEM,
    Source.KEY_FACT: SYSTEM,
    Source.TASK_STATE: SYSTEM,
    Source.AGENT_NOTE: SYSTEM,
    Source.RETRIEVED_DOC: DOC,
}

MEDIA = frozenset({PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE})


@dataclass(frozen=True, eq=False)
class Stream:
    """The slots of the conversation in order, each the positions that share a message.

    `slot_of` has the slot of each position, or -1. `special` are positions that stand in shared messages or
    outside, with `place` saying where; `blank` those that say nothing. `missing` maps calls that were never
    answered to the empty slot of their placeholder. `reordered` are results that stand earlier than
    recorded. `kept` holds messages of unaltered items by what is in them.
    """

    pool: Pool
    slots: tuple[tuple[int, ...], ...]
    slot_of: tuple[int, ...]
    special: tuple[int, ...]
    blank: tuple[int, ...]
    missing: dict[int, int]
    reordered: frozenset[int]
    place: bytes
    is_result: bytes
    wire: WireFormat
    framing: Framing
    kept: dict[tuple[int, ...], Message] = field(default_factory=dict[tuple[int, ...], Message])

    def whole(self, slot: int) -> Message:
        """The message of a slot as recorded."""
        members = self.slots[slot]
        found = self.kept.get(members)
        if found is None:
            entries = [Entry(p, self.pool.items[p], self.pool.items[p].parts) for p in members]
            tokens = [self.pool.tokens[p] for p in members]
            found = self.build(entries, tokens, result=bool(self.is_result[slot]))
            self.kept[members] = found
        return found

    def slot_for(self, origin: int) -> int:
        """The slot of the placeholder for a result, or for what should have answered a call."""
        return self.missing.get(origin, self.slot_of[origin])

    def build(self, entries: Sequence[Entry], tokens: Sequence[int], *, result: bool) -> Message:
        """A message of these entries."""
        value, spans = self.wire.results(entries) if result else self.wire.message(entries)
        framing = self.framing.message + (self.framing.name if "name" in value else 0)
        positions = tuple(entry.position for entry in entries)
        return Message(value, framing + sum(tokens), positions, spans, framing)


def make_stream(gathered: Gathered, wire: WireFormat, framing: Framing) -> Stream:
    """Sorts the gathered items into the stream and the shared messages."""
    pool = gathered.pool
    call_of = {result: call for call, results in gathered.pairs.items() for result in results}
    shares = shares_summaries(gathered)
    place = bytes(_place(gathered, position, call_of, shares=shares) for position in range(len(pool)))
    there = sorted({*gathered.record.order, *call_of})
    blank = [p for p in there if _is_blank(pool.items[p].parts, wire if place[p] == STREAM else None)]
    said = set(blank)
    groups: dict[object, list[int]] = {}
    for position in there:
        if place[position] == STREAM and position not in said:
            item = pool.items[position]
            alone = item.message < 0 or item.has(PartKind.RESULT)
            key: object = position if alone else ("message", item.message)
            groups.setdefault(key, []).append(position)
    slots, reordered, missing = _order(gathered, list(groups.values()), call_of)
    slot_of = [-1] * len(pool)
    for at, slot in enumerate(slots):
        for position in slot:
            slot_of[position] = at
    return Stream(
        pool=pool,
        slots=tuple(slots),
        slot_of=tuple(slot_of),
        special=tuple(p for p in gathered.record.order if place[p] != STREAM and p not in said),
        blank=tuple(blank),
        missing=missing,
        reordered=reordered,
        place=place,
        is_result=bytes(not slot or pool.items[slot[0]].has(PartKind.RESULT) for slot in slots),
        wire=wire,
        framing=framing,
    )


def _order(
    gathered: Gathered, groups: Sequence[Sequence[int]], call_of: dict[int, int]
) -> tuple[list[tuple[int, ...]], frozenset[int], dict[int, int]]:
    """Slots in order, results that this moves up, and slots for placeholders of unanswered calls."""
    current = gathered.pool.current
    first_of = {position: members[0] for members in groups for position in members}
    keyed: list[tuple[tuple[int, int, int, int], tuple[int, ...]]] = []
    for members in groups:
        own = members[0]
        call = first_of.get(call_of.get(own, -1), -1)
        key = (current[own], own, 0, 0) if call < 0 else (current[call], call, 1, own)
        keyed.append((key, tuple(members)))
    for call, results in gathered.pairs.items():
        if not results and call in first_of:
            keyed.append(((current[call], first_of[call], 1, call), ()))
    moved: set[int] = set()
    owner = -1
    for key, members in sorted((one for one in keyed if one[1]), key=lambda one: (one[0][0], one[1][0])):
        if key[2] and key[1] != owner:
            moved.update(members)
        elif not key[2]:
            owner = members[0]
    keyed.sort()
    missing = {key[3]: at for at, (key, members) in enumerate(keyed) if not members}
    return [members for _, members in keyed], frozenset(moved), missing


def _place(gathered: Gathered, position: int, call_of: dict[int, int], *, shares: bool) -> int:
    if position in call_of or position in gathered.pairs:
        return STREAM
    pool = gathered.pool
    if shares and pool.source[position] is Source.SUMMARY:
        return EARLIER
    found = _PLACE.get(pool.source[position])
    if found is not None:
        return found
    return CALL_LESS if is_call_less(pool, position, call_of) else STREAM


def _is_blank(parts: Sequence[Part], wire: WireFormat | None) -> bool:
    """Whether there is nothing to render: in messages by their wire, in shared texts whatever has no text."""
    if wire is not None:
        return all(map(wire.is_empty, parts))
    return not any(part.text for part in parts if part.kind not in MEDIA)
