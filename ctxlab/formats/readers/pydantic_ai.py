"""Reads message histories of Pydantic AI, as its adapter for messages writes them.

The instructions stand with each request; only those of the last one are sent. They are an item where they
first stand, and another where they change.
"""

from __future__ import annotations

from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.pydantic_ai import is_pydantic_ai, pydantic_ai_message, pydantic_ai_usage
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.97
_INSTRUCTIONS = "instructions"


class PydanticAiReader:
    """A history of messages, or lines that each hold one."""

    name = "pydantic-ai"
    title = "Pydantic AI messages"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By the kinds of messages and their parts."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        found = is_pydantic_ai(values) or any(is_list(one) and is_pydantic_ai(one) for one in values)
        return _SURE if found else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one for each list of them."""
        sessions: list[Session] = []
        bare: list[tuple[Record, Place]] = []
        for record, place in entries_of(document):
            if is_list(record.value) and is_pydantic_ai(record.value):
                messages = [(one, inside(place, f"/{i}")) for i, one in enumerate(record.value)]
                sessions.append(_History(document).session(messages))
            else:
                bare.append((record, place))
        values = [(record.value, place) for record, place in bare]
        if is_pydantic_ai([value for value, _ in values]):
            sessions.append(_History(document).session(values))
            bare = []
        if not sessions:
            raise FormatError("there are no messages of Pydantic AI in it", where=Where(document.file))
        return with_strange(sessions, [record for record, _ in bare])


class _History:
    """One history: its instructions, and the summaries that stand for what was before them."""

    def __init__(self, document: Document) -> None:
        self._talk = PlainTalk(document, PydanticAiReader.name, pydantic_ai_message)
        self._live = LiveHistory()
        self._instructions = ""
        self._at: int | None = None

    def session(self, messages: list[tuple[Any, Place]]) -> Session:
        """The session of the messages."""
        model = ""
        for value, place in messages:
            fields = value if is_object(value) else {}
            model = model or text_field(fields, "model_name")
            first = len(self._talk.builder)
            if text := text_field(fields, _INSTRUCTIONS):
                self._instruct(text, inside(place, f"/{_INSTRUCTIONS}"))
            known = {key: one for key, one in fields.items() if key != _INSTRUCTIONS}
            self._talk.add(known if fields else value, place, usage=pydantic_ai_usage(fields))
            self._summarise(first)
        return self._talk.finish(model=model, live=self._live.rule)

    def _instruct(self, text: str, place: Place) -> None:
        """Adds instructions that are not those of the request before, which they replace."""
        if text == self._instructions:
            return
        builder = self._talk.builder
        if self._at is not None:
            gone = self._at
            self._live.change([i for i in self._live.at(len(builder)) if i != gone], len(builder))
        self._instructions = text
        self._at = builder.add_fragment(
            "system", (Part(PartKind.TEXT, text),), Source.SYSTEM_PROMPT, place=place
        )

    def _summarise(self, first: int) -> None:
        """A summary that came replaces what stands before it, but for what the system said."""
        items = self._talk.builder.items
        for at in range(first, len(items)):
            if items[at].source is Source.SUMMARY:
                kept = [i for i in self._live.at(at) if items[i].source is Source.SYSTEM_PROMPT]
                self._talk.builder.supersede(sorted({*self._live.at(at)} - {*kept}), at)
                self._live.change([*kept, *range(at, len(items))], len(items))
