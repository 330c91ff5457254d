"""Reads OpenAI chat completions: requests, captured calls, batches, streams, fine-tuning data, bare messages.

One request object, or one captured with its answer, has one request, at which all that was sent is candidate;
several choices stand side by side behind it. Fine-tuning lines and bare messages are conversations with a
request before each answer. Credentials are masked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chat.bodies import tool_name
from ctxlab.formats.chat.calls import conversations, sent_of
from ctxlab.formats.chat.looks import likeness
from ctxlab.formats.chat.talks import Talk, talks_of
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import compact, masked
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.looks import is_anthropic
from ctxlab.formats.noticing import (
    has_call,
    note_items,
    note_one_request,
    note_pairing,
    with_strange,
)
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.placed_media import placed_media
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.request_form import with_form
from ctxlab.formats.requests import LiveRule, Ranges, to_ranges, without
from ctxlab.formats.server_events import with_events
from ctxlab.formats.sniffing import overall
from ctxlab.formats.sqlite_file import is_sqlite
from ctxlab.formats.traces.calls import Call
from ctxlab.formats.traces.talks import Talk as Steps
from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import OPENAI_CHAT
from ctxlab.model.items import Source
from ctxlab.model.session import Session

#: A recorder's note that messages from the first to the second index were no longer sent.
_DELETED = "conversationHistoryDeletedRange"

_SAMPLE = 50


class OpenAIChatReader:
    """OpenAI chat completions in all shapes in which they are kept."""

    name = "openai-chat"
    title = "OpenAI chat completions"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the roles of the messages; an empty file or list counts as a conversation without messages."""
        values = [record.value for record in with_events(document, _SAMPLE).records[:_SAMPLE]]
        if not values:
            is_text = document.archive is None and not is_sqlite(document.data)
            return 0.5 if is_text and not document.text.strip() and not document.diagnostics else 0.0
        if is_anthropic(values) or any(is_anthropic(value) for value in values):
            return 0.0
        return overall([likeness(value) for value in values])

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one of each request or conversation, in file order.

        Captured calls that go on with each other are one session, with a request for each.
        """
        talks, strange = talks_of(document)
        if not talks:
            raise FormatError("there are no chat messages in it", where=Where(document.file))
        sessions = [_session(document, talk, calls) for talk, calls in conversations(talks)]
        return with_strange(sessions, strange)


def _session(document: Document, talk: Talk, calls: Sequence[Call]) -> Session:
    if not calls:
        return _Assembly(document, talk).session()
    steps = Steps(document, OpenAIChatReader.name)
    steps.add(calls)
    offered = any(call.schemas for call in calls)
    unknown = (Source.TOOL_SCHEMAS,) if has_call(steps.builder) and not offered else ()
    return replace(steps.finish(), unknown=unknown)


class _Assembly:
    """Makes the session of one talk."""

    def __init__(self, document: Document, talk: Talk) -> None:
        self._talk = talk
        self._builder = SessionBuilder(document, OpenAIChatReader.name)
        self._pairing = Pairing()

    def session(self) -> Session:
        """Schemas first, then the messages, then the captured answers."""
        talk, builder = self._talk, self._builder
        for tool, place in talk.tools:
            builder.add_tool_schema(compact(tool), name=tool_name(tool), place=place)
        recorded, placed = placed_media([self._recorded(message) for message, _ in talk.messages], talk.body)
        for one, (_, place) in zip(recorded, talk.messages, strict=True):
            builder.add(one, place=place, answer=False if talk.single else one.answer)
        end = len(builder)
        self._add_answers()
        self._tell()
        rest = {key: one for key, one in talk.rest.items() if key not in placed}
        session = builder.finish(
            live=self._live(),
            title=talk.title,
            model=talk.model,
            unknown=self._unknown(),
            extra=compact(masked(rest)) if rest else "",
        )
        return with_form(session, OPENAI_CHAT, talk.body, talk.messages, end) if talk.asked else session

    def _add_answers(self) -> None:
        talk = self._talk
        sent = sent_of(talk)
        for i, (message, place) in enumerate(talk.answers):
            one = self._recorded(message)
            timed = replace(one, time=one.time or talk.time)
            at = self._builder.add(timed, place=place, answer=True, usage=talk.usage, sent=sent)
            if i:
                self._builder.stand_beside(at)

    def _recorded(self, message: Any) -> Recorded:
        if is_object(message):
            return chat_message(message, self._pairing)
        return unknown_message(message)

    def _tell(self) -> None:
        """Says what is odd about the items and about the conversation as a whole."""
        talk, builder = self._talk, self._builder
        note_items(builder)
        earlier = sum(1 for one, _ in talk.messages if is_object(one) and one.get("role") == "assistant")
        if talk.single:
            note_one_request(builder, earlier)
        note_pairing(builder, self._pairing)
        if len(talk.answers) > 1:
            builder.note("several_choices", severity="info", count=len(talk.answers))
        if talk.failure:
            builder.note("answer_failed", text=talk.failure[:RAW_LIMIT])

    def _unknown(self) -> tuple[Source, ...]:
        """Schemas where tools were called, and all that was asked where only the answer is there."""
        if not self._talk.asked:
            return (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
        return (Source.TOOL_SCHEMAS,) if has_call(self._builder) and not self._talk.tools else ()

    def _live(self) -> LiveRule | None:
        """The rule for messages that the recorder noted as deleted; it holds once all of them were there."""
        noted = self._talk.body.get(_DELETED)
        if not (is_list(noted) and len(noted) == 2 and all(type(one) is int for one in noted)):
            return None
        items = enumerate(self._builder.items)
        gone = to_ranges(i for i, item in items if noted[0] <= item.message <= noted[1])
        if not gone:
            return None

        def rule(_chain: str, end: int, before: Ranges) -> Ranges:
            return before if end <= gone[-1][1] else without(before, gone)

        return rule
