"""The results of tools in OpenAI chat messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.texts import joined_text
from ctxlab.formats.values import ParseError, is_object, parse_prefix
from ctxlab.model.items import Part, PartKind


def result_groups(message: Mapping[str, Any], pairing: Pairing) -> tuple[list[Part], ...]:
    """A tool's result as one group: its text, then the media in it.

    One message without an id that answers all waiting calls with a JSON list is a group for each of them.
    """
    recorded, name = text_field(message, "tool_call_id"), text_field(message, "name")
    inner = content_parts(message.get("content"), pairing)
    text, is_json, media = joined_text(inner)
    if not recorded and not media and len(inner) == 1 and pairing.waiting > 1:
        elements = _elements(text)
        if len(elements) == pairing.waiting:
            return tuple([_result(one, "", "", pairing)] for one in elements)
    return ([_result(text, recorded, name, pairing, json=is_json), *media],)


def _result(text: str, recorded: str, name: str, pairing: Pairing, *, json: bool = False) -> Part:
    call_id, called = pairing.result(recorded, name)
    return Part(PartKind.RESULT, text, name=name or called, call_id=call_id, json=json)


def _elements(text: str) -> list[str]:
    """The objects of a JSON list, each as it is written; empty where the text is no such list."""
    found: list[str] = []
    position, opening = 0, "["
    while True:
        position = _skip(text, position)
        if text[position : position + 1] == "]" and found:
            return found if not text[position + 1 :].strip() else []
        if text[position : position + 1] != opening:
            return []
        start = _skip(text, position + 1)
        try:
            value, position = parse_prefix(text, start)
        except ParseError:
            return []
        if not is_object(value):
            return []
        found.append(text[start:position])
        opening = ","


def _skip(text: str, position: int) -> int:
    while text[position : position + 1].isspace():
        position += 1
    return position
