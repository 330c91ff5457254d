from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

MESSAGES = "16_generated_by_libraries/pydantic_ai_messages.json"


def read(*values: Any) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(map(json.dumps, values)).encode(), "x.json")
    assert {one.origin.format for one in sessions} == {"pydantic-ai"}
    for one in sessions:
        assert_sound(one)
    return sessions


def request(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "request", "parts": list(parts), **more}


def response(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "response", "parts": list(parts), **more}


def prompt(content: Any) -> dict[str, Any]:
    return {"part_kind": "user-prompt", "content": content}


def text(content: str) -> dict[str, Any]:
    return {"part_kind": "text", "content": content}


def live_texts(session: Session, number: int) -> list[str]:
    ranges = session.at(number).request.live
    return [session.items[i].text for first, last in ranges for i in range(first, last + 1)]


def test_a_history_holds_what_was_counted_in_it() -> None:
    # Counted as parts: a system prompt, six prompts of the user, five texts and six calls, six results.
    roles = {"system": 1, "user": 6, "assistant": 11, "tool": 6}
    assert counts(opened(MESSAGES)) == Counts(1, 24, roles, 6, 6)


def test_a_request_is_as_many_messages_as_it_has_parts() -> None:
    (session,) = opened(MESSAGES)
    assert [item.place.pointer for item in session.items[:3]] == ["/0", "/0", "/1"]
    assert session.items[0].source is Source.SYSTEM_PROMPT
    assert session.items[1].time == "2026-11-29T20:58:49.214034Z"
    assert session.model == "gpt-4o"
    # zeros are the library's word for what nobody counted
    assert {one.usage for one in session.requests} == {None}
    assert session.requests[-1].turn == 6
    assert session.unknown == (Source.TOOL_SCHEMAS,)


def test_several_results_files_and_retries_stand_in_one_request() -> None:
    binary = {"kind": "binary", "data": "aGk=", "media_type": "image/png", "identifier": "x"}
    calls: list[dict[str, Any]] = [
        {"part_kind": "tool-call", "tool_name": "get", "args": {"n": 1}, "tool_call_id": "c1"},
        {"part_kind": "tool-call", "tool_name": "put", "args": '{"n":', "tool_call_id": "c2"},
    ]
    results: list[dict[str, Any]] = [
        {"part_kind": "tool-return", "tool_name": "get", "content": {"a": 1}, "tool_call_id": "c1"},
        {"part_kind": "retry-prompt", "tool_name": "put", "content": "bad JSON", "tool_call_id": "c2"},
        {"part_kind": "retry-prompt", "content": "Answer in JSON."},
    ]
    (session,) = read(
        [
            request(prompt(["look", {"kind": "image-url", "url": "https://x/y.png"}, binary])),
            response({"part_kind": "thinking", "content": "hm", "signature": "s"}, *calls),
            request(*results),
        ]
    )
    told = [
        (item.role, [(part.kind.value, part.text, part.data) for part in item.parts])
        for item in session.items
    ]
    assert told == [
        ("user", [("text", "look", "")]),
        ("user", [("image", "", "https://x/y.png")]),
        ("user", [("image", "", "aGk=")]),
        ("assistant", [("thinking", "hm", "")]),
        ("assistant", [("call", '{"n":1}', "")]),
        ("assistant", [("call", '{"n":', "")]),
        ("tool", [("result", '{"a":1}', "")]),
        ("tool", [("result", "bad JSON", "")]),
        ("user", [("text", "Answer in JSON.", "")]),
    ]
    assert [item.injected for item in session.items] == [False] * 8 + [True]
    assert session.items[7].parts[0].extra == '{"part_kind":"retry-prompt"}'
    assert session.items[6].parts[0].json
    assert session.requests[-1].turn == 1


def test_only_the_instructions_of_the_last_request_are_live() -> None:
    (session,) = read(
        [
            request(prompt("one"), instructions="Be brief."),
            response(text("1")),
            request(prompt("two"), instructions="Be brief."),
            response(text("2")),
            request(prompt("three"), instructions="Be long."),
        ]
    )
    assert [item.text for item in session.items if item.source is Source.SYSTEM_PROMPT] == [
        "Be brief.",
        "Be long.",
    ]
    assert live_texts(session, 2) == ["Be brief.", "one", "1", "two"]
    assert live_texts(session, 3) == ["one", "1", "two", "2", "Be long.", "three"]
    assert session.items[0].place.pointer == "/0/instructions"


def test_the_usage_is_what_was_new_and_what_was_cached() -> None:
    usage = {"input_tokens": 100, "cache_read_tokens": 60, "cache_write_tokens": 10, "output_tokens": 5}
    older = {"request_tokens": 7, "response_tokens": 2, "total_tokens": 9}
    (session,) = read(
        [
            request(prompt("a")),
            response(text("b"), usage=usage, model_name="m"),
            request(prompt("c")),
            response(text("d"), usage=older),
        ]
    )
    assert [one.usage for one in session.requests] == [Usage(30, 60, 10, 5), Usage(7, None, None, 2)]


def test_a_compaction_stands_for_what_was_before_it() -> None:
    compaction = {"part_kind": "compaction", "content": "They counted.", "provider_name": "openai"}
    (session,) = read(
        [
            request({"part_kind": "system-prompt", "content": "s"}, prompt("one")),
            response(compaction, text("1")),
            request(prompt("two")),
        ]
    )
    summary = session.items[2]
    assert (summary.source, summary.text) == (Source.SUMMARY, "They counted.")
    assert [item.superseded_by for item in session.items] == ["", summary.id, "", "", ""]
    assert live_texts(session, 2) == ["s", "They counted.", "1", "two"]


def test_lines_that_each_hold_a_list_are_a_session_each() -> None:
    first, second = read([request(prompt("a"))], [request(prompt("b"))])
    assert [one.items[0].text for one in (first, second)] == ["a", "b"]
    (bare,) = read(request(prompt("a")), response(text("b")))
    assert [item.place.line for item in bare.items] == [1, 2]


def test_unknown_parts_are_kept() -> None:
    odd = {"part_kind": "tool-availability-delta", "tools_added": ["x"]}
    (session,) = read([request(prompt("a"), odd), response({"part_kind": "speech", "speaker": "assistant"})])
    assert [item.parts[0].kind for item in session.items] == [
        PartKind.TEXT,
        PartKind.UNKNOWN,
        PartKind.UNKNOWN,
    ]
    assert [one.code for one in session.diagnostics] == ["part_unknown", "part_unknown"]


def test_what_is_no_history_is_refused() -> None:
    with pytest.raises(FormatError, match="no messages of Pydantic AI"):
        load_bytes(b'[{"kind": "request"}]', "x.json", format="pydantic-ai")
