from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.protocol import Document
from ctxlab.formats.readers.keyword_build import KeywordBuildReader
from ctxlab.formats.readers.keyword_context import KeywordContextReader
from ctxlab.formats.readers.keyword_messages import KeywordMessagesReader
from ctxlab.model.items import Source
from ctxlab.model.session import Session

BUGS = Path(__file__).parents[1] / "data" / "bugs"
READERS = (KeywordBuildReader(), KeywordContextReader(), KeywordMessagesReader())


def document(value: Any) -> Document:
    return decode(json.dumps(value, ensure_ascii=False).encode(), "x.json")


def bug(name: str) -> Session:
    path = BUGS / name
    (session,) = KeywordBuildReader().read(decode(path.read_bytes(), path.name))
    return session


def winner(value: Any) -> str:
    sure = {reader.name: reader.sniff(document(value)) for reader in READERS}
    best = max(sure, key=lambda name: sure[name])
    return best if sure[best] >= 0.5 else ""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"system_prompt": "p", "user_message": "u"}, "keyword-build"),
        ({"system_prompt": "p", "retrieved_docs": ["d"]}, "keyword-build"),
        ({"notes": ["n"], "user_message": "u"}, "keyword-build"),
        ({"user_input": "u", "rag_results": []}, "keyword-build-context"),
        ({"user_input": "u", "conversation_history": []}, "keyword-build-context"),
        ({"messages": [{"role": "user", "content": "u", "source": "chat"}]}, "keyword-messages"),
        ({"messages": [{"role": "user", "content": "u", "token_count": 3}]}, "keyword-messages"),
        ({"messages": [{"role": "user", "content": "u"}], "user_input": "go"}, "keyword-messages"),
        ({"messages": [{"role": "user", "content": "u"}]}, ""),
        ({"model": "m", "messages": [{"role": "user", "content": "u", "timestamp": 1}]}, ""),
        ({"messages": [{"role": "user", "content": "u", "source": "https://a.example"}]}, ""),
        ({"schema": "ctxlab.session/1", "items": [], "system_prompt": "p", "task_state": {}}, ""),
        ([{"role": "user", "content": "u"}], ""),
        ({"contents": []}, ""),
        ({}, ""),
    ],
)
def test_the_form_is_found_from_its_keys(value: Any, name: str) -> None:
    assert winner(value) == name


def test_every_case_of_the_build_form_is_taken_for_one() -> None:
    for path in sorted(BUGS.glob("B*.json")):
        if path.name.split("_")[0] in ("B28", "B36", "B55", "B86", "B123", "B136"):
            assert winner(json.loads(path.read_text("utf-8"))) == "keyword-build", path.name


def test_empty_sources_give_no_items() -> None:
    session = bug("B28_empty_sources.json")
    assert [item.source for item in session.items] == [Source.SYSTEM_PROMPT, Source.USER_MESSAGE]
    assert session.requests[0].live == ((0, 1),)


def test_docs_load_without_conversation() -> None:
    session = bug("B36_break_first.json")
    docs = [item for item in session.items if item.source is Source.RETRIEVED_DOC]
    assert [(item.name, item.relevance) for item in docs] == [
        ("d1", 0.99),
        ("d2", 0.95),
        ("d3", 0.9),
        ("d4", 0.85),
        ("d5", 0.8),
    ]


def test_docs_load_without_a_system_prompt() -> None:
    session = bug("B55_order_fits.json")
    assert [item.name for item in session.items] == ["", "p1", "p2", "f1", "s1", "e1"]
    assert [json.loads(item.extra)["kind"] for item in session.items[1:3]] == ["proc", "proc"]


def test_each_of_many_notes_is_an_item() -> None:
    session = bug("B86_many_notes.json")
    notes = [item for item in session.items if item.source is Source.AGENT_NOTE]
    assert len(notes) == 60
    assert (notes[0].name, notes[59].name) == ("n000", "n059")
    assert len({item.id for item in session.items}) == len(session.items)


def test_docs_of_one_text_keep_their_ids_and_sources() -> None:
    docs = bug("B123_same_text.json").items[1:]
    assert [(item.name, json.loads(item.extra)["id"]) for item in docs] == [
        ("berth_a.md", "d1"),
        ("berth_b.md", "d2"),
        ("c.md", "d3"),
    ]


def test_not_a_number_is_no_score() -> None:
    session = bug("B136_nan.json")
    docs = session.items[1:]
    assert [(item.name, item.text, item.relevance) for item in docs] == [
        ("a", "Gate 1.", 0.0),
        ("b", "Gate 2.", 0.0),
        ("c", "Gate 3.", 0.4),
    ]
    assert [dict(one.numbers)["value"] for one in session.diagnostics if one.code == "no_score"] == [
        "NaN",
        "Infinity",
    ]


def test_lines_are_sessions_and_say_where_they_stand() -> None:
    lines = b'{"system_prompt":"a","user_message":"b"}\n[1]\n{"system_prompt":"c","task_state":"d"}\n'
    first, second = KeywordBuildReader().read(decode(lines, "x.jsonl"))
    assert [str(item.place) for item in first.items] == ["line 1 /system_prompt", "line 1 /user_message"]
    assert [str(item.place) for item in second.items] == ["line 3 /system_prompt", "line 3 /task_state"]
    assert [(one.code, one.line) for one in first.diagnostics] == [("not_an_object", 2)]
    assert (first.origin.format, first.origin.file) == ("keyword-build", "x.jsonl")


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_what_holds_no_object_is_a_format_error(reader: Any) -> None:
    for data in (b"[1, 2]", b"", b'"text"', b"7"):
        with pytest.raises(FormatError):
            reader.read(decode(data, "x.json"))


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_any_object_can_be_read_when_asked_for(reader: Any) -> None:
    (session,) = reader.read(document({"messages": {"a": 1}, "conversation_history": 5, "x": None}))
    assert len(session.requests) == 1
