"""Reader of the chats that Gemini's command line tool records: one session a file.

Items stand in the order in which messages were first mentioned; rewound and compressed ones stay, and a
request's live positions say which of them the model saw. System prompt and schemas are not in these files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.gemini_cli import gemini_cli_message, response_ids
from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.gemini.usage import usage_of
from ctxlab.formats.gemini_cli_log import (
    Change,
    Chat,
    Entry,
    chat_of,
    looks_like_change,
    looks_like_header,
    looks_like_message,
)
from ctxlab.formats.noticing import note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.requests import Ranges, extend_ranges, to_ranges
from ctxlab.formats.values import is_object
from ctxlab.formats.writers.written import GEMINI
from ctxlab.model.items import Source
from ctxlab.model.session import Session, Usage

#: Surer than the forms of keywords are, whose messages look like these.
_SURE = 0.97
_SAMPLE = 20
_SENT = ("user", "gemini")


class GeminiCliReader:
    """Chats of Gemini's command line tool, as one object or as lines."""

    name = "gemini-cli"
    title = "Gemini CLI chat"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the header; without one by the share of messages and changes among the first objects."""
        values = [record.value for record in document.records[:_SAMPLE] if is_object(record.value)]
        if any(looks_like_header(value) for value in values):
            return _SURE
        messages = sum(looks_like_message(value) for value in values)
        if not any(value.get("type") == "gemini" for value in values if looks_like_message(value)):
            return 0.0
        return 0.9 * (messages + sum(looks_like_change(value) for value in values)) / len(values)

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the file; raises FormatError where it is no such chat."""
        chat = chat_of(document)
        if not chat.entries and not chat.header:
            raise FormatError("there is no chat of Gemini's tool in it", where=Where(document.file))
        return with_strange((_Reading(document, chat).session(),), chat.strange)


class _Reading:
    """Makes the session; `positions` are the items of each entry, `at` the entry that begins at an item."""

    def __init__(self, document: Document, chat: Chat) -> None:
        self._chat = chat
        self._builder = SessionBuilder(document, GeminiCliReader.name, wire=GEMINI)
        self._pairing = Pairing()
        self._positions: list[range] = []
        self._at: dict[int, int] = {}
        self._change: Change | None = None
        self._next = 0
        self._ranges: list[tuple[int, int]] = []
        self._answered = {
            id_
            for entry in chat.entries
            if entry.value.get("type") == "user"
            for id_ in response_ids(entry.value)
        }

    def session(self) -> Session:
        """Adds all entries, then says what each compression replaced and what was live at each request."""
        chat, builder = self._chat, self._builder
        model = ""
        for number, entry in enumerate(chat.entries):
            self._at[len(builder)] = number
            self._positions.append(self._add(entry))
            model = text_field(entry.value, "model") or model
        self._supersede()
        note_items(builder)
        note_pairing(builder, self._pairing)
        return builder.finish(
            live=self._live,
            title=text_field(chat.header, "summary"),
            model=model,
            unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
            extra=extra_of(chat.header, ("summary",)),
            branching=chat.rewound,
        )

    def _add(self, entry: Entry) -> range:
        first = len(self._builder)
        for one in gemini_cli_message(entry.value, self._pairing, self._answered):
            answer = entry.is_answer if one.role == "assistant" else False
            usage = _usage(entry.value.get("tokens")) if answer else None
            self._builder.add(one, place=entry.place, answer=answer, usage=usage)
        return range(first, len(self._builder))

    def _supersede(self) -> None:
        """Items that a compression replaced name its summary."""
        for change in self._chat.changes:
            kept = dict.fromkeys(self._seen(change.live))
            summary = next((at for at in kept if self._is_summary(at)), None)
            if summary is not None:
                gone = (at for at in self._seen(change.before) if at not in kept)
                self._builder.supersede(gone, summary)

    def _is_summary(self, position: int) -> bool:
        return self._builder.items[position].source is Source.SUMMARY

    def _live(self, _chain: str, end: int, _before: Ranges) -> Ranges:
        """What is live at a request; those that follow each other only add to it, until a change."""
        number = self._at.get(end, len(self._chat.entries))
        change = self._chat.change_at(number)
        if change is not self._change or number < self._next:
            self._change, self._next = change, change.first
            self._ranges = list(to_ranges(self._seen(change.live)))
        for position in self._seen(range(self._next, number)):
            extend_ranges(self._ranges, position)
        self._next = number
        return tuple(self._ranges)

    def _seen(self, entries: Iterable[int]) -> Iterator[int]:
        """The positions of those entries, without what the tool told only its user."""
        for one in entries:
            if self._chat.entries[one].value.get("type") in _SENT:
                yield from self._positions[one]


def _usage(tokens: Any) -> Usage | None:
    if not is_object(tokens):
        return None
    names = ("input", "cached", "output", "thoughts")
    return usage_of(*(count_field(tokens, name) for name in names))
