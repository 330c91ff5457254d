"""Containers, sessions and broken trees of OpenTelemetry traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.otel import CHAT, messages, one, otlp, read, span, texts

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.session import Usage


def test_a_trace_of_nothing_but_noise_is_refused() -> None:
    with pytest.raises(FormatError, match="no call of a model"):
        load_bytes(otlp(span("1", {"http.method": "GET"})), "x.json")
    with pytest.raises(FormatError, match="no spans"):
        load_bytes(b'{"resourceSpans": []}', "x.json")


def test_broken_trees_are_read_and_told() -> None:
    told = {
        "gen_ai.input.messages": messages(("user", "a")),
        "gen_ai.output.messages": messages(("assistant", "b")),
    }
    data = otlp(
        span("1", {**CHAT, **told}, parent="1"),
        span("2", {}, parent="3"),
        span("3", {}, parent="2"),
        span("4", {}, parent="f"),
        span("1", CHAT, parent="1"),
    )
    session = one(data)
    assert texts(session) == [("user", "a"), ("assistant", "b")]
    assert [(told_.code, dict(told_.numbers)) for told_ in session.diagnostics] == [
        ("spans_repeated", {"count": 1}),
        ("span_cycles", {"count": 2}),
        ("spans_left_out", {"count": 3}),
    ]


def test_traces_without_a_named_conversation_are_sessions_of_their_own() -> None:
    told = {
        "gen_ai.input.messages": messages(("user", "a")),
        "gen_ai.output.messages": messages(("assistant", "b")),
    }
    other = {**span("2", {**CHAT, **told}), "traceId": "b" * 32}
    assert [texts(session) for session in read(otlp(span("1", {**CHAT, **told}), other))] == [
        [("user", "a"), ("assistant", "b")]
    ] * 2
    named = {"gen_ai.conversation.id": "c"}
    again = {**span("2", {**CHAT, **told, **named}, at=9), "traceId": "b" * 32}
    session = one(otlp(span("1", {**CHAT, **told, **named}), again))
    assert session.title == "c"
    assert len(session.requests) == 2


def test_failed_calls_are_told() -> None:
    told = {"gen_ai.input.messages": messages(("user", "a"))}
    session = one(otlp(span("1", {**CHAT, **told}, status={"code": 2, "message": "too long"})))
    assert "too long" in session.items[-1].extra
    assert ("call_failed", "too long") in [
        (one.code, dict(one.numbers).get("text")) for one in session.diagnostics
    ]


@pytest.mark.parametrize(
    "container",
    ["jaeger", "console", "console lines", "javascript", "phoenix", "list", "tempo 2", "zipkin", "logfire"],
)
def test_other_containers_hold_the_same(container: str) -> None:
    sent, answer = messages(("user", "a")), messages(("assistant", "b"))
    attributes = {
        **CHAT,
        "gen_ai.input.messages": sent,
        "gen_ai.output.messages": answer,
        "gen_ai.usage.input_tokens": 7,
    }
    trace, own = "a" * 32, "1" * 16
    console: dict[str, Any] = {
        "name": "chat",
        "context": {"trace_id": f"0x{trace}", "span_id": f"0x{own}", "trace_state": "[]"},
        "kind": "SpanKind.CLIENT",
        "parent_id": None,
        "start_time": "2025-10-09T08:53:20.001000Z",
        "end_time": "2025-10-09T08:53:20.002000Z",
        "status": {"status_code": "UNSET"},
        "attributes": attributes,
        "events": [],
    }
    values: dict[str, Any] = {
        "jaeger": {
            "data": [
                {
                    "traceID": trace,
                    "spans": [
                        {
                            "traceID": trace,
                            "spanID": own,
                            "operationName": "chat",
                            "references": [],
                            "startTime": 1_760_000_000_001_000,
                            "duration": 1000,
                            "tags": [
                                {
                                    "key": key,
                                    "type": "int64" if isinstance(value, int) else "string",
                                    "value": value,
                                }
                                for key, value in attributes.items()
                            ],
                            "logs": [],
                        }
                    ],
                    "processes": {},
                }
            ]
        },
        "console": console,
        "console lines": None,
        "javascript": {
            "traceId": trace,
            "id": own,
            "name": "chat",
            "timestamp": 1_760_000_000_001_000,
            "duration": 1000,
            "attributes": attributes,
        },
        "phoenix": {
            "name": "chat",
            "context.trace_id": trace,
            "context.span_id": own,
            "parent_id": None,
            "start_time": "2025-10-09T08:53:20.001000+00:00",
            "end_time": "2025-10-09T08:53:20.002000+00:00",
            "attributes": {
                "openinference": {"span": {"kind": "LLM"}},
                "llm": {
                    "model_name": "m",
                    "token_count": {"prompt": 7},
                    "input_messages": [{"message": {"role": "user", "content": "a"}}],
                    "output_messages": [{"message": {"role": "assistant", "content": "b"}}],
                },
            },
        },
        "zipkin": [
            [
                {
                    "traceId": trace,
                    "id": own,
                    "name": "chat",
                    "timestamp": 1_760_000_000_001_000,
                    "duration": 1000,
                    "tags": {key: str(value) for key, value in attributes.items()},
                }
            ]
        ],
        "logfire": {
            "trace_id": trace,
            "span_id": own,
            "parent_span_id": None,
            "span_name": "chat",
            "start_timestamp": "2025-10-09T08:53:20.001000Z",
            "end_timestamp": "2025-10-09T08:53:20.002000Z",
            "attributes": attributes,
        },
        "list": [json.loads(otlp(span("1", attributes)))],
        "tempo 2": {"trace": json.loads(otlp(span("1", attributes)))},
    }
    value = values[container]
    data = json.dumps(value).encode() if value else json.dumps(console, indent=1).encode() * 2
    session = one(data)
    assert texts(session) == [("user", "a"), ("assistant", "b")]
    assert (session.items[0].time, session.items[1].time) == (
        "2025-10-09T08:53:20.001000Z",
        "2025-10-09T08:53:20.001900Z" if container in ("list", "tempo 2") else "2025-10-09T08:53:20.002000Z",
    )
    assert session.requests[0].usage == Usage(input=7)
    assert session.model == "m"


def test_ids_may_be_base64() -> None:
    import base64

    def coded(text: str) -> str:
        return base64.b64encode(bytes.fromhex(text)).decode()

    agent = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "helper", "session.id": "s"}
    told = {
        "gen_ai.input.messages": messages(("user", "a")),
        "gen_ai.output.messages": messages(("assistant", "b")),
    }
    spans = [span("1", agent), span("2", {**CHAT, **told}, parent="1")]
    for record in spans:
        for key in ("traceId", "spanId", "parentSpanId"):
            record[key] = coded(record[key])
    assert one(otlp(*spans)).title == "s"


def test_lines_of_metrics_are_told_once() -> None:
    told = {
        "gen_ai.input.messages": messages(("user", "a")),
        "gen_ai.output.messages": messages(("assistant", "b")),
    }
    metrics = b'{"resourceMetrics":[]}'
    data = b"\n".join((metrics, otlp(span("1", {**CHAT, **told})), metrics, b'{"other":1}'))
    session = one(data)
    assert texts(session) == [("user", "a"), ("assistant", "b")]
    assert [(one_.code, dict(one_.numbers).get("count")) for one_ in session.diagnostics] == [
        ("metrics_left_out", 2),
        ("record_unknown", None),
    ]
