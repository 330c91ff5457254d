"""Reads sessions of Continue, the coding assistant.

What it attached to a message are documents before it. A tool's output is taken from the state of its call
where no message brings it. A conversation's summary replaces all up to the entry that bears it. Neither the
system prompt nor the tools are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import count_field, extra_set, extra_with, text_field
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.retrieved import Retrieved, add_documents
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

_SAMPLE = 20
_SURE = 0.96

#: Fields of an entry that become items; the editor's state repeats the message.
_TAKEN = ("message", "contextItems", "editorState", "conversationSummary", "reasoning")
_STATES = ("toolCallStates", "toolCallState")
_CAMEL = {"toolCalls": "tool_calls", "toolCallId": "tool_call_id"}


class ContinueReader:
    """A session of Continue."""

    name = "continue"
    title = "Continue sessions"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By a history whose entries have a message and attached context."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        return _SURE if any(_is_session(one) for one in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each, in file order."""
        sessions: list[Session] = []
        strange: list[Record] = []
        for record, place in entries_of(document):
            if _is_session(record.value):
                sessions.append(_History(document).session(record.value, place))
            else:
                strange.append(record)
        if not sessions:
            raise FormatError("there is no session of Continue in it", where=Where(document.file))
        return with_strange(sessions, strange)


def _is_session(value: Any) -> bool:
    history = value.get("history") if is_object(value) else None
    if not is_list(history):
        return False
    entries = [one for one in history[:_SAMPLE] if is_object(one)]
    told = "sessionId" in value or any("contextItems" in one for one in entries)
    return told and any("role" in _message(one) for one in entries)


class _History:
    """Makes one session. `_thinking` waits for the answer that it led to."""

    def __init__(self, document: Document) -> None:
        self._talk = PlainTalk(document, ContinueReader.name, _read)
        self._live = LiveHistory()
        self._thinking: list[Part] = []

    def session(self, value: Mapping[str, Any], place: Place) -> Session:
        """The entries in their order."""
        history = value["history"]
        answered = {text_field(_message(one), "toolCallId") for one in history}
        for i, entry in enumerate(history):
            at = inside(place, f"/history/{i}")
            if _message(entry):
                self._add(entry, at, answered)
            else:
                self._talk.builder.add(unknown_message(entry), place=at)
        self._add_thinking(inside(place, "/history"))
        return self._talk.finish(
            title=text_field(value, "title"),
            model=text_field(value, "chatModelTitle"),
            extra=extra_set(value, ("history", "title", "chatModelTitle")),
            live=self._live.rule,
        )

    def _add(self, entry: Mapping[str, Any], at: Place, answered: set[str]) -> None:
        message, builder = _message(entry), self._talk.builder
        if message.get("role") == "thinking":
            self._thinking.append(_thought(message))
            return
        place = inside(at, "/message")
        if message.get("role") != "assistant":
            self._add_thinking(at)
            add_documents(builder, _documents(entry, at))
        one = self._talk.recorded(message)[0]
        groups = (*self._thinking, *_reasoning(entry), *one.groups)
        self._thinking = []
        extra = extra_with(one.extra, _rest(entry))
        builder.add(replace(one, groups=groups, extra=extra), place=place, usage=_usage(message))
        for state, pointer in _states(entry):
            output = state.get("output")
            if is_list(output) and text_field(state, "toolCallId") not in answered:
                told = {"role": "tool", "toolCallId": state.get("toolCallId"), "content": _joined(output)}
                self._talk.add(told, inside(at, f"{pointer}/output"))
        self._summarise(entry, at)

    def _add_thinking(self, place: Place) -> None:
        """Thinking that no answer followed."""
        if self._thinking:
            self._talk.builder.add(Recorded("assistant", tuple(self._thinking)), place=place)
            self._thinking = []

    def _summarise(self, entry: Mapping[str, Any], at: Place) -> None:
        """The summary that an entry bears, which is sent in the place of all before it."""
        text = text_field(entry, "conversationSummary")
        if not text:
            return
        builder = self._talk.builder
        position = len(builder)
        kept = [i for i in self._live.at(position) if builder.items[i].source is Source.SYSTEM_PROMPT]
        gone = set(self._live.at(position)).difference(kept)
        summary = Recorded("user", (Part(PartKind.TEXT, text),), source=Source.SUMMARY, injected=True)
        builder.add(summary, place=inside(at, "/conversationSummary"), answer=False)
        builder.supersede(gone, position)
        self._live.change(kept, position)


