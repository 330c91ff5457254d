"""What a wire format has to be able to say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

from ctxlab.model.items import Item, Part
from ctxlab.model.media import payload
from ctxlab.model.trace import Span


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it goes into a message: its parts as they stand now."""

    position: int
    item: Item
    parts: tuple[Part, ...]


Value = dict[str, Any]


class WireFormat(Protocol):
    """Builds API objects. Every builder gives the object and a span for each text in it."""

    system_apart: bool
    results_together: bool

    def is_empty(self, part: Part) -> bool:
        """Whether there is nothing of the part to say in this format."""
        ...

    def text_message(self, role: str, text: str) -> Value:
        """A message that holds one text."""
        ...

    def message(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One recorded message, without results."""
        ...

    def results(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One message of results; several where the wire puts them together."""
        ...

    def tool(self, schema: str) -> Any:
        """A tool schema from its JSON text."""
        ...


def parse_json(text: str) -> Any:
    """The value of a JSON text, or the text itself where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def is_object(value: object) -> TypeGuard[Value]:
    """Whether a parsed JSON value is an object."""
    return isinstance(value, dict)


def data_url(part: Part) -> str:
    """A media part as a URL: as it came, or as a data URL."""
    if part.data.startswith(("http://", "https://", "gs://", "data:")) or not part.data:
        return part.data
    return f"data:{part.media_type or 'application/octet-stream'};base64,{payload(part.data)}"
