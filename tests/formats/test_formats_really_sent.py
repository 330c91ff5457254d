"""What was really sent, read as a session whatever its dialect; anything else is a FormatError."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats.really_sent import sent_session
from ctxlab.model.items import Source


def texts(value: object) -> list[tuple[str, str]]:
    session = sent_session(json.dumps(value), "log.json")
    return [(item.role, item.text) for item in session.items]


SAID = [("user", "Hello"), ("assistant", "Hi")]


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}],
        [
            {"role": "user", "content": [{"type": "text", "text": "Hello"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]},
        ],
        [{"role": "user", "parts": [{"text": "Hello"}]}, {"role": "model", "parts": [{"text": "Hi"}]}],
        [{"type": "human", "content": "Hello"}, {"type": "ai", "content": "Hi"}],
        [
            {"role": "user", "parts": [{"type": "text", "content": "Hello"}]},
            {"role": "assistant", "parts": [{"type": "text", "content": "Hi"}]},
        ],
    ],
)
def test_lists_of_messages_of_every_dialect(value: list[dict[str, Any]]) -> None:
    assert texts(value) == SAID


def test_a_request_with_its_tools() -> None:
    tool: dict[str, Any] = {"type": "function", "function": {"name": "read", "parameters": {}}}
    body: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Hello"}], "tools": [tool]}
    session = sent_session(json.dumps(body), "log.json")
    assert [item.source for item in session.items if item.source] == [Source.TOOL_SCHEMAS]
    assert session.model == "m"


def test_all_of_it_stands_before_its_request() -> None:
    value = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]
    session = sent_session(json.dumps(value), "log.json")
    assert len(session.at().candidates()) == 2
    assert session.id
    assert session.id != sent_session(json.dumps(value[:1]), "log.json").id


@pytest.mark.parametrize("text", ["{broken", "", "null", "12", '"words"', '{"nothing": 1}', "[1, 2]"])
def test_what_is_no_list_of_messages_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        sent_session(text, "log.json")


_KEYS = ("role", "content", "type", "parts", "text", "tool_calls", "id", "messages", "x")
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(_KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(_JSON)
def test_any_value_is_a_session_or_refused(value: object) -> None:
    try:
        session = sent_session(json.dumps(value), "log.json")
    except FormatError:
        return
    assert session.requests or not session.items
