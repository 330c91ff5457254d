"""What was sent with one call, as JSON of a list of messages of chat completions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ctxlab.formats.fields import compact
from ctxlab.formats.recorded import Recorded, group_of
from ctxlab.model.items import Part, PartKind


def sent_text(messages: Iterable[Recorded]) -> str:
    """The messages as a list that reads back as the same ones; empty where there are none."""
    written = [one for message in messages for one in _messages(message)]
    return compact(written) if written else ""


def _messages(message: Recorded) -> list[dict[str, Any]]:
    groups = [group_of(one) for one in message.groups]
    results = [group for group in groups if group and group[0].kind is PartKind.RESULT]
    parts = [part for group in groups if group not in results for part in group]
    written = [_result(group) for group in results]
    if parts or not results:
        written.append(_spoken(message, parts))
    return written


def _result(group: Sequence[Part]) -> dict[str, Any]:
    first, *media = group
    content: Any = first.text
    if media:
        content = [{"type": "text", "text": first.text}, *(_content(part) for part in media)]
    named = {"name": first.name} if first.name else {}
    return {"role": "tool", "tool_call_id": first.call_id, **named, "content": content}


def _spoken(message: Recorded, parts: Sequence[Part]) -> dict[str, Any]:
    calls = [part for part in parts if part.kind is PartKind.CALL]
    thinking = "\n".join(part.text for part in parts if part.kind is PartKind.THINKING)
    rest = [part for part in parts if part.kind not in (PartKind.CALL, PartKind.THINKING)]
    content: Any = [_content(part) for part in rest]
    if all(part.kind is PartKind.TEXT for part in rest) and len(rest) <= 1:
        content = rest[0].text if rest else None if calls else ""
    written: dict[str, Any] = {"role": message.role}
    if message.name:
        written["name"] = message.name
    written["content"] = content
    if thinking:
        written["reasoning_content"] = thinking
    if calls:
        written["tool_calls"] = [
            {"id": part.call_id, "type": "function", "function": {"name": part.name, "arguments": part.text}}
            for part in calls
        ]
    return written


def _content(part: Part) -> dict[str, Any]:
    if part.kind is PartKind.IMAGE:
        return {"type": "image_url", "image_url": {"url": _address(part)}}
    if part.kind is PartKind.AUDIO:
        return {"type": "input_audio", "input_audio": {"data": part.data, "format": part.media_type[6:]}}
    if part.kind is PartKind.FILE:
        return {"type": "file", "file": {"file_data": _address(part), "filename": part.name}}
    return {"type": "text", "text": part.text}


def _address(part: Part) -> str:
    """An address as it is, a blob as a data URL."""
    if ":" in part.data[:20] or not part.media_type:
        return part.data
    return f"data:{part.media_type};base64,{part.data}"
