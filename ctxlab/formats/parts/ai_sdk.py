"""The parts of Vercel AI SDK messages, as handed to models and as kept by user interfaces.

Nothing raises: what is not understood is kept as JSON in an unknown part. Versions differ in names: what is
`input` and `output` now was `args` and `result`, and `mediaType` was `mimeType`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_object, first_given, objects_in
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import media_type
from ctxlab.formats.recorded import Group, unknown_part
from ctxlab.formats.texts import joined_text, text_or_json
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_MEDIA = ("image", "file", "media", "reasoning-file", "image-data", "image-url", "file-data", "file-url")
_MEDIA_TYPES = ("mediaType", "mimeType", "contentType")
_DATA = ("data", "image", "url")
_NAMES = ("filename", "name")
_ERRORS = ("error-text", "error-json", "execution-denied")
_CALL = ("type", "toolCallId", "toolName")
_INPUTS = ("input", "args")
_OUTPUTS = ("output", "result")


def content_group(part: Any, pairing: Pairing) -> Group:
    """The parts of one part of a content; `pairing` gives calls and results their ids."""
    if isinstance(part, str):
        return (Part(PartKind.TEXT, part),)
    if not is_object(part):
        return (unknown_part(part),)
    kind = part.get("type")
    if kind == "text" and isinstance(part.get("text"), str):
        return (Part(PartKind.TEXT, part["text"], extra=extra_of(part, ("type", "text"))),)
    if kind in ("reasoning", "redacted-reasoning"):
        return (_reasoning(part),)
    if kind == "tool-call":
        return (call_part(part, pairing),)
    if kind == "tool-result":
        return result_group(part, pairing)
    if kind in _MEDIA:
        return (media_part(part),)
    return (unknown_part(part),)


def call_part(
    part: Mapping[str, Any], pairing: Pairing, *, name: str = "", known: Collection[str] = ()
) -> Part:
    """A call, whose input is a value or JSON text; `known` are fields that are kept elsewhere."""
    called = name or text_field(part, "toolName")
    text, is_json = text_or_json(first_given(part, _INPUTS))
    return Part(
        PartKind.CALL,
        text,
        name=called,
        call_id=pairing.call(text_field(part, "toolCallId"), called),
        json=is_json,
        extra=extra_of(part, (*_CALL, *_INPUTS, *known)),
    )


def result_group(part: Mapping[str, Any], pairing: Pairing) -> Group:
    """A result and the media in it; an output of the newer kind says of what kind it is."""
    name = text_field(part, "toolName")
    call_id, called = pairing.result(text_field(part, "toolCallId"), name)
    text, json, media, about = _output(first_given(part, _OUTPUTS))
    known = (*_CALL, *_OUTPUTS)
    rest = {key: one for key, one in part.items() if key not in known}
    shown = part.get("experimental_content")
    if is_list(shown) and not media:
        media = [one for one in _media_in(shown) if one.kind is not PartKind.TEXT]
        rest.pop("experimental_content")
    extra = extra_of({**rest, **about}, ())
    return (
        Part(PartKind.RESULT, text, name=name or called, call_id=call_id, json=json, extra=extra),
        *media,
    )


def media_part(part: Mapping[str, Any]) -> Part:
    """An image, audio or another file: by its media type, or else by the type of the part."""
    kind = text_field(part, "type")
    data = next((part[key] for key in _DATA if isinstance(part.get(key), str)), "")
    sort = text_field(part, *_MEDIA_TYPES) or media_type(data)
    is_image = sort.startswith("image/") or (not sort and kind.startswith("image"))
    known = [*_MEDIA_TYPES, *_NAMES, *(key for key in _DATA if isinstance(part.get(key), str))]
    return Part(
        PartKind.IMAGE if is_image else PartKind.AUDIO if sort.startswith("audio/") else PartKind.FILE,
        name=text_field(part, *_NAMES),
        media_type=sort,
        data=data,
        extra=extra_of(part, (*known, "type") if kind in ("image", "file", "") else known),
    )


def _reasoning(part: Mapping[str, Any]) -> Part:
    """A thought; its signature stands in a field, in what the provider told, or in old details."""
    if part.get("type") == "redacted-reasoning":
        return Part(PartKind.THINKING, data=text_field(part, "data"), extra=extra_of(part, ("data",)))
    names = ("text", "reasoning")
    text = next((part[key] for key in names if isinstance(part.get(key), str)), "")
    return Part(
        PartKind.THINKING,
        text,
        signature=_signature(part),
        extra=extra_of(part, ("type", "signature", *names)),
    )


def _signature(part: Mapping[str, Any]) -> str:
    own = text_field(part, "signature")
    told = part.get("providerOptions", part.get("providerMetadata"))
    listed = objects_in(part.get("details"))
    found = [own, text_field(as_object(as_object(told).get("anthropic")), "signature")]
    return next((one for one in (*found, *(text_field(one, "signature") for one in listed)) if one), "")


def _output(output: Any) -> tuple[str, bool, list[Part], dict[str, Any]]:
    """An output's text, whether that is JSON of another value, the media in it, and what else it says."""
    if output is None or isinstance(output, str):
        return output or "", False, [], {}
    kind = as_object(output).get("type")
    if not is_object(output) or not _is_tagged(output):
        return compact(output), True, [], {}
    about = {key: one for key, one in output.items() if key not in ("type", "value", "reason")}
    if kind in _ERRORS:
        about["type"] = kind
    if kind == "execution-denied":
        return text_field(output, "reason"), False, [], about
    value = output.get("value")
    if kind == "content" and is_list(value):
        return *joined_text(_media_in(value)), about
    is_text = isinstance(value, str)
    # a text of the kind `json` is a JSON string
    as_json = not is_text or kind in ("json", "error-json")
    return (compact(value), True, [], about) if as_json else (str(value), False, [], about)


def _is_tagged(output: Mapping[str, Any]) -> bool:
    """Whether an output says of what kind it is, which results of tools may do, too, in other words."""
    kinds = ("text", "json", "content", *_ERRORS)
    return output.get("type") in kinds and ("value" in output or output["type"] == "execution-denied")


def _media_in(values: list[Any]) -> list[Part]:
    """Texts, images and files in a result."""
    unpaired = Pairing()
    return [part for one in values for part in content_group(one, unpaired)]
