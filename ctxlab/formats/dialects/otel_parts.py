"""Messages as OpenTelemetry's conventions for generative AI have them: a role and typed parts.

A message of nothing but tools' responses is a tool's message, whatever its role: some write them as a user's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_object, first_given
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.recorded import Group, Recorded, make_part, make_recorded, unknown_part
from ctxlab.formats.texts import as_text, joined_text, text_or_json
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_CALLS = ("tool_call", "server_tool_call")
_RESPONSES = ("tool_call_response", "server_tool_call_response")
_THOUGHTS = ("reasoning", "thinking")
_MEDIA = ("blob", "uri", "file")
_ROLES = {"model": "assistant", "ai": "assistant"}
_KINDS = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO}


def otel_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; `pairing` gives its calls and responses their ids."""
    parts = message.get("parts")
    listed = [one for one in parts if one is not None] if is_list(parts) else []
    groups = tuple(_group(one, pairing) for one in listed)
    role = text_field(message, "role") or "unknown"
    if groups and all(group[0].kind is PartKind.RESULT for group in groups):
        role = "tool"
    return make_recorded(
        _ROLES.get(role, role),
        groups,
        name=text_field(message, "name"),
        extra=extra_of(message, ("role", "parts", "name")),
    )


def is_otel_parts(values: Sequence[Any]) -> bool:
    """Whether messages are in this dialect: all that are objects have parts, and one part is typed so."""
    objects = [one for one in values if is_object(one)]
    if any("content" in one or not is_list(one.get("parts")) for one in objects):
        return False
    return any(_is_part(part) for one in objects for part in one["parts"])


def system_message(instructions: Any) -> tuple[Recorded, ...]:
    """The system's message that instructions are: a text, or a list of parts or texts; none without any."""
    listed = instructions if is_list(instructions) else [instructions]
    groups = tuple(_group(one, Pairing()) for one in listed if one not in (None, ""))
    return (make_recorded("system", groups),) if groups else ()


def _group(part: Any, pairing: Pairing) -> Group:
    """One part. A response's media stand behind it."""
    if isinstance(part, str):
        return (make_part(PartKind.TEXT, part),)
    kind = as_object(part).get("type")
    if kind == "text":
        text = part.get("content", part.get("text"))
        known = ("type", "content", "text")
        return (make_part(PartKind.TEXT, as_text(text), extra=extra_of(part, known)),)
    if kind in _CALLS:
        return (_call(part, kind, pairing),)
    if kind in _RESPONSES:
        return _response(part, kind, pairing)
    if kind in _THOUGHTS:
        text = part.get("content", part.get("text"))
        return (
            make_part(PartKind.THINKING, as_text(text), extra=extra_of(part, ("type", "content", "text"))),
        )
    if kind in _MEDIA:
        return (_media(part, kind),)
    return (unknown_part(part),)


def _is_part(part: Any) -> bool:
    if not is_object(part):
        return False
    kind = part.get("type")
    if kind in ("text", *_THOUGHTS):
        return "content" in part
    return kind in (*_CALLS, *_RESPONSES) or (kind in _MEDIA and "modality" in part)


def _call(part: Mapping[str, Any], kind: str, pairing: Pairing) -> Part:
    server = part.get("server_tool_call")
    text, is_json = text_or_json(part.get("arguments", server))
    name = text_field(part, "name")
    known = ("id", "name", "arguments", "server_tool_call", *(("type",) if kind == "tool_call" else ()))
    return make_part(
        PartKind.CALL,
        text,
        name=name,
        call_id=pairing.call(text_field(part, "id"), name),
        json=is_json,
        extra=extra_of(part, known),
    )


def _response(part: Mapping[str, Any], kind: str, pairing: Pairing) -> Group:
    names = ("response", "result", "content", "server_tool_call_response")
    name = text_field(part, "name")
    call_id, called = pairing.result(text_field(part, "id"), name)
    known = ("id", "name", *names, *(("type",) if kind == "tool_call_response" else ()))
    text, is_json, media = _given(first_given(part, names))
    first = make_part(
        PartKind.RESULT,
        text,
        name=name or called,
        call_id=call_id,
        json=is_json,
        extra=extra_of(part, known),
    )
    return (first, *media)


def _given(given: Any) -> tuple[str, bool, list[Part]]:
    """A response's text, whether that is the JSON of something else, and the media in it."""
    is_content = is_list(given) and given and all(is_object(one) and "type" in one for one in given)
    parts = content_parts(given) if is_content else []
    if not parts or any(part.kind is PartKind.UNKNOWN for part in parts):
        return *text_or_json(given), []
    return joined_text(parts)


def _media(part: Mapping[str, Any], kind: str) -> Part:
    """A blob, an address or the id of a file, of the kind that its modality or media type says."""
    media_type = text_field(part, "mime_type")
    modality = text_field(part, "modality") or media_type.partition("/")[0]
    names = {"blob": ("content", "data"), "uri": ("uri",), "file": ("file_id",)}[kind]
    known = ("type", "mime_type", "modality", *names)
    return make_part(
        _KINDS.get(modality, PartKind.FILE),
        media_type=media_type,
        data=text_field(part, *names),
        extra=extra_of(part, known),
    )
