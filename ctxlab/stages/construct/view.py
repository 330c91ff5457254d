"""How Construct sees what Summarize left: which items are there, with which text and tokens."""

from __future__ import annotations

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.stages.construct.joined import Content
from ctxlab.stages.construct.stream import MEDIA, Stream
from ctxlab.stages.construct.wire import Entry
from ctxlab.stages.fates import GOES_ON
from ctxlab.stages.protocol import Summarized


class View:
    """The items that go into the context. `special` are those outside the conversation, in pool order."""

    def __init__(self, given: Summarized, stream: Stream) -> None:
        self.stream = stream
        self.alive = given.record.fate.translate(GOES_ON)
        self._given = given
        self._size = len(stream.pool)
        self.special = [position for position in stream.special if self.alive[position]]
        made = [self._size + at for at in range(len(given.made))]
        self.summaries = [p for p in made if self.alive[p] and self.source(p) is Source.SUMMARY]
        self.placeholders = {
            given.made[p - self._size].derived_from[0]: p
            for p in made
            if self.alive[p] and self.source(p) is not Source.SUMMARY
        }
        slots = map(stream.slot_for, self.placeholders)
        self.placeholder_slots = dict(zip(slots, self.placeholders.items(), strict=True))

    def item(self, position: int) -> Item:
        """The item as gathered or made."""
        if position < self._size:
            return self.stream.pool.items[position]
        return self._given.made[position - self._size].item

    def source(self, position: int) -> Source:
        """The item's source at this request."""
        if position < self._size:
            return self.stream.pool.source[position]
        return self._given.made[position - self._size].source

    def parts(self, position: int) -> tuple[Part, ...]:
        """The parts as they stand after cuts and compression."""
        altered = self._given.altered.get(position)
        return altered.parts if altered is not None else self.item(position).parts

    def text(self, position: int) -> str:
        """The readable text of these parts."""
        return "\n".join(part.text for part in self.parts(position) if part.text and part.kind not in MEDIA)

    def call_name(self, position: int) -> str:
        """The tool that the item calls, or empty."""
        return next((part.name for part in self.parts(position) if part.kind is PartKind.CALL), "")

    def tokens(self, position: int) -> int:
        """Tokens that the item holds now."""
        return self._given.record.tokens[position]

    def content(self, position: int) -> Content:
        """The item for a shared text."""
        return Content(position, self.text(position), self.tokens(position))

    def entry(self, position: int) -> Entry:
        """The item for a message."""
        return Entry(position, self.item(position), self.parts(position))

    def is_altered(self, position: int) -> bool:
        """Whether a cut or a compression changed the item."""
        return position in self._given.altered

    def touched(self) -> list[int]:
        """Slots of the conversation with at least one item or placeholder, in order."""
        slot_of = self.stream.slot_of
        found = {slot_of[position] for position in self._given.record.order if position < self._size}
        found.update(self.placeholder_slots)
        found.discard(-1)
        return sorted(found)

    def altered_slots(self) -> set[int]:
        """Slots in which an item was cut or compressed."""
        slot_of = self.stream.slot_of
        return {slot_of[p] for p in self._given.altered if p < self._size and slot_of[p] >= 0}

    def members(self, slot: int) -> list[int]:
        """Positions that stand in a slot now: its items, or the placeholder of what it held."""
        stand_in = self.placeholder_slots.get(slot)
        if stand_in is not None:
            return [stand_in[1]]
        return [position for position in self.stream.slots[slot] if self.alive[position]]