def _read(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    """A message with the names that chat completions have."""
    named = {_CAMEL.get(key, key): one for key, one in message.items() if key != "usage"}
    content = named.get("content")
    if is_list(content):
        named["content"] = [_piece(one) if is_object(one) else one for one in content]
    return (chat_message({key: one for key, one in named.items() if one is not None}, pairing),)


def _piece(piece: Mapping[str, Any]) -> Mapping[str, Any]:
    if piece.get("type") != "imageUrl":
        return piece
    return {"type": "image_url", "image_url": piece.get("imageUrl")}


def _message(entry: Any) -> Mapping[str, Any]:
    message = entry.get("message") if is_object(entry) else None
    return message if is_object(message) else {}


def _thought(message: Mapping[str, Any]) -> Part:
    text = "".join(part.text for part in content_parts(message.get("content")))
    return Part(
        PartKind.THINKING,
        text,
        signature=text_field(message, "signature"),
        data=text_field(message, "redactedThinking"),
        extra=extra_set(message, ("role", "content", "signature", "redactedThinking")),
    )


def _reasoning(entry: Mapping[str, Any]) -> list[Part]:
    reasoning = entry.get("reasoning")
    text = text_field(reasoning, "text") if is_object(reasoning) else ""
    return [Part(PartKind.THINKING, text)] if text else []


def _documents(entry: Mapping[str, Any], at: Place) -> list[tuple[Retrieved, Place]]:
    """What was attached to a message; the file's path is its name where it is given."""
    attached = entry.get("contextItems")
    return [
        (
            Retrieved(
                text_field(one, "content"),
                text_field(one, "name", "description"),
                extra=extra_set(one, ("content", "name")),
            ),
            inside(at, f"/contextItems/{i}"),
        )
        for i, one in enumerate(attached if is_list(attached) else [])
        if is_object(one)
    ]


def _states(entry: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], str]]:
    """The states of the calls; older entries have one."""
    several, single = entry.get("toolCallStates"), entry.get("toolCallState")
    listed: list[Any] = several if is_list(several) else []
    found: list[tuple[Any, str]] = [(one, f"/toolCallStates/{i}") for i, one in enumerate(listed)]
    return [(one, pointer) for one, pointer in [*found, (single, "/toolCallState")] if is_object(one)]


def _joined(output: list[Any]) -> str:
    return "\n".join(text_field(one, "content") if is_object(one) else str(one) for one in output)


def _rest(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What else an entry says; of the calls' states, what their messages do not."""
    rest = {key: one for key, one in entry.items() if key not in _TAKEN and one not in (None, "", [], {})}
    for key in _STATES:
        states = rest.get(key)
        if is_list(states):
            rest[key] = [_without_call(one) for one in states]
        elif key in rest:
            rest[key] = _without_call(states)
    return rest


def _without_call(state: Any) -> Any:
    known = ("toolCall", "parsedArgs", "output")
    return {key: one for key, one in state.items() if key not in known} if is_object(state) else state


def _usage(message: Mapping[str, Any]) -> Usage | None:
    usage = message.get("usage")
    if not is_object(usage):
        return None
    told = Usage(input=count_field(usage, "promptTokens"), output=count_field(usage, "completionTokens"))
    return told if told.input or told.output else None
