"""Events of a streamed answer put together, whatever they are and in whatever order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.anthropic.stream import is_event, whole_message


def delta(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


def start(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": {"type": kind, **fields}}


def test_each_kind_of_delta_goes_into_its_block() -> None:
    whole = whole_message(
        [
            start(0, "thinking", thinking="", signature=""),
            start(1, "text", text="", citations=None),
            delta(0, "thinking_delta", thinking="h"),
            delta(1, "text_delta", text="y"),
            delta(0, "thinking_delta", thinking="m"),
            delta(1, "citations_delta", citation={"title": "T"}),
            delta(0, "signature_delta", signature="c2ln"),
            delta(1, "text_delta", text="es"),
        ]
    )
    assert whole["content"] == [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "text", "text": "yes", "citations": [{"title": "T"}]},
    ]


@pytest.mark.parametrize(
    ("pieces", "given"), [([], {}), (['{"n"', ": 1}"], {"n": 1}), (['{"n"'], '{"n"'), ([""], {})]
)
def test_the_input_of_a_call_is_read_when_it_is_whole(pieces: list[str], given: Any) -> None:
    events = [start(0, "tool_use", id="t", name="gate", input={})]
    events += [delta(0, "input_json_delta", partial_json=one) for one in pieces]
    assert whole_message(events)["content"][0]["input"] == given


def test_the_last_usage_counts_and_what_it_leaves_out_stays() -> None:
    first = {
        "type": "message_start",
        "message": {"id": "m", "usage": {"input_tokens": 3, "output_tokens": 1}},
    }
    last = {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn"},
        "usage": {"output_tokens": 9},
    }
    whole = whole_message([first, last])
    assert whole["usage"] == {"input_tokens": 3, "output_tokens": 9}
    assert (whole["id"], whole["stop_reason"], whole["content"]) == ("m", "end_turn", [])


_VALUES = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.none(), max_size=1)
_EVENT = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["message_start", "content_block_start", "content_block_delta", "message_delta"]
        )
    },
    optional={
        "index": _VALUES,
        "message": _VALUES | st.dictionaries(st.sampled_from(["content", "usage", "id"]), _VALUES),
        "content_block": _VALUES | st.dictionaries(st.sampled_from(["type", "text", "citations"]), _VALUES),
        "delta": _VALUES
        | st.dictionaries(st.sampled_from(["text", "partial_json", "citation"]), _VALUES)
        | st.fixed_dictionaries(
            {"type": st.sampled_from(["text_delta", "input_json_delta", "citations_delta", 5, "new"])},
            optional={"text": _VALUES, "partial_json": _VALUES, "citation": _VALUES},
        ),
        "usage": _VALUES | st.dictionaries(st.text(max_size=2), _VALUES),
    },
)


@given(st.lists(_EVENT, max_size=8))
def test_any_events_give_a_message(events: list[dict[str, Any]]) -> None:
    assert isinstance(whole_message(events)["content"], list)
    assert {is_event(one) for one in events} <= {True, False}
