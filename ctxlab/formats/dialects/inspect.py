"""Messages as Inspect's logs have them.

A call names its function and holds its arguments as an object; a tool's failure stands beside the content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import elements_of
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import media_type
from ctxlab.formats.recorded import Recorded, unknown_part
from ctxlab.formats.texts import as_text
from ctxlab.formats.values import is_object
from ctxlab.model.items import Part, PartKind

_KNOWN = ("role", "content", "tool_calls", "tool_call_id", "function")

#: Types of content whose blob stands under the type's own name.
_MEDIA = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO, "video": PartKind.FILE, "document": PartKind.FILE}


def inspect_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message of a sample; `pairing` gives its calls and results their ids."""
    role = text_field(message, "role") or "unknown"
    if role == "tool":
        return Recorded(role, (_result(message, pairing),), extra=extra_of(message, _KNOWN))
    groups = [group for one in elements_of(message.get("content")) for group in _groups(one, pairing)]
    calls = [(_call(one, pairing),) for one in elements_of(message.get("tool_calls"))]
    if calls and message.get("content") == "":
        groups = []  # an answer of calls alone
    return Recorded(role, (*groups, *calls), extra=extra_of(message, _KNOWN))


def _groups(value: Any, pairing: Pairing) -> Iterator[tuple[Part, ...]]:
    """A part of the content; what a server's own tool did is a call and its result."""
    if is_object(value) and value.get("type") == "tool_use":
        name = text_field(value, "name")
        call_id = pairing.call(text_field(value, "id"), name)
        extra = extra_of(value, ("id", "name", "arguments", "result", "error"))
        yield (
            Part(
                PartKind.CALL,
                as_text(value.get("arguments")),
                name=name,
                call_id=call_id,
                extra=extra,
            ),
        )
        text = as_text(value.get("result")) or as_text(value.get("error"))
        failed = extra_of({"error": value["error"]}, ()) if value.get("error") else ""
        yield (Part(PartKind.RESULT, text, name=name, call_id=call_id, extra=failed),)
    elif value is not None:
        yield (_part(value),)


def _part(value: Any) -> Part:
    if isinstance(value, str):
        return Part(PartKind.TEXT, value)
    if not is_object(value):
        return unknown_part(value)
    kind = value.get("type")
    if kind == "text" and isinstance(value.get("text"), str):
        return Part(PartKind.TEXT, value["text"], extra=extra_of(value, ("type", "text")))
    if kind == "reasoning":
        return _reasoning(value)
    if isinstance(kind, str) and kind in _MEDIA and isinstance(value.get(kind), str):
        return _media(value, kind)
    return unknown_part(value)


def _reasoning(value: Mapping[str, Any]) -> Part:
    """Thinking with its signature; of redacted thinking the blob, and its summary as text."""
    thought, redacted = as_text(value.get("reasoning")), value.get("redacted") is True
    return Part(
        PartKind.THINKING,
        as_text(value.get("summary")) if redacted else thought,
        signature=as_text(value.get("signature")),
        data=thought if redacted else "",
        extra=extra_of(value, ("type", "reasoning", "signature", *(("summary",) if redacted else ()))),
    )


def _media(value: Mapping[str, Any], kind: str) -> Part:
    blob, form = value[kind], text_field(value, "format")
    return Part(
        _MEDIA[kind],
        name=text_field(value, "filename"),
        media_type=text_field(value, "mime_type") or media_type(blob) or (f"{kind}/{form}" if form else ""),
        data=blob,
        extra=extra_of(value, ("type", kind, "format", "filename", "mime_type")),
    )


def _call(value: Any, pairing: Pairing) -> Part:
    if not is_object(value):
        return unknown_part(value)
    name, arguments = text_field(value, "function"), value.get("arguments", {})
    return Part(
        PartKind.CALL,
        as_text(arguments),
        name=name,
        call_id=pairing.call(text_field(value, "id"), name),
        json=not isinstance(arguments, str),
        extra=extra_of(value, ("id", "function", "arguments", "type")),
    )


def _result(message: Mapping[str, Any], pairing: Pairing) -> tuple[Part, ...]:
    """A tool's result: its text, or what it failed with, then the media in it."""
    name = text_field(message, "function")
    call_id, called = pairing.result(text_field(message, "tool_call_id"), name)
    parts = [_part(one) for one in elements_of(message.get("content")) if one is not None]
    texts = [part.text for part in parts if part.kind is PartKind.TEXT]
    error = message.get("error")
    if not any(texts) and is_object(error):
        texts = [text_field(error, "message")]
    rest = (part for part in parts if part.kind is not PartKind.TEXT)
    return (Part(PartKind.RESULT, "\n".join(texts), name=name or called, call_id=call_id), *rest)
