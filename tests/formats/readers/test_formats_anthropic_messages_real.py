"""Anthropic Messages: what stands in real requests."""

from __future__ import annotations

import json

import pytest
from helpers.golden import Counts, beside, counts, opened

from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session

FOLDER = "03_anthropic_messages"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anthropic_parallel_tool_use", Counts(1, 3, {"user": 2, "assistant": 1}, 4, 4)),
        ("anthropic_cache_control", Counts(1, 3, {"user": 2, "assistant": 1}, 0, 0)),
        ("anthropic_image_base64", Counts(1, 1, {"user": 1}, 0, 0, images=1)),
        ("anthropic_thinking_tool", Counts(1, 3, {"user": 2, "assistant": 1}, 1, 1)),
        ("anthropic_mid_system", Counts(1, 6, {"user": 3, "assistant": 1, "system": 2}, 0, 0)),
        ("anthropic_system_list_block_cache", Counts(1, 3, {"user": 2, "assistant": 1}, 1, 1)),
    ],
)
def test_real_requests_hold_what_was_counted_in_them(name: str, expected: Counts) -> None:
    sessions = opened(f"{FOLDER}/{name}.request.json")
    assert counts(sessions) == expected
    (session,) = sessions
    assert (session.origin.format, session.wire) == ("anthropic-messages", "anthropic")
    # one request object is one request, at which all is live, and nothing is unknown
    (request,) = session.requests
    assert request.live == ((0, len(session.items) - 1),)
    assert session.unknown == ()
    assert {one.code for one in session.diagnostics} <= {"one_request"}


def real(name: str) -> Session:
    (session,) = opened(f"{FOLDER}/{name}.request.json")
    return session


def test_parallel_calls_pair_with_their_results() -> None:
    session = real("anthropic_parallel_tool_use")
    calls = {item.call_id: item.text for item in session.items if item.has(PartKind.CALL)}
    results = {item.call_id: item.text for item in session.items if item.has(PartKind.RESULT)}
    assert [(calls[one], results[one]) for one in calls] == [
        ('{"name":"Alice"}', "alice is bob's wife"),
        ('{"name":"Bob"}', "bob is alice's husband"),
        ('{"name":"Charlie"}', "charlie is alice's son"),
        ('{"name":"Daisy"}', "daisy is bob's daughter and charlie's younger sister"),
    ]
    assert [(item.source, item.message) for item in session.items[:3]] == [
        (Source.TOOL_SCHEMAS, -1), (Source.SYSTEM_PROMPT, -1), (None, 0),
    ]  # fmt: skip
    assert (session.model, session.requests[0].turn) == ("claude-haiku-4-5", 1)
    assert beside(session) == {"max_tokens": 4096, "stream": False, "tool_choice": {"type": "auto"}}


def test_where_the_cache_breaks_is_kept_on_request_and_block() -> None:
    assert json.loads(real("anthropic_cache_control").extra)["cache_control"] == {
        "ttl": "5m",
        "type": "ephemeral",
    }
    last = real("anthropic_system_list_block_cache").items[-1]
    assert json.loads(last.parts[0].extra) == {"cache_control": {"ttl": "5m", "type": "ephemeral"}}


def test_an_image_is_no_text() -> None:
    _, image = real("anthropic_image_base64").items
    (part,) = image.parts
    assert (part.kind, part.text, part.media_type, len(part.data)) == (
        PartKind.IMAGE, "", "image/jpeg", 42416,
    )  # fmt: skip
    assert part.data.startswith("/9j/4AAQSkZJRg")


def test_signed_thinking_stands_before_its_call() -> None:
    thinking, text, call, result = real("anthropic_thinking_tool").items[2:]
    assert (thinking.parts[0].kind, len(thinking.text), len(thinking.parts[0].signature)) == (
        PartKind.THINKING, 376, 736,
    )  # fmt: skip
    assert text.text.startswith("I'll help you find the largest city")
    assert call.call_id == result.call_id == "toolu_01YGzqpRE16Vricda3Aqcejo"
    assert (result.text, result.parts[0].name) == ("Mexico", "get_user_country")


def test_system_messages_in_the_midst_keep_their_place_and_order() -> None:
    session = real("anthropic_mid_system")
    assert [(item.role, item.source) for item in session.items[-3:]] == [
        ("user", None),
        ("system", Source.SYSTEM_PROMPT),
        ("system", Source.SYSTEM_PROMPT),
    ]
    assert session.items[-1].text == "Also always state the time complexity."
    assert session.items[0].place.pointer == "/system"
    # two user messages in a row are two messages, and two turns
    assert session.requests[0].turn == 3


def test_a_servers_tool_answers_in_the_models_own_message() -> None:
    session = real("anthropic_system_list_block_cache")
    upload = session.items[3].parts[0]
    assert (upload.kind, upload.data) == (PartKind.FILE, "file_011CcaGpPS2JA1AMya8VxEMh")
    call, result, text = session.items[4:7]
    assert {call.message, result.message, text.message} == {1}
    assert (result.role, result.source, result.call_id) == ("assistant", Source.TOOL_RESULT, call.call_id)
    assert json.loads(result.text)["stdout"].endswith("Sum of value column: 100\n")
    assert session.items[1].place.pointer == "/system/0"
