from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Session

GLAIVE = "10_sharegpt_chatgpt_oasst/glaive_toolcall_zh.first100.json"


def talk(*messages: tuple[str, Any], **more: Any) -> Session:
    value = {"conversations": [{"from": speaker, "value": text} for speaker, text in messages], **more}
    (session,) = load_bytes(json.dumps([value]).encode(), "x")
    assert session.origin.format == "sharegpt"
    return session


def said(session: Session) -> list[tuple[str, str]]:
    return [(item.role, item.text) for item in session.items]


def parts(session: Session, kind: PartKind) -> list[Part]:
    return [part for item in session.items for part in item.parts if part.kind is kind]


def codes(session: Session) -> list[str]:
    return [one.code for one in session.diagnostics]


def test_the_conversations_hold_what_was_counted_in_them() -> None:
    # 233 answers in words and 77 calls are all the model's: 310.
    roles = {"user": 233, "assistant": 310, "tool": 77}
    sessions = opened(GLAIVE)
    assert counts(sessions) == Counts(100, 620, roles, calls=77, results=77)
    assert {one.origin.format for one in sessions} == {"sharegpt"}


def test_a_call_is_paired_with_what_it_gave_and_its_tools_stand_first() -> None:
    first = opened(GLAIVE)[0]
    schemas = [item for item in first.items if item.source is Source.TOOL_SCHEMAS]
    assert [item.parts[0].name for item in schemas] == ["generate_invoice", "generate_password"]
    (call,) = parts(first, PartKind.CALL)
    (result,) = parts(first, PartKind.RESULT)
    assert call.name == result.name == "generate_invoice"
    assert call.call_id == result.call_id
    assert json.loads(call.text)["items"][1] == {"name": "香蕉", "quantity": 3, "price": 0.5}
    assert result.text.startswith('{"invoice_id": "INV12345"')
    assert first.unknown == ()
    assert first.extra == ""
    # before the call, and before the answer in words
    assert [(request.turn, request.end) for request in first.requests] == [(1, 3), (1, 5)]
    assert str(first.items[3].place) == "/0/conversations/1"
    assert first.items[-1].text.startswith("发票已成功生成。")


def test_every_call_of_the_file_has_its_result() -> None:
    for session in opened(GLAIVE):
        calls = [(one.call_id, one.name) for one in parts(session, PartKind.CALL)]
        assert calls == [(one.call_id, one.name) for one in parts(session, PartKind.RESULT)]


def test_speakers_go_by_many_names() -> None:
    session = talk(
        ("system", "s"),
        ("human", "a"),
        ("gpt", "b"),
        ("user", "c"),
        ("assistant", "d"),
        ("Bard", "e"),
        ("bob", "f"),
    )
    assert said(session) == [
        *[("system", "s"), ("user", "a"), ("assistant", "b"), ("user", "c")],
        *[("assistant", "d"), ("assistant", "e"), ("bob", "f")],
    ]


def test_the_system_prompt_may_stand_beside_the_messages() -> None:
    session = talk(("human", "hi"), ("gpt", "ho"), system="Be short.", id="t-1", source="web")
    assert said(session) == [("system", "Be short."), ("user", "hi"), ("assistant", "ho")]
    assert session.items[0].source is Source.SYSTEM_PROMPT
    assert str(session.items[0].place) == "/0/system"
    assert session.title == "t-1"
    assert json.loads(session.extra) == {"id": "t-1", "source": "web"}


def test_calls_made_together_are_one_answer_and_their_results_follow_in_order() -> None:
    calls: list[dict[str, Any]] = [{"name": "a", "arguments": {"n": 1}}, {"name": "b", "arguments": {}}]
    session = talk(
        ("human", "x"), ("function_call", json.dumps(calls)), ("observation", "1"), ("observation", "2")
    )
    assert [one.name for one in parts(session, PartKind.CALL)] == ["a", "b"]
    assert [(one.name, one.text) for one in parts(session, PartKind.RESULT)] == [("a", "1"), ("b", "2")]
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert len(session.requests) == 2


def test_a_call_that_is_no_json_stays_one_and_is_named() -> None:
    session = talk(("human", "x"), ("function_call", '{"name": "a", "argu'), ("observation", "1"))
    (call,) = parts(session, PartKind.CALL)
    assert call.text == '{"name": "a", "argu'
    assert parts(session, PartKind.RESULT)[0].call_id == call.call_id
    assert "call_invalid" in codes(session)


def test_images_stand_where_the_text_says() -> None:
    session = talk(("human", "<image>What is it?"), ("gpt", "A cat."), images=["cat.png"])
    assert [part.kind for item in session.items for part in item.parts] == [
        *(PartKind.IMAGE, PartKind.TEXT, PartKind.TEXT)
    ]
    assert session.items[0].parts[0].data == "cat.png"
    assert session.extra == ""


def test_the_preferred_answer_is_the_one_in_the_conversation() -> None:
    chosen, rejected = {"from": "gpt", "value": "good"}, {"from": "gpt", "value": "bad"}
    session = talk(("human", "x"), chosen=chosen, rejected=rejected)
    assert said(session) == [("user", "x"), ("assistant", "good")]
    assert json.loads(session.extra) == {"rejected": rejected}


def test_lines_and_messages_of_chat_completions_under_the_same_name() -> None:
    lines = [
        {"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": None}]},
        {"other": 1},
        {"conversations": [{"role": "user", "content": "b"}, 7]},
    ]
    one, two = load_bytes("\n".join(map(json.dumps, lines)).encode(), "x")
    assert said(one) == [("user", "a"), ("assistant", "")]
    assert said(two) == [("user", "b"), ("unknown", "7")]
    assert codes(one) == ["record_unknown"]
    assert codes(two) == ["message_unknown"]
    assert [item.place.line for item in two.items] == [3, 3]


def test_what_holds_no_conversation_is_refused() -> None:
    with pytest.raises(FormatError, match="no ShareGPT conversations"):
        load_bytes(b'[{"conversations": 3}, 4]', "x", format="sharegpt")
