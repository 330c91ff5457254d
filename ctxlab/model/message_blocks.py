"""What an API message says, block by block, read from its value in any wire format."""

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
    """The blocks of a message: thinking, then content, then calls. Gemini's contents have theirs in a row."""
    if _is_list(value.get("parts")):
        for at, part in enumerate(value["parts"]):
            yield from _gemini_part(part, f"/parts/{at}")
        return
    if "role" not in value and isinstance(kind := value.get("type"), str) and kind != "text":
        yield from _item(value, kind)
        return
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
    if _is_object(value):
        yield from blocks_of(value)
    for at, one in enumerate(_list(value)):
        if _is_object(one) and _is_list(declared := one.get("functionDeclarations")):
            for i, tool in enumerate(declared):
                pointer = f"/{at}/functionDeclarations/{i}"
                yield Block(BlockKind.DATA, _dump(tool), _tool_name(tool), pointer=pointer, laid_out=True)
        elif _is_object(one) and one.get("type") == "text":
            yield Block(BlockKind.TEXT, str(one.get("text", "")), pointer=f"/{at}/text")
        else:
            yield Block(BlockKind.DATA, _dump(one), _tool_name(one), pointer=f"/{at}", laid_out=True)


def call_names(messages: Sequence[Message]) -> dict[str, str]:
    """The tool of each call by the call's id, over all messages."""
    return {
        call_id: name for message in messages for call_id, name in _calls(message.value) if call_id and name
    }


def speaker(value: Mapping[str, Any]) -> str:
    """Whose message it is, by its role; of an item without any what it is."""
    return str(value.get("role") or value.get("type") or "")


def result_id(value: Mapping[str, Any]) -> str:
    """The id of the call that a message of one result answers, or empty."""
    known = value.get("tool_call_id") or (value.get("call_id") if "output" in value else "")
    return str(known or "")


def _calls(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "call_id" in value and "name" in value:
        yield str(value["call_id"]), str(value["name"])
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


def _item(value: Mapping[str, Any], kind: str) -> Iterator[Block]:
    """The blocks of an item of the Responses API that is no message."""
    call_id = str(value.get("call_id", ""))
    if kind.endswith("_call") and isinstance(asked := value.get("arguments", value.get("input")), str):
        text, laid_out = laid_out_json(asked)
        pointer = "/arguments" if "arguments" in value else "/input"
        yield Block(BlockKind.CALL, text, str(value.get("name", "")), call_id, pointer, laid_out)
    elif kind.endswith("_call_output"):
        yield from _result(value.get("output"), call_id, "/output")
    elif kind == "reasoning":
        for key in ("summary", "content"):
            for at, one in enumerate(_list(value.get(key))):
                if _is_object(one):
                    yield Block(BlockKind.THINKING, str(one.get("text", "")), pointer=f"/{key}/{at}/text")
    else:
        yield Block(BlockKind.DATA, _dump(value), kind, laid_out=True)


def _gemini_part(part: object, pointer: str) -> Iterator[Block]:
    """The blocks of one part of a Gemini content."""
    if not _is_object(part):
        yield Block(BlockKind.DATA, _dump(part), pointer=pointer, laid_out=True)
    elif isinstance(text := part.get("text"), str):
        kind = BlockKind.THINKING if part.get("thought") else BlockKind.TEXT
        yield Block(kind, text, pointer=f"{pointer}/text")
    elif _is_object(call := part.get("functionCall")):
        name, call_id = str(call.get("name", "")), str(call.get("id", ""))
        yield Block(BlockKind.CALL, _dump(call.get("args")), name, call_id, pointer, laid_out=True)
    elif _is_object(response := part.get("functionResponse")):
        yield from _response(response, f"{pointer}/functionResponse")
    elif _is_object(blob := part.get("inlineData", part.get("fileData"))):
        family = str(blob.get("mimeType", "")).partition("/")[0]
        sort = {"image": "image_url", "audio": "input_audio"}.get(family, "file")
        data = str(blob.get("data", blob.get("fileUri", "")))
        held = {"media_type": blob.get("mimeType", ""), "data": data}
        image = image_of({"source": held}) if sort == "image_url" else None
        said = _medium(sort, {"source": held}) or ""
        yield Block(BlockKind.MEDIA, said, _MEDIA[sort], pointer=pointer, part=image)
    else:
        yield Block(BlockKind.DATA, _dump(part), pointer=pointer, laid_out=True)


def _response(response: Mapping[str, Any], pointer: str) -> Iterator[Block]:
    """What a function gave: a text alone, or an object."""
    given, name, call_id = (response.get(key) for key in ("response", "name", "id"))
    told = str(name or ""), str(call_id or "")
    if _is_object(given) and len(given) == 1 and isinstance(given.get("output"), str):
        text, laid_out = laid_out_json(given["output"])
        yield Block(BlockKind.RESULT, text, *told, f"{pointer}/response/output", laid_out)
    else:
        yield Block(BlockKind.RESULT, _dump(given), *told, f"{pointer}/response", laid_out=True)


def _block(block: object, pointer: str) -> Iterator[Block]:
    if not _is_object(block):
        yield Block(BlockKind.DATA, _dump(block), pointer=pointer, laid_out=True)
        return
    kind = str(block.get("type", ""))
    if kind in ("input_text", "output_text"):
        yield Block(BlockKind.TEXT, str(block.get("text", "")), pointer=f"{pointer}/text")
    elif kind in ("text", "thinking"):
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
    "input_image": "image",
    "input_file": "file",
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
    if kind == "input_image":
        held = {"url": block.get("image_url") or block.get("file_id") or ""}
    elif kind == "input_file":
        held = block
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
