"""Messages as OpenAI's chat completions have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import call_parts, content_parts, side_parts, thinking_parts
from ctxlab.formats.parts.chat_results import result_groups
from ctxlab.formats.recorded import Groups, Recorded
from ctxlab.model.items import Part

_TIMES = ("timestamp", "created_at", "create_time", "time")

#: The fields that become something, and the types of value of which that is true.
_TEXT = (str, int, float, type(None))
_OF_ALL: Mapping[str, tuple[type, ...]] = {"role": _TEXT, "name": _TEXT, "content": (object,)}
_OF_RESULTS: Mapping[str, tuple[type, ...]] = {**_OF_ALL, "tool_call_id": _TEXT}
_OF_OTHERS: Mapping[str, tuple[type, ...]] = {
    **_OF_ALL,
    "refusal": (str, type(None)),
    "audio": (dict, type(None)),
    "tool_calls": (list, dict, type(None)),
    "function_call": (dict, type(None)),
}

#: Who speaks in the user's role without being the user.
_AUTOMATIC = frozenset({"heartbeat", "scheduler", "cron"})
_AUTOMATIC_STARTS = ("[heartbeat]", '{"type":"heartbeat"', '{"type":"login"', '{"type":"system_alert"')


def chat_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message of chat completions; `pairing` gives its calls and results their ids."""
    role = text_field(message, "role") or "unknown"
    when = next((name for name in _TIMES if name in message and text_field(message, name)), "")
    if role in ("tool", "function"):
        groups: Groups = result_groups(message, pairing)
        taken = _taken(message, _OF_RESULTS)
    else:
        thinking, names = thinking_parts(message)
        groups = (*thinking, *_said(message, pairing))
        taken = [*_taken(message, _OF_OTHERS), *names]
    return Recorded(
        role,
        groups,
        name=text_field(message, "name"),
        time=text_field(message, when),
        injected=role == "user" and _is_automatic(message),
        extra=extra_of(message, (*taken, when)),
    )


def _said(message: Mapping[str, Any], pairing: Pairing) -> list[Part]:
    content = content_parts(message.get("content"), pairing)
    calls = call_parts(message, pairing)
    if calls and message.get("content") == "":
        content = []  # what many servers send for "no text"
    return [*content, *side_parts(message), *calls]


def _taken(message: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]]) -> list[str]:
    """The fields that became something; a call in the old form beside those of the new one did not."""
    taken = [name for name, value in message.items() if isinstance(value, fields.get(name, ()))]
    if message.get("function_call") and message.get("tool_calls") and "function_call" in taken:
        taken.remove("function_call")
    return taken


def _is_automatic(message: Mapping[str, Any]) -> bool:
    """Whether a message in the user's role is a heartbeat or the like: by its name or by how it begins."""
    if text_field(message, "name").lower() in _AUTOMATIC:
        return True
    content = message.get("content")
    if not isinstance(content, str):
        return False
    head = content.lstrip()[:80].lower().replace(" ", "")
    return head.startswith(_AUTOMATIC_STARTS)
