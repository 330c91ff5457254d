from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Request, Session, Usage

USER: dict[str, Any] = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Gate?"}]}
REPLY: dict[str, Any] = {
    "id": "m2",
    "role": "assistant",
    "parts": [
        {"type": "step-start"},
        {"type": "tool-gate", "toolCallId": "c1", "state": "output-available", "input": {}, "output": "4"},
        {"type": "step-start"},
        {"type": "source-url", "sourceId": "s1", "url": "https://a.example/x", "title": "Gates"},
        {"type": "data-gate", "data": {"n": 4}},
        {"type": "text", "text": "Gate 4."},
    ],
}
MODEL_MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": "Gate?"}]},
    {
        "role": "assistant",
        "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "gate", "input": {}}],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "output": {"type": "text", "value": "4"},
            }
        ],
    },
]


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x")
    assert {session.origin.format for session in sessions} == {"vercel-ai-sdk"}
    return sessions


def seen(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def test_the_sdks_telemetry_in_a_trace_of_langfuse() -> None:
    sessions = opened("11_vercel_ai_sdk/vercel-aisdk-2025-11-17.redacted.json")
    # Three observations: the call of generateText repeats that of doGenerate inside it, and the tool's own
    # holds the result; the answer is a list of calls without a message around them.
    assert counts(sessions) == Counts(1, 3, {"user": 1, "assistant": 1, "tool": 1}, calls=1, results=1)
    (session,) = sessions
    assert session.origin.format == "langfuse"
    question, call, result = [item for item in session.items if item.message >= 0]
    assert question.text == "What is the weather like today in San Francisco?"
    assert call.call_id == result.call_id == "call_DgKARp7a7IhJPDczfifMp6Ra"
    assert json.loads(call.text) == {"location": "San Francisco"}
    assert json.loads(result.text) == {"location": "San Francisco", "temperature": 64}
    assert session.requests[0].usage == Usage(input=62, output=85)


def test_an_interfaces_messages_have_a_request_before_each_step() -> None:
    (session,) = read([USER, REPLY])
    assert [item.role for item in session.items] == [
        "user",
        "assistant",
        "tool",
        "system",
        "system",
        "assistant",
    ]
    assert [item.source for item in session.items][3] is Source.RETRIEVED_DOC
    assert [seen(session, request) for request in session.requests] == [["Gate?"], ["Gate?", "{}", "4"]]
    assert {request.turn for request in session.requests} == {1}
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_lists_lines_and_objects_hold_the_same() -> None:
    (bare,) = read([USER, REPLY])
    data = "".join(json.dumps(one) + "\n" for one in (USER, REPLY))
    (lines,) = load_bytes(data.encode(), "x")
    (inner,) = read({"id": "chat", "title": "Gates", "messages": [USER, REPLY]})
    assert (
        [item.text for item in lines.items]
        == [item.text for item in inner.items]
        == [item.text for item in bare.items]
    )
    assert [str(one.items[1].place) for one in (bare, lines, inner)] == ["/1", "line 2", "/messages/1"]
    assert inner.title == "Gates"
    assert json.loads(inner.extra) == {"id": "chat"}


def test_several_chats_are_several_sessions() -> None:
    chat = {"messages": [USER, REPLY]}
    assert len(read([chat, chat])) == 2
    data = "".join(json.dumps(one) + "\n" for one in (chat, chat, 7))
    sessions = load_bytes(data.encode(), "x")
    assert len(sessions) == 2
    assert [note.code for note in sessions[0].diagnostics] == ["record_unknown"]


def test_a_call_of_the_sdk_has_its_prompt_and_tools() -> None:
    tools = {"gate": {"description": "Finds a gate.", "inputSchema": {"type": "object"}}}
    (session,) = read(
        {"model": "gpt-5", "system": "Be brief.", "messages": MODEL_MESSAGES, "tools": tools, "maxRetries": 2}
    )
    assert [item.source for item in session.items][:2] == [Source.TOOL_SCHEMAS, Source.SYSTEM_PROMPT]
    assert json.loads(session.items[0].text)["name"] == "gate"
    assert (session.model, session.unknown) == ("gpt-5", ())
    assert json.loads(session.extra) == {"maxRetries": 2}
    assert [request.end for request in session.requests] == [3, 5]


def test_a_pending_call_stays_visible() -> None:
    (session,) = read(
        [
            USER,
            {
                "role": "assistant",
                "parts": [
                    {"type": "tool-gate", "toolCallId": "c1", "state": "approval-requested", "input": {}}
                ],
            },
        ]
    )
    assert [item.has(PartKind.CALL) for item in session.items] == [False, True]
    assert len(session.requests) == 1


def test_a_message_that_is_none_is_said() -> None:
    (session,) = read({"messages": [USER, 7, REPLY]})
    assert [note.code for note in session.diagnostics] == ["message_unknown"]


def test_messages_that_others_have_too_are_not_taken() -> None:
    (session,) = load_bytes(b'[{"role": "user", "content": [{"type": "text", "text": "x"}]}]', "x")
    assert session.origin.format == "openai-chat"


@pytest.mark.parametrize("value", [{"a": 1}, [], {"messages": 3}])
def test_what_is_none_is_refused_when_forced(value: Any) -> None:
    with pytest.raises(FormatError, match="no messages of the AI SDK"):
        load_bytes(json.dumps(value).encode(), "x", format="vercel-ai-sdk")
