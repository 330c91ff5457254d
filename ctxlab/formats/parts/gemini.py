"""The parts of Gemini contents: text, thoughts, blobs, calls, responses, code; camel case and snake case.

A part is a group: one part, but for a function's response with media, which follow it. Nothing raises: what
is not understood is kept as JSON in an unknown part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ctxlab.formats.fields import compact, extra_of, extra_with, text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Group, unknown_part
from ctxlab.formats.texts import text_or_json
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: The one field that says what a part is; SDKs of Python write it in snake case.
_WHAT = {
    "functionCall": ("functionCall", "function_call"),
    "functionResponse": ("functionResponse", "function_response"),
    "inlineData": ("inlineData", "inline_data"),
    "fileData": ("fileData", "file_data"),
    "executableCode": ("executableCode", "executable_code"),
    "codeExecutionResult": ("codeExecutionResult", "code_execution_result"),
}
_SIGNATURES = ("thoughtSignature", "thought_signature")
_FIELDS = frozenset(name for names in _WHAT.values() for name in names)
PART_FIELDS = _FIELDS | {"text", "thought", *_SIGNATURES}

#: The name under which calls of the built-in interpreter and their results go; `extra` has their type, too.
CODE = "code_execution"


def part_group(value: Any, pairing: Pairing) -> Group:
    """The parts of one part; `pairing` gives calls and responses their ids."""
    if isinstance(value, str):
        return (Part(PartKind.TEXT, value),)
    if not is_object(value):
        return (unknown_part(value),)
    part = {key: one for key, one in value.items() if one is not None}  # SDKs write all that there might be
    for what, names in _WHAT.items():
        inner = next((part[name] for name in names if is_object(part.get(name))), None)
        if inner is not None:
            first, *rest = _group(what, inner, pairing)
            beside = _without(part, (*names, *_SIGNATURES))
            signature = text_field(part, *_SIGNATURES)
            return (replace(first, signature=signature, extra=extra_with(first.extra, beside)), *rest)
    text = part.get("text")
    if isinstance(text, str):
        return (_text(part, text),)
    return (unknown_part(value),)


def is_part(value: Any) -> bool:
    """Whether the value is a part of a Gemini content: other formats' parts have a type."""
    return is_object(value) and not PART_FIELDS.isdisjoint(value) and not _TYPES & value.keys()


def is_response(value: Any) -> bool:
    """Whether the part is a function's response."""
    return is_object(value) and any(is_object(value.get(name)) for name in _WHAT["functionResponse"])


def is_call(value: Any) -> bool:
    """Whether the part is the model's: a call, or code to be run."""
    names = (*_WHAT["functionCall"], *_WHAT["executableCode"])
    return is_object(value) and any(is_object(value.get(name)) for name in names)


def without_seams(groups: Iterable[Group]) -> list[Group]:
    """The groups with the pieces of streamed texts and thoughts joined; a signature ends a piece."""
    joined: list[Group] = []
    for group in groups:
        last = joined[-1] if joined else None
        if last and len(last) == len(group) == 1 and _continues(last[0], group[0]):
            joined[-1] = (replace(group[0], text=last[0].text + group[0].text),)
        else:
            joined.append(group)
    return joined


def media_part(blob: Mapping[str, Any]) -> Part:
    """A blob or a file by its media type: an image, audio, or else a file."""
    kind = text_field(blob, "mimeType", "mime_type")
    sort = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO}.get(kind.split("/")[0], PartKind.FILE)
    known = ("mimeType", "mime_type", "data", "fileUri", "file_uri", "displayName", "display_name")
    data = text_field(blob, "data", "fileUri", "file_uri")
    return Part(
        sort,
        name=text_field(blob, "displayName", "display_name"),
        media_type=kind,
        data=data,
        extra=extra_of(blob, known if data else known[:2]),
    )


_TYPES = frozenset({"type", "kind", "part_kind"})


def _group(what: str, inner: Mapping[str, Any], pairing: Pairing) -> Sequence[Part]:
    if what == "functionCall":
        return (_call(inner, pairing),)
    if what == "functionResponse":
        return _response(inner, pairing)
    if what == "executableCode":
        return (_code(inner, pairing),)
    if what == "codeExecutionResult":
        return (_code_result(inner, pairing),)
    return (media_part(inner),)


def _text(value: Mapping[str, Any], text: str) -> Part:
    """A text, or a thought where the part says so."""
    thought = value.get("thought") is True
    known = ("text", *_SIGNATURES, *(("thought",) if thought or not value.get("thought") else ()))
    return Part(
        PartKind.THINKING if thought else PartKind.TEXT,
        text,
        signature=text_field(value, *_SIGNATURES),
        extra=extra_of(value, known),
    )


def _call(inner: Mapping[str, Any], pairing: Pairing) -> Part:
    """A call; its arguments are an object, kept as compact JSON."""
    name = text_field(inner, "name")
    arguments = inner.get("args")
    text, is_json = text_or_json({} if arguments is None else arguments)
    return Part(
        PartKind.CALL,
        text,
        name=name,
        call_id=pairing.call(text_field(inner, "id"), name),
        json=is_json,
        extra=extra_of(inner, ("id", "name", "args")),
    )


def _response(inner: Mapping[str, Any], pairing: Pairing) -> Group:
    """A function's response as recorded, then the media that it brings."""
    name = text_field(inner, "name")
    call_id, called = pairing.result(text_field(inner, "id"), name)
    text, is_json = text_or_json(inner.get("response"))
    parts = inner.get("parts")
    media = [part for one in as_list(parts) for part in part_group(one, pairing)]
    first = Part(
        PartKind.RESULT,
        text,
        name=name or called,
        call_id=call_id,
        json=is_json,
        extra=extra_of(
            inner, ("id", "name", "response", *(("parts",) if is_list(parts) or parts is None else ()))
        ),
    )
    return (first, *media)


def _code(inner: Mapping[str, Any], pairing: Pairing) -> Part:
    """Code that the model had run by the built-in interpreter: a call with the object as its arguments."""
    return Part(
        PartKind.CALL,
        compact(_without(inner, ("id",))),
        name=CODE,
        call_id=pairing.call(text_field(inner, "id"), CODE),
        json=True,
        extra='{"type":"executableCode"}',
    )


def _code_result(inner: Mapping[str, Any], pairing: Pairing) -> Part:
    call_id, _ = pairing.result(text_field(inner, "id"), CODE)
    output = inner.get("output")
    known = ("id", "output") if isinstance(output, str) or output is None else ("id",)
    return Part(
        PartKind.RESULT,
        output if isinstance(output, str) else "",
        name=CODE,
        call_id=call_id,
        extra=extra_with('{"type":"codeExecutionResult"}', _without(inner, known)),
    )


def _continues(last: Part, part: Part) -> bool:
    """Whether the part is the next piece of the last one's text."""
    kinds = (PartKind.TEXT, PartKind.THINKING)
    return (
        last.kind is part.kind and part.kind in kinds and not last.signature and not last.extra + part.extra
    )


def _without(value: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    return {key: one for key, one in value.items() if key not in known}
