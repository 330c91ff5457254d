"""Finds the conversations in a document of OpenAI's Responses API, in all shapes in which they are kept.

A *talk* is one conversation: a request object, a response object, both together, a line of a batch, the
events of a streamed response, or bare items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.dialects.responses import item_kind
from ctxlab.formats.entries import Placed, each_placed, entries_of, inside
from ctxlab.formats.fields import compact, masked, text_field
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.responses.looks import is_conversation, is_event, request_in, response_in
from ctxlab.formats.responses.usage import responses_usage
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

#: Fields that become items or fields of the session; all others are kept as they are.
_TAKEN = frozenset({"input", "output", "instructions", "tools", "model"})

#: Fields that say that the provider keeps the rest of the context.
SERVER_FIELDS = ("previous_response_id", "conversation")

_ENDS = ("response.completed", "response.incomplete", "response.failed")


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. `body` is the request object (or the response, which repeats parts of it).

    `output` is what was captured of the answer, None where nothing was; `asked` says that the input is there;
    `single` that it is one request and no conversation.
    """

    items: Sequence[Placed] = ()
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    place: Place = field(default_factory=Place)
    output: Sequence[Placed] | None = None
    usage: Usage | None = None
    model: str = ""
    asked: bool = True
    single: bool = False
    title: str = ""
    extra: str = ""


def talks_of(document: Document) -> tuple[list[Talk], list[Record]]:
    """The conversations of a document, in file order, and the records that are none."""
    entries = entries_of(document)
    talks = _streamed([(record.value, place) for record, place in entries if is_event(record.value)])
    strange: list[Record] = []
    items: list[Placed] = []
    for record, place in entries:
        if is_event(record.value):
            continue
        talk = _talk(record.value, place)
        if talk is not None:
            talks.append(talk)
        elif is_object(record.value) and item_kind(record.value):
            if not items:
                talks.append(Talk(items))
            items.append((record.value, place))
        else:
            strange.append(record)
    return talks, strange


def _talk(value: Any, place: Place) -> Talk | None:
    if not is_object(value):
        return None
    body, path = request_in(value)
    response, answer_path = response_in(value)
    if not body and not response:
        return None
    given = body.get("input")
    output = response.get("output")
    talk = Talk(
        _placed(given, place, f"{path}/input"),
        body=body or response,
        place=inside(place, path if body else answer_path),
        output=_placed(output, place, f"{answer_path}/output") if response else None,
        usage=responses_usage(response.get("usage")),
        model=text_field(body, "model") or text_field(response, "model"),
        asked=bool(body),
        single=bool(response) or not is_conversation(body),
        title=text_field(value, "custom_id"),
    )
    rest = _without(value, body, response)
    return replace(talk, extra=compact(masked(rest)) if rest else "")


def _placed(given: Any, place: Place, path: str) -> list[Placed]:
    """Items with their places; a text is what a user said."""
    if is_list(given):
        return each_placed(given, place, path)
    if given is None:
        return []
    value = given if is_object(given) else {"role": "user", "content": given}
    return [(value, inside(place, path))]


def _streamed(events: Sequence[Placed]) -> list[Talk]:
    """A talk of each streamed response: its last event holds all; of a cut stream what was done counts."""
    talks: list[Talk] = []
    done: list[Placed] = []
    created: dict[str, Any] = {}
    for event, place in events:
        kind, response = event["type"], event.get("response")
        if kind == "response.created" and is_object(response):
            talks += _cut(created, done)
            created, done = response, []
        elif kind == "response.output_item.done" and is_object(event.get("item")):
            done.append((event["item"], inside(place, "/item")))
        elif kind in _ENDS and is_object(response):
            whole = {**response, "object": "response"}
            output = response.get("output")
            talk = _talk(whole, inside(place, "/response"))
            if talk is not None:
                talks.append(talk if output else replace(talk, output=done))
                created, done = {}, []
    return talks + _cut(created, done)


def _cut(created: Mapping[str, Any], done: list[Placed]) -> list[Talk]:
    if not done:
        return []
    model = text_field(created, "model")
    return [Talk(body=created, output=done, model=model, asked=False, single=True)]


def _without(value: Any, body: Mapping[str, Any], response: Mapping[str, Any]) -> Any:
    """The value without what was taken of its request and of its response."""
    opened = unwrap(value)
    if not is_object(opened):
        return value
    taken = _TAKEN if opened in (body, response) else frozenset[str]()
    out: dict[str, Any] = {}
    for key, one in opened.items():
        if key in taken:
            continue
        inner = _without(one, body, response) if key in ("request", "response", "body") else one
        if inner not in ({}, None):
            out[key] = inner
    return out
