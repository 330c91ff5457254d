"""The readable text of an API message, for comparing and showing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeGuard

from ctxlab.model.trace import Message


def message_text(message: Message) -> str:
    """The message's text: its content, then its calls, one a line.

    Media stand as their kind, never as their data.
    """
    value = message.value
    content = value.get("content", value.get("text"))
    calls = value.get("tool_calls")
    thinking = value.get("reasoning_content")
    if isinstance(content, str) and not calls and not thinking:
        return content
    lines = [str(thinking)] if thinking else []
    lines.extend(_content_lines(content))
    lines.extend(_call_line(call) for call in calls or ())
    return "\n".join(lines)


def _content_lines(content: object) -> list[str]:
    if content is None:
        return []
    if isinstance(content, str):
        return [content]
    if _is_list(content):
        return [_block_line(block) for block in content]
    return [json.dumps(content, ensure_ascii=False)]


def _block_line(block: object) -> str:
    if not _is_object(block):
        return str(block)
    kind = str(block.get("type", ""))
    if kind in ("text", "thinking"):
        return str(block.get(kind, ""))
    if kind == "tool_use":
        return f"{block.get('name')}({json.dumps(block.get('input'), ensure_ascii=False)})"
    if kind == "tool_result":
        return "\n".join(_content_lines(block.get("content")))
    return f"[{kind}]"


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def _call_line(call: Any) -> str:
    function: Mapping[str, Any] = call["function"]
    return f"{function['name']}({function['arguments']})"
