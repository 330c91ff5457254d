"""Items of the Responses API on their way into a session, and what is to be said of them."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.responses import responses_item
from ctxlab.formats.noticing import note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_object
from ctxlab.model.items import Item, PartKind, Place, Source
from ctxlab.model.session import Usage


class ItemLog:
    """Adds items to a session in file order; `close` then says what is odd about them."""

    def __init__(self, builder: SessionBuilder) -> None:
        self.builder = builder
        self.pairing = Pairing()

    def read(self, value: Any) -> Recorded:
        """The item as the dialect reads it; what is no object is a message of nobody."""
        if is_object(value):
            return responses_item(value, self.pairing)
        return unknown_message(value)

    def add(
        self,
        value: Any,
        place: Place,
        *,
        time: str = "",
        answer: bool | None = None,
        usage: Usage | None = None,
        injected: bool = False,
        source: Source | None = None,
    ) -> range:
        """Adds an item and gives its positions. `time` and `source`, where given, override its own."""
        first = len(self.builder)
        self.builder.add(
            self.read(value),
            place=place,
            time=time,
            injected=injected,
            source=source,
            answer=answer,
            usage=usage,
        )
        return range(first, len(self.builder))

    def close(self) -> None:
        """Says what is odd: unknown parts, ids that had to be made, what only the provider can read."""
        note_items(self.builder)
        note_pairing(self.builder, self.pairing)
        for code, test in _HIDDEN:
            found = [item for item in self.builder.items if test(item)]
            if found:
                self.builder.note(code, item=found[0].id, severity="info", count=len(found))


def _is_encrypted_thinking(item: Item) -> bool:
    return any(part.kind is PartKind.THINKING and part.signature for part in item.parts)


def _is_folded(item: Item) -> bool:
    return item.source is Source.SUMMARY and not item.text and any(part.data for part in item.parts)


def _is_hidden_result(item: Item) -> bool:
    is_own = item.role == "assistant" and item.has(PartKind.RESULT)
    return is_own and len(item.parts) == 1 and not item.text


_HIDDEN = (
    ("thinking_encrypted", _is_encrypted_thinking),
    ("compaction_opaque", _is_folded),
    ("results_on_server", _is_hidden_result),
)
