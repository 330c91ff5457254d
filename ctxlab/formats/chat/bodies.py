"""Where request and response stand in a record of chat completions, however the call was captured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.chat.stream import is_chunk, whole_answer
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import Path, as_list, as_object, pointer_of, value_at
from ctxlab.formats.server_events import events, has_events
from ctxlab.formats.values import is_list, is_object, unwrap

#: Where the request may stand: alone, in a batch line, a captured call, LiteLLM's logs, preference data.
_REQUESTS: tuple[Path, ...] = (
    (),
    ("body",),
    ("request",),
    ("request", "body"),
    ("proxy_server_request",),
    ("proxy_server_request", "body"),
    ("input",),
    ("inputs",),
)
_RESPONSES: tuple[Path, ...] = (
    (),
    ("response",),
    ("response", "body"),
    ("chunks",),
    ("output",),
)

#: Where an error may stand; the last two are LiteLLM's.
_FAILURES: tuple[Path, ...] = (
    ("response", "body", "error"),
    ("response", "error"),
    ("error",),
    ("error_information",),
    ("error_str",),
)

#: Where LiteLLM notes the tools that it does not keep beside the messages.
_SETTINGS = ("kwargs", "optional_params", "model_parameters")

#: Fields that only a request to a model has; `tools` alone also stands in fine-tuning lines.
_REQUEST_FIELDS = frozenset(
    {"model", "temperature", "top_p", "n", "stream", "stream_options", "stop", "seed", "response_format"}
    | {"max_tokens", "max_completion_tokens", "tool_choice", "logit_bias", "reasoning_effort"}
    | {"frequency_penalty", "presence_penalty"}
)
_TOOL_FIELDS = frozenset({"tools", "functions", "parallel_tool_calls"})

#: What may hold a request, a response or a copy of their fields.
_HOLDERS = frozenset({one[0] for one in (*_REQUESTS, *_RESPONSES) if one} | {*_SETTINGS})


def request_of(value: Mapping[str, Any]) -> tuple[dict[str, Any], Path]:
    """The request object in the record, and where it stands; without any the record itself."""
    for path in _REQUESTS:
        one = value_at(value, path)
        if is_object(one) and is_list(one.get("messages")):
            return one, path
    return dict(value), ()


def response_of(value: Mapping[str, Any]) -> tuple[dict[str, Any], Path, bool]:
    """The response object in the record, where it stands, and whether it was put together from chunks."""
    for path in _RESPONSES:
        one = value_at(value, path)
        response = _answered(one)
        if response:
            return response, path, response is not one
    return {}, (), False


def tools_of(value: Mapping[str, Any], body: Mapping[str, Any], path: Path) -> list[tuple[Any, str]]:
    """The tools that a request at that path offers, each with its pointer in the record.

    Old functions stand beside them; a log may keep the tools with its settings only.
    """
    found: list[tuple[Any, str]] = []
    for key in ("tools", "functions"):
        tools = unwrap(body.get(key))
        found += [(tool, f"{pointer_of(path)}/{key}/{i}") for i, tool in enumerate(as_list(tools))]
    for name in () if found else _SETTINGS:
        settings = unwrap(value.get(name))
        tools = as_object(settings).get("tools")
        if is_list(tools):
            return [(tool, f"/{name}/tools/{i}") for i, tool in enumerate(tools)]
    return found


def tool_name(tool: Any) -> str:
    """The name of a tool, in the form of tools or in that of the old functions."""
    inner: Any = tool.get("function", tool) if is_object(tool) else tool
    return text_field(as_object(inner), "name")


def is_single(body: Mapping[str, Any], messages: list[Any], *, among: bool) -> bool:
    """Whether it is what was sent for one answer, and no conversation kept for its own sake.

    A conversation may name its model, too, or stand `among` others with its tools: then an answer is last.
    """
    last = messages[-1] if messages else None
    answered = is_object(last) and last.get("role") == "assistant"
    asked = _REQUEST_FIELDS & body.keys()
    if asked:
        return not (answered and asked <= {"model"})
    return not _TOOL_FIELDS.isdisjoint(body) and not (among and answered)


def failure_of(value: Mapping[str, Any]) -> str:
    """What the provider said instead of an answer, or empty."""
    for path in _FAILURES:
        error = value_at(value, path)
        if is_object(error) and error:
            return text_field(error, "message", "error_message", "code", "type") or "error"
        if isinstance(error, str) and error:
            return error
    return ""


def rest_of(value: Mapping[str, Any], body: Mapping[str, Any], *, answered: bool) -> dict[str, Any]:
    """The record without what became items: what was taken from its request `body`, and its choices."""
    own = value == body
    out: dict[str, Any] = {}
    for key, one in value.items():
        if _is_taken(key, one) and (own or one == body.get(key)):
            continue
        if answered and key in ("choices", "chunks"):
            continue
        rest = _held(one, body, answered=answered) if key in _HOLDERS else one
        if key not in _HOLDERS or rest not in ({}, None):
            out[key] = rest
    return out


def _held(value: Any, body: Mapping[str, Any], *, answered: bool) -> Any:
    inner = unwrap(value)
    if is_object(inner):
        return rest_of(inner, body, answered=answered)
    return None if answered and _answered(inner) else value


def _is_taken(key: str, value: Any) -> bool:
    if key == "model":
        return isinstance(value, str)
    return key in ("messages", "tools", "functions") and is_list(unwrap(value))


def _answered(value: Any) -> dict[str, Any]:
    """The response that the value is, as an object, as chunks or as the text of a stream; empty if none."""
    if isinstance(value, str):
        value = [one for _, _, one in events(value)] if has_events(value) else None
    if is_list(value):
        chunks = [one for one in value if is_chunk(one)]
        return whole_answer(chunks) if chunks and len(chunks) == len(value) else {}
    if not is_object(value) or not is_list(value.get("choices")):
        return {}
    return whole_answer([value]) if is_chunk(value) else value
