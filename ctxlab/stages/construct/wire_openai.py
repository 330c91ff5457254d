"""OpenAI chat completions: one message a result, tool calls beside the content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.model.items import Part, PartKind
from ctxlab.model.trace import Span
from ctxlab.stages.construct.wire import Entry, Value, data_url, parse_json


class OpenAiChat:
    """Builds messages as the chat completions API takes them."""

    system_apart = False
    results_together = False

    def text_message(self, role: str, text: str) -> Value:
        """A message that holds one text."""
        return {"role": role, "content": text}

    def message(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One recorded message; a single text is a plain string, several parts are a list."""
        first = entries[0].item
        value: Value = {"role": first.role}
        if first.name:
            value["name"] = first.name
        spans: list[Span] = []
        content = [(entry.position, part) for entry in entries for part in entry.parts if part.kind in _CONTENT]
        value["content"] = self._content(content, spans)
        thinking = [(e.position, p) for e in entries for p in e.parts if p.kind is PartKind.THINKING]
        if thinking:
            value["reasoning_content"] = _joined(thinking, "/reasoning_content", spans)
        calls = [(entry.position, part) for entry in entries for part in entry.parts if part.kind is PartKind.CALL]
        if calls:
            value["tool_calls"] = [_call(at, position, part, spans) for at, (position, part) in enumerate(calls)]
        return value, tuple(spans)

    def results(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One result as a tool message."""
        entry = entries[0]
        text = next((part for part in entry.parts if part.kind is PartKind.RESULT), Part(PartKind.RESULT))
        call_id = text.call_id or entry.item.call_id
        content = text.text
        others = [part.text for part in entry.parts if part is not text and part.text]
        if others:
            content = "\n".join([content, *others] if content else others)
        value: Value = {"role": "tool", "tool_call_id": call_id, "content": content}
        return value, (("/content", 0, len(content), entry.position),)

    def tool(self, schema: str) -> Any:
        """The schema as recorded."""
        return parse_json(schema)

    def _content(self, content: list[tuple[int, Part]], spans: list[Span]) -> Any:
        if not content:
            return None
        if len(content) == 1 and content[0][1].kind in _TEXTUAL:
            position, part = content[0]
            spans.append(("/content", 0, len(part.text), position))
            return part.text
        values: list[Value] = []
        for at, (position, part) in enumerate(content):
            value = _content_part(part)
            if value["type"] == "text":
                spans.append((f"/content/{at}/text", 0, len(part.text), position))
            else:
                spans.append((f"/content/{at}", 0, 0, position))
            values.append(value)
        return values


_TEXTUAL = frozenset({PartKind.TEXT, PartKind.UNKNOWN, PartKind.RESULT})
_CONTENT = _TEXTUAL | {PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE}


def _content_part(part: Part) -> Value:
    if part.kind is PartKind.IMAGE:
        return {"type": "image_url", "image_url": {"url": data_url(part)}}
    if part.kind is PartKind.AUDIO:
        return {"type": "input_audio", "input_audio": {"data": part.data, "format": part.media_type}}
    if part.kind is PartKind.FILE:
        return {"type": "file", "file": {"file_data": data_url(part), "filename": part.name}}
    return {"type": "text", "text": part.text}


def _call(at: int, position: int, part: Part, spans: list[Span]) -> Value:
    spans.append((f"/tool_calls/{at}/function/arguments", 0, len(part.text), position))
    return {"id": part.call_id, "type": "function", "function": {"name": part.name, "arguments": part.text}}


def _joined(parts: list[tuple[int, Part]], pointer: str, spans: list[Span]) -> str:
    text = ""
    for position, part in parts:
        text += "\n" if text else ""
        spans.append((pointer, len(text), len(text) + len(part.text), position))
        text += part.text
    return text
