from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Request, Session

SAMPLE = "10_sharegpt_chatgpt_oasst/claude_2026_sample.json"
ZEROS = "00000000-0000-4000-8000-000000000000"


def message(id: str, sender: str, *blocks: Any, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": one} if isinstance(one, str) else one for one in blocks]
    return {
        "uuid": id,
        "sender": sender,
        "text": "",
        "content": content,
        "attachments": [],
        "files": [],
        **more,
    }


def export(*messages: Any, **more: Any) -> Session:
    value = {"uuid": "c", "name": "n", "chat_messages": list(messages), **more}
    (session,) = load_bytes(json.dumps([value]).encode(), "conversations.json")
    assert session.origin.format == "claude-export"
    return session


def said(session: Session) -> list[tuple[str, str, str]]:
    return [(item.role, part.kind.value, part.text) for item in session.items for part in item.parts]


def seen(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def parts(session: Session, kind: PartKind) -> list[Part]:
    return [part for item in session.items for part in item.parts if part.kind is kind]


def codes(session: Session) -> list[str]:
    return [one.code for one in session.diagnostics]


def test_the_sample_holds_what_was_counted_in_it() -> None:
    # Two messages in the file; the answer is three here: a call, its result, and what was said after it.
    (session,) = opened(SAMPLE)
    assert counts([session]) == Counts(1, 4, {"user": 2, "assistant": 2}, calls=1, results=1)
    assert (session.origin.format, session.wire, session.title) == (
        "claude-export",
        "anthropic",
        "Claude tool flow",
    )
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert said(session) == [
        ("user", "text", "Find docs for uv"),
        ("assistant", "file", "sample notes"),
        ("assistant", "file", ""),
        ("assistant", "thinking", "Need to inspect docs first"),
        ("assistant", "call", '{"url":"https://example.com"}'),
        ("user", "result", "Fetch failed"),
        ("assistant", "text", "I could not fetch the URL, try opening it manually."),
    ]
    (call,), (result,) = parts(session, PartKind.CALL), parts(session, PartKind.RESULT)
    assert (call.call_id, call.name) == (result.call_id, result.name) == ("call_1", "web_fetch")
    assert [(one.turn, one.end) for one in session.requests] == [(1, 1), (1, 6)]
    # What the blocks say counts; the text that says otherwise is kept.
    assert json.loads(session.items[0].extra)["text"] == "hello"
    assert [part.name for part in parts(session, PartKind.FILE)] == ["notes.txt", "draft.md"]
    assert session.items[0].time == "2025-12-02T21:17:10.100000Z"
    assert codes(session) == ["call_ids_made"]


def test_results_are_read_with_all_that_their_blocks_say() -> None:
    use: dict[str, Any] = {
        "type": "tool_use",
        "id": "t1",
        "name": "web_search",
        "input": {},
        "flags": None,
        "message": "Searching",
    }
    found: list[dict[str, Any]] = [
        {
            "type": "knowledge",
            "title": "Gates",
            "url": "https://g.example",
            "text": "All gates.",
            "metadata": {},
        },
        {"type": "text", "text": "end", "uuid": "b1"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QQ=="}},
    ]
    answer: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "name": "web_search",
        "content": found,
        "is_error": False,
    }
    budget = {"type": "token_budget", "remaining": 5}
    session = export(message("u", "human", "q"), message("a", "assistant", use, answer, budget, "", "Done."))
    (result,), (call,) = parts(session, PartKind.RESULT), parts(session, PartKind.CALL)
    assert result.text == "Gates\nhttps://g.example\nAll gates.\nend"
    assert result.call_id == call.call_id == "t1"
    assert json.loads(result.extra) == {
        "is_error": False,
        "content_fields": [
            {"type": "knowledge"} | {"title": "Gates", "url": "https://g.example"},
            {"uuid": "b1"},
        ],
    }
    assert [part.kind for part in session.items[2].parts] == [PartKind.RESULT, PartKind.IMAGE]
    assert call.text == "{}"
    assert json.loads(call.extra) == {"message": "Searching"}
    assert json.loads(session.items[1].extra)["markers"] == [budget]
    assert said(session)[-1] == ("assistant", "text", "Done.")
    assert codes(session) == []


def test_attached_texts_and_files_come_before_what_is_said() -> None:
    attachment = {"file_name": "", "file_type": "txt", "file_size": 3, "extracted_content": "pasted"}
    file = {"file_name": "cat.png", "file_uuid": "f1", "file_kind": "image"}
    session = export(message("u", "human", "q", attachments=[attachment], files=[file, "b.md"]))
    assert said(session) == [
        *[("user", "file", "pasted"), ("user", "image", ""), ("user", "file", ""), ("user", "text", "q")]
    ]
    pasted, plain = parts(session, PartKind.FILE)
    assert (pasted.media_type, json.loads(pasted.extra)) == ("txt", {"file_size": 3})
    assert plain.name == "b.md"
    assert parts(session, PartKind.IMAGE)[0].data == "f1"


def test_without_blocks_the_text_counts() -> None:
    session = export(
        {"uuid": "u", "sender": "human", "text": "q", "content": []}, {"sender": "assistant", "text": "A"}, 7
    )
    assert said(session) == [("user", "text", "q"), ("assistant", "text", "A"), ("unknown", "unknown", "7")]
    assert "text" not in json.loads(session.items[0].extra)
    assert codes(session) == ["message_unknown"]


def test_messages_that_name_their_parents_have_branches() -> None:
    messages = (
        message("u1", "human", "first", parent_message_uuid=ZEROS, created_at="1"),
        message("a1", "assistant", "A", parent_message_uuid="u1", created_at="2"),
        message("a2", "assistant", "B", parent_message_uuid="u1", created_at="3"),
        message("u2", "human", "next", parent_message_uuid="a1", created_at="4"),
        message("a3", "assistant", "C", parent_message_uuid="u2", created_at="5"),
        message("u3", "human", "anew", parent_message_uuid=ZEROS, created_at="6"),
    )
    session = export(*messages, current_leaf_message_uuid="a3")
    assert [item.text for item in session.items] == ["anew", "first", "B", "A", "next", "C"]
    assert [seen(session, one) for one in session.requests] == [["first"], ["first"], ["first", "A", "next"]]
    assert [len(branch.requests) for branch in branches_of(session)] == [1, 2]
    assert [item.place.pointer for item in session.items][:2] == ["/0/chat_messages/5", "/0/chat_messages/0"]
    newest = export(*messages)
    assert newest.items[-1].text == "anew"
    assert seen(newest, newest.at().request) == ["anew"]


def test_results_in_the_middle_of_an_answer_are_seen_by_what_comes_after() -> None:
    use = {"type": "tool_use", "id": "t", "name": "n", "input": {"a": 1}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "r"}
    session = export(
        message("u", "human", "q", parent_message_uuid=ZEROS),
        message("a", "assistant", "old", parent_message_uuid="u"),
        message("b", "assistant", use, result, "new", parent_message_uuid="u"),
    )
    assert [seen(session, one) for one in session.requests] == [["q"], ["q"], ["q", '{"a":1}', "r"]]
    assert [len(branch.requests) for branch in branches_of(session)] == [1, 2]


def test_a_parent_that_is_not_there_is_the_message_before() -> None:
    session = export(
        message("u", "human", "q", parent_message_uuid=ZEROS),
        message("a", "assistant", "A", parent_message_uuid="x"),
    )
    assert seen(session, session.requests[0]) == ["q"]
    assert codes(session) == ["missing_parent"]
    session = export(
        message("u", "human", "q", parent_message_uuid="a"),
        message("a", "assistant", "A", parent_message_uuid="u"),
    )
    assert codes(session) == ["parent_cycle"]


def test_what_is_no_conversation_is_named_or_refused() -> None:
    data = b'[{"chat_messages": [], "name": ""}, {"a": 1}]'
    (session,) = load_bytes(data, "x")
    assert session.origin.format == "claude-export"
    assert codes(session) == ["record_unknown"]
    with pytest.raises(FormatError, match=r"no conversations of claude\.ai"):
        load_bytes(b'[{"chat_messages": 1}]', "x", format="claude-export")
