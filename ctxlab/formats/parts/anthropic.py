"""Content blocks of Anthropic messages as parts, and what their usage says.

A block is a group of parts: one part, but for a tool result with media, whose text comes first and is
followed by its images and files. Texts of a result's blocks are joined by a line end. Nothing raises: what is
not understood is kept as JSON in an unknown part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import compact, count_field, extra_of, text_field
from ctxlab.formats.recorded import Group, make_part, unknown_part
from ctxlab.formats.usages import stated
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind
from ctxlab.model.making import maker
from ctxlab.model.session import Usage

_usage = maker(Usage)
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


def content_groups(content: Any, tools: dict[str, str] | None = None) -> list[Group]:
    """The groups of a message's content: text, or a list of blocks and plain strings; null gives none.

    `tools` are the names of calls by their ids: calls are added to them, results get their names from there.
    """
    if content is None:
        return []
    if is_list(content):
        return [block_group(block, tools) for block in content]
    return [block_group(content, tools)]


def block_group(block: Any, tools: dict[str, str] | None = None) -> Group:
    """The parts of one block; `tools` as in `content_groups`."""
    if isinstance(block, str):
        return (make_part(PartKind.TEXT, block),)
    if not is_object(block):
        return (unknown_part(block),)
    kind = text_field(block, "type")
    if kind == "text" and isinstance(block.get("text"), str):
        return (make_part(PartKind.TEXT, block["text"], extra=extra_of(block, ("type", "text"))),)
    if kind in ("thinking", "redacted_thinking"):
        return (_thinking(block),)
    if kind in _CALLS:
        call = _call(block, kind)
        if tools is not None:
            tools[call.call_id] = call.name
        return (call,)
    if kind.endswith("tool_result"):
        return _result(block, kind, tools or {})
    if kind in ("image", "document"):
        return (_media(block, kind),)
    other = _OTHERS.get(kind)
    return (unknown_part(block) if other is None else other(block),)


def _thinking(block: Mapping[str, Any]) -> Part:
    """Thinking with its signature; redacted thinking is a blob and says so in `extra`."""
    if block["type"] == "redacted_thinking":
        return make_part(PartKind.THINKING, data=_text(block.get("data")), extra=extra_of(block, ("data",)))
    return make_part(
        PartKind.THINKING,
        _text(block.get("thinking")),
        signature=_text(block.get("signature")),
        extra=extra_of(block, ("type", "thinking", "signature")),
    )


def _call(block: Mapping[str, Any], kind: str) -> Part:
    """A call; its input is an object, kept as compact JSON. Server-side calls keep their type in `extra`."""
    given = block.get("input", {})
    known = ("id", "name", "input") if kind != "tool_use" else ("type", "id", "name", "input")
    return make_part(
        PartKind.CALL,
        given if isinstance(given, str) else compact(given),
        name=_text(block.get("name")),
        call_id=_text(block.get("id")),
        json=not isinstance(given, str),
        extra=extra_of(block, known),
    )


def _result(block: Mapping[str, Any], kind: str, tools: Mapping[str, str]) -> Group:
    known = ("tool_use_id", "content") if kind != "tool_result" else ("type", "tool_use_id", "content")
    content = block.get("content")
    text, json, rest = _result_text(content)
    call_id = _text(block.get("tool_use_id"))
    first = make_part(
        PartKind.RESULT,
        text,
        name=tools.get(call_id, ""),
        call_id=call_id,
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
        return unknown_part(block)
    where = text_field(source, "type")
    taken = {"text": "data", "content": "content"}.get(where, "") or next(
        (key for key in ("data", "url", "file_id") if text_field(source, key)), ""
    )
    text = _joined(source.get("content")) if where == "content" else _text(source.get("data"))
    if where == "content" and text is None:
        return unknown_part(block)
    about = {key: value for key, value in block.items() if key not in ("type", "source", "title")}
    if where != "base64":
        about["source_type"] = where
    rest = {key: value for key, value in source.items() if key not in ("type", "media_type", taken)}
    if rest:
        about["source"] = rest
    readable = where in ("text", "content")
    return make_part(
        PartKind.IMAGE if kind == "image" else PartKind.FILE,
        text or "" if readable else "",
        name=_text(block.get("title")),
        media_type=_text(source.get("media_type")),
        data="" if readable else text_field(source, taken),
        extra=extra_of(about, ()),
    )


def _joined(content: Any) -> str | None:
    """A text, or the texts of blocks that are nothing but text; else None."""
    if isinstance(content, str):
        return content
    parts = [part for group in content_groups(content) for part in group] if is_list(content) else []
    plain = parts and all(part.kind is PartKind.TEXT and not part.extra for part in parts)
    return "\n".join(part.text for part in parts) if plain else None


def _upload(block: Mapping[str, Any]) -> Part:
    """A file put where the model's code runs."""
    return make_part(PartKind.FILE, data=_text(block.get("file_id")), extra=extra_of(block, ("file_id",)))


def _compaction(block: Mapping[str, Any]) -> Part:
    """The summary that stands for all before it, which the API does not read any more."""
    content = block.get("content")
    if content is not None and not isinstance(content, str):
        return unknown_part(block)
    return make_part(PartKind.TEXT, content or "", extra=extra_of(block, ("content",)))


def _search_result(block: Mapping[str, Any]) -> Part:
    """A passage that a search found, with its title as name."""
    text = _joined(block.get("content"))
    if text is None:
        return unknown_part(block)
    name = _text(block.get("title"))
    return make_part(PartKind.TEXT, text, name=name, extra=extra_of(block, ("content", "title")))


def _web_result(block: Mapping[str, Any]) -> Part:
    """A page that the provider's search found: title and address; its text is a blob that only they read."""
    title, url = _text(block.get("title")), _text(block.get("url"))
    return make_part(
        PartKind.FILE,
        "\n".join(one for one in (title, url) if one),
        name=title,
        data=_text(block.get("encrypted_content")),
        extra=extra_of(block, ("title", "encrypted_content")),
    )


def _tool_reference(block: Mapping[str, Any]) -> Part:
    """A tool that a search for tools found, by its name."""
    return make_part(PartKind.TEXT, _text(block.get("tool_name")), extra=extra_of(block, ("tool_name",)))


#: Blocks of one part each, whose `extra` keeps their type.
_OTHERS = {
    "container_upload": _upload,
    "compaction": _compaction,
    "search_result": _search_result,
    "web_search_result": _web_result,
    "tool_reference": _tool_reference,
}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def usage_of(value: Any) -> Usage | None:
    """What a message's `usage` says; figures that are no numbers are unknown; without any there is none."""
    if not is_object(value):
        return None
    return stated(
        _usage(
            input=count_field(value, "input_tokens"),
            cache_read=count_field(value, "cache_read_input_tokens"),
            cache_write=count_field(value, "cache_creation_input_tokens"),
            output=count_field(value, "output_tokens"),
        )
    )
