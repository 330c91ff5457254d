"""Items as OpenAI's Responses API has them.

What a model gave at once is several items (thinking, a text, calls): each is a piece of one reply.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.responses import (
    TIMES,
    are_texts,
    call_groups,
    item_parts,
    result_group,
    thinking_parts,
)
from ctxlab.formats.recorded import Groups, Recorded, make_part, make_recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import PartKind, Source

#: All earlier turns folded into what only the provider can read.
COMPACTION = ("compaction", "compaction_summary", "context_compaction")

_CONTENT = ("input_text", "output_text", "input_image", "input_file")

#: How many items are looked at: enough to know the dialect by.
_SAMPLE = 50


def item_kind(item: Mapping[str, Any]) -> str:
    """The item's type; `message` where it has a role and no type, and empty where it is no item."""
    kind = item.get("type")
    if isinstance(kind, str) and kind:
        return kind
    return "message" if isinstance(item.get("role"), str) and "content" in item else ""


def is_given(item: Mapping[str, Any]) -> bool:
    """Whether a model gave the item: it is a piece of a reply."""
    kind = item_kind(item)
    if kind == "message":
        return item.get("role") == "assistant"
    return kind in ("reasoning", "mcp_list_tools") or kind.endswith(("_call", "_request"))


def is_responses_item(value: Any) -> bool:
    """Whether the value can only be an item of the Responses API."""
    if not is_object(value):
        return False
    kind = value.get("type")
    if kind == "message" or kind is None:
        content = value.get("content") if isinstance(value.get("role"), str) else None
        parts: list[Any] = as_list(content)
        return any(is_object(one) and one.get("type") in _CONTENT for one in parts)
    if kind == "reasoning":
        return is_list(value.get("summary")) or "encrypted_content" in value
    if kind in ("function_call", "custom_tool_call"):
        return "call_id" in value and "name" in value
    return isinstance(kind, str) and (
        (kind.endswith("_call_output") and "call_id" in value)
        or (kind.endswith("_call") and ("status" in value or "call_id" in value))
        or (kind in COMPACTION and "encrypted_content" in value)
        or (kind.startswith("mcp_") and "server_label" in value)
    )


def is_responses(values: list[Any]) -> bool:
    """Whether the list holds items of the Responses API."""
    return any(is_responses_item(one) for one in values[:_SAMPLE])


def responses_item(item: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One item; `pairing` gives its calls and results their ids. What is no known item is kept as it came."""
    kind = item_kind(item)
    if kind == "message":
        return _message(item, pairing)
    if kind == "reasoning":
        texts = [key for key in ("summary", "content") if are_texts(item.get(key))]
        return _piece(item, (thinking_parts(item),), ("type", "encrypted_content", *texts))
    if kind in COMPACTION:
        return _compaction(item)
    if kind == "mcp_list_tools":
        return _tools(item)
    if kind.endswith(("_output", "_response")):
        return _output(item, kind, pairing)
    if kind.endswith(("_call", "_request")):
        return _piece(item, tuple(call_groups(item, kind, pairing)), tuple(item))
    return unknown_message(item)


def _message(item: Mapping[str, Any], pairing: Pairing) -> Recorded:
    role = text_field(item, "role") or "unknown"
    content = item.get("content")
    return make_recorded(
        role,
        () if content == "" else tuple(item_parts(content, pairing)),
        name=text_field(item, "name"),
        time=_time(item),
        extra=extra_of(item, ("type", "role", "content", "name", *TIMES)),
        piece=role == "assistant",
    )


def _output(item: Mapping[str, Any], kind: str, pairing: Pairing) -> Recorded:
    """What came of a call, for the model to read."""
    group, says = result_group(item, pairing)
    known = ["call_id", "approval_request_id", "name", says, *TIMES]
    extra = extra_of(item, [*known, "type"] if kind == "function_call_output" else known)
    return make_recorded("tool", (group,), time=_time(item), extra=extra)


def _piece(item: Mapping[str, Any], groups: Groups, known: Collection[str]) -> Recorded:
    """A piece of a reply; `known` are the fields that its parts hold."""
    return make_recorded(
        "assistant", groups, time=_time(item), extra=extra_of(item, (*known, *TIMES)), piece=True
    )


def _compaction(item: Mapping[str, Any]) -> Recorded:
    """A block that stands for earlier turns; a text in it is a summary that can be read."""
    text = text_field(item, "text", "summary", "content")
    about = extra_of(item, ("encrypted_content", "text", "summary", "content", *TIMES))
    part = make_part(
        PartKind.TEXT if text else PartKind.THINKING,
        text,
        data=text_field(item, "encrypted_content"),
        extra=about,
    )
    return make_recorded("assistant", (part,), time=_time(item), source=Source.SUMMARY, answer=False)


def _tools(item: Mapping[str, Any]) -> Recorded:
    """The tools that a server offers, as the model sees them: a schema each."""
    listed: list[Any] = as_list(item.get("tools"))
    groups = tuple(
        make_part(PartKind.TEXT, compact(one), name=text_field(as_object(one), "name"), json=True)
        for one in listed
    )
    extra = extra_of(item, ("tools", *TIMES))
    return make_recorded(
        "assistant", groups, time=_time(item), source=Source.TOOL_SCHEMAS, extra=extra, piece=True
    )


def _time(item: Mapping[str, Any]) -> str:
    return text_field(item, *TIMES)
