"""OpenAI chat completions: one message a result, tool calls beside the content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.model.items import Part, PartKind
from ctxlab.model.media import image_info, payload
from ctxlab.model.tool_schemas import declared
from ctxlab.model.trace import Span
from ctxlab.stages.construct.wire import Entry, Value, data_url, is_object, parse_json
from ctxlab.tokens.items import MEDIA


class OpenAiChat:
    """Builds messages as the chat completions API takes them.

    `native` says that the session was recorded in this format: parts that no reader understands then go out
    as they came, else as the text of their JSON. Images in a result stay beside its text, as many servers
    take them.
    """

    system_apart = False
    results_together = False

    def __init__(self, native: bool = True) -> None:
        self._native = native

    def is_empty(self, part: Part) -> bool:
        """An empty text, and thinking without text: its signature means nothing here."""
        return part.kind in _SAID and not part.text

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
        parts = [(e.position, part) for e in entries for part in e.parts if not self.is_empty(part)]
        content = [(position, part) for position, part in parts if part.kind in _CONTENT]
        value["content"] = self._content(content, spans)
        thinking = [(position, part) for position, part in parts if part.kind is PartKind.THINKING]
        if thinking:
            value["reasoning_content"] = _joined(thinking, "/reasoning_content", spans)
        calls = [(position, part) for position, part in parts if part.kind is PartKind.CALL]
        if calls:
            value["tool_calls"] = [
                _call(at, position, part, spans) for at, (position, part) in enumerate(calls)
            ]
        return value, tuple(spans)

    def results(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Span, ...]]:
        """One result as a tool message."""
        entry = entries[0]
        result = next((part for part in entry.parts if part.kind is PartKind.RESULT), Part(PartKind.RESULT))
        spans: list[Span] = []
        parts = [(entry.position, part) for part in entry.parts if part.text or part.kind in MEDIA]
        content = self._content(parts, spans) if parts else ""
        if not spans:
            spans.append(("/content", 0, 0, entry.position))
        call_id = result.call_id or entry.item.call_id
        return {"role": "tool", "tool_call_id": call_id, "content": content}, tuple(spans)

    def tool(self, schema: str) -> Any:
        """The schema as recorded where that is this format's own form, else in this format."""
        value = parse_json(schema)
        own = is_object(value) and is_object(value.get("function"))
        return value if self._native and own else declared("openai-chat", value)

    def _content(self, content: list[tuple[int, Part]], spans: list[Span]) -> Any:
        if not content:
            return None
        if len(content) == 1 and content[0][1].kind in _TEXTUAL and not self._is_raw(content[0][1]):
            position, part = content[0]
            spans.append(("/content", 0, len(part.text), position))
            return part.text
        values: list[Value] = []
        for at, (position, part) in enumerate(content):
            value = parse_json(part.text) if self._is_raw(part) else _content_part(part)
            if value.get("type") == "text" and not self._is_raw(part):
                spans.append((f"/content/{at}/text", 0, len(part.text), position))
            else:
                spans.append((f"/content/{at}", 0, 0, position))
            values.append(value)
        return values

    def _is_raw(self, part: Part) -> bool:
        """Whether a part goes out as the object that it was."""
        return self._native and part.kind is PartKind.UNKNOWN and is_object(parse_json(part.text))


_TEXTUAL = frozenset({PartKind.TEXT, PartKind.UNKNOWN, PartKind.RESULT})
_CONTENT = _TEXTUAL | MEDIA
_DETAILS = frozenset({"low", "high", "auto", "original"})
_SAID = frozenset({PartKind.TEXT, PartKind.THINKING, PartKind.UNKNOWN})


def _content_part(part: Part) -> Value:
    if part.kind is PartKind.IMAGE:
        detail = image_info(part).detail
        told = {"detail": detail} if detail in _DETAILS else {}
        return {"type": "image_url", "image_url": {"url": data_url(part), **told}}
    if part.kind is PartKind.AUDIO:
        sort = part.media_type.removeprefix("audio/")
        return {"type": "input_audio", "input_audio": {"data": payload(part.data), "format": sort}}
    if part.kind is PartKind.FILE and (part.data or not part.text):
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
