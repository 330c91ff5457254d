"""Chunks of one streamed answer of LangChain, put together again to one message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.dialects.langchain import class_name, opened
from ctxlab.formats.fields import text_field
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place

_CHUNK = "AIMessageChunk"

#: What each chunk has parsed of a call so far; whole calls follow from the pieces of all.
_PARSED = ("tool_calls", "invalid_tool_calls")


def merged_chunks(messages: Sequence[tuple[Any, Place]]) -> list[tuple[Any, Place]]:
    """The messages, those that are chunks of one and the same answer as one, in the place of the first."""
    found: list[tuple[Any, Place]] = []
    before: Mapping[str, Any] | None = None
    for message, place in messages:
        chunk = _chunk(message)
        if chunk is not None and before is not None and chunk["id"] == before["id"]:
            before = {**_joined_fields(_unparsed(before), _unparsed(chunk)), "type": _CHUNK}
            found[-1] = (before, found[-1][1])
            continue
        found.append((message, place))
        before = chunk
    return found


def _chunk(message: Any) -> Mapping[str, Any] | None:
    """The fields of a chunk with an id; None for everything else."""
    if not is_object(message) or _CHUNK not in (message.get("type"), class_name(message)):
        return None
    one = opened(message)
    return one.fields if one is not None and text_field(one.fields, "id") else None


def _unparsed(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in fields.items() if key not in _PARSED}


def _joined(first: Any, second: Any) -> Any:
    """Two values of one field: texts and lists go on, figures add up, of other things the later counts."""
    if second is None or first == second:
        return first
    if isinstance(first, str) and isinstance(second, str):
        return first + second
    if is_object(first) and is_object(second):
        return _joined_fields(first, second)
    if is_list(first) and is_list(second):
        return _joined_lists(first, second)
    if _is_number(first) and _is_number(second):
        return first + second
    return second


def _joined_fields(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    keys = dict.fromkeys((*first, *second))
    return {key: _joined_field(key, first.get(key), second.get(key)) for key in keys}


def _joined_field(key: str, first: Any, second: Any) -> Any:
    if key in ("id", "index", "type", "name"):
        return second if first in (None, "") else first
    return _joined(first, second)


def _joined_lists(first: list[Any], second: list[Any]) -> list[Any]:
    """The elements of both; those with the same `index` are pieces of one."""
    found = list(first)
    at = {one["index"]: i for i, one in enumerate(found) if _has_index(one)}
    for one in second:
        place = at.get(one["index"]) if _has_index(one) else None
        if place is None:
            found.append(one)
        else:
            found[place] = _joined(found[place], one)
    return found


def _has_index(value: Any) -> bool:
    return is_object(value) and isinstance(value.get("index"), (int, str))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
