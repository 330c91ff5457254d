"""How requests and responses of OpenAI's Responses API look, and where they stand in what was kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ctxlab.formats.dialects.responses import is_responses, is_responses_item, item_kind
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import Path, as_object, pointer_of, value_at
from ctxlab.formats.values import is_list, is_object

_Is = Callable[[Mapping[str, Any]], bool]

#: Paths under which a request or a response stands in what was captured.
_REQUESTS = ((), ("body",), ("request",), ("request", "body"))
_RESPONSES = ((), ("response",), ("response", "body"), ("body",))

#: Fields that a request has besides its input, and chat completions have not.
_OWN_FIELDS = (
    *("instructions", "previous_response_id", "conversation"),
    *("max_output_tokens", "include", "prompt"),
)

#: Fields of a conversation that was kept for its own sake; what else a request has says how to answer it.
_KEPT_FIELDS = frozenset({"input", "instructions", "tools", "model"})

#: Fields of what only holds the input of a model among other things: traces and their parts.
_FOREIGN = ("traceId", "trace_id", "observations", "spans", "dotted_order", "run_type", "samples", "events")

#: So many elements of a list are looked at.
_SAMPLE = 20


def likeness(value: Any) -> float:
    """How much a record looks like the Responses API, 0 to 1."""
    if is_list(value):
        if is_responses(value):
            return 0.92
        return min((likeness(one) for one in value[:_SAMPLE] if not is_list(one)), default=0.0)
    if not is_object(value):
        return 0.0
    if is_event(value):
        return 0.9
    if response_in(value)[0]:
        return 0.95
    body, _ = request_in(value)
    if body and not any(key in body for key in _FOREIGN):
        listed = is_list(body["input"]) and is_responses(body["input"])
        return 0.95 if listed or any(key in body for key in _OWN_FIELDS) else _plain_likeness(value, body)
    return 0.92 if is_responses_item(value) else 0.0


def request_in(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The request object in what was kept, and its JSON pointer; an empty one where there is none."""
    return _found(value, _REQUESTS, _is_request)


def response_in(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The response object in what was kept, and its JSON pointer; an empty one where there is none."""
    return _found(value, _RESPONSES, _is_response)


def _found(value: Mapping[str, Any], paths: Sequence[Path], test: _Is) -> tuple[dict[str, Any], str]:
    """The first object at one of the paths that passes the test, and its JSON pointer."""
    for path in paths:
        one = value_at(value, path)
        if is_object(one) and test(one):
            return one, pointer_of(path)
    return {}, ""


def _is_request(value: Mapping[str, Any]) -> bool:
    if "messages" in value or value.get("object") == "response":
        return False
    given = value.get("input")
    if is_list(given):
        return not given or any(is_object(one) and item_kind(one) for one in given)
    return isinstance(given, str)


def _is_response(value: Mapping[str, Any]) -> bool:
    return value.get("object") == "response" and is_list(value.get("output"))


def is_conversation(body: Mapping[str, Any]) -> bool:
    """Whether it ends with an answer, and nothing says how that was to be given."""
    given = body.get("input")
    last = given[-1] if is_list(given) and given else None
    answered = is_object(last) and last.get("role") == "assistant"
    return answered and body.keys() <= _KEPT_FIELDS


def _plain_likeness(value: Mapping[str, Any], body: Mapping[str, Any]) -> float:
    """A request of which only model and input tell anything: embeddings have these, too."""
    if "/responses" in text_field(value, "url"):
        return 0.95
    given = body["input"]
    messages = is_list(given) and any(is_object(one) and item_kind(one) for one in given)
    if messages:
        return 0.8 if "model" in body or body.keys() <= _KEPT_FIELDS else 0.55
    return 0.6 if "model" in body and "tools" in body else 0.0


def is_event(value: Any) -> bool:
    """Whether the value is an event of a streamed response."""
    kind = as_object(value).get("type")
    return isinstance(kind, str) and kind.startswith("response.")
