"""Content blocks of LangChain messages: its own standard blocks, and those of OpenAI and Anthropic.

A block is a group of parts, as in `parts.anthropic`; the ids of calls and results are those recorded.
Nothing raises: what is not understood is kept as JSON in an unknown part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts import anthropic
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.recorded import Group
from ctxlab.formats.texts import text_or_json
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_CALLS = ("tool_call", "tool_call_chunk", "invalid_tool_call", "server_tool_call", "function_call")
_ANTHROPIC = ("thinking", "redacted_thinking", "tool_use", "server_tool_use", "mcp_tool_use", "tool_result")
_MEDIA = {
    "image": PartKind.IMAGE,
    "audio": PartKind.AUDIO,
    "video": PartKind.FILE,
    "file": PartKind.FILE,
    "media": PartKind.FILE,
    "text-plain": PartKind.FILE,
}

_MEDIA_TYPES = ("mime_type", "mimeType", "media_type")

#: Where a media block has its content: of the standard blocks, of those before them, and of MCP.
_DATA = ("base64", "data", "url", "file_id", "id")


def content_groups(content: Any) -> list[Group]:
    """The groups of a message's content: text, or a list of blocks and plain strings; null gives none."""
    if is_list(content):
        return [block_group(block) for block in content if block is not None]
    if is_object(content):
        return [block_group(content)]
    return [(part,) for part in content_parts(content, Pairing())]


def block_group(block: Any) -> Group:
    """The parts of one block."""
    if not is_object(block):
        return tuple(content_parts([block], Pairing()))
    kind = text_field(block, "type")
    if kind == "reasoning":
        return (_reasoning(block),)
    if kind in _CALLS:
        return (_call(block, kind),)
    if kind == "server_tool_result":
        return (_server_result(block),)
    if kind in _ANTHROPIC or is_object(block.get("source")):
        return anthropic.block_group(block)
    if kind in _MEDIA and not is_object(block.get(kind)):
        return (_media(block, _MEDIA[kind]),)
    if kind == "non_standard" and is_object(block.get("value")):
        return block_group(block["value"])
    return tuple(content_parts([block], Pairing()))


def _reasoning(block: Mapping[str, Any]) -> Part:
    """Thinking: the text of the standard block, or the summary of OpenAI's item."""
    extras = block.get("extras")
    signature = text_field(as_object(extras), "signature")
    known = ("type", "reasoning", "summary", *(("extras",) if signature and len(extras or ()) == 1 else ()))
    return Part(
        PartKind.THINKING,
        text_field(block, "reasoning") or summary_text(block.get("summary")),
        signature=signature,
        extra=extra_of(block, known),
    )


def summary_text(summary: Any) -> str:
    """The texts of a summary of the model's reasoning, joined by line ends."""
    listed: list[Any] = as_list(summary)
    return "\n".join(text_field(one, "text") for one in listed if is_object(one))


def _call(block: Mapping[str, Any], kind: str) -> Part:
    """A call; its type is kept where it is not the plain one."""
    text, is_json = text_or_json(next((block[key] for key in ("args", "arguments") if key in block), None))
    plain = ("type",) if kind in ("tool_call", "tool_call_chunk", "function_call") else ()
    called = text_field(block, "call_id")
    known = ("name", "args", "arguments", "call_id", "index", *plain, *(() if called else ("id",)))
    return Part(
        PartKind.CALL,
        text,
        name=text_field(block, "name"),
        call_id=called or text_field(block, "id"),
        json=is_json,
        extra=extra_of(block, known),
    )


def _server_result(block: Mapping[str, Any]) -> Part:
    text, is_json = text_or_json(block.get("output"))
    return Part(
        PartKind.RESULT,
        text,
        call_id=text_field(block, "tool_call_id"),
        json=is_json,
        extra=extra_of(block, ("tool_call_id", "output")),
    )


def _media(block: Mapping[str, Any], kind: PartKind) -> Part:
    """An image, a clip or a file; the plain text of a text file is its text."""
    text = text_field(block, "text")
    where = next((key for key in _DATA if text_field(block, key)), "")
    return Part(
        kind,
        text,
        name=text_field(block, "title", "filename"),
        media_type=text_field(block, *_MEDIA_TYPES),
        data=text_field(block, where) if where else "",
        extra=extra_of(block, ("type", *_MEDIA_TYPES, "source_type", "text", "title", "filename", where)),
    )
