"""Streamed answers of the Anthropic Messages API: their events put together into the message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.formats.lookups import as_list, as_object, decoded
from ctxlab.formats.texts import as_text
from ctxlab.formats.values import is_object

_EVENTS = (
    *("message_start", "content_block_start", "content_block_delta", "content_block_stop"),
    *("message_delta", "message_stop", "ping"),
)

#: Under which field of its block the text of each kind of delta goes on.
_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "compaction_delta": "content"}


def is_event(value: object) -> bool:
    """Whether the value is one event of a streamed answer."""
    if not is_object(value):
        return False
    kind = value.get("type")
    if kind == "message_start":
        return is_object(value.get("message"))
    if kind == "content_block_start":
        return is_object(value.get("content_block"))
    if kind in ("content_block_delta", "message_delta"):
        return is_object(value.get("delta"))
    return kind in _EVENTS


def whole_message(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The message that the events are pieces of, in the shape of one that was not streamed."""
    message: dict[str, Any] = {"type": "message", "role": "assistant", "content": []}
    blocks: dict[Any, dict[str, Any]] = {}
    inputs: dict[Any, str] = {}
    for event in events:
        kind, at = event.get("type"), _index(event.get("index"))
        if kind == "message_start" and is_object(event.get("message")):
            message.update(event["message"])
        elif kind == "content_block_start" and is_object(event.get("content_block")):
            blocks[at] = dict(event["content_block"])
        elif kind == "content_block_delta" and is_object(event.get("delta")):
            _add(blocks.setdefault(at, {"type": "text", "text": ""}), event["delta"], inputs, at)
        elif kind == "message_delta":
            _finish(message, event)
    for at, text in inputs.items():
        blocks[at]["input"] = _input(text)
    message["content"] = [*as_list(message.get("content")), *(blocks[at] for at in sorted(blocks))]
    return message


def _index(value: object) -> int:
    return value if isinstance(value, int) else 0


def _add(block: dict[str, Any], delta: Mapping[str, Any], inputs: dict[Any, str], at: int) -> None:
    """Adds what a delta brings to its block; the JSON of an input is gathered to be read when it is whole."""
    kind = delta.get("type")
    name = _TEXTS.get(kind) if isinstance(kind, str) else None
    if kind == "input_json_delta":
        inputs[at] = inputs.get(at, "") + as_text(delta.get("partial_json"))
    elif kind == "citations_delta":
        block["citations"] = [*as_list(block.get("citations")), delta.get("citation")]
    elif name is not None:
        block[name] = as_text(block.get(name)) + as_text(delta.get(name))
    else:
        block.update({key: one for key, one in delta.items() if key != "type"})  # a signature comes whole


def _finish(message: dict[str, Any], event: Mapping[str, Any]) -> None:
    """The reason of the stop, and the usage: later figures replace those of the beginning."""
    for key in ("delta", "usage"):
        told = event.get(key)
        if is_object(told) and key == "usage":
            message["usage"] = {**as_object(message.get("usage")), **told}
        elif is_object(told):
            message.update(told)


def _input(text: str) -> Any:
    """The input as the object that it is; where the stream was cut, the text that there is."""
    return decoded(text) if text else {}
