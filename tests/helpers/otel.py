"""Small OpenTelemetry exports made by hand, and what is read from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ctxlab.formats.load import load_bytes
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Source
from ctxlab.model.session import Request, Session

CHAT = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}


def otlp(*spans: dict[str, Any], logs: Sequence[dict[str, Any]] = ()) -> bytes:
    """An export of the spans and log records."""
    value: dict[str, Any] = {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}
    if logs:
        value["resourceLogs"] = [{"scopeLogs": [{"logRecords": list(logs)}]}]
    return json.dumps(value).encode()


def span(
    id_: str, attributes: dict[str, Any], *, at: int = 1, parent: str = "", **fields: Any
) -> dict[str, Any]:
    """A span of 0.9 ms, `at` so many milliseconds; ids are one hex digit repeated."""
    start = 1_760_000_000_000_000_000 + at * 1_000_000
    return {
        "traceId": "a" * 32,
        "spanId": id_ * 16,
        "parentSpanId": parent * 16,
        "name": f"span {id_}",
        "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(start + 900_000),
        "attributes": [{"key": key, "value": typed(one)} for key, one in attributes.items()],
        **fields,
    }


def typed(value: Any) -> dict[str, Any]:
    """A value as OTLP types it."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if is_list(value):
        return {"arrayValue": {"values": [typed(one) for one in value]}}
    if is_object(value):
        return {"kvlistValue": {"values": [{"key": key, "value": typed(one)} for key, one in value.items()]}}
    return {"stringValue": value}


def event(name: str, attributes: dict[str, Any]) -> dict[str, Any]:
    """An event of a span."""
    return {
        "name": name,
        "attributes": [{"key": key, "value": typed(one)} for key, one in attributes.items()],
    }


def read(data: bytes) -> tuple[Session, ...]:
    """The sessions of an export."""
    sessions = load_bytes(data, "x.json")
    assert {one.origin.format for one in sessions} == {"otel"}
    return sessions


def one(data: bytes) -> Session:
    """The one session of an export."""
    (session,) = read(data)
    return session


def texts(session: Session) -> list[tuple[str, str]]:
    """Role and text of each item but schemas."""
    return [(item.role, item.text) for item in session.items if item.source is not Source.TOOL_SCHEMAS]


def live(session: Session, request: Request) -> list[str]:
    """The texts that were live at a request."""
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def messages(*pairs: tuple[str, str]) -> str:
    """Messages of one text each, in the conventions' parts."""
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in pairs])
