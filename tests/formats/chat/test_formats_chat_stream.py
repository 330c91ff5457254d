"""Chunks of streamed chat completions become the answer that was not streamed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.chat.stream import is_chunk, whole_answer


def chunk(*deltas: dict[str, Any], **fields: Any) -> dict[str, Any]:
    choices = [{"index": i, "delta": delta} for i, delta in enumerate(deltas)]
    return {"id": "c", "object": "chat.completion.chunk", "choices": choices, **fields}


def message(*chunks: dict[str, Any]) -> dict[str, Any]:
    (choice,) = whole_answer(chunks)["choices"]
    said: dict[str, Any] = choice["message"]
    return said


def test_texts_are_joined_and_the_rest_is_kept() -> None:
    whole = whole_answer(
        [
            chunk({"role": "assistant", "content": "", "reasoning_content": "h"}, created=5),
            chunk({"content": "He", "reasoning_content": "m"}, system_fingerprint=None),
            chunk({"content": "llo", "refusal": None}),
            {"id": "c", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {"id": "c", "choices": [], "usage": {"prompt_tokens": 3}},
        ]
    )
    said = {"role": "assistant", "content": "Hello", "reasoning_content": "hm", "refusal": None}
    assert whole == {
        "id": "c",
        "object": "chat.completion",
        "created": 5,
        "choices": [{"index": 0, "message": said, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3},
    }


def test_pieces_of_calls_are_told_apart_by_their_index() -> None:
    calls = message(
        chunk({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "f", "arguments": ""}}]}),
        chunk({"tool_calls": [{"index": 1, "id": "b", "function": {"name": "g", "arguments": "{"}}]}),
        chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"x"'}}]}),
        chunk({"tool_calls": [{"index": 0, "id": "", "function": {"name": "f", "arguments": ":1}"}}]}),
        chunk({"tool_calls": [{"index": 1, "id": None, "function": {"arguments": "}"}}]}),
    )["tool_calls"]
    assert [(one["id"], one["function"]) for one in calls] == [
        ("a", {"name": "f", "arguments": '{"x":1}'}),
        ("b", {"name": "g", "arguments": "{}"}),
    ]


def test_calls_without_an_index_are_whole() -> None:
    one = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    other = {"id": "b", "function": {"name": "f", "arguments": "[]"}}
    calls = message(chunk({"tool_calls": [one]}), chunk({"tool_calls": [other]}))["tool_calls"]
    assert [(call["id"], call["function"]["arguments"]) for call in calls] == [("a", "{}"), ("b", "[]")]


def test_an_old_function_call_and_a_spoken_answer_are_joined_too() -> None:
    said = message(
        chunk({"function_call": {"name": "f", "arguments": "{"}, "audio": {"id": "x", "data": "QU"}}),
        chunk({"function_call": {"arguments": "}"}, "audio": {"data": "JD", "transcript": "hi"}}),
    )
    assert said["function_call"] == {"name": "f", "arguments": "{}"}
    assert said["audio"] == {"id": "x", "data": "QUJD", "transcript": "hi"}


def test_choices_stand_by_their_index() -> None:
    late = {"id": "c", "choices": [{"index": 1, "delta": {"content": "b"}}]}
    whole = whole_answer([late, chunk({"content": "a"})])
    assert [choice["message"]["content"] for choice in whole["choices"]] == ["a", "b"]


def test_chunks_are_known_by_their_kind_or_their_deltas() -> None:
    assert is_chunk(chunk())
    assert is_chunk({"choices": [{"delta": {"content": "x"}}]})


@pytest.mark.parametrize(
    "text",
    ['{"choices":[]}', '{"choices":[{"message":{}}]}', '{"object":"chat.completion.chunk"}', "[]", "null"],
)
def test_all_else_is_no_chunk(text: str) -> None:
    assert not is_chunk(json.loads(text))


@given(st.text(max_size=30), st.lists(st.integers(1, 6), max_size=10))
def test_a_text_is_the_same_however_it_was_cut(text: str, widths: list[int]) -> None:
    pieces: list[str] = []
    rest = text
    for width in widths:
        pieces.append(rest[:width])
        rest = rest[width:]
    assert message(*(chunk({"content": piece}) for piece in (*pieces, rest)))["content"] == text
