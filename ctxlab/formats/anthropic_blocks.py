"""Content blocks of Anthropic messages as parts, and what their usage says.

A block is a group of parts: one part, but for a tool result with media, whose text comes first and is
followed by its images and files. Texts of a result's blocks are joined by a line end. Nothing raises: what is
not understood is kept as JSON in an unknown part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import compact, count_field, extra_of, text_field
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Usage

Group = tuple[Part, ...]

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


def content_groups(content: Any) -> list[Group]:
    """The groups of a message's content: text, or a list of blocks and plain strings; null gives none."""
    if content is None:
        return []
    if is_list(content):
        return [block_group(block) for block in content]
    return [block_group(content)]


def block_group(block: Any) -> Group:
    """The parts of one block."""
    if isinstance(block, str):
        return (Part(PartKind.TEXT, block),)
    if not is_object(block):
        return (_unknown(block),)
    kind = text_field(block, "type")
    if kind == "text" and isinstance(block.get("text"), str):
        return (Part(PartKind.TEXT, block["text"], extra=extra_of(block, ("type", "text"))),)
    if kind in ("thinking", "redacted_thinking"):
        return (_thinking(block),)
    if kind in _CALLS:
        return (_call(block, kind),)
    if kind.endswith("tool_result"):
        return _result(block, kind)
    if kind in ("image", "document"):
        return (_media(block, kind),)
    return (_unknown(block),)


def _unknown(value: Any) -> Part:
    return Part(PartKind.UNKNOWN, compact(value), json=True)


def _thinking(block: Mapping[str, Any]) -> Part:
    """Thinking with its signature; redacted thinking is a blob and says so in `extra`."""
    if block["type"] == "redacted_thinking":
        return Part(PartKind.THINKING, data=_text(block.get("data")), extra=extra_of(block, ("data",)))
    return Part(
        PartKind.THINKING,
        _text(block.get("thinking")),
        signature=_text(block.get("signature")),
        extra=extra_of(block, ("type", "thinking", "signature")),
    )


def _call(block: Mapping[str, Any], kind: str) -> Part:
    """A call; its input is an object, kept as compact JSON. Server-side calls keep their type in `extra`."""
    given = block.get("input", {})
    known = ("id", "name", "input") if kind != "tool_use" else ("type", "id", "name", "input")
    return Part(
        PartKind.CALL,
        given if isinstance(given, str) else compact(given),
        name=_text(block.get("name")),
        call_id=_text(block.get("id")),
        json=not isinstance(given, str),
        extra=extra_of(block, known),
    )


def _result(block: Mapping[str, Any], kind: str) -> Group:
    known = ("tool_use_id", "content") if kind != "tool_result" else ("type", "tool_use_id", "content")
    content = block.get("content")
    text, json, rest = _result_text(content)
    first = Part(
        PartKind.RESULT,
        text,
        call_id=_text(block.get("tool_use_id")),
        json=json,
        extra=extra_of(block, known),
    )
    return (first, *rest)


def _result_text(content: Any) -> tuple[str, bool, Group]:
    """A result's text, whether that is JSON of something else, and the parts that are no text."""
    if content is None or isinstance(content, str):
        return content or "", False, ()
    if not is_list(content):
        return compact(content), True, ()
    texts: list[str] = []
    rest: list[Part] = []
    for block in content:
        for part in block_group(block):
            if part.kind is PartKind.TEXT and not part.extra:
                texts.append(part.text)
            else:
                rest.append(part)
    return "\n".join(texts), False, tuple(rest)


def _media(block: Mapping[str, Any], kind: str) -> Part:
    """An image or a document: its blob, address or file id as `data`; a document's plain text as `text`.

    `extra` names the kind of source as `source_type`, where it is not the usual base64.
    """
    source = block.get("source")
    if not is_object(source):
        return _unknown(block)
    where = text_field(source, "type")
    blob = text_field(source, "data", "url", "file_id")
    about = {key: value for key, value in block.items() if key not in ("type", "source", "title")}
    if where != "base64":
        about["source_type"] = where
    return Part(
        PartKind.IMAGE if kind == "image" else PartKind.FILE,
        blob if where == "text" else "",
        name=_text(block.get("title")),
        media_type=_text(source.get("media_type")),
        data="" if where == "text" else blob,
        extra=extra_of(about, ()),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def usage_of(value: Any) -> Usage | None:
    """What a message's `usage` says; figures that are no numbers are unknown; without any there is none."""
    if not is_object(value):
        return None
    usage = Usage(
        input=count_field(value, "input_tokens"),
        cache_read=count_field(value, "cache_read_input_tokens"),
        cache_write=count_field(value, "cache_creation_input_tokens"),
        output=count_field(value, "output_tokens"),
    )
    return None if usage == Usage() else usage
