"""Reads the API histories of Cline and of Roo Code, which sends less of them than it keeps.

Roo marks what a summary replaced and what it cut off: from the summary or the mark on that was not sent. The
system prompt, which describes the tools, is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.cline_messages import cline_usage, is_own, runs_of
from ctxlab.formats.dialects.anthropic import anthropic_message
from ctxlab.formats.entries import entries_of
from ctxlab.formats.fields import text_field
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.noticing import note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import unknown_message
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_SAMPLE = 50
_SURE = 0.95


class ClineReader:
    """A task of Cline or of Roo Code, as it was sent."""

    name = "cline"
    title = "Cline, Roo Code API histories"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By blocks of the environment in the user's messages, or by fields that only they write."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        are_messages = all(is_object(one) and isinstance(one.get("role"), str) for one in values)
        return _SURE if are_messages and any(is_own(one) for one in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the messages."""
        entries = [(record.value, place) for record, place in entries_of(document)]
        if not any(is_object(value) and "role" in value for value, _ in entries):
            raise FormatError("there are no messages in it", where=Where(document.file))
        task = _Task(document)
        for value, place in entries:
            task.add(value, place)
        return (task.session(),)


class _Task:
    """Makes the session. `_takers` are summaries and marks, by their ids, and `_taken` what they take out."""

    def __init__(self, document: Document) -> None:
        self._builder = SessionBuilder(document, ClineReader.name, wire="anthropic")
        self._pairing = Pairing()
        self._taken: dict[str, list[int]] = {}
        self._takers: dict[str, int] = {}
        self._model = ""

    def add(self, value: Any, place: Place) -> None:
        """Adds a message, in pieces where the program wrote part of it."""
        builder, first = self._builder, len(self._builder)
        if not is_object(value):
            builder.add(unknown_message(value), place=place)
            return
        if value.get("isSummary") is True:
            self._add_summary(value, place)
        elif value.get("role") == "user" and value.get("content"):
            self._add_user(value, place)
        else:
            self._add_one(value, place)
        model = value.get("modelInfo")
        self._model = self._model or (text_field(model, "modelId") if is_object(model) else "")
        for key in ("condenseParent", "truncationParent"):
            if parent := text_field(value, key):
                self._taken.setdefault(parent, []).extend(range(first, len(builder)))
        taker = text_field(value, "condenseId") or text_field(value, "truncationId")
        if taker and len(builder) > first:
            self._takers[taker] = first

    def session(self) -> Session:
        """The session, with what was sent at each request."""
        builder, live = self._builder, LiveHistory()
        for taker, at in sorted(self._takers.items(), key=lambda one: one[1]):
            gone = {i for i in self._taken.get(taker, ()) if i < at}
            if builder.items[at].source is Source.SUMMARY:
                builder.supersede(gone, at)
            live.change([i for i in live.at(at) if i not in gone], at)
        note_items(builder)
        note_pairing(builder, self._pairing)
        unknown = (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
        return builder.finish(model=self._model, unknown=unknown, live=live.rule)

    def _add_one(self, value: Mapping[str, Any], place: Place) -> None:
        one = anthropic_message(_named(value), self._pairing)
        self._builder.add(one, place=place, usage=cline_usage(value))

    def _add_summary(self, value: Mapping[str, Any], place: Place) -> None:
        """The program asked for the summary by a call of its own, which is not in the history."""
        one = anthropic_message(_named(value), self._pairing)
        told = replace(one, source=Source.SUMMARY, injected=one.role == "user")
        self._builder.add(told, place=place, answer=False)

    def _add_user(self, value: Mapping[str, Any], place: Place) -> None:
        """Words of the user's open a turn: behind what the program wrote they are a message of their own."""
        into: int | None = None
        named = _named(value)
        for written, source, blocks in runs_of(value):
            one = anthropic_message({**named, "content": blocks}, self._pairing)
            into = self._builder.add_message(
                one.role,
                one.groups,
                time=one.time,
                place=place,
                injected=written,
                source=source,
                extra=one.extra,
                into=into if written else None,
            )
            named = {key: named[key] for key in ("role", "timestamp") if key in named}


def _named(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message with the time under the name that others have for it."""
    return {("timestamp" if key == "ts" else key): one for key, one in message.items()}
