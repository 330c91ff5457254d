"""The events that `opencode run --format json` prints: each brings a part of an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.protocol import Record
from ctxlab.formats.values import is_object

_PARTS = ("step_start", "step_finish", "text", "reasoning", "tool_use")

#: A message, as exports have it, and the record of its first part.
Message = tuple[dict[str, Any], Record]


def is_run_event(value: Any) -> bool:
    """Whether the value is such an event."""
    if not is_object(value) or not isinstance(value.get("sessionID"), str):
        return False
    if value.get("type") == "error":
        return "error" in value
    return value.get("type") in _PARTS and is_object(value.get("part"))


def answers_in(records: Iterable[Record]) -> dict[str, list[Message]]:
    """The answers of each session, by its id: the parts that name the same message, in their order.

    A part that names none belongs to the answer before it; so does an error.
    """
    sessions: dict[str, list[Message]] = {}
    for record in records:
        event = record.value
        answers = sessions.setdefault(event["sessionID"], [])
        part = event.get("part")
        ident = text_field(part, "messageID") if is_object(part) else ""
        if not answers or ident not in ("", answers[-1][0]["info"]["id"]):
            info = {"id": ident, "role": "assistant", "time": {"created": event.get("timestamp")}}
            answers.append(({"info": info, "parts": []}, record))
        message = answers[-1][0]
        if event["type"] == "error":
            message["info"]["error"] = event["error"]
        else:
            message["parts"].append(part)
    return sessions
