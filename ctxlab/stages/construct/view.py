"""How Construct sees what Summarize left: which items are there, with which text and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.stages.construct.joined import Content
from ctxlab.stages.construct.stream import Stream
from ctxlab.stages.construct.wire import Entry
from ctxlab.stages.protocol import Summarized

_ALIVE = bytes(1 if 0 < code < 5 else 0 for code in range(256))


class View:
    """The items that go into the context. `special` are those outside the conversation, in pool order."""

    def __init__(self, given: Summarized, stream: Stream) -> None:
        self.stream = stream
        self.alive = given.record.fate.translate(_ALIVE)
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
        return "\n".join(part.text for part in self.parts(position) if part.text and part.kind not in _MEDIA)

    def tokens(self, position: int) -> int:
        """Tokens that the item holds now."""
        return self._given.record.tokens[position]

    def content(self, position: int) -> Content:
        """The item for a shared text."""
        return Content(position, self.text(position), self.tokens(position))

    def entry(self, position: int) -> Entry:
        """The item for a message."""
        return Entry(position, self.item(position), self.parts(position))

    def touched(self) -> list[int]:
        """Slots of the conversation with at least one item or placeholder, in time order."""
        slot_of, flat = self.stream.slot_of, self.stream.flat
        there = compress(flat, map(self.alive.__getitem__, flat))
        found = dict.fromkeys(map(slot_of.__getitem__, there))
        missing = [slot_of[origin] for origin in self.placeholders if slot_of[origin] not in found]
        return sorted([*found, *missing]) if missing else list(found)

    def altered_slots(self) -> set[int]:
        """Slots that are not as recorded: an item cut, compressed, gone or replaced."""
        slot_of = self.stream.slot_of
        changed = {slot_of[p] for p in self._given.altered if p < self._size and slot_of[p] >= 0}
        changed.update(slot_of[origin] for origin in self.placeholders if slot_of[origin] >= 0)
        return changed

    def members(self, slot: int) -> Sequence[int]:
        """Positions that stand in a slot now, placeholders in the place of what they stand for."""
        out: list[int] = []
        for position in self.stream.slots[slot]:
            if self.alive[position]:
                out.append(position)
            elif position in self.placeholders:
                out.append(self.placeholders[position])
        return out


_MEDIA = frozenset({PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE})
