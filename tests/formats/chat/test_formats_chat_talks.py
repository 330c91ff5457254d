"""Every shape in which chat completions are kept, through the reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS
from helpers.telling import codes

from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

ASK: dict[str, Any] = {"role": "user", "content": "hi"}
SAID: dict[str, Any] = {"role": "assistant", "content": "ho"}
CHUNKS: list[dict[str, Any]] = [
    {"id": "s", "object": "chat.completion.chunk", "model": "m2", "choices": [{"index": 0, "delta": delta}]}
    for delta in ({"role": "assistant", "content": ""}, {"content": "h"}, {"content": "o"})
]
STREAM = "".join(f"data: {json.dumps(one)}\n\n" for one in CHUNKS) + "data: [DONE]\n\n"


def response(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    choices = [{"index": i, "message": one, "finish_reason": "stop"} for i, one in enumerate(messages)]
    return {"id": "r", "object": "chat.completion", "created": 1700000000, "choices": choices, **fields}


def read(*values: Any, text: str = "") -> tuple[Session, ...]:
    data = text or "\n".join(map(json.dumps, values))
    sessions = load_bytes(data.encode(), "x.jsonl")
    assert {one.origin.format for one in sessions} == {"openai-chat"}
    return sessions


def said(session: Session) -> list[str]:
    return [item.text for item in session.items]


def ends(session: Session) -> list[int]:
    return [request.end for request in session.requests]


CAPTURED: list[dict[str, Any]] = [
    {"request": {"model": "m", "messages": [ASK]}, "response": response(SAID)},
    {"request": {"body": {"model": "m", "messages": [ASK]}}, "response": {"body": response(SAID)}},
    {"request": {"body": json.dumps({"messages": [ASK]})}, "response": {"body": json.dumps(response(SAID))}},
    {"messages": [ASK], "response": response(SAID)},
    {"messages": [ASK], **response(SAID)},
    {"inputs": {"messages": [ASK]}, "output": response(SAID)},
    {"request": {"messages": [ASK]}, "response": STREAM},
    {"request": {"messages": [ASK]}, "response": CHUNKS},
    {"request": {"messages": [ASK]}, "chunks": CHUNKS},
    {"proxy_server_request": json.dumps({"messages": [ASK]}), "messages": {}, "response": response(SAID)},
]


@pytest.mark.parametrize("value", CAPTURED)
def test_a_captured_call_is_a_request_with_its_answer(value: dict[str, Any]) -> None:
    (session,) = read(value)
    assert said(session) == ["hi", "ho"]
    assert ends(session) == [1]
    assert session.unknown == ()
    assert session.at().candidates() == (0,)
    assert json.loads(session.requests[0].sent) == [ASK]


def test_what_a_choice_says_beside_its_message_is_kept_with_it() -> None:
    (session,) = read({"messages": [ASK], "response": response(SAID, model="m")})
    assert json.loads(session.items[1].extra) == {"finish_reason": "stop"}
    assert session.items[1].time == "1700000000"
    assert json.loads(session.extra)["response"]["id"] == "r"


def test_several_choices_stand_side_by_side_behind_one_request() -> None:
    (session,) = read({"messages": [ASK], "n": 2, "response": response(SAID, {**SAID, "content": "hu"})})
    assert said(session) == ["hi", "ho", "hu"]
    assert ends(session) == [1]
    assert [(one.code, one.numbers) for one in session.diagnostics] == [("several_choices", (("count", 2),))]


def test_preference_data_has_the_better_answer_first() -> None:
    worse = {**SAID, "content": "hu"}
    value = {
        "input": {"messages": [ASK], "tools": [{"type": "function", "function": {"name": "f"}}]},
        "preferred_output": [SAID],
        "non_preferred_output": [worse],
    }
    (session,) = read(value)
    assert said(session)[1:] == ["hi", "ho", "hu"]
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert session.items[3].place.pointer == "/non_preferred_output/0"
    assert ends(session) == [2]
    assert session.requests[0].sent == ""
    assert session.extra == ""


def batch(name: str, answer: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A line of a batch's output."""
    return {"id": f"b-{name}", "custom_id": name, "response": answer, "error": None, **fields}


def asked(name: str) -> dict[str, Any]:
    """A line of a batch's input."""
    body = {"model": "m", "messages": [{**ASK, "content": name}]}
    return {"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body}


def test_the_answers_of_a_batch_join_their_requests() -> None:
    output = {"status_code": 200, "body": response(SAID, usage={"prompt_tokens": 5, "completion_tokens": 1})}
    first, second = read(asked("a"), asked("b"), batch("b", output), batch("a", output))
    assert [(one.title, said(one), ends(one)) for one in (first, second)] == [
        ("a", ["a", "ho"], [1]),
        ("b", ["b", "ho"], [1]),
    ]
    assert first.items[1].place.line == 4
    assert first.requests[0].usage == Usage(input=5, output=1)
    assert json.loads(first.extra)["output"]["id"] == "b-a"


def test_the_output_of_a_batch_alone_does_not_know_what_was_asked() -> None:
    (session,) = read(batch("a", {"status_code": 200, "body": response(SAID)}))
    assert (session.title, said(session), ends(session)) == ("a", ["ho"], [0])
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)


