"""Anthropic Messages: content blocks, results together in a user message, the system part apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.model.items import Part, PartKind
from ctxlab.model.trace import Span
from ctxlab.stages.construct.wire import Entry, Value, parse_json


class Anthropic:
    """Builds messages as the Messages API takes them."""

    system_apart = True
    results_together = True

    def text_message(self, role: str, text: str) -> Value:
        """A message that holds one text; for the system part a text block."""
        if role == "system":
            return {"type": "text", "text": text}
        return {"role": role, "content": text}

    def message(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One recorded message; a user's single text is a plain string, all else are blocks."""
        role = "assistant" if entries[0].item.role == "assistant" else "user"
        parts = [(entry.position, part) for entry in entries for part in entry.parts]
        if role == "user" and len(parts) == 1 and parts[0][1].kind is PartKind.TEXT:
            position, part = parts[0]
            return {"role": role, "content": part.text}, (("/content", 0, len(part.text), position),)
        return self._blocks(role, parts)

    def results(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """All results of one turn of the model in one user message."""
        spans: list[Span] = []
        blocks: list[Value] = []
        for at, entry in enumerate(entries):
            result = next((part for part in entry.parts if part.kind is PartKind.RESULT), Part(PartKind.RESULT))
            media = [_block(part) for part in entry.parts if part is not result and part.kind is not PartKind.RESULT]
            block: Value = {"type": "tool_result", "tool_use_id": result.call_id or entry.item.call_id}
            pointer = f"/content/{at}/content"
            if media:
                block["content"] = [{"type": "text", "text": result.text}, *media] if result.text else media
                pointer += "/0/text"
            else:
                block["content"] = result.text
            spans.append((pointer, 0, len(result.text), entry.position))
            blocks.append(block)
        return {"role": "user", "content": blocks}, tuple(spans)

    def tool(self, schema: str) -> Any:
        """The schema as recorded."""
        return parse_json(schema)

    def _blocks(self, role: str, parts: list[tuple[int, Part]]) -> tuple[Value, tuple[Span, ...]]:
        spans: list[Span] = []
        blocks: list[Value] = []
        for at, (position, part) in enumerate(parts):
            block = _block(part)
            key = {"text": "text", "thinking": "thinking"}.get(block["type"], "")
            pointer = f"/content/{at}/{key}" if key else f"/content/{at}"
            spans.append((pointer, 0, len(part.text) if key else 0, position))
            blocks.append(block)
        return {"role": role, "content": blocks}, tuple(spans)


def _block(part: Part) -> Value:
    if part.kind is PartKind.CALL:
        arguments = parse_json(part.text)
        return {"type": "tool_use", "id": part.call_id, "name": part.name, "input": arguments}
    if part.kind is PartKind.THINKING:
        return {"type": "thinking", "thinking": part.text, "signature": part.signature}
    if part.kind is PartKind.IMAGE:
        return {"type": "image", "source": _source(part)}
    if part.kind is PartKind.FILE:
        return {"type": "document", "source": _source(part)}
    return {"type": "text", "text": part.text}


def _source(part: Part) -> Value:
    if part.data.startswith(("http://", "https://")):
        return {"type": "url", "url": part.data}
    return {"type": "base64", "media_type": part.media_type, "data": part.data}
