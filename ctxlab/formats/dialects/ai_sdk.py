"""Messages of the Vercel AI SDK: those handed to models, of versions 4 and newer, and those of interfaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_object, elements_of
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.ai_sdk import call_part, content_group, result_group
from ctxlab.formats.parts.ai_sdk_ui import DATA, is_tool_part, ui_message
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object

_SAMPLE = 200
_OF_UI = ("parts", "toolInvocations", "experimental_attachments")
_UI_TYPES = ("step-start", "dynamic-tool", "tool-invocation", "source-url", "source-document")
_PLAIN = ("text", "reasoning", "file")
_CONTENT_TYPES = ("tool-call", "tool-result", "redacted-reasoning", "tool-approval-request")


def ai_sdk_message(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    """One message; that of an interface may stand for several. A call or a result alone is one, too."""
    if any(is_list(message.get(name)) for name in _OF_UI):
        return ui_message(message, pairing)
    if _is_bare(message):
        if any(message.get(name) is not None for name in ("output", "result")):
            return (Recorded("tool", (result_group(message, pairing),)),)
        return (Recorded("assistant", (call_part(message, pairing),)),)
    return (
        Recorded(
            text_field(message, "role") or "unknown",
            tuple(content_group(one, pairing) for one in elements_of(message.get("content"))),
            time=text_field(message, "createdAt"),
            extra=extra_of(message, ("role", "content", "createdAt")),
        ),
    )


def is_ai_sdk(values: Sequence[Any]) -> bool:
    """Whether a list of messages is surely of this SDK: by one that no other format has."""
    return any(_is_own(one) for one in values[:_SAMPLE] if is_object(one))


def _is_own(message: Mapping[str, Any]) -> bool:
    if "role" not in message:
        return _is_bare(message)
    if is_list(message.get("toolInvocations")):
        return True
    parts, content = message.get("parts"), message.get("content")
    if is_list(parts) and parts:
        return any(_is_ui_part(one) for one in parts) or (
            isinstance(message.get("id"), str) and all(_is_plain_part(one) for one in parts)
        )
    return is_list(content) and any(_is_content_part(one) for one in content)


def _is_bare(message: Mapping[str, Any]) -> bool:
    """Whether it is a call or a result without a message, as telemetry has the calls of an answer."""
    return "role" not in message and all(
        isinstance(message.get(key), str) for key in ("toolCallId", "toolName")
    )


def _is_ui_part(part: Any) -> bool:
    kind = as_object(part).get("type")
    if not isinstance(kind, str):
        return False
    return kind in _UI_TYPES or kind.startswith(DATA) or is_tool_part(part)


def _is_plain_part(part: Any) -> bool:
    """Whether it is a part of an interface's message that other formats' parts do not look like."""
    if not is_object(part) or part.get("type") not in _PLAIN:
        return False
    return isinstance(part.get("url") if part["type"] == "file" else part.get("text"), str)


def _is_content_part(part: Any) -> bool:
    if not is_object(part):
        return False
    kind = part.get("type")
    if kind == "reasoning":
        return isinstance(part.get("text"), str) and "id" not in part
    if kind in ("image", "file"):
        return (kind == "image" and "image" in part) or any(key in part for key in ("mediaType", "mimeType"))
    return kind in _CONTENT_TYPES
