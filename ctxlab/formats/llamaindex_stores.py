"""Where LlamaIndex keeps chats: stores of them, memories that hold a store, contexts of workflows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.dialects.llamaindex import is_llamaindex
from ctxlab.formats.fields import text_field
from ctxlab.formats.values import is_list, is_object, unwrap

#: What a memory, a component and a context nest, at most this deep.
_DEPTH = 8
_HOLDERS = (
    *("chat_store", "sql_store", "value", "memory", "chat_history"),
    *("state", "state_data", "_data", "globals", "store"),
)

#: Where a database that was in memory keeps its rows, each a message.
_ROWS = "db_data"

#: Logs of a workflow's events; the stream has each model's input as it was sent.
_EVENTS = ("streaming_queue", "broker_log")
_INPUTS = {"streaming_queue": "AgentInput", "broker_log": "AgentSetup"}
_NEAR = ("chat_store", "sql_store", "value", _ROWS)
_CONTEXT = ("streaming_queue", "broker_log", "queues", "globals", "accepted_events")


@dataclass(frozen=True, slots=True)
class Chat:
    """The messages of one key of a store, each with its pointer.

    The first `archived` of them were put out of the memory, to make room.
    """

    key: str
    messages: list[Any]
    pointers: list[str]
    archived: int = 0


def is_store(value: Any) -> bool:
    """Whether the value is, or near its top holds, a store of chats."""
    if not is_object(value):
        return False
    if value.get("class_name") == "SimpleChatStore" and is_object(value.get("store")):
        return True
    is_near = is_object(value.get("store")) or any(key in value for key in _NEAR)
    is_context = any(key in value for key in _CONTEXT)
    return (is_near or is_context) and any(True for _ in chats_in(value))


def chats_in(value: Any, pointer: str = "", depth: int = 0) -> Iterator[Chat]:
    """The chats that the value holds; JSON in strings is opened."""
    inner = unwrap(value)
    if not is_object(inner) or depth > _DEPTH:
        return
    store = inner.get("store")
    if is_object(store) and (inner.get("class_name") == "SimpleChatStore" or _has_chat(store)):
        for key, messages in store.items():
            if is_list(messages):
                escaped = key.replace("~", "~0").replace("/", "~1")
                path = f"{pointer}/store/{escaped}"
                yield Chat(key, messages, [f"{path}/{i}" for i in range(len(messages))])
        return
    if is_list(inner.get(_ROWS)):
        yield from _kept(inner[_ROWS], f"{pointer}/{_ROWS}")
        return
    for key in _HOLDERS:
        if key in inner:
            yield from chats_in(inner[key], f"{pointer}/{key}", depth + 1)


def inputs_in(context: Mapping[str, Any]) -> tuple[list[list[Any]], str]:
    """What a workflow sent to the model at each step of its last run, and the pointer to the events."""
    for name in _EVENTS:
        events = unwrap(context.get(name))
        found = [
            event["value"]["input"]
            for event in map(unwrap, events if is_list(events) else [])
            if is_object(event)
            and str(event.get("qualified_name", "")).endswith(f".{_INPUTS[name]}")
            and is_object(event.get("value"))
            and is_list(event["value"].get("input"))
        ]
        if found:
            return found, f"/{name}"
    return [], ""


def rest_of(value: Any, depth: int = 0) -> dict[str, Any]:
    """What else such a value says; the logs of events, which say the same again, are left out."""
    inner = unwrap(value)
    out: dict[str, Any] = {}
    for key, one in inner.items() if is_object(inner) else ():
        if key in ("store", _ROWS, *_EVENTS):
            continue
        holds = key in _HOLDERS and depth < _DEPTH and any(True for _ in chats_in(one, "", depth + 1))
        rest = rest_of(one, depth + 1) if holds else one
        if rest not in (None, "", [], {}):
            out[key] = rest
    return out


def _kept(rows: list[Any], pointer: str) -> Iterator[Chat]:
    """The chats in the rows of a database that was in memory."""
    chats: dict[str, list[tuple[Any, str, bool]]] = {}
    for i, row in enumerate(rows):
        if is_object(row) and is_llamaindex([row.get("data")]):
            at = row["data"], f"{pointer}/{i}/data", row.get("status") == "archived"
            chats.setdefault(text_field(row, "key"), []).append(at)
    for key, messages in chats.items():
        archived = next((i for i, (_, _, gone) in enumerate(messages) if not gone), len(messages))
        yield Chat(key, [one for one, _, _ in messages], [path for _, path, _ in messages], archived)


def _has_chat(store: Mapping[str, Any]) -> bool:
    return any(is_list(one) and is_llamaindex(one) for one in store.values())
