"""Messages as ShareGPT has them: who speaks as `from`, the text as `value`, which is JSON for a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import call_parts
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Part, PartKind

_USERS = ("human", "user")
_MODELS = ("gpt", "assistant", "chatgpt", "chat-gpt", "model", "bard", "bing", "claude")
_CALLS = ("function_call", "function-call", "tool_call", "tool-call")
_RESULTS = ("observation", "tool", "tool_response", "function_response", "function-response", "function")
_KNOWN = ("from", "value")


def is_sharegpt_message(value: object) -> bool:
    """Whether the value is such a message."""
    return is_object(value) and isinstance(value.get("from"), str) and "value" in value


def sharegpt_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; who else speaks than is known keeps that name as the role."""
    speaker = text_field(message, "from") or "unknown"
    told = speaker.lower()
    value = message.get("value")
    extra = extra_of(message, _KNOWN)
    if told in _CALLS:
        return Recorded("assistant", tuple(_calls(value, pairing)), extra=extra)
    if told in _RESULTS:
        call_id, name = pairing.result("", "")
        text, is_json = _text(value)
        result = Part(PartKind.RESULT, text, name=name, call_id=call_id, json=is_json)
        return Recorded("tool", (result,), extra=extra)
    text, is_json = _text(value)
    parts = () if value is None else (Part(PartKind.TEXT, text, json=is_json),)
    role = "user" if told in _USERS else "assistant" if told in _MODELS else speaker
    return Recorded(role, parts, extra=extra)


def _text(value: Any) -> tuple[str, bool]:
    """The text of a value, and whether it is the JSON of something else."""
    if isinstance(value, str):
        return value, False
    return ("", False) if value is None else (compact(value), True)


def _calls(value: Any, pairing: Pairing) -> list[Part]:
    """The call, or the calls of a list, that the value is as JSON; what is none is kept as it came."""
    inner = unwrap(value)
    listed = inner if is_list(inner) else [inner]
    if listed and all(is_object(one) and text_field(one, "name") for one in listed):
        return call_parts({"tool_calls": listed}, pairing)
    text, is_json = _text(value)
    id_ = pairing.call("", "")
    return [Part(PartKind.CALL, text, call_id=id_, json=is_json, extra='{"type":"invalid_tool_call"}')]
