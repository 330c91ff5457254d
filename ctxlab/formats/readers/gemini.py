"""Reads Gemini's API: requests, responses and their chunks, captured pairs, batch and tuning lines.

One request object, or one captured with its response, has one request, at which all is candidate. Tuning
lines and bare contents are conversations with a request before each answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.gemini import contents_of, gemini_content
from ctxlab.formats.entries import Placed, inside
from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.gemini.talks import CACHED, SYSTEM, GeminiTalk, likeness, talks_of
from ctxlab.formats.lookups import as_list, as_object, elements_of
from ctxlab.formats.noticing import (
    has_call,
    note_items,
    note_one_request,
    note_pairing,
    with_strange,
)
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.request_form import with_form
from ctxlab.formats.sniffing import overall
from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import GEMINI
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_SAMPLE = 50
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_CANDIDATE = ("content", "index")


class GeminiReader:
    """Requests and responses of Gemini's generateContent, in all shapes in which they are kept."""

    name = "gemini"
    title = "Gemini contents"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the parts of the contents, and the candidates of responses."""
        return overall([likeness(record.value) for record in document.records[:_SAMPLE]])

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare contents, or one of each request or conversation, in file order."""
        talks, strange = talks_of(document)
        if not talks:
            raise FormatError("there are no Gemini contents in it", where=Where(document.file))
        sessions = [_Assembly(document, talk).session() for talk in talks]
        return with_strange(sessions, strange)


class _Assembly:
    """Makes the session of one talk."""

    def __init__(self, document: Document, talk: GeminiTalk) -> None:
        self._talk = talk
        self._builder = SessionBuilder(document, GeminiReader.name, wire=GEMINI)
        self._pairing = Pairing()

    def session(self) -> Session:
        """Schemas first, then the instruction, then the contents, then the response."""
        talk, builder = self._talk, self._builder
        self._add_schemas()
        has_schema = len(builder) > 0
        instruction, place = talk.setting(*SYSTEM)
        for content, pointer in contents_of(instruction):
            value = {**content, "role": "system"} if is_object(content) else content
            self._add(value, inside(place, pointer), answer=False)
        answers = [
            self._add(one, place, answer=False if talk.single else None) for one, place in talk.contents
        ]
        end = len(builder)
        if talk.chunks:
            builder.add(_response(talk.chunks, self._pairing), place=_place(talk.chunks), usage=talk.usage)
        note_items(builder)
        if talk.single:
            note_one_request(builder, sum(answers))
        note_pairing(builder, self._pairing)
        unknown: list[Source] = []
        if instruction is None and not self._is_whole():
            unknown.append(Source.SYSTEM_PROMPT)
        if not has_schema and (has_call(builder) or not self._is_whole()):
            unknown.append(Source.TOOL_SCHEMAS)
        session = builder.finish(title=talk.title, model=talk.model, unknown=unknown, extra=talk.extra)
        return with_form(session, GEMINI, talk.body, talk.contents, end) if end else session

    def _is_whole(self) -> bool:
        """Whether all that the model saw stands here; a cache may hold an instruction and tools."""
        return self._talk.whole and self._talk.setting(*CACHED)[0] is None

    def _add_schemas(self) -> None:
        tools, place = self._talk.setting("tools")
        for i, tool in enumerate(elements_of(tools)):
            for schema, name, pointer in _schemas(tool):
                at = inside(place, f"/{i}{pointer}")
                self._builder.add_tool_schema(schema, name=name, place=at)

    def _add(self, content: Any, place: Place, *, answer: bool | None) -> bool:
        """Adds a content; gives whether the model gave it."""
        if not is_object(content):
            self._builder.add(unknown_message(content), place=place)
            return False
        one = gemini_content(content, self._pairing)
        self._builder.add(one, place=place, answer=answer)
        return one.role == "assistant"


def _schemas(tool: Any) -> list[tuple[str, str, str]]:
    """The schemas in one tool, each with name and pointer: declared functions, or what the vendor offers."""
    if not is_object(tool):
        return [(compact(tool), "", "")]
    found: list[tuple[str, str, str]] = []
    for key, inner in tool.items():
        if key in _DECLARATIONS and is_list(inner):
            for i, one in enumerate(inner):
                name = text_field(as_object(one), "name")
                found.append((compact(one), name, f"/{key}/{i}"))
        elif inner is not None:
            found.append((compact({key: inner}), key, ""))
    return found


def _response(chunks: list[Placed], pairing: Pairing) -> Recorded:
    """The answer by the first candidates of a response's chunks, its streamed pieces joined."""
    parts: list[Any] = []
    beside: dict[str, Any] = {}
    for chunk, _ in chunks:
        candidate = _first_candidate(chunk)
        content = candidate.get("content")
        parts += as_list(as_object(content).get("parts"))
        beside |= {key: one for key, one in candidate.items() if key not in _CANDIDATE}
    content = {**beside, "role": "model", "parts": parts}
    return replace(gemini_content(content, pairing, joined=len(chunks) > 1), answer=True)


def _first_candidate(chunk: Mapping[str, Any]) -> Mapping[str, Any]:
    candidates = chunk.get("candidates")
    first = candidates[0] if is_list(candidates) and candidates else None
    return as_object(first)


def _place(chunks: list[Placed]) -> Place:
    return inside(chunks[0][1], "/candidates/0/content")
