"""Reads OpenAI chat completions: requests, captured calls, batch and fine-tuning lines, bare messages.

One request object, or one captured with its answer, has one request, at which all is candidate. Fine-tuning
lines and bare messages are conversations with a request before each answer. Credentials are masked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chat_parts import call_parts, content_parts, result_parts, side_parts, thinking_parts
from ctxlab.formats.chat_talks import Talk, likeness, talks_of
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.looks import is_anthropic
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.requests import LiveRule, Ranges, to_ranges
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

_TIMES = ("timestamp", "created_at", "create_time", "time")
_KNOWN = ("role", "content", "name", "tool_calls", "function_call", "tool_call_id", "refusal", "audio")
_THINKING = ("reasoning_content", "reasoning")

#: A recorder's note that messages from the first to the second index were no longer sent.
_DELETED = "conversationHistoryDeletedRange"

#: Who speaks in the user's role without being the user.
_AUTOMATIC = frozenset({"heartbeat", "scheduler", "cron"})
_AUTOMATIC_STARTS = ("[heartbeat]", '{"type":"heartbeat"', '{"type":"login"', '{"type":"system_alert"')

_SAMPLE = 50


class OpenAIChatReader:
    """OpenAI chat completions in all shapes in which they are kept."""

    name = "openai-chat"
    title = "OpenAI chat completions"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the roles of the messages; an empty file or list counts as a conversation without messages."""
        values = [record.value for record in document.records[:_SAMPLE]]
        if not values:
            return 0.5 if not document.text.strip() and not document.diagnostics else 0.0
        if any(is_anthropic(value) for value in values):
            return 0.0
        sure = [likeness(value) for value in values]
        return max(sure) * (0.6 + 0.4 * sum(1 for one in sure if one) / len(sure))

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one of each request or conversation, in file order."""
        for record in document.records:
            if is_anthropic(record.value):
                where = Where(document.file, record.line, record.byte)
                raise FormatError("it looks like Anthropic Messages, which are not read yet", where=where)
        talks, strange = talks_of(document)
        if not talks:
            raise FormatError("there are no chat messages in it", where=Where(document.file))
        sessions = [_Assembly(document, talk).session() for talk in talks]
        told = tuple(_strange(record) for record in strange)
        return (replace(sessions[0], diagnostics=(*sessions[0].diagnostics, *told)), *sessions[1:])


class _Assembly:
    """Makes the session of one talk."""

    def __init__(self, document: Document, talk: Talk) -> None:
        self._talk = talk
        self._builder = SessionBuilder(document, OpenAIChatReader.name)
        self._pairing = Pairing()
        self._has_call = False

    def session(self) -> Session:
        """Schemas first, then the messages, then the captured answer."""
        talk, builder = self._talk, self._builder
        has_schema = self._add_schemas()
        for message, place in talk.messages:
            self._add(message, place, answer=False if talk.single else None)
        if talk.answer is not None:
            self._add(*talk.answer, answer=True, usage=talk.usage)
        earlier = sum(1 for one, _ in talk.messages if is_object(one) and one.get("role") == "assistant")
        if talk.single and earlier:
            builder.note("one_request", severity="info", count=earlier)
        if self._pairing.made:
            builder.note("call_ids_made", severity="info", count=self._pairing.made)
        if self._pairing.repeated:
            builder.note("call_ids_repeated", severity="info", count=self._pairing.repeated)
        unknown = (Source.TOOL_SCHEMAS,) if self._has_call and not has_schema else ()
        return builder.finish(
            live=self._live(),
            title=talk.title,
            model=talk.model,
            unknown=unknown,
            extra=talk.extra,
        )

    def _add_schemas(self) -> bool:
        body, place = self._talk.body, self._talk.place
        for key in ("tools", "functions"):
            tools = body.get(key)
            for i, tool in enumerate(tools if is_list(tools) else []):
                inner: Any = tool.get("function", tool) if is_object(tool) else tool
                name = text_field(inner, "name") if is_object(inner) else ""
                at = Place(place.line, f"{place.pointer}/{key}/{i}")
                self._builder.add_tool_schema(compact(tool), name=name, place=at)
        return len(self._builder) > 0

    def _add(self, message: Any, place: Place, *, answer: bool | None, usage: Usage | None = None) -> None:
        if not is_object(message):
            self._note("message_unknown")
            unknown = Part(PartKind.UNKNOWN, compact(message), json=True)
            self._builder.add_message("unknown", [unknown], place=place, answer=False)
            return
        role = text_field(message, "role") or "unknown"
        first = len(self._builder)
        groups = self._groups(message, role)
        self._builder.add_message(
            role,
            groups,
            name=text_field(message, "name"),
            time=text_field(message, *_TIMES),
            place=place,
            injected=role == "user" and _is_automatic(message),
            extra=extra_of(message, _known(message)),
            answer=answer,
            usage=usage,
        )
        self._check(first)

    def _groups(self, message: Mapping[str, Any], role: str) -> list[Part | Sequence[Part]]:
        if role in ("tool", "function"):
            return [result_parts(message, self._pairing)]
        calls = call_parts(message, self._pairing)
        content = content_parts(message.get("content"))
        if calls and message.get("content") == "":
            content = []  # what many servers send for "no text"
        return [*thinking_parts(message), *content, *side_parts(message), *calls]

    def _check(self, first: int) -> None:
        """Says what is odd about the items from that position on."""
        for item in self._builder.items[first:]:
            for part in item.parts:
                if part.kind is PartKind.CALL:
                    self._has_call = True
                elif part.kind is PartKind.IMAGE and not part.data and not part.extra:
                    self._builder.note("image_empty", item=item.id)
                elif part.kind is PartKind.UNKNOWN:
                    self._builder.note("part_unknown", item=item.id)

    def _live(self) -> LiveRule | None:
        """The rule for messages that the recorder noted as deleted; it holds once all of them were there."""
        noted = self._talk.body.get(_DELETED)
        if not (is_list(noted) and len(noted) == 2 and all(type(one) is int for one in noted)):
            return None
        gone = {i for i, item in enumerate(self._builder.items) if noted[0] <= item.message <= noted[1]}
        if not gone:
            return None

        def rule(_chain: str, end: int, before: Ranges) -> Ranges:
            if end <= max(gone):
                return before
            return to_ranges(i for first, last in before for i in range(first, last + 1) if i not in gone)

        return rule

    def _note(self, code: str) -> None:
        self._builder.note(code, item=f"i{len(self._builder) + 1}")


def _known(message: Mapping[str, Any]) -> Sequence[str]:
    """The fields that were taken; one of thinking that is no text was not."""
    return [*_KNOWN, *_TIMES, *(key for key in _THINKING if isinstance(message.get(key), (str, type(None))))]


def _is_automatic(message: Mapping[str, Any]) -> bool:
    """Whether a message in the user's role is a heartbeat or the like: by its name or by how it begins."""
    if text_field(message, "name").lower() in _AUTOMATIC:
        return True
    content = message.get("content")
    if not isinstance(content, str):
        return False
    head = content.lstrip()[:80].lower().replace(" ", "")
    return head.startswith(_AUTOMATIC_STARTS)


def _strange(record: Record) -> Diagnostic:
    numbers = (("byte", record.byte), ("text", compact(record.value)[:RAW_LIMIT]))
    return Diagnostic("record_unknown", numbers=numbers, line=record.line)
