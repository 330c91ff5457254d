"""Requests of Gemini's generateContent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ctxlab.formats.recorded import Group
from ctxlab.formats.values import is_object
from ctxlab.formats.writers.carrying import MEDIA, Rules
from ctxlab.formats.writers.media_forms import base64_of, is_address, is_base64, type_of
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import Turn, arguments_of, fields_of, json_of
from ctxlab.formats.writers.written import GEMINI, Losses, Value
from ctxlab.model.items import Part, PartKind

#: Ids that reading made because the API has none.
_MADE = re.compile(r"call_\d+")

_ROLES = {"assistant": "model", "tool": "user"}


class Gemini:
    """Writes turns as contents of parts, and the system texts as one content beside them."""

    wire = GEMINI
    field = "contents"
    by_place = False

    def rules(self, *, same: bool, fields: bool) -> Rules:
        """What the API takes."""
        return Rules(
            same, fields, _takes_own if same else _takes, apart=True, alternates=True, model_media=True
        )

    def names(self, losses: Losses) -> Names:
        """Names of at most 64 signs that begin with a letter; ids are not asked for."""
        return Names(losses, longest_id=128, longest_name=64, signs=".:")

    def is_head(self, turn: Turn) -> bool:
        """Whether it is the instruction."""
        pointer = turn.items[0].place.pointer if turn.items else ""
        return turn.role == "system" and ("/systemInstruction" in pointer or "/system_instruction" in pointer)

    def values(self, turn: Turn) -> list[Value]:
        """One content."""
        parts = [part for group in turn.groups for part in group_parts(group)]
        return [{"role": _ROLES.get(turn.role, turn.role), "parts": parts, **turn.extra}]

    def beside(self, system: Sequence[Turn], tools: Sequence[Any]) -> Value:
        """The instruction, and all functions as one tool; what else a vendor offers is one each."""
        value: Value = {}
        parts = [part for turn in system for group in turn.groups for part in group_parts(group)]
        if parts:
            extra = {key: one for turn in system for key, one in turn.extra.items()}
            value["systemInstruction"] = {"parts": parts, **extra}
        functions = [one for one in tools if is_object(one) and "name" in one]
        listed: list[Any] = [{"functionDeclarations": functions}] if functions else []
        listed += [one for one in tools if not (is_object(one) and "name" in one)]
        return value | ({"tools": listed} if listed else {})

    def talk(self, system: Sequence[Turn], talk: Sequence[Turn]) -> list[Turn]:
        """The talk; system texts stand beside."""
        return list(talk)


def group_parts(group: Group) -> list[Any]:
    """The parts of a group: one, and behind a function's response the media that it brings."""
    if not group:
        return []
    first, *rest = group
    extra = fields_of(first.extra)
    if first.kind is PartKind.RESULT and extra.get("type") != "codeExecutionResult":
        response: Value = {**_id(first), "name": first.name, "response": _response(first)}
        response |= {"parts": [_part(part) for part in rest]} if rest else {}
        return [{"functionResponse": response | _inner(extra), **_outer(extra)}]
    return [_part(part) for part in group]


def _part(part: Part) -> Any:
    extra = fields_of(part.extra)
    signature = {"thoughtSignature": part.signature} if part.signature else {}
    if part.kind is PartKind.CALL:
        return {**_call(part, extra), **signature}
    if part.kind is PartKind.RESULT:
        rest = {key: one for key, one in extra.items() if key != "type"}
        output = {"output": part.text} if part.text else {}
        return {"codeExecutionResult": {**rest, **output}, **signature}
    if part.kind is PartKind.THINKING:
        return {"text": part.text, "thought": True, **signature, **extra}
    if part.kind in MEDIA:
        return {**_medium(part, extra), **signature}
    if part.kind is PartKind.UNKNOWN:
        value = json_of(part.text)
        return value if is_object(value) else {"text": part.text}
    return {"text": part.text, **signature, **extra}


def _call(part: Part, extra: dict[str, Any]) -> Value:
    arguments = arguments_of(part)
    if extra.get("type") == "executableCode":
        return {"executableCode": arguments}
    function = {**_id(part), "name": part.name, "args": arguments, **_inner(extra)}
    return {"functionCall": function, **_outer(extra)}


def _id(part: Part) -> Value:
    return {} if _MADE.fullmatch(part.call_id) or not part.call_id else {"id": part.call_id}


def _response(part: Part) -> Any:
    """A function's response, which has to be an object; a text is its output."""
    value = json_of(part.text) if part.json else part.text
    return value if is_object(value) else {"output": value}


#: Fields of a part beside what it holds; all others are of what it holds.
_OUTER = frozenset({"thought", "partMetadata", "part_metadata", "videoMetadata", "mediaResolution"})


def _outer(extra: dict[str, Any]) -> Value:
    return {key: one for key, one in extra.items() if key in _OUTER}


def _inner(extra: dict[str, Any]) -> Value:
    return {key: one for key, one in extra.items() if key not in _OUTER and key != "type"}


def _medium(part: Part, extra: dict[str, Any]) -> Value:
    name = {"displayName": part.name} if part.name else {}
    if ":" in part.data[:12] and not part.data.startswith("data:"):
        known = part.media_type or ("" if not is_address(part) else _by_ending(part))
        kind = {"mimeType": known} if known else {}
        return {"fileData": {**kind, "fileUri": part.data, **name, **_inner(extra)}, **_outer(extra)}
    data = part.data if not part.data.startswith("data:") else base64_of(part)
    blob = {"mimeType": type_of(part), "data": data}
    return {"inlineData": {**blob, **name, **_inner(extra)}, **_outer(extra)}


def _by_ending(part: Part) -> str:
    """The media type that an address ends in, as far as it is one of an image."""
    ending = part.data.partition("?")[0].rpartition(".")[2].lower()
    known = {"jpg": "jpeg", "jpeg": "jpeg", "png": "png", "webp": "webp", "gif": "gif"}
    return f"image/{known[ending]}" if ending in known else "image/*" if part.kind is PartKind.IMAGE else ""


def _takes_own(part: Part) -> bool:
    """All but media that are not here."""
    return part.kind is PartKind.THINKING or bool(part.data)


def _takes(part: Part) -> bool:
    """Whatever is here, and what stands under an address."""
    return part.kind is not PartKind.THINKING and (is_address(part) or is_base64(part))
