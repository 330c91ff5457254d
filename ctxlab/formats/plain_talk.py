"""A session of messages that stand in a list, one after another, all of one dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import inside
from ctxlab.formats.noticing import has_call, note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.requests import LiveRule
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session, Usage


class PlainTalk:
    """A session under construction; `read` reads one message of the dialect."""

    def __init__(
        self,
        document: Document,
        name: str,
        read: Callable[[Mapping[str, Any], Pairing], Iterable[Recorded]],
        *,
        wire: str = "openai-chat",
    ) -> None:
        self.builder = SessionBuilder(document, name, wire=wire)
        self.pairing = Pairing()
        self._read = read

    def recorded(self, value: object) -> tuple[Recorded, ...]:
        """What the dialect makes of a message; what is none is kept as it came."""
        return tuple(self._read(value, self.pairing)) if is_object(value) else (unknown_message(value),)

    def add(self, value: object, place: Place, *, usage: Usage | None = None, sent: str = "") -> None:
        """Adds a message."""
        for one in self.recorded(value):
            self.builder.add(one, place=place, usage=usage, sent=sent)

    def add_all(self, values: Iterable[object], place: Place) -> None:
        """Adds the messages of the list at that place."""
        for i, value in enumerate(values):
            self.add(value, inside(place, f"/{i}"))

    def finish(
        self, *, title: str = "", model: str = "", extra: str = "", live: LiveRule | None = None
    ) -> Session:
        """The session, with what is odd about it said; system prompt and schemas not there are unknown."""
        builder = self.builder
        note_items(builder)
        note_pairing(builder, self.pairing)
        sources = {item.source for item in builder.items}
        unknown = [] if Source.SYSTEM_PROMPT in sources else [Source.SYSTEM_PROMPT]
        if Source.TOOL_SCHEMAS not in sources and has_call(builder):
            unknown.append(Source.TOOL_SCHEMAS)
        return builder.finish(title=title, model=model, unknown=unknown, extra=extra, live=live)
