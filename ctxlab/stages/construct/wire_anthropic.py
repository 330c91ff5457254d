"""Anthropic Messages: content blocks, results together in a user message, the system part apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.model.items import Part, PartKind
from ctxlab.model.media import payload
from ctxlab.model.tool_schemas import declared
from ctxlab.model.trace import Span
from ctxlab.stages.construct.wire import Entry, Value, is_object, parse_json


class Anthropic:
    """Builds messages as the Messages API takes them.

    `native` says that the session was recorded in this format: parts that no reader understands then go out
    as they came, else as the text of their JSON. Audio, for which there is no block, is named in a text
    block.
    """

    system_apart = True
    results_together = True

    def __init__(self, native: bool = True) -> None:
        self._native = native

    def is_empty(self, part: Part) -> bool:
        """An empty text, and thinking that has neither text nor signature."""
        return part.kind in _SAID and not part.text and not part.signature

    def text_message(self, role: str, text: str) -> Value:
        """A message that holds one text; for the system part a text block."""
        if role == "system":
            return {"type": "text", "text": text}
        return {"role": role, "content": text}

    def message(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One recorded message; a user's single text is a plain string, all else are blocks."""
        role = "assistant" if entries[0].item.role == "assistant" else "user"
        parts = [
            (entry.position, part) for entry in entries for part in entry.parts if not self.is_empty(part)
        ]
        if role == "user" and len(parts) == 1 and parts[0][1].kind is PartKind.TEXT:
            position, part = parts[0]
            return {"role": role, "content": part.text}, (("/content", 0, len(part.text), position),)
        spans: list[Span] = []
        blocks: list[Value] = []
        for position, part in parts:
            self._add(position, part, blocks, spans)
        return {"role": role, "content": blocks}, tuple(spans)

    def results(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """All results of one turn of the model in one user message, and what was recorded beside them."""
        spans: list[Span] = []
        blocks: list[Value] = []
        for entry in entries:
            result = next((part for part in entry.parts if part.kind is PartKind.RESULT), None)
            if result is not None:
                self._add_result(entry, result, blocks, spans)
                continue
            for part in entry.parts:
                if not self.is_empty(part):
                    self._add(entry.position, part, blocks, spans)
        return {"role": "user", "content": blocks}, tuple(spans)

    def _add_result(self, entry: Entry, result: Part, blocks: list[Value], spans: list[Span]) -> None:
        others = [part for part in entry.parts if part is not result and not self.is_empty(part)]
        pointer = f"/content/{len(blocks)}/content"
        block: Value = {"type": "tool_result", "tool_use_id": result.call_id or entry.item.call_id}
        if others:
            texts = [{"type": "text", "text": result.text}] if result.text else []
            block["content"] = [*texts, *(self._block(part) for part in others)]
            pointer += "/0/text" if result.text else "/0"
        else:
            block["content"] = result.text
        spans.append((pointer, 0, len(result.text), entry.position))
        blocks.append(block)

    def tool(self, schema: str) -> Any:
        """The schema as recorded where that is this format's own form, else in this format."""
        value = parse_json(schema)
        own = is_object(value) and not ({"function", "parameters"} & value.keys())
        return value if self._native and own else declared("anthropic", value)

    def _add(self, position: int, part: Part, blocks: list[Value], spans: list[Span]) -> None:
        block = self._block(part)
        key = {PartKind.TEXT: "text", PartKind.THINKING: "thinking"}.get(part.kind, "")
        pointer = f"/content/{len(blocks)}"
        spans.append((f"{pointer}/{key}" if key else pointer, 0, len(part.text) if key else 0, position))
        blocks.append(block)

    def _block(self, part: Part) -> Value:
        if part.kind is PartKind.CALL:
            return {"type": "tool_use", "id": part.call_id, "name": part.name, "input": _arguments(part.text)}
        if part.kind is PartKind.THINKING:
            return {"type": "thinking", "thinking": part.text, "signature": part.signature}
        if part.kind is PartKind.IMAGE:
            return {"type": "image", "source": _source(part)}
        if part.kind is PartKind.FILE:
            return {"type": "document", "source": _source(part)}
        if part.kind is PartKind.AUDIO:
            return {"type": "text", "text": f"[audio {part.media_type}]"}
        if part.kind is PartKind.UNKNOWN and self._native:
            value = parse_json(part.text)
            if is_object(value):
                return value
        return {"type": "text", "text": part.text}


_SAID = frozenset({PartKind.TEXT, PartKind.THINKING, PartKind.UNKNOWN})


def _arguments(text: str) -> Value:
    """A call's input, which has to be an object; anything else stands in one under `arguments`."""
    value: object = parse_json(text) if text.strip() else {}
    return value if is_object(value) else {"arguments": value}


def _source(part: Part) -> Value:
    if part.data.startswith(("http://", "https://")):
        return {"type": "url", "url": part.data}
    if not part.data and part.text:
        return {"type": "text", "media_type": "text/plain", "data": part.text}
    return {"type": "base64", "media_type": part.media_type, "data": payload(part.data) or part.data}
