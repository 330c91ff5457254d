from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.otel_parts import is_otel_parts, system_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.model.items import Part, PartKind


def read(*messages: dict[str, Any]) -> tuple[Recorded, ...]:
    assert is_otel_parts(messages)
    return messages_of(list(messages), Pairing())


def test_each_part_is_a_group() -> None:
    (message,) = read(
        {
            "role": "assistant",
            "parts": [
                {"type": "reasoning", "content": "hm"},
                {"type": "text", "content": "let me look"},
                {"type": "tool_call", "id": "k", "name": "look", "arguments": {"q": 1}},
                {"type": "tool_call", "id": "l", "name": "look", "arguments": '{"q": 2'},
            ],
            "finish_reason": "tool_call",
        }
    )
    assert message.role == "assistant"
    assert message.extra == '{"finish_reason":"tool_call"}'
    assert parts_of(message) == [
        Part(PartKind.THINKING, "hm"),
        Part(PartKind.TEXT, "let me look"),
        Part(PartKind.CALL, '{"q":1}', name="look", call_id="k", json=True),
        Part(PartKind.CALL, '{"q": 2', name="look", call_id="l"),
    ]


@pytest.mark.parametrize("role", ["tool", "user"])
@pytest.mark.parametrize("key", ["response", "result"])
def test_responses_are_a_tools_whoever_is_said_to_speak(role: str, key: str) -> None:
    call = {"type": "tool_call", "id": "k", "name": "look", "arguments": None}
    given = {"type": "tool_call_response", "id": "k", key: {"seen": True}}
    _, message = read({"role": "assistant", "parts": [call]}, {"role": role, "parts": [given]})
    assert message.role == "tool"
    assert parts_of(message) == [Part(PartKind.RESULT, '{"seen":true}', name="look", call_id="k", json=True)]


def test_a_response_beside_words_of_the_user_leaves_them_the_users() -> None:
    given = {"type": "tool_call_response", "id": "k", "response": "seen"}
    (message,) = read({"role": "user", "parts": [given, {"type": "text", "content": "and now?"}]})
    assert message.role == "user"
    assert [part.kind for part in parts_of(message)] == [PartKind.RESULT, PartKind.TEXT]


def test_a_response_of_typed_parts_is_their_text_and_their_media() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://x/y.png"}}
    given = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}, image]
    (message,) = read(
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "k", "response": given}]}
    )
    assert [(part.kind, part.text, part.data) for part in parts_of(message)] == [
        (PartKind.RESULT, "one\ntwo", ""),
        (PartKind.IMAGE, "", "https://x/y.png"),
    ]


def test_media_by_blob_address_and_file() -> None:
    (message,) = read(
        {
            "role": "user",
            "parts": [
                {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "aGk="},
                {"type": "uri", "modality": "audio", "mime_type": "audio/mp3", "uri": "gs://b/a.mp3"},
                {"type": "file", "modality": "document", "mime_type": "application/pdf", "file_id": "f1"},
                {"type": "blob", "modality": "video", "content": "aGk="},
            ],
        }
    )
    assert [(part.kind, part.media_type, part.data) for part in parts_of(message)] == [
        (PartKind.IMAGE, "image/png", "aGk="),
        (PartKind.AUDIO, "audio/mp3", "gs://b/a.mp3"),
        (PartKind.FILE, "application/pdf", "f1"),
        (PartKind.FILE, "", "aGk="),
    ]


def test_calls_of_the_providers_own_tools_keep_their_type() -> None:
    (message,) = read(
        {
            "role": "assistant",
            "parts": [
                {"type": "server_tool_call", "id": "s", "name": "search", "server_tool_call": {"query": "x"}},
                {"type": "server_tool_call_response", "id": "s", "server_tool_call_response": {"hits": 2}},
            ],
        }
    )
    call, result = parts_of(message)
    assert (call.text, call.extra) == ('{"query":"x"}', '{"type":"server_tool_call"}')
    assert (result.text, result.name) == ('{"hits":2}', "search")


def test_what_is_unknown_is_kept_as_it_came() -> None:
    (message,) = read(
        {"role": "user", "parts": [{"type": "text", "content": "a"}, {"type": "hologram", "x": 1}, 7, None]}
    )
    assert parts_of(message)[1:] == [
        Part(PartKind.UNKNOWN, '{"type":"hologram","x":1}', json=True),
        Part(PartKind.UNKNOWN, "7", json=True),
    ]


@pytest.mark.parametrize(
    ("given", "texts"),
    [
        ("be brief", ["be brief"]),
        ([{"type": "text", "content": "be brief"}, "and kind"], ["be brief", "and kind"]),
        (None, []),
        ([], []),
        ("", []),
    ],
)
def test_instructions_are_the_systems_message(given: object, texts: list[str]) -> None:
    found = system_message(given)
    assert [part.text for message in found for part in parts_of(message)] == texts
    assert all(message.role == "system" for message in found)


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "user", "parts": [{"text": "Gemini's"}]}],
        [{"role": "user", "parts": [{"type": "text", "text": "of the AI SDK"}]}],
        [{"role": "user", "content": "chat", "parts": [{"type": "text", "content": "a"}]}],
        [{"role": "user", "parts": "text"}],
        ["a"],
    ],
)
def test_other_dialects_are_not_taken_for_it(messages: list[Any]) -> None:
    assert not is_otel_parts(messages)
