"""Reads messages of LangChain and states of LangGraph: lists, lines, states, checkpoints, retrieval chains.

A request stands before each answer of the model. A state holds the messages alone: what a graph adds when it
calls the model is unknown. What `remove` messages took away is not live from then on; a summary that follows
them replaced it.
"""

from __future__ import annotations

from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.langchain import (
    langchain_message,
    langchain_model,
    langchain_usage,
    opened,
)
from ctxlab.formats.fields import text_field
from ctxlab.formats.langchain.states import Thread, likeness, threads_of
from ctxlab.formats.live_history import those
from ctxlab.formats.noticing import has_call, note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import unknown_message
from ctxlab.formats.requests import LiveRule
from ctxlab.formats.retrieved import add_documents
from ctxlab.formats.sniffing import overall
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

#: The id under which a `remove` message takes away all that stands before it.
_ALL = "__remove_all__"

_SAMPLE = 50


class LangChainReader:
    """Messages of LangChain in all their forms, and the states that LangGraph keeps of them."""

    name = "langchain"
    title = "LangChain messages, LangGraph states"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the forms that only LangChain's messages and documents have."""
        return overall([likeness(record.value) for record in document.records[:_SAMPLE]])

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one of each state or list of messages, in file order."""
        threads, strange = threads_of(document)
        if not threads:
            raise FormatError("there are no messages of LangChain in it", where=Where(document.file))
        sessions = [_Assembly(document, one).session() for one in threads]
        return with_strange(sessions, strange)


class _Assembly:
    """Makes the session of one thread."""

    def __init__(self, document: Document, thread: Thread) -> None:
        self._thread = thread
        self._builder = SessionBuilder(document, LangChainReader.name)
        self._pairing = Pairing()
        self._model = ""
        self._ids: dict[str, list[int]] = {}
        self._gone: dict[int, int] = {}
        self._removed: list[int] = []

    def session(self) -> Session:
        """The messages, with the retrieved documents where they came in."""
        thread, builder = self._thread, self._builder
        for index, (message, place) in enumerate(thread.messages):
            if index == thread.documents_at:
                add_documents(builder, thread.documents)
            self._add(message, place)
        if thread.documents_at >= len(thread.messages):
            add_documents(builder, thread.documents)
        note_pairing(builder, self._pairing)
        return builder.finish(
            live=self._live(),
            title=thread.title,
            model=self._model,
            unknown=self._unknown(),
            extra=thread.extra,
        )

    def _add(self, message: Any, place: Place) -> None:
        first = len(self._builder)
        if not is_object(message):
            self._builder.add(unknown_message(message), place=place)
            note_items(self._builder, first)
            return
        one = langchain_message(message, self._pairing)
        self._builder.add(one, place=place, usage=langchain_usage(message))
        self._model = langchain_model(message) or self._model
        if one.source is Source.SUMMARY:
            self._builder.supersede(self._removed, first)
        found = opened(message)
        own = text_field(found.fields, "id") if found else ""
        if found is not None and found.kind == "remove":
            self._remove(own, first)
            return
        self._removed = []
        note_items(self._builder, first)
        if own:
            self._ids.setdefault(own, []).extend(range(first, len(self._builder)))

    def _remove(self, own: str, at: int) -> None:
        """Notes what a `remove` message at that position took away; it itself is never sent."""
        gone = range(at) if own == _ALL else self._ids.get(own, ())
        self._removed += [position for position in gone if position not in self._gone]
        for position in (*gone, at):
            self._gone.setdefault(position, at)

    def _live(self) -> LiveRule | None:
        gone = self._gone
        if not gone:
            return None
        return lambda _chain, end, before: those(before, lambda at: gone.get(at, end) >= end)

    def _unknown(self) -> tuple[Source, ...]:
        sources = {item.source for item in self._builder.items}
        system = self._thread.is_state and Source.SYSTEM_PROMPT not in sources
        return (
            *((Source.SYSTEM_PROMPT,) if system else ()),
            *((Source.TOOL_SCHEMAS,) if has_call(self._builder) else ()),
        )
