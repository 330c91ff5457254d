"""One message of chat completions, with what vendors add to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import compact
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, group_of
from ctxlab.model.items import Part, PartKind


def read(**fields: Any) -> Recorded:
    return chat_message({"role": "assistant", **fields}, Pairing())


def groups(*messages: dict[str, Any]) -> list[tuple[Part, ...]]:
    """The groups of messages of one conversation."""
    pairing = Pairing()
    found: list[Part | Sequence[Part]] = []
    for message in messages:
        found += chat_message(message, pairing).groups
    return [group_of(one) for one in found]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "thinking"])
def test_thinking_stands_before_the_answer_whatever_its_field(field: str) -> None:
    read_ = read(**{field: "hm", "content": "yes"})
    assert read_.groups == (Part(PartKind.THINKING, "hm"), Part(PartKind.TEXT, "yes"))
    assert read_.extra == ""


def test_thinking_that_is_said_twice_is_taken_once() -> None:
    assert read(reasoning_content="hm", reasoning="hm").groups == (Part(PartKind.THINKING, "hm"),)
    assert read(reasoning_content="hm", reasoning="hm").extra == ""
    assert json.loads(read(reasoning_content="hm", reasoning="other").extra) == {"reasoning": "other"}
    assert json.loads(read(content="x", reasoning={"effort": "low"}).extra) == {
        "reasoning": {"effort": "low"}
    }


def test_signed_thinking_keeps_its_signature() -> None:
    blocks = [{"type": "thinking", "thinking": "hm", "signature": "S"}]
    signed = (Part(PartKind.THINKING, "hm", signature="S"),)
    assert read(reasoning_content="hm", thinking_blocks=blocks).groups == signed
    assert read(thinking_blocks=blocks).groups == signed
    other = read(reasoning_content="a summary", thinking_blocks=blocks)
    assert other.groups == (Part(PartKind.THINKING, "a summary"),)
    assert json.loads(other.extra) == {"thinking_blocks": blocks}


def test_reasoning_details_stand_in_for_the_text_and_are_kept() -> None:
    details = [
        {"type": "reasoning.text", "text": "h"},
        {"type": "reasoning.summary", "summary": "m"},
        {"x": 1},
    ]
    found = read(reasoning_details=details, content="yes")
    assert found.groups[0] == Part(PartKind.THINKING, "hm")
    assert json.loads(found.extra) == {"reasoning_details": details}


def test_thinking_may_be_a_part_of_the_content() -> None:
    content = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "h"}, {"type": "text", "text": "m"}]},
        {"type": "text", "text": "yes"},
    ]
    assert read(content=content).groups == (Part(PartKind.THINKING, "hm"), Part(PartKind.TEXT, "yes"))


def test_what_stands_beside_a_parts_object_is_kept() -> None:
    content: list[Any] = [
        {"type": "input_audio", "input_audio": {"data": "QUJD", "format": "wav"}, "cache": 1},
        {"type": "file", "file": {"file_id": "f"}, "cache": 1},
        {"type": "refusal", "refusal": "no", "cache": 1},
    ]
    assert read(content=content).groups == (
        Part(PartKind.AUDIO, media_type="audio/wav", data="QUJD", extra='{"cache":1}'),
        Part(PartKind.FILE, extra='{"cache":1,"file_id":"f"}'),
        Part(PartKind.TEXT, "no", extra='{"type":"refusal","cache":1}'),
    )


@pytest.mark.parametrize(
    "part",
    [
        {"type": "input_audio", "input_audio": "QUJD"},
        {"type": "file", "file": None},
        {"type": "refusal", "refusal": 5},
        {"type": "image_url", "image_url": ["a", "b"]},
        {"type": "thinking", "thinking": [{"type": "image_url", "image_url": "a"}]},
    ],
)
def test_a_part_that_is_not_as_its_type_wants_is_kept_as_it_came(part: dict[str, Any]) -> None:
    assert read(content=[part]).groups == (Part(PartKind.UNKNOWN, compact(part), json=True),)


def test_a_call_may_name_its_function_alone() -> None:
    (call,) = read(tool_calls=[{"id": "c", "function": "f", "arguments": {"x": 1}}]).groups
    assert call == Part(PartKind.CALL, '{"x":1}', name="f", call_id="c", json=True)


def test_what_is_said_in_a_clip_is_its_text() -> None:
    (clip,) = read(content=None, audio={"id": "a", "data": "QUJD", "transcript": "hello"}).groups
    assert clip == Part(PartKind.AUDIO, "hello", data="QUJD", extra='{"id":"a"}')


def test_an_old_call_beside_a_new_one_is_kept() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    both = read(tool_calls=[call], function_call={"name": "f", "arguments": "{}"})
    assert [part.name for part in both.groups if isinstance(part, Part)] == ["f"]
    assert json.loads(both.extra) == {"function_call": {"name": "f", "arguments": "{}"}}
    assert read(tool_calls=[call], function_call=None).extra == ""


def test_fields_that_a_role_does_not_take_are_kept() -> None:
    result = chat_message(
        {"role": "tool", "tool_call_id": "c", "content": "42", "reasoning": "hm", "tool_calls": [1]},
        Pairing(),
    )
    assert json.loads(result.extra) == {"reasoning": "hm", "tool_calls": [1]}
    told = read(content="x", tool_call_id="c", refusal=["no"], audio="a", name={"n": 1}, weight=0)
    assert json.loads(told.extra) == {
        "tool_call_id": "c",
        "refusal": ["no"],
        "audio": "a",
        "name": {"n": 1},
        "weight": 0,
    }


def test_a_second_time_is_kept() -> None:
    found = read(content="x", created_at=5, timestamp="2031-01-01", time="")
    assert found.time == "2031-01-01"
    assert json.loads(found.extra) == {"created_at": 5, "time": ""}


def test_parts_may_have_their_text_in_a_value() -> None:
    content = [
        {"type": "text", "value": "look"},
        {"type": "reasoning", "value": "hm"},
        {"type": "image", "value": "1.jpg"},
        {"type": "audio_url", "value": "1.mp3"},
        {"type": "video", "value": "1.mp4"},
        {"type": "tool_call", "value": '{"name": "f", "arguments": {"x": 1}}'},
        {"type": "tool_call", "value": "no JSON"},
        {"type": "smell", "value": "rose"},
        {"type": "text", "value": "last", "loss_weight": 0.5},
    ]
    assert read(content=content).groups == (
        Part(PartKind.TEXT, "look"),
        Part(PartKind.THINKING, "hm"),
        Part(PartKind.IMAGE, data="1.jpg"),
        Part(PartKind.AUDIO, data="1.mp3"),
        Part(PartKind.FILE, data="1.mp4"),
        Part(PartKind.CALL, '{"x":1}', name="f", call_id="call_1", json=True),
        Part(PartKind.UNKNOWN, '{"type":"tool_call","value":"no JSON"}', json=True),
        Part(PartKind.UNKNOWN, '{"type":"smell","value":"rose"}', json=True),
        Part(PartKind.TEXT, "last", extra='{"loss_weight":0.5}'),
    )


CALLS: dict[str, Any] = {
    "role": "assistant",
    "tool_calls": [{"function": {"name": name, "arguments": "{}"}} for name in ("f", "g")],
}


def results(content: str, **fields: Any) -> list[tuple[str, str, str]]:
    """Id, name and text of each result of a message that follows two calls."""
    found = groups(CALLS, {"role": "tool", "content": content, **fields})[2:]
    return [(group[0].call_id, group[0].name, group[0].text) for group in found]


def test_one_message_may_answer_all_waiting_calls() -> None:
    assert results(' [{"a": 1} ,\n{"b": [2]}] ') == [
        ("call_1", "f", '{"a": 1}'),
        ("call_2", "g", '{"b": [2]}'),
    ]


@pytest.mark.parametrize(
    "content",
    [
        '[{"a":1}]',
        '[{"a":1},{"b":2},{"c":3}]',
        '[{"a":1},2]',
        '[{"a":1},{"b"',
        '[{"a":1},{"b":2}]x',
        "[]",
        "x",
    ],
)
def test_else_a_message_answers_the_oldest_call(content: str) -> None:
    assert results(content) == [("call_1", "f", content)]


def test_a_message_with_an_id_answers_that_call_alone() -> None:
    pair = '[{"a":1},{"b":2}]'
    assert results(pair, tool_call_id="c") == [("call_1", "f", pair)]
