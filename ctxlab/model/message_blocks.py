"""What an API message says, block by block, read from its value in either wire format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeGuard

from ctxlab.model.items import Part, PartKind
from ctxlab.model.media import head_of
from ctxlab.model.trace_parts import Message

#: JSON texts beyond this many characters are shown as they stand: setting them out takes too long.
_MOST_SET_OUT = 50_000
_KILO = 1_000


class BlockKind(StrEnum):
    """What a block is."""

    TEXT = "text"
    THINKING = "thinking"
    CALL = "call"
    RESULT = "result"
    MEDIA = "media"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a message.

    `text` is what it says: JSON set out on lines where the block is data (`laid_out`), else the text itself.
    `name` is a call's tool, a medium's kind, or the type of other data; `call_id` pairs calls and results.
    `pointer` is the JSON pointer of the text in the message. `part` is an image as a part.
    """

    kind: BlockKind
    text: str
    name: str = ""
    call_id: str = ""
    pointer: str = ""
    laid_out: bool = False
    part: Part | None = None


def blocks_of(value: Mapping[str, Any]) -> Iterator[Block]:
    """The blocks of a message: thinking, then content, then calls."""
    thinking = value.get("reasoning_content")
    if thinking:
        yield Block(BlockKind.THINKING, str(thinking), pointer="/reasoning_content")
    content = value.get("content", value.get("text"))
    where = "/content" if "content" in value else "/text"
    if value.get("role") == "tool":
        call_id = str(value.get("tool_call_id", ""))
        yield from _result(content, call_id, where)
    else:
        yield from _content(content, where)
    for at, call in enumerate(_list(value.get("tool_calls"))):
        function = call.get("function") if _is_object(call) else None
        pointer = f"/tool_calls/{at}/function/arguments"
        if _is_object(call) and _is_object(function):
            text, laid_out = laid_out_json(str(function.get("arguments", "")))
            name, call_id = str(function.get("name", "")), str(call.get("id", ""))
            yield Block(BlockKind.CALL, text, name, call_id, pointer, laid_out)
        else:
            yield Block(BlockKind.DATA, _dump(call), "", "", pointer, laid_out=True)


def beside_blocks(value: object) -> Iterator[Block]:
    """The blocks of what stands beside the messages: texts of a system part, tools as data."""
    for at, one in enumerate(_list(value)):
        if _is_object(one) and one.get("type") == "text":
            yield Block(BlockKind.TEXT, str(one.get("text", "")), pointer=f"/{at}/text")
        else:
            yield Block(BlockKind.DATA, _dump(one), _tool_name(one), pointer=f"/{at}", laid_out=True)


def call_names(messages: Sequence[Message]) -> dict[str, str]:
    """The tool of each call by the call's id, over all messages."""
    return {
        call_id: name for message in messages for call_id, name in _calls(message.value) if call_id and name
    }


def _calls(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for call in _list(value.get("tool_calls")):
        if _is_object(call) and _is_object(function := call.get("function")):
            yield str(call.get("id", "")), str(function.get("name", ""))
    for block in _list(value.get("content")):
        if _is_object(block) and block.get("type") == "tool_use":
            yield str(block.get("id", "")), str(block.get("name", ""))


def _tool_name(tool: object) -> str:
    """The name of a tool in either wire format; empty where it has none."""
    if not _is_object(tool):
        return ""
    function = tool.get("function")
    return str((function if _is_object(function) else tool).get("name", ""))


def laid_out_json(text: str) -> tuple[str, bool]:
    """A text that is a JSON object or array set out on lines, and whether it is one; others as they are."""
    if len(text) > _MOST_SET_OUT or text.lstrip()[:1] not in ("{", "["):
        return text, False
    try:
        return _dump(json.loads(text)), True
    except (ValueError, RecursionError):
        return text, False


def _content(content: object, pointer: str) -> Iterator[Block]:
    if content is None:
        return
    if isinstance(content, str):
        yield Block(BlockKind.TEXT, content, pointer=pointer)
        return
    if not _is_list(content):
        yield Block(BlockKind.DATA, _dump(content), pointer=pointer, laid_out=True)
        return
    for at, block in enumerate(content):
        yield from _block(block, f"{pointer}/{at}")


def _block(block: object, pointer: str) -> Iterator[Block]:
    if not _is_object(block):
        yield Block(BlockKind.DATA, _dump(block), pointer=pointer, laid_out=True)
        return
    kind = str(block.get("type", ""))
    if kind in ("text", "thinking"):
        yield Block(BlockKind(kind), str(block.get(kind, "")), pointer=f"{pointer}/{kind}")
    elif kind == "tool_use":
        name, call_id = str(block.get("name", "")), str(block.get("id", ""))
        yield Block(BlockKind.CALL, _dump(block.get("input")), name, call_id, pointer, laid_out=True)
    elif kind == "tool_result":
        yield from _result(block.get("content"), str(block.get("tool_use_id", "")), f"{pointer}/content")
    elif (medium := _medium(kind, block)) is not None:
        image = image_of(block) if _MEDIA[kind] == "image" else None
        yield Block(BlockKind.MEDIA, medium, _MEDIA[kind], pointer=pointer, part=image)
    else:
        yield Block(BlockKind.DATA, _dump(block), kind, pointer=pointer, laid_out=True)


def _result(content: object, call_id: str, pointer: str) -> Iterator[Block]:
    """A result's texts; what else it holds stands behind them as it would elsewhere."""
    inner = list(_content(content, pointer)) or [Block(BlockKind.TEXT, "", pointer=pointer)]
    for block in inner:
        if block.kind is BlockKind.TEXT:
            text, laid_out = laid_out_json(block.text)
            yield Block(BlockKind.RESULT, text, "", call_id, block.pointer, laid_out)
        else:
            yield block


_MEDIA = {
    "image": "image",
    "image_url": "image",
    "input_audio": "audio",
    "document": "document",
    "file": "file",
}


def image_of(block: Mapping[str, Any]) -> Part:
    """The image of a message's block, as a part."""
    held = block.get("source", block.get("image_url"))
    fields: Mapping[str, Any] = held if _is_object(held) else {"url": held}
    detail = fields.get("detail", block.get("detail"))
    return Part(
        PartKind.IMAGE,
        media_type=str(fields.get("media_type") or ""),
        data=str(fields.get("data") or fields.get("url") or fields.get("file_id") or ""),
        extra=json.dumps({"detail": detail}) if isinstance(detail, str) else "",
    )


def _medium(kind: str, block: Mapping[str, Any]) -> str | None:
    """What can be said of a medium beside its kind: its type and size, or where it is; None if it is none."""
    if kind not in _MEDIA:
        return None
    held = block.get("source", block.get(kind))
    if not _is_object(held):
        return ""
    data = str(held.get("data", held.get("url", held.get("file_data", ""))))
    said = str(held.get("media_type", held.get("format", held.get("filename", ""))))
    if data.startswith("data:"):
        head, _, data = data.partition(",")
        said = said or head.removeprefix("data:").removesuffix(";base64")
    elif data.startswith(("http://", "https://")):
        return data
    size = len(data) * 3 // 4
    told = f"{-(-size // _KILO):,} kB" if size >= _KILO else f"{size} B"
    format_, width, height = head_of(data) if _MEDIA[kind] == "image" else ("", 0, 0)
    sides = f"{width} x {height}" if width and height else ""
    return " · ".join(part for part in (format_ or said, sides, told) if part)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _list(value: object) -> Sequence[Any]:
    return value if _is_list(value) else ()


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple)


def _is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
