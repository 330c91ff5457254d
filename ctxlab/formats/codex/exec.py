"""Events of `codex exec --json`: what each says as items of the Responses API.

A command that the model asked for and what came of it are one event there, and two items here. Each turn
begins with what the user said, which is not in the stream: an empty message stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.dialects.responses import is_given
from ctxlab.formats.fields import text_field
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.responses.usage import responses_usage
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

_EVENTS = (
    *("thread.started", "turn.started", "turn.completed", "turn.failed"),
    *("item.started", "item.updated", "item.completed"),
)

#: Where events say what was asked for, and what came of it.
_ASKED = ("command", "arguments", "changes", "items")
_CAME = ("aggregated_output", "result", "error", "status")


@dataclass(slots=True)
class Said:
    """One item of the Responses API that an event tells of."""

    item: Mapping[str, Any]
    place: Place
    usage: Usage | None = None


@dataclass(slots=True)
class Stream:
    """What a stream says, in the order in which it began, and the id of its thread."""

    said: list[Said] = field(default_factory=list[Said])
    thread: str = ""


def is_event(value: Any) -> bool:
    """Whether the value is an event of the stream."""
    if not is_object(value) or value.get("type") not in _EVENTS:
        return False
    return is_object(value.get("item")) if str(value["type"]).startswith("item.") else True


def stream_of(document: Document) -> Stream:
    """What the events of a document say; of an item its last state counts."""
    stream = Stream()
    turn: dict[str, Record] = {}
    for number, record in enumerate(document.records):
        kind = text_field(record.value, "type") if is_event(record.value) else ""
        if kind.startswith("item."):
            turn[text_field(record.value["item"], "id") or str(number)] = record
        elif kind == "thread.started":
            stream.thread = text_field(record.value, "thread_id")
        elif kind:
            stream.said += _said(turn, record.value.get("usage"))
            turn = {}
        if kind == "turn.started":
            stream.said.append(Said({"role": "user", "content": ""}, Place(record.line)))
    stream.said += _said(turn, None)
    return stream


def _said(turn: Mapping[str, Record], used: Any) -> list[Said]:
    """What a turn's items say; what it used is that of one call of the model only if there was but one."""
    found = [
        Said(one, Place(record.line, "/item"))
        for record in turn.values()
        for one in _items(record.value["item"], done=record.value["type"] == "item.completed")
    ]
    given = [is_given(one.item) for one in found]
    starts = [at for at, gives in enumerate(given) if gives and not (at and given[at - 1])]
    if len(starts) == 1:
        found[starts[0]].usage = responses_usage(used)
    return found


def _items(item: Mapping[str, Any], *, done: bool) -> Iterator[Mapping[str, Any]]:
    kind = text_field(item, "type", "item_type")
    if kind in ("agent_message", "assistant_message"):
        content = [{"type": "output_text", "text": text_field(item, "text")}]
        yield {"type": "message", "role": "assistant", "content": content}
    elif kind == "reasoning":
        yield {"type": "reasoning", "summary": [text_field(item, "text")]}
    elif kind == "web_search":
        yield {"type": "web_search_call", "id": item.get("id"), "query": item.get("query")}
    elif kind in ("command_execution", "file_change", "mcp_tool_call", "todo_list"):
        yield from _tool(item, kind, done=done)
    else:
        yield item


def _tool(item: Mapping[str, Any], kind: str, *, done: bool) -> Iterator[Mapping[str, Any]]:
    asked = next((key for key in _ASKED if item.get(key) is not None), "")
    came = next((key for key in _CAME if item.get(key) is not None), "")
    name = text_field(item, "tool") or kind
    rest = {
        key: one for key, one in item.items() if key not in ("id", "type", "item_type", asked, came, "tool")
    }
    call = {
        "type": "function_call",
        "call_id": item.get("id"),
        "name": name,
        "arguments": item.get(asked, ""),
    }
    yield {**rest, **call}
    if done:
        output = item.get(came, "") if kind != "todo_list" else ""
        yield {"type": "function_call_output", "call_id": item.get("id"), "output": output}