@pytest.mark.parametrize(
    "failed",
    [
        batch("a", {"status_code": 400, "body": {"error": {"message": "too long"}}}),
        batch("a", None, error={"code": "expired", "message": "too long"}),
        batch("a", {"error": "too long"}),
    ],
)
def test_an_error_in_place_of_an_answer_is_told(failed: dict[str, Any]) -> None:
    (session,) = read(asked("a"), failed)
    assert (said(session), ends(session)) == (["a"], [1])
    assert [(one.code, one.numbers) for one in session.diagnostics] == [
        ("answer_failed", (("text", "too long"),))
    ]
    (alone,) = read(failed)
    assert (alone.title, codes(alone)) == ("a", ["answer_failed"])


@pytest.mark.parametrize(
    "failed",
    [
        {"error_str": "too long", "status": "failure"},
        {"error_information": {"error_code": "400", "error_message": "too long"}},
        {"error_information": {}, "error_str": "too long"},
    ],
)
def test_a_failed_call_of_a_proxy_is_told(failed: dict[str, Any]) -> None:
    (session,) = read({"messages": [ASK, SAID, ASK], "response": {}, **failed})
    assert ends(session) == [3]
    assert [dict(one.numbers)["text"] for one in session.diagnostics if one.code == "answer_failed"] == [
        "too long"
    ]


@pytest.mark.parametrize("text", [STREAM, "\n".join(map(json.dumps, CHUNKS)), json.dumps(CHUNKS)])
def test_a_stream_is_one_answer(text: str) -> None:
    (session,) = read(text=text)
    assert (said(session), ends(session), session.model) == (["ho"], [0], "m2")
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
    assert json.loads(session.extra)["stream"]["chunks"] == 3


def test_a_stream_joins_the_request_before_it() -> None:
    other = [{**one, "id": "t"} for one in CHUNKS]
    for asks in ({"model": "m2", "stream": True, "messages": [ASK]}, {"messages": [ASK]}):
        first, second = read(asks, *CHUNKS, *other)
        assert (said(first), ends(first), first.model, first.unknown) == (["hi", "ho"], [1], "m2", ())
        assert first.items[1].place.line == 2
        assert said(second) == ["ho"]


def test_an_answer_that_also_came_as_a_stream_is_one() -> None:
    whole = {**response(SAID, usage={"prompt_tokens": 5}), "id": "s"}
    (session,) = read({"model": "m", "messages": [ASK]}, *CHUNKS, whole)
    assert (said(session), ends(session)) == (["hi", "ho"], [1])
    assert session.requests[0].usage == Usage(input=5)
    assert (session.items[1].place.line, session.items[1].time) == (5, "1700000000")
    (alone,) = read(*CHUNKS, whole)
    assert said(alone) == ["ho"]


def test_the_pieces_of_a_streamed_call_are_put_together() -> None:
    (session,) = load(FORMATS.parent / "bugs" / "B150_chunks.jsonl")
    assert [item.text for item in session.items] == ["Opening.", '{"n": 12}']
    (call,) = session.items[1].parts
    assert (call.name, call.call_id) == ("open_gate", "k1")
    assert session.requests[0].usage == Usage(input=9, output=7)
    assert json.loads(session.items[0].extra) == {"finish_reason": "tool_calls"}


def test_a_stream_without_any_choice_is_no_answer() -> None:
    empty: dict[str, Any] = {"id": "s", "object": "chat.completion.chunk", "choices": []}
    (session,) = read({"model": "m", "messages": [ASK]}, empty)
    assert (said(session), ends(session)) == (["hi"], [1])
    assert session.requests[0].sent == ""


def test_streams_may_run_at_the_same_time() -> None:
    other = [{**one, "id": "t", "choices": [{"index": 0, "delta": {"content": "x"}}]} for one in CHUNKS]
    mixed = [one for pair in zip(CHUNKS, other, strict=True) for one in pair]
    assert [said(session) for session in read(*mixed)] == [["ho"], ["xxx"]]


def test_a_list_on_each_line_is_a_conversation_each() -> None:
    first, second = read([ASK, SAID], [ASK])
    assert (said(first), said(second)) == (["hi", "ho"], ["hi"])
    assert (first.items[1].place.line, first.items[1].place.pointer) == (1, "/1")


def test_bare_messages_in_an_array_of_one_are_read() -> None:
    (session,) = read([[ASK, SAID]])
    assert said(session) == ["hi", "ho"]


