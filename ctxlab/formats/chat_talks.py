"""Finds the conversations in a document of OpenAI chat completions, in all shapes in which they are kept.

A *talk* is one conversation: a request object, a captured call with its answer, a line of a batch or of
fine-tuning data, or a list or lines of bare messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.fields import compact, count_field, masked, text_field
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})

#: Fields that only a request to a model has; `tools` alone also stands in fine-tuning lines.
_REQUEST_FIELDS = frozenset(
    {"model", "temperature", "top_p", "n", "stream", "stream_options", "stop", "seed", "response_format"}
    | {"max_tokens", "max_completion_tokens", "tool_choice", "logit_bias", "reasoning_effort"}
    | {"frequency_penalty", "presence_penalty"}
)
_TOOL_FIELDS = frozenset({"tools", "functions", "parallel_tool_calls"})

#: Fields of a request that become items or fields of the session; all others are kept as they are.
_TAKEN = frozenset({"messages", "tools", "functions", "model"})

Placed = tuple[Any, Place]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. `body` is the request object, `answer` what was captured; `single`: one request."""

    messages: Sequence[Placed]
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    place: Place = field(default_factory=Place)
    answer: Placed | None = None
    usage: Usage | None = None
    model: str = ""
    single: bool = False
    title: str = ""
    extra: str = ""


def likeness(value: Any) -> float:
    """How much a record looks like chat completions, 0 to 1."""
    if is_list(value):
        if not value:
            return 0.5
        return sum(likeness(one) for one in value) / len(value)
    if not is_object(value):
        return 0.0
    messages = _body(value)[0].get("messages")
    if is_list(messages):
        good = sum(1 for one in messages if is_message(one))
        return 0.6 if not messages else 0.6 + 0.3 * good / len(messages) if good else 0.0
    if is_message(value):
        return 0.8 if value["role"] in ROLES else 0.4
    return 0.7 if _answer(value, Place()) else 0.0


def is_message(value: Any) -> bool:
    """Whether the value is a chat message."""
    if not is_object(value) or not isinstance(value.get("role"), str):
        return False
    return "messages" not in value and any(key in value for key in ("content", "tool_calls", "function_call"))


def talks_of(document: Document) -> tuple[list[Talk], list[Record]]:
    """The conversations of a document, in file order, and the records that are none."""
    if not document.lines and document.records and is_list(document.records[0].value):
        line, byte = document.records[0].line, document.records[0].byte
        entries = [
            (Record(one, line, byte), Place(0, f"/{i}")) for i, one in enumerate(document.records[0].value)
        ]
    else:
        entries = [(one, Place(one.line if document.lines else 0)) for one in document.records]
    talks: list[Talk] = []
    strange: list[Record] = []
    messages: list[Placed] = []
    for record, place in entries:
        if is_message(record.value):
            if not messages:
                talks.append(Talk(messages))
            messages.append((record.value, place))
        elif (talk := _talk(record.value, place, lines=document.lines)) is not None:
            talks.append(talk)
        else:
            strange.append(record)
    return talks or ([] if strange else [Talk(())]), strange


def _talk(value: Any, place: Place, *, lines: bool) -> Talk | None:
    if not is_object(value):
        return None
    body, path = _body(value)
    answer = _answer(value, place)
    messages = body.get("messages")
    if not is_list(messages) and answer is None:
        return None
    listed: list[Any] = messages if is_list(messages) else []
    placed = [(one, _inside(place, f"{path}/messages/{i}")) for i, one in enumerate(listed)]
    response, _ = _response(value)
    return Talk(
        placed,
        body=body,
        place=_inside(place, path),
        answer=answer,
        usage=_usage(response.get("usage")),
        model=text_field(body, "model") or text_field(response, "model"),
        single=answer is not None or _is_request(body, listed, lines=lines),
        title=text_field(value, "custom_id"),
        extra=_rest(value, body),
    )


def _is_request(body: Mapping[str, Any], messages: list[Any], *, lines: bool) -> bool:
    """Whether it is what was sent for one answer, and no conversation kept for its own sake.

    A conversation may name its model, too: then it ends with an answer.
    """
    last = messages[-1] if messages else None
    answered = is_object(last) and last.get("role") == "assistant"
    asked = _REQUEST_FIELDS & body.keys()
    if asked:
        return not (answered and asked <= {"model"})
    return not _TOOL_FIELDS.isdisjoint(body) and not (lines and answered)


def _body(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The request object in the value, and its JSON pointer: itself, or under `body` or `request`."""
    for path in ((), ("body",), ("request",), ("request", "body")):
        one: Any = value
        for name in path:
            one = unwrap(one.get(name)) if is_object(one) else None
        if is_object(one) and is_list(one.get("messages")):
            return one, "".join(f"/{name}" for name in path)
    return dict(value), ""


def _response(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The response object in the value and its pointer: itself, or under `response`, there perhaps `body`."""
    for path in ((), ("response",), ("response", "body")):
        one: Any = value
        for name in path:
            one = unwrap(one.get(name)) if is_object(one) else None
        if is_object(one) and is_list(one.get("choices")):
            return one, "".join(f"/{name}" for name in path)
    return {}, ""


def _answer(value: Mapping[str, Any], place: Place) -> Placed | None:
    """The message of the response's first choice."""
    response, path = _response(value)
    choices = response.get("choices")
    first = choices[0] if is_list(choices) and choices else None
    message = first.get("message") if is_object(first) else None
    return (message, _inside(place, f"{path}/choices/0/message")) if is_object(message) else None


def _rest(value: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """What became neither item nor field, as JSON with credentials masked."""
    rest = _without(value, body)
    return compact(masked(rest)) if rest else ""


def _without(value: Any, body: Mapping[str, Any]) -> Any:
    """The value without what was taken from its request (which is `body`) and from its first choice."""
    opened = unwrap(value)
    if not is_object(opened):
        return value
    taken = _TAKEN if opened == body or "messages" in opened else frozenset[str]()
    out: dict[str, Any] = {}
    for key, one in opened.items():
        if key in taken:
            continue
        if key == "choices" and is_list(one):
            if len(one) > 1:
                out[key] = one[1:]
        elif key in ("request", "response", "body"):
            inner = _without(one, body)
            if inner not in ({}, None):
                out[key] = inner
        else:
            out[key] = one
    return out


def _usage(value: Any) -> Usage | None:
    if not is_object(value):
        return None
    details = value.get("prompt_tokens_details")
    cached = count_field(details, "cached_tokens") if is_object(details) else None
    prompt = count_field(value, "prompt_tokens")
    fresh = prompt if prompt is None or cached is None else max(0, prompt - cached)
    return Usage(input=fresh, cache_read=cached, output=count_field(value, "completion_tokens"))


def _inside(place: Place, pointer: str) -> Place:
    return Place(place.line, place.pointer + pointer)
