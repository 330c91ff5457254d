from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers.mlflow import MlflowReader
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

FILE = "16_generated_by_libraries/mlflow_trace.json"


def test_what_the_library_wrote_is_one_conversation() -> None:
    """The agent's span repeats the call's messages; of the tool's run no message tells."""
    sessions = opened(FILE)
    assert counts(sessions) == Counts(
        1, 7, {"system": 1, "user": 2, "assistant": 3, "tool": 1}, calls=1, results=1
    )
    (session,) = sessions
    assert (session.origin.format, session.title) == ("mlflow", "agent")
    assert session.items[0].text.startswith("# Airline Agent Policy")
    assert session.items[5].text.startswith("I found two reservations under your profile")
    assert session.items[5].time == "2026-11-29T21:01:58.331230Z"
    assert session.items[5].place == Place(0, "/data/spans/1")
    assert session.items[6].text == 'I want to change the flight for reservation "M05KNL".'
    assert [(one.end, one.live) for one in session.requests] == [(5, ((0, 4),)), (7, ((0, 6),))]
    assert [one["role"] for one in json.loads(session.requests[0].sent)] == [
        *("system", "user", "assistant", "user", "assistant")
    ]
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert MlflowReader.experimental


def trace(*spans: dict[str, Any], trace_id: str = "tr-1", session: str = "") -> dict[str, Any]:
    metadata = {"mlflow.trace.session": session} if session else {}
    return {
        "info": {"trace_id": trace_id, "trace_metadata": metadata, "tags": {"mlflow.traceName": "name"}},
        "data": {"spans": list(spans)},
    }


def span(
    id_: str, kind: str, given: Any, gave: Any, *, parent: str | None = None, at: int = 1, **more: Any
) -> Any:
    return {
        "span_id": id_,
        "parent_span_id": parent,
        "name": kind.lower(),
        "start_time_unix_nano": 1_760_000_000_000_000_000 + at,
        "end_time_unix_nano": 1_760_000_000_000_000_001 + at,
        "attributes": {
            "mlflow.spanType": json.dumps(kind),
            "mlflow.spanInputs": json.dumps(given),
            "mlflow.spanOutputs": json.dumps(gave),
            **{f"mlflow.{key}": json.dumps(value) for key, value in more.items()},
        },
    }


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.json")
    assert {one.origin.format for one in sessions} == {"mlflow"}
    return sessions


def test_calls_tools_and_usage() -> None:
    asked = [{"role": "user", "content": "weather?"}]
    call = {"id": "k", "type": "function", "function": {"name": "get", "arguments": "{}"}}
    (session,) = read(
        trace(
            span("a", "AGENT", {"question": "weather?"}, "17C"),
            span(
                "b",
                "CHAT_MODEL",
                {
                    "messages": asked,
                    "model": "m",
                    "tools": [{"type": "function", "function": {"name": "get"}}],
                },
                {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]},
                parent="a",
                at=2,
                **{"chat.tokenUsage": {"input_tokens": 9, "output_tokens": 2, "total_tokens": 11}},
            ),
            span("c", "TOOL", {}, {"t": 17}, parent="a", at=4, spanFunctionName="get"),
        )
    )
    assert [(item.role, item.text) for item in session.items[1:]] == [
        ("user", "weather?"),
        ("assistant", "{}"),
        ("tool", '{"t":17}'),
    ]
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert session.items[3].call_id == "k"
    assert session.model == "m"
    assert [(one.end, one.usage) for one in session.requests] == [(2, Usage(input=9, output=2)), (4, None)]


def test_a_retrievers_documents_are_documents() -> None:
    found = [{"page_content": "Rome is in Italy.", "metadata": {"doc_uri": "d1", "score": 0.5}, "id": "1"}]
    (session,) = read(
        trace(
            span("a", "CHAIN", "q", "a"),
            span("b", "RETRIEVER", {"query": "Rome"}, found, parent="a"),
            span("c", "LLM", {"messages": [{"role": "user", "content": "Rome?"}]}, "Italy", parent="a", at=3),
        )
    )
    assert [(item.source, item.text, item.relevance) for item in session.items if item.message < 0] == [
        (Source.RETRIEVED_DOC, "Rome is in Italy.", 0.5)
    ]


def test_traces_of_one_session_are_one_and_others_their_own() -> None:
    def turn(*texts: str) -> Any:
        roles = ("user", "assistant")
        sent = [{"role": roles[i % 2], "content": text} for i, text in enumerate(texts[:-1])]
        return span("a", "CHAT_MODEL", {"messages": sent}, texts[-1], at=len(texts))

    value = [
        trace(turn("a", "b"), trace_id="1", session="s"),
        trace(turn("x", "y"), trace_id="2"),
        trace(turn("a", "b", "c", "d"), trace_id="3", session="s"),
    ]
    sessions = read(value)
    assert [[item.text for item in one.items] for one in sessions] == [["a", "b", "c", "d"], ["x", "y"]]
    assert sessions[0].items[2].place == Place(0, "/2/data/spans/0")


def test_the_older_form_of_spans_is_read() -> None:
    old = {
        "name": "chat",
        "context": {"span_id": "0x0000000000000001", "trace_id": "0x00000000000000000000000000000002"},
        "parent_id": None,
        "start_time": 1_760_000_000_000_000_000,
        "end_time": 1_760_000_001_000_000_000,
        "status_code": "ERROR",
        "status_message": "too long",
        "attributes": {
            "mlflow.spanType": '"CHAT_MODEL"',
            "mlflow.spanInputs": '{"messages": [{"role": "user", "content": "a"}]}',
            "mlflow.spanOutputs": "null",
        },
    }
    (session,) = read({"info": {"request_id": "r"}, "data": {"spans": [old]}})
    assert session.items[0].text == "a"
    assert ("call_failed", "too long") in [
        (one.code, dict(one.numbers).get("text")) for one in session.diagnostics
    ]


def test_what_is_no_trace_is_told_or_refused() -> None:
    good = trace(span("a", "CHAT_MODEL", {"messages": [{"role": "user", "content": "a"}]}, "b"))
    data = (json.dumps(good) + "\n" + json.dumps(good) + '\n{"strange": 1}\n').encode()
    sessions = load_bytes(data, "x.jsonl", format="mlflow")
    assert "record_unknown" in [one.code for one in sessions[0].diagnostics]
    assert not any(item.has(PartKind.UNKNOWN) for item in sessions[0].items)
    with pytest.raises(FormatError, match="no traces of MLflow"):
        load_bytes(b"{}", "x.json", format="mlflow")
    with pytest.raises(FormatError, match="no call of a model"):
        load_bytes(json.dumps(trace(span("a", "TOOL", None, None))).encode(), "x.json")
