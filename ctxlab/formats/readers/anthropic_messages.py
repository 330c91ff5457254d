"""Reads Anthropic Messages: requests, answers whole or streamed, captured pairs, batches, bare messages.

One request object, or one captured with its answer, has one request, at which all is candidate. Bare messages
are conversations with a request before each answer. Behind a compaction block nothing before it is live but
the system prompt and the tools. Credentials are masked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.anthropic.looks import likeness
from ctxlab.formats.anthropic.talks import Talk, is_message, talks_of
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.anthropic import anthropic_message
from ctxlab.formats.entries import inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.live_history import those
from ctxlab.formats.lookups import as_list
from ctxlab.formats.noticing import (
    has_call,
    note_items,
    note_one_request,
    note_pairing,
    with_strange,
)
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.anthropic import content_groups, usage_of
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import unknown_message
from ctxlab.formats.request_form import with_form
from ctxlab.formats.requests import Ranges
from ctxlab.formats.schemas import add_schemas
from ctxlab.formats.server_events import with_events
from ctxlab.formats.sniffing import overall
from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import ANTHROPIC
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session, Usage

_SAMPLE = 50


class AnthropicMessagesReader:
    """Anthropic Messages in all shapes in which they are kept."""

    name = "anthropic-messages"
    title = "Anthropic Messages"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By what only this API has: its blocks, its fields of a request, its answers and their events."""
        values = [record.value for record in with_events(document, _SAMPLE).records[:_SAMPLE]]
        if values and all(is_message(value) for value in values):
            return likeness(values)
        return overall([likeness(value) for value in values])

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one of each request or answer, in file order."""
        talks, strange = talks_of(document)
        if not talks:
            raise FormatError("there are no Anthropic messages in it", where=Where(document.file))
        sessions = [_Assembly(document, talk).session() for talk in talks]
        return with_strange(sessions, strange)


class _Assembly:
    """Makes the session of one talk. `_cuts` are the positions of the summaries in compaction blocks."""

    def __init__(self, document: Document, talk: Talk) -> None:
        self._talk = talk
        self._builder = SessionBuilder(document, AnthropicMessagesReader.name, wire=ANTHROPIC)
        self._pairing = Pairing()
        self._cuts: list[int] = []

    def session(self) -> Session:
        """Schemas first, as the API reads them, then the system prompt, the messages, the captured answer."""
        talk, builder = self._talk, self._builder
        has_schema = add_schemas(builder, talk.body.get("tools"), inside(talk.place, "/tools"))
        self._add_system()
        first = len(builder)
        for message, place in talk.messages:
            self._add(message, place, answer=False if talk.single else None)
        end = len(builder)
        if talk.answer is not None:
            message, place = talk.answer
            self._add(message, place, answer=True, usage=usage_of(message.get("usage")))
        self._supersede(first)
        note_items(builder, first)
        self._note()
        session = builder.finish(
            live=self._live if self._cuts else None,
            title=talk.title,
            model=text_field(talk.body, "model") or self._answered_by(),
            unknown=self._unknown(has_schema=has_schema),
            extra=extra_of(talk.rest, ()),
        )
        return with_form(session, ANTHROPIC, talk.body, talk.messages, end) if end else session

    def _note(self) -> None:
        talk, builder = self._talk, self._builder
        earlier = sum(1 for one, _ in talk.messages if is_object(one) and one.get("role") == "assistant")
        if talk.single:
            note_one_request(builder, earlier)
        if talk.failed:
            builder.note("answer_failed", text=talk.failed)
        if talk.answer is not None and not talk.messages:
            builder.note("input_not_recorded")
        note_pairing(builder, self._pairing)

    def _unknown(self, *, has_schema: bool) -> list[Source]:
        """What the model was given beside the messages, as far as that was not recorded."""
        unknown: list[Source] = []
        if not self._talk.asked:
            unknown.append(Source.SYSTEM_PROMPT)
        if not has_schema and (not self._talk.asked or has_call(self._builder)):
            unknown.append(Source.TOOL_SCHEMAS)
        return unknown

    def _answered_by(self) -> str:
        answer = self._talk.answer
        return text_field(answer[0], "model") if answer is not None else ""

    def _add_system(self) -> None:
        """The system prompt, which is no message: one item, or one a block."""
        system, place = self._talk.body.get("system"), self._talk.place
        for i, group in enumerate(content_groups(system)):
            at = inside(place, f"/system/{i}" if is_list(system) else "/system")
            self._builder.add_fragment("system", group, Source.SYSTEM_PROMPT, place=at)

    def _add(self, message: Any, place: Place, *, answer: bool | None, usage: Usage | None = None) -> None:
        if not is_object(message):
            self._builder.add(unknown_message(message), place=place)
            return
        known = {key: one for key, one in message.items() if answer is not True or key in ("role", "content")}
        ordinal: int | None = None
        for piece, source in _pieces(known):
            one = anthropic_message(piece, self._pairing)
            if source is not None:
                self._cuts.append(len(self._builder))
            ordinal = self._builder.add_message(
                one.role,
                one.groups,
                time=one.time,
                place=place,
                source=source,
                extra=one.extra if ordinal is None else "",
                answer=answer,
                usage=usage,
                into=ordinal,
            )

    def _supersede(self, first: int) -> None:
        """Each summary replaced the messages before it, from the item at `first` or the last summary on."""
        for cut in self._cuts:
            self._builder.supersede(range(first, cut), cut)
            first = cut

    def _live(self, _chain: str, end: int, before: Ranges) -> Ranges:
        cut = max((one for one in self._cuts if one < end), default=0)
        items = self._builder.items
        return those(before, lambda at: at >= cut or items[at].message < 0)


def _pieces(message: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Source | None]]:
    """The message in the pieces that differ in source: a compaction block is a summary."""
    blocks: list[Any] = as_list(message.get("content"))
    if not any(_is_compaction(block) for block in blocks):
        yield message, None
        return
    run: list[Any] = []
    for block in blocks:
        if not _is_compaction(block):
            run.append(block)
            continue
        if run:
            yield {**message, "content": run}, None
        yield {**message, "content": [block]}, Source.SUMMARY
        run = []
    if run:
        yield {**message, "content": run}, None


def _is_compaction(block: Any) -> bool:
    """Whether the block holds a summary; one whose compaction failed holds none and is passed over."""
    return is_object(block) and block.get("type") == "compaction" and bool(block.get("content"))
