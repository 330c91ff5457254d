from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.recorded import parts_of
from ctxlab.formats.traces.replies import answer_of, result_of
from ctxlab.model.items import Part, PartKind

ANSWER = {"role": "assistant", "content": "b"}
CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def parts(value: Any) -> list[Part]:
    return [part for one in answer_of(value) for part in parts_of(one)]


@pytest.mark.parametrize(
    "value",
    [
        "b",
        '"b"',
        "assistant: b",
        {"message": {"role": "assistant", "blocks": [{"block_type": "text", "text": "b"}]}, "raw": {}},
        ANSWER,
        json.dumps(ANSWER),
        [ANSWER],
        {"content": "b"},
        {
            "choices": [
                {"index": 0, "message": ANSWER},
                {"message": {"role": "assistant", "content": "other"}},
            ]
        },
        {"choices": [{"text": "b"}]},
        {"index": 0, "message": ANSWER, "event.name": "gen_ai.choice"},
        {"generations": [[{"text": "b"}]]},
        {"generations": [[{"text": "", "message": {"type": "ai", "content": "b"}}]]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "b"}]}}]},
        {
            "output": [
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "b"}]}
            ]
        },
        {"role": "assistant", "content": [{"type": "text", "text": "b"}]},
        [{"type": "text", "text": "b"}],
        {"text": "b", "finishReason": "stop"},
        {"output": {"content": "b"}},
        {"messages": [{"role": "user", "content": "a"}, ANSWER]},
        [{"role": "user", "content": "a"}, ANSWER],
        [{"role": "assistant", "parts": [{"type": "text", "content": "b"}]}],
        {"response": {"choices": [{"message": ANSWER}]}},
    ],
)
def test_the_answer_is_found_in_every_shape(value: Any) -> None:
    assert [(part.kind, part.text) for part in parts(value)] == [(PartKind.TEXT, "b")]
    assert [one.role for one in answer_of(value)] == ["assistant"]


@pytest.mark.parametrize(
    "value",
    [
        [{"toolCallId": "c", "toolName": "f", "input": "{}"}],
        [{"toolCallId": "c", "toolName": "f", "args": {}}],
        {"text": None, "toolCalls": [{"toolCallId": "c", "toolName": "f", "input": {}}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"tool_calls": [CALL]},
        [CALL],
        {"content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}], "role": "assistant"},
    ],
)
def test_calls_are_found_in_every_shape(value: Any) -> None:
    assert [(part.kind, part.name, part.call_id, part.text) for part in parts(value)] == [
        (PartKind.CALL, "f", "c", "{}")
    ]


@pytest.mark.parametrize("value", [None, "", [], {}, "[]", '""'])
def test_where_nothing_was_recorded_there_is_no_answer(value: Any) -> None:
    assert answer_of(value) == ()


def test_an_answer_of_blocks_is_one_message_with_what_the_servers_tools_gave() -> None:
    call = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"q": "x"}}
    result = {"type": "web_search_tool_result", "tool_use_id": "s", "content": "found"}
    blocks = [{"type": "text", "text": "b"}, call, result]
    assert len(answer_of(blocks)) == 1
    assert [part.kind for part in parts(blocks)] == [PartKind.TEXT, PartKind.CALL, PartKind.RESULT]


def test_an_answer_of_no_known_shape_is_kept_as_json() -> None:
    assert [part.text for part in parts({"verdict": True})] == ['{"verdict":true}']


@pytest.mark.parametrize(
    ("value", "text", "call_id"),
    [
        ("2", "2", ""),
        ('"2"', "2", ""),
        ({"n": 2}, '{"n":2}', ""),
        ([1, 2], "[1,2]", ""),
        ({"output": {"type": "tool", "content": "2", "tool_call_id": "c"}}, "2", "c"),
        ({"type": "tool", "content": "2", "tool_call_id": "c", "additional_kwargs": {}}, "2", "c"),
        ([{"role": "tool", "content": "2", "tool_call_id": "c"}], "2", "c"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb", ""),
        ({"result": "2"}, "2", ""),
        ("", "", ""),
    ],
)
def test_what_a_tool_gave_is_found_in_every_shape(value: Any, text: str, call_id: str) -> None:
    found = result_of(value)
    assert found is not None
    assert (found.parts[0].kind, found.parts[0].text, found.call_id) == (PartKind.RESULT, text, call_id)


def test_an_image_that_a_tool_gave_stands_behind_its_text() -> None:
    image = {"type": "image", "data": "AA==", "mimeType": "image/png"}
    found = result_of({"content": [{"type": "text", "text": "a"}, image]})
    assert found is not None
    assert found.parts == (
        Part(PartKind.RESULT, "a"),
        Part(PartKind.IMAGE, media_type="image/png", data="AA=="),
    )


def test_where_a_tool_gave_nothing_there_is_no_result() -> None:
    assert result_of(None) is None
