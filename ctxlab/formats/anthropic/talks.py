"""Finds the conversations in a document of Anthropic Messages, in all shapes in which they are kept.

A *talk* is one conversation: a request object, a captured call with its answer, a line of a message batch or
of its results, an answer alone, streamed or whole, or a list or lines of bare messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.anthropic.stream import is_event, whole_message
from ctxlab.formats.entries import Placed, each_placed, entries_of, inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.looks import is_anthropic_answer
from ctxlab.formats.lookups import Path, as_list, as_object, pointer_of, value_at
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.server_events import events, has_events, with_events
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place

_REQUESTS: tuple[Path, ...] = ((), ("params",), ("body",), ("request",), ("request", "body"))
_ANSWERS: tuple[Path, ...] = ((), ("response",), ("response", "body"), ("result", "message"), ("result",))

#: Fields that only a request to the model has.
_ASKED = frozenset({"max_tokens", "stream", "temperature", "top_p", "top_k", "stop_sequences", "thinking"})

#: Fields of a request and of an answer that become items or fields of the session.
_TAKEN = frozenset({"messages", "system", "tools", "model"})
_ANSWERED = frozenset({"type", "role", "content", "model", "usage"})

#: Under these names requests and answers stand.
_HOLDERS = ("params", "body", "request", "response", "result", "message")


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. `body` is the request object, `answer` what came back; `single`: one request.

    `asked` says that the request is recorded: what it has not was not sent. `failed` is what the provider
    said instead of an answer, `rest` what became neither item nor field.
    """

    messages: Sequence[Placed] = ()
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    place: Place = field(default_factory=Place)
    answer: Placed | None = None
    single: bool = False
    asked: bool = False
    failed: str = ""
    title: str = ""
    rest: Mapping[str, Any] = field(default_factory=dict[str, Any])


def talks_of(document: Document) -> tuple[list[Talk], list[Record]]:
    """The conversations of a document, in file order, and the records that are none."""
    talks: list[Talk] = []
    strange: list[Record] = []
    messages: list[Placed] = []
    streamed: list[Any] = []
    for record, place in entries_of(with_events(document)):
        value = record.value
        if is_event(value):
            if value["type"] == "message_start" or not streamed:
                streamed = []
                talks.append(Talk(answer=(streamed, place)))
            streamed.append(value)
        elif is_message(value):
            if not messages:
                talks.append(Talk(messages))
            messages.append((value, place))
        elif (talk := _talk(value, place)) is not None:
            talks.append(talk)
        else:
            strange.append(record)
    return _joined([_whole(talk) for talk in talks]), strange


def _joined(talks: list[Talk]) -> list[Talk]:
    """A batch's results join its requests of the same `custom_id`, where both are in the file."""
    out: list[Talk] = []
    open_: dict[str, int] = {}
    for talk in talks:
        at = None if talk.asked or not talk.title else open_.pop(talk.title, None)
        if at is not None:
            rest = {**out[at].rest, **talk.rest}
            out[at] = replace(out[at], answer=talk.answer, failed=talk.failed, single=True, rest=rest)
            continue
        if talk.title and talk.answer is None:
            open_[talk.title] = len(out)
        out.append(talk)
    return out


def is_message(value: object) -> bool:
    """Whether the value is a bare message, and no answer with its usage."""
    return (
        is_object(value)
        and isinstance(value.get("role"), str)
        and "content" in value
        and "messages" not in value
        and value.get("type") != "message"
    )


def request_in(value: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, Path]:
    """The request object in a record, and where it stands."""
    for path in _REQUESTS:
        one = value_at(value, path)
        if is_object(one) and is_list(one.get("messages")):
            return one, path
    return None, ()


def answer_in(value: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, Path]:
    """The answer in a record, put together where it was streamed, and where it stands."""
    for path in _ANSWERS:
        one = value_at(value, path)
        if is_anthropic_answer(one):
            return one, path
        if _is_stream(one):
            return whole_message(_events(one)), path
    return None, ()


def _is_stream(value: Any) -> bool:
    """Whether the value is a streamed answer: a list of events, or their text."""
    found = _events(value)
    return bool(found) and all(is_event(event) for event in found)


def _events(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [event for _, _, event in events(value)] if has_events(value) else []
    return as_list(value)


def _talk(value: Any, place: Place) -> Talk | None:
    if not is_object(value):
        return None
    body, path = request_in(value)
    answer, at = answer_in(value)
    failed = _failure(value)
    if body is None and answer is None and not failed:
        return None
    asked: Mapping[str, Any] = body or {}
    listed: list[Any] = asked.get("messages", [])
    return Talk(
        each_placed(listed, place, f"{pointer_of(path)}/messages"),
        body=asked,
        place=inside(place, pointer_of(path)),
        answer=None if answer is None else (answer, inside(place, pointer_of(at))),
        single=answer is not None or _is_single(asked, listed),
        asked=body is not None and (not _ASKED.isdisjoint(asked) or "system" in asked or "tools" in asked),
        failed=failed,
        title=text_field(value, "custom_id"),
        rest=_without(value, asked, answer or {}),
    )


def _is_single(body: Mapping[str, Any], messages: list[Any]) -> bool:
    """Whether it was sent for one answer; a conversation kept for its own sake ends with an answer.

    A request that ends with a message of the assistant has its answer begun; it says how to answer.
    """
    last = messages[-1] if messages else None
    return not _ASKED.isdisjoint(body) or not (is_object(last) and last.get("role") == "assistant")


def _failure(value: Mapping[str, Any]) -> str:
    """What was said instead of an answer: an error of the API, or how a batch's request ended."""
    for path in (("result", "error", "error"), ("result", "error"), ("response", "error"), ("error",)):
        one = value_at(value, path)
        if is_object(one):
            return text_field(one, "message", "type") or "error"
    ended = as_object(value.get("result")).get("type")
    return ended if ended in ("canceled", "expired", "errored") else ""


def _without(value: Any, body: Mapping[str, Any], answer: Mapping[str, Any]) -> Any:
    """The record without what became items or fields."""
    opened = unwrap(value)
    if not is_object(opened):
        return (
            {key: one for key, one in answer.items() if key not in _ANSWERED} if _is_stream(opened) else value
        )
    taken = _TAKEN if opened == body else _ANSWERED if opened == answer else frozenset[str]()
    out: dict[str, Any] = {}
    for key, one in opened.items():
        if key in taken:
            continue
        rest = _without(one, body, answer) if key in _HOLDERS else one
        if rest not in ({}, None) or key not in _HOLDERS:
            out[key] = rest
    return out


def _whole(talk: Talk) -> Talk:
    """A talk of gathered events, with the answer that they are."""
    if talk.answer is None or not is_list(talk.answer[0]):
        return talk
    message = whole_message(talk.answer[0])
    rest = {key: one for key, one in message.items() if key not in _ANSWERED}
    return Talk(answer=(message, talk.answer[1]), single=True, rest=rest)