def test_the_tools_of_a_proxy_log_are_taken_from_its_settings() -> None:
    tools = [{"type": "function", "function": {"name": "f"}}]
    (session,) = read({"messages": [ASK], "response": response(SAID), "optional_params": {"tools": tools}})
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert session.items[0].place.pointer == "/optional_params/tools/0"


def test_tools_may_be_json_in_a_text() -> None:
    tools = [{"type": "function", "function": {"name": "f"}}]
    (session,) = read({"messages": [ASK, SAID], "tools": json.dumps(tools)})
    assert [part.name for part in session.items[0].parts] == ["f"]


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (
            {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}},
            Usage(input=5, cache_read=4, output=2),
        ),
        (
            {"prompt_tokens": 9, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 3},
            Usage(input=2, cache_read=4, cache_write=3),
        ),
        (
            {"prompt_tokens": 9, "prompt_cache_hit_tokens": 4, "completion_tokens": 1},
            Usage(input=5, cache_read=4, output=1),
        ),
        ({"prompt_tokens": "[SCRUBBED]", "completion_tokens": 2}, Usage(output=2)),
        ({"prompt_tokens": 3, "prompt_tokens_details": {"cached_tokens": 9}}, Usage(input=0, cache_read=9)),
        ({}, None),
        (None, None),
    ],
)
def test_the_providers_usage_is_told(usage: Any, expected: Usage | None) -> None:
    (session,) = read({"messages": [ASK], "response": response(SAID, usage=usage)})
    assert session.requests[0].usage == expected


def test_a_log_may_count_beside_the_response() -> None:
    value = {"messages": [ASK], "response": response(SAID), "prompt_tokens": 7, "completion_tokens": 3}
    (session,) = read(value)
    assert session.requests[0].usage == Usage(input=7, output=3)


def steps() -> list[dict[str, Any]]:
    """Three calls of one conversation as a proxy captures them, and one of another."""
    system = {"role": "system", "content": "be brief"}
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    calls: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": [call]}
    result = {"role": "tool", "tool_call_id": "c", "content": "42"}
    history = [system, ASK]
    values: list[dict[str, Any]] = []
    usage = {"prompt_tokens": 5, "completion_tokens": 1}
    for answer, more in (
        (calls, [result]),
        (SAID, [{**ASK, "content": "and?"}]),
        ({**SAID, "content": "so"}, []),
    ):
        values.append({"request": {"messages": history}, "response": response(answer, usage=usage)})
        history = [*history, answer, *more]
    values.insert(
        1, {"request": {"messages": [system, ASK]}, "response": response({**SAID, "content": "no"})}
    )
    return values


def test_captured_calls_that_go_on_are_one_conversation() -> None:
    session, other = read(*steps())
    assert said(session) == ["be brief", "hi", "{}", "42", "ho", "and?", "so"]
    assert [(one.index, one.turn, one.end) for one in session.requests] == [(1, 1, 2), (2, 1, 4), (3, 2, 6)]
    assert [one.usage for one in session.requests] == [Usage(input=5, output=1)] * 3
    assert [item.place.line for item in session.items] == [1, 1, 1, 3, 3, 4, 4]
    (call,) = [item for item in session.items if item.has(PartKind.CALL)]
    assert call.call_id == session.items[3].call_id == "c"
    assert [len(json.loads(one.sent)) for one in session.requests] == [2, 4, 6]
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert said(other) == ["be brief", "hi", "no"]


def test_a_conversation_that_was_cut_tells_what_was_live() -> None:
    values = steps()
    last = values[-1]["request"]["messages"]
    # the client dropped the call and its result before the last call
    values[-1]["request"]["messages"] = [*last[:2], *last[4:]]
    session, _ = read(*values)
    assert said(session) == ["be brief", "hi", "{}", "42", "ho", "and?", "so"]
    assert session.requests[-1].live == ((0, 1), (4, 5))


def test_preference_data_of_a_growing_talk_is_no_conversation() -> None:
    rows = [
        {"input": {"messages": [ASK]}, "preferred_output": [SAID], "non_preferred_output": []},
        {"input": {"messages": [ASK, SAID, ASK]}, "preferred_output": [SAID]},
    ]
    assert [said(one) for one in read(*rows)] == [["hi", "ho"], ["hi", "ho", "hi", "ho"]]


def test_calls_with_the_same_examples_are_not_one_conversation() -> None:
    shots = [{**ASK, "content": "2+2"}, {**SAID, "content": "4"}]
    values = [
        {"messages": [*shots, {**ASK, "content": text}], "response": response({**SAID, "content": "4"})}
        for text in ("1+3", "5-1")
    ]
    assert [said(one) for one in read(*values)] == [["2+2", "4", "1+3", "4"], ["2+2", "4", "5-1", "4"]]
