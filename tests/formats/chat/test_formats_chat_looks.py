"""Chat completions are told from the messages of other formats."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.chat.looks import likeness

ASK: dict[str, Any] = {"role": "user", "content": "hi"}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["messages", "role", "content", "body", "request", "response", "choices", "delta"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [ASK]},
        {"custom_id": "a", "body": {"messages": [ASK]}},
        [ASK, {"role": "assistant", "tool_calls": []}],
        {"id": "c", "object": "chat.completion.chunk", "choices": []},
        {"messages": [ASK], "response": {"choices": [{"message": ASK}]}},
    ],
)
def test_chat_completions_are_likely_and_leave_room_for_what_holds_them(value: object) -> None:
    assert 0.75 <= likeness(value) <= 0.85


OTHERS: list[Any] = [
    [{"role": "user", "parts": [{"text": "hi"}]}],
    {"messages": [{"role": "user", "content": "hi", "parts": []}]},
    {"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x"}]}]},
    [ASK, {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "x"}]}],
    [ASK, {"type": "function_call", "call_id": "x", "name": "f", "arguments": "{}"}],
    [{"type": "human", "content": "hi"}],
    [{"from": "human", "value": "hi"}],
    {"request": {"system": "be brief", "max_tokens": 5, "messages": [ASK]}},
    {"messages": [{"role": "usr", "content": "hi"}]},
    {"messages": ["hi"]},
    {"model": "m"},
    "hi",
    None,
]


@pytest.mark.parametrize("value", OTHERS)
def test_what_others_write_is_not(value: object) -> None:
    assert likeness(value) == 0


def test_what_a_trace_holds_is_left_to_the_trace() -> None:
    assert likeness({"inputs": {"messages": [ASK]}, "dotted_order": "x"}) < 0.6


@given(VALUES)
def test_anything_can_be_looked_at(value: object) -> None:
    assert 0 <= likeness(value) <= 1
