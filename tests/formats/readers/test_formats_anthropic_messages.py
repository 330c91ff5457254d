"""Anthropic Messages: real requests, answers and pairs, batches, streams, what a compaction leaves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.readers.anthropic_messages import AnthropicMessagesReader
from ctxlab.model.items import Item, PartKind, Source
from ctxlab.model.session import Session, Usage

READER = AnthropicMessagesReader()
BUGS = FORMATS.parent / "bugs"

# ---- fault cases


def test_signed_thinking_is_whole() -> None:
    (session,) = load(BUGS / "B18_signed_thinking.json")
    raw = json.loads((BUGS / "B18_signed_thinking.json").read_text("utf-8"))
    block = next(
        one
        for message in raw["messages"]
        if isinstance(message["content"], list)
        for one in message["content"]
        if one["type"] == "thinking"
    )
    (part,) = [part for item in session.items for part in item.parts if part.kind is PartKind.THINKING]
    assert (part.text, part.signature) == (block["thinking"], block["signature"])


def test_an_image_in_a_result_stays_with_it() -> None:
    (session,) = load(BUGS / "B61_image_tool_result.json")
    (item,) = [item for item in session.items if item.has(PartKind.RESULT)]
    assert [part.kind for part in item.parts] == [PartKind.RESULT, PartKind.IMAGE]


# ---- shapes in which requests and answers are kept

REQUEST: dict[str, Any] = {
    "model": "claude-m",
    "max_tokens": 5,
    "system": [{"type": "text", "text": "Be brief."}],
    "tools": [{"name": "gate", "input_schema": {"type": "object"}}],
    "messages": [{"role": "user", "content": "Open it."}],
    "metadata": {"api_key": "sk-1"},
}
ANSWER: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-m-1",
    "content": [
        {"type": "text", "text": "Yes."},
        {"type": "tool_use", "id": "t1", "name": "gate", "input": {"n": 1}},
    ],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 3, "cache_read_input_tokens": 7, "output_tokens": 4},
}
EVENTS: list[dict[str, Any]] = [
    {"type": "message_start", "message": {**ANSWER, "content": [], "usage": {"input_tokens": 3}}},
    {"type": "ping"},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Ye"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "s."}},
    {"type": "content_block_stop", "index": 0},
    {
        "type": "content_block_start",
        "index": 1,
        "content_block": {"type": "tool_use", "id": "t1", "name": "gate", "input": {}},
    },
    {
        "type": "content_block_delta",
        "index": 1,
        "delta": {"type": "input_json_delta", "partial_json": '{"n"'},
    },
    {
        "type": "content_block_delta",
        "index": 1,
        "delta": {"type": "input_json_delta", "partial_json": ": 1}"},
    },
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"cache_read_input_tokens": 7, "output_tokens": 4},
    },
    {"type": "message_stop"},
]
STREAM = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in EVENTS)


def read(*values: Any) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(json.dumps(one) for one in values).encode(), "x.jsonl")
    assert {session.origin.format for session in sessions} == {"anthropic-messages"}
    return sessions


def said(items: tuple[Item, ...]) -> list[tuple[str, str]]:
    return [(item.role, item.text) for item in items]


@pytest.mark.parametrize(
    "record",
    [
        {"request": REQUEST, "response": ANSWER},
        {"request": {"method": "POST", "body": REQUEST}, "response": {"status": 200, "body": ANSWER}},
        {"request": {"body": json.dumps(REQUEST)}, "response": {"body": json.dumps(ANSWER)}},
        {"request": REQUEST, "response": STREAM},
        {"request": REQUEST, "response": EVENTS},
    ],
    ids=["objects", "bodies", "texts", "stream", "events"],
)
def test_a_captured_call_is_one_request_with_its_answer_and_usage(record: Any) -> None:
    (session,) = read(record)
    assert said(session.items[1:]) == [
        ("system", "Be brief."),
        ("user", "Open it."),
        ("assistant", "Yes."),
        ("assistant", '{"n":1}'),
    ]
    (request,) = session.requests
    assert (request.end, request.live, request.usage) == (
        3, ((0, 2),), Usage(input=3, cache_read=7, output=4),
    )  # fmt: skip
    assert (session.model, session.unknown) == ("claude-m", ())
    assert "sk-1" not in session.extra
    assert '"stop_reason":"tool_use"' in session.extra


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(ANSWER),
        STREAM,
        json.dumps(EVENTS),
        "\n".join(json.dumps(one) for one in EVENTS),
    ],
    ids=["object", "stream", "list", "lines"],
)
def test_an_answer_alone_says_that_its_request_is_not_there(data: str) -> None:
    (session,) = load_bytes(data.encode(), "x")
    assert session.origin.format == "anthropic-messages"
    assert said(session.items) == [("assistant", "Yes."), ("assistant", '{"n":1}')]
    (request,) = session.requests
    assert (request.end, request.live, request.usage) == (0, (), Usage(input=3, cache_read=7, output=4))
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert [one.code for one in session.diagnostics] == ["input_not_recorded"]
    assert session.model == "claude-m-1"


def test_a_stream_that_was_cut_gives_what_came() -> None:
    (session,) = read(*EVENTS[:8])
    assert said(session.items) == [("assistant", "Yes."), ("assistant", '{"n"')]


def test_streams_one_after_another_are_answers_of_their_own() -> None:
    assert [len(one.items) for one in read(*EVENTS, *EVENTS)] == [2, 2]


def test_a_batch_is_a_session_a_line() -> None:
    sessions = read({"custom_id": "a", "params": REQUEST}, {"custom_id": "b", "params": REQUEST})
    assert [one.title for one in sessions] == ["a", "b"]
    assert [one.items[2].place.line for one in sessions] == [1, 2]
    assert [one.items[2].place.pointer for one in sessions] == ["/params/messages/0"] * 2


def test_results_of_a_batch_are_answers_or_say_why_not() -> None:
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: too many"}}
    good, bad, late = read(
        {"custom_id": "a", "result": {"type": "succeeded", "message": ANSWER}},
        {"custom_id": "b", "result": {"type": "errored", "error": error}},
        {"custom_id": "c", "result": {"type": "expired"}},
    )
    assert (good.title, len(good.items)) == ("a", 2)
    assert [(one.code, dict(one.numbers)) for one in bad.diagnostics] == [
        ("answer_failed", {"text": "max_tokens: too many"})
    ]
    assert [dict(one.numbers) for one in late.diagnostics] == [{"text": "expired"}]


def test_results_join_the_requests_of_their_batch() -> None:
    (session,) = read(
        {"custom_id": "a", "params": REQUEST},
        {"custom_id": "a", "result": {"type": "succeeded", "message": ANSWER}},
    )
    assert len(session.items) == 5
    assert (session.requests[0].end, session.title) == (3, "a")
    assert [item.place.line for item in session.items] == [1, 1, 1, 2, 2]


TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "Open it.", "time": "2026-01-01T00:00:00Z"},
    {"role": "assistant", "content": ANSWER["content"]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]},
    {"role": "assistant", "content": "It is open."},
]


@pytest.mark.parametrize("lines", [False, True])
def test_bare_messages_are_a_conversation(lines: bool) -> None:
    (session,) = read(*TALK) if lines else read(TALK)
    assert [request.end for request in session.requests] == [1, 4]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert session.items[0].time == "2026-01-01T00:00:00Z"
    assert session.items[-1].place.line == (4 if lines else 0)
    result = session.items[3]
    assert (result.call_id, result.parts[0].name, result.injected) == ("t1", "gate", True)


def test_a_conversation_kept_with_its_system_prompt_has_a_request_before_each_answer() -> None:
    (session,) = read({"system": "Be brief.", "messages": TALK})
    assert [request.end for request in session.requests] == [2, 5]
    assert session.unknown == (Source.TOOL_SCHEMAS,)


def test_calls_that_wait_stay_visible() -> None:
    (session,) = read({**REQUEST, "messages": TALK[:2]})
    assert [part.kind for part in session.items[-1].parts] == [PartKind.CALL]
    assert session.requests[0].end == len(session.items)


def test_calls_with_one_id_pair_in_their_order() -> None:
    call: dict[str, Any] = {"type": "tool_use", "id": "t1", "name": "gate", "input": {}}
    (session,) = read(
        [
            {"role": "assistant", "content": [call, call]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1"}] * 2},
        ]
    )
    assert [item.call_id for item in session.items] == ["t1", "t1#2", "t1", "t1#2"]
    assert [one.code for one in session.diagnostics] == ["call_ids_repeated"]


# ---- compaction

COMPACTED: list[Any] = [
    {"role": "user", "content": "A long talk."},
    {"role": "assistant", "content": "Indeed."},
    {"role": "user", "content": "Go on."},
    {
        "role": "assistant",
        "content": [{"type": "compaction", "content": "They talked."}, {"type": "text", "text": "Well."}],
    },
    {"role": "user", "content": "And?"},
]


def test_behind_a_compaction_block_only_the_summary_stands_for_what_was_before() -> None:
    (session,) = read({**REQUEST, "messages": COMPACTED})
    summary = session.items[5]
    assert (summary.text, summary.source, summary.role) == ("They talked.", Source.SUMMARY, "assistant")
    assert summary.message == session.items[6].message
    assert session.requests[0].live == ((0, 1), (5, 7))
    assert [item.superseded_by for item in session.items] == ["", "", "i6", "i6", "i6", "", "", ""]


def test_before_the_compaction_all_was_live() -> None:
    (session,) = read(COMPACTED)
    assert [request.live for request in session.requests] == [((0, 0),), ((0, 2),), ((3, 5),)]


def test_a_second_compaction_replaces_the_first_summary() -> None:
    (session,) = read([*COMPACTED, *COMPACTED[3:]])
    assert [item.superseded_by for item in session.items] == ["i4"] * 3 + ["i7"] * 3 + [""] * 3
    assert session.requests[-1].live == ((6, 8),)


# ---- what is another format, and what is broken


@pytest.mark.parametrize(
    "value",
    [
        {"model": "m", "messages": [{"role": "user", "content": "hi"}]},
        {"model": "m", "messages": [{"role": "tool", "tool_call_id": "c", "content": "x"}], "system": "s"},
        [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes"}],
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]},
        {"type": "user", "sessionId": "s", "uuid": "u", "message": TALK[1]},
        {"messages": [{"type": "ai", "content": ANSWER["content"]}]},
        {"messages": 5},
        [],
        7,
    ],
)
def test_other_formats_are_left_alone(value: Any) -> None:
    assert READER.sniff(decode(json.dumps(value).encode(), "x")) < 0.5


def test_what_holds_no_message_is_refused() -> None:
    with pytest.raises(FormatError, match="no Anthropic messages"):
        READER.read(decode(b'{"a": 1}', "x.json"))


def test_odd_records_are_told_and_the_rest_loads() -> None:
    sessions = read(
        {"params": REQUEST}, {"odd": 1}, {"params": {**REQUEST, "messages": [5, None, {"role": 3}]}}
    )
    assert [len(one.items) for one in sessions] == [3, 5]
    assert [(one.code, one.line) for one in sessions[0].diagnostics] == [("record_unknown", 2)]
    assert [one.code for one in sessions[1].diagnostics] == ["message_unknown", "message_unknown"]
    assert [item.role for item in sessions[1].items[2:]] == ["unknown", "unknown", "3"]
