from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.recorded import told

from ctxlab.formats.dialects.ai_sdk import ai_sdk_message, is_ai_sdk
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.ai_sdk import content_group
from ctxlab.formats.recorded import parts_of
from ctxlab.model.items import Part, PartKind

#: Arguments of a call without any.
NONE: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("plain", Part(PartKind.TEXT, "plain")),
        ({"type": "text", "text": "你好"}, Part(PartKind.TEXT, "你好")),
        (
            {"type": "text", "text": "x", "providerOptions": {"a": {"b": 1}}},
            Part(PartKind.TEXT, "x", extra='{"providerOptions":{"a":{"b":1}}}'),
        ),
        ({"type": "reasoning", "text": "hm"}, Part(PartKind.THINKING, "hm")),
        (
            {"type": "reasoning", "text": "hm", "signature": "c2ln"},
            Part(PartKind.THINKING, "hm", signature="c2ln"),
        ),
        (
            {"type": "image", "image": "QQ==", "mimeType": "image/png"},
            Part(PartKind.IMAGE, media_type="image/png", data="QQ=="),
        ),
        ({"type": "image", "image": "https://a.example/x"}, Part(PartKind.IMAGE, data="https://a.example/x")),
        (
            {"type": "file", "mediaType": "image/png", "filename": "m.png", "data": "QQ=="},
            Part(PartKind.IMAGE, name="m.png", media_type="image/png", data="QQ=="),
        ),
        (
            {"type": "file", "mediaType": "application/pdf", "data": "QQ=="},
            Part(PartKind.FILE, media_type="application/pdf", data="QQ=="),
        ),
        (
            {"type": "tool-call", "toolCallId": "c1", "toolName": "gate", "input": {"n": 1}},
            Part(PartKind.CALL, '{"n":1}', name="gate", call_id="c1", json=True),
        ),
        (
            {"type": "tool-call", "toolCallId": "c1", "toolName": "gate", "args": '{"n": 1}'},
            Part(PartKind.CALL, '{"n": 1}', name="gate", call_id="c1"),
        ),
        (
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "output": {"type": "text", "value": "ok"},
            },
            Part(PartKind.RESULT, "ok", name="gate", call_id="c1"),
        ),
        (
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "output": {"type": "json", "value": {"n": 1}},
            },
            Part(PartKind.RESULT, '{"n":1}', name="gate", call_id="c1", json=True),
        ),
        (
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "output": {"type": "error-text", "value": "no"},
            },
            Part(PartKind.RESULT, "no", name="gate", call_id="c1", extra='{"type":"error-text"}'),
        ),
        (
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "output": {"type": "execution-denied", "reason": "no"},
            },
            Part(PartKind.RESULT, "no", name="gate", call_id="c1", extra='{"type":"execution-denied"}'),
        ),
        (
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "gate",
                "result": {"type": "gate"},
                "isError": True,
            },
            Part(
                PartKind.RESULT,
                '{"type":"gate"}',
                name="gate",
                call_id="c1",
                json=True,
                extra='{"isError":true}',
            ),
        ),
    ],
)
def test_a_part_of_a_content_is_one_part(part: Any, expected: Part) -> None:
    assert content_group(part, Pairing()) == (expected,)


@pytest.mark.parametrize("part", [None, 7, [], {}, {"type": "new"}, {"type": "text"}, {"type": ["text"]}])
def test_what_is_not_understood_is_kept_as_it_came(part: Any) -> None:
    (found,) = content_group(part, Pairing())
    assert found.kind is PartKind.UNKNOWN
    assert json.loads(found.text) == part


def test_a_result_with_media_is_its_texts_and_the_media() -> None:
    value = [{"type": "text", "text": "a"}, {"type": "media", "data": "QQ==", "mediaType": "image/png"}]
    result = {
        "type": "tool-result",
        "toolCallId": "c1",
        "output": {"type": "content", "value": [*value, "b"]},
    }
    first, image = content_group(result, Pairing())
    assert first.text == "a\nb"
    assert (image.kind, image.data) == (PartKind.IMAGE, "QQ==")


def test_messages_for_models_of_both_versions() -> None:
    call = {"type": "tool-call", "toolCallId": "c1", "toolName": "gate"}
    result = {"type": "tool-result", "toolCallId": "c1", "toolName": "gate"}
    for given, output in (
        ({"input": NONE}, {"output": {"type": "text", "value": "4"}}),
        ({"args": NONE}, {"result": "4"}),
    ):
        messages = [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Gate?"}]},
            {"role": "assistant", "content": [{**call, **given}]},
            {"role": "tool", "content": [{**result, **output}]},
            {"role": "assistant", "content": "Gate 4."},
        ]
        assert told(messages) == [
            ("system", [("text", "Be brief.")]),
            ("user", [("text", "Gate?")]),
            ("assistant", [("call", "{}")]),
            ("tool", [("result", "4")]),
            ("assistant", [("text", "Gate 4.")]),
        ]


def test_calls_alone_are_an_answer_as_telemetry_has_them() -> None:
    call = {"toolCallId": "c1", "toolName": "getWeather", "input": '{"location":"San Francisco"}'}
    assert told([call]) == [("assistant", [("call", '{"location":"San Francisco"}')])]
    assert told([{**call, "output": {"t": 1}}]) == [("tool", [("result", '{"t":1}')])]


def test_an_empty_message_is_one() -> None:
    for message in (
        {"role": "assistant", "content": ""},
        {"id": "m", "role": "assistant", "parts": list[Any]()},
    ):
        (one,) = ai_sdk_message(message, Pairing())
        assert (one.role, [part for part in parts_of(one) if part.text]) == ("assistant", [])


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "user", "content": "x"}],
        [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
        [{"role": "user", "parts": [{"type": "text", "content": "x"}]}],
        [{"role": "user", "parts": [{"text": "x"}]}],
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "n", "input": NONE}]}],
        [{"role": "tool", "content": "x", "tool_call_id": "c"}],
        list[Any](),
        [3],
    ],
)
def test_messages_of_others_are_not_taken(messages: list[Any]) -> None:
    assert not is_ai_sdk(messages)
