"""Reads OpenAI's Responses API: requests, responses, captured calls, batch lines, streams, bare items.

A request object, or one captured with its answer, has one request, at which all is candidate; bare items are
a conversation with a request before each reply. Credentials are masked.
"""

from __future__ import annotations

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.noticing import has_call, note_one_request, with_strange
from ctxlab.formats.protocol import Document
from ctxlab.formats.request_form import with_form
from ctxlab.formats.responses.log import ItemLog
from ctxlab.formats.responses.looks import likeness
from ctxlab.formats.responses.talks import SERVER_FIELDS, Talk, talks_of
from ctxlab.formats.schemas import add_schemas
from ctxlab.formats.server_events import with_events
from ctxlab.formats.sniffing import overall
from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import OPENAI_RESPONSES
from ctxlab.model.items import Source
from ctxlab.model.session import Session

_SAMPLE = 50


class OpenAIResponsesReader:
    """The Responses API in all shapes in which it is kept."""

    name = "openai-responses"
    title = "OpenAI Responses API"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the shape of requests and responses, and by the types of items; lines are likely all alike."""
        return overall(
            [likeness(record.value) for record in with_events(document, _SAMPLE).records[:_SAMPLE]]
        )

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare items, or one of each request or response, in file order."""
        talks, strange = talks_of(with_events(document))
        if not talks:
            raise FormatError("there is nothing of the Responses API in it", where=Where(document.file))
        sessions = [_session(document, talk) for talk in talks]
        return with_strange(sessions, strange)


def _session(document: Document, talk: Talk) -> Session:
    """Schemas first, then the instructions, then the input, then the captured answer."""
    builder = SessionBuilder(document, OpenAIResponsesReader.name, wire=OPENAI_RESPONSES)
    log = ItemLog(builder)
    has_schema = add_schemas(builder, talk.body.get("tools"), inside(talk.place, "/tools"))
    _add_instructions(log, talk)
    for value, place in talk.items:
        log.add(value, place, answer=False if talk.single else None)
    end = len(builder)
    replies = {
        one.message for one in builder.items if one.role == "assistant" and one.source != Source.SUMMARY
    }
    for i, (value, place) in enumerate(talk.output or ()):
        log.add(value, place, usage=talk.usage if i == 0 else None)
    log.close()
    if talk.single:
        note_one_request(builder, len(replies))
    session = builder.finish(
        title=talk.title,
        model=talk.model,
        unknown=_unknown(builder, talk, has_schema=has_schema),
        extra=talk.extra,
    )
    return with_form(session, OPENAI_RESPONSES, talk.body, talk.items, end) if talk.asked else session


def _add_instructions(log: ItemLog, talk: Talk) -> None:
    """The system text, where there is any; some write it as a list of items."""
    told = talk.body.get("instructions")
    place = inside(talk.place, "/instructions")
    for i, one in enumerate(told if is_list(told) else [told]):
        at = inside(place, f"/{i}") if is_list(told) else place
        if isinstance(one, str) and one:
            log.add({"role": "system", "content": one}, at)
        elif is_object(one):
            log.add(one, at, answer=False)


def _unknown(builder: SessionBuilder, talk: Talk, *, has_schema: bool) -> list[Source]:
    """What the model saw and the file does not hold, each with a notice."""
    unknown: list[Source] = []
    kept = next((key for key in SERVER_FIELDS if talk.body.get(key)), "")
    if is_object(talk.body.get("prompt")):
        builder.note("prompt_on_server", key=text_field(talk.body["prompt"], "id"))
        unknown.append(Source.SYSTEM_PROMPT)
    if (has_call(builder) and not has_schema) or Source.SYSTEM_PROMPT in unknown:
        unknown.append(Source.TOOL_SCHEMAS)
    if not talk.asked:
        builder.note("input_not_recorded")
        unknown.append(Source.USER_MESSAGE)
    elif kept:
        builder.note("context_on_server", key=kept)
    if not talk.asked or kept:
        unknown.append(Source.CONVERSATION)
    return unknown
