"""Keys and passwords of a session are not kept; everything else is, as it was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.without_secrets import Hiding
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.session import Session
from ctxlab.paths import sample_sessions

# put together here, so that no scanner takes the test for a leak
KEY = "sk-proj-" + "Zk4vT9wQ2mXc7LbN5rYs8HdF3gJp6KaE1uVo0TiW"
PASSWORD = "Tr0ub4dor" + "3xkcd"
FILES = [
    one
    for one in sorted(sample_sessions().iterdir())
    if one.suffix in (".json", ".jsonl") and not one.name.endswith(".marks.json")
]


def session(*messages: dict[str, object]) -> Session:
    return load_bytes(json.dumps({"messages": list(messages)}).encode(), "talk.json")[0]


def kept(given: Session) -> str:
    return dumps_session(Hiding(given).session(given))


def test_a_key_is_hidden_wherever_it_stands() -> None:
    call = {"id": "c1", "type": "function"}
    arguments = json.dumps({"api_key": KEY, "city": "Hangzhou"})
    given = session(
        {"role": "user", "content": f"My key is OPENAI_API_KEY={KEY}\nand I live in Hangzhou."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{**call, "function": {"name": "ask", "arguments": arguments}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": f"bad key {KEY}"},
    )
    text = kept(given)
    assert KEY not in text
    assert text.count("[key 1]") == 3
    read = load_bytes(text.encode(), "kept.ctx.json")[0]
    assert json.loads(read.items[1].text) == {"api_key": "[key 1]", "city": "Hangzhou"}
    assert read.items[0].text == "My key is OPENAI_API_KEY=[key 1]\nand I live in Hangzhou."


def test_a_password_told_once_is_hidden_in_other_texts_too() -> None:
    given = session(
        {"role": "user", "content": f"try {PASSWORD} again"},
        {"role": "user", "content": f"password: {PASSWORD}"},
    )
    assert PASSWORD not in kept(given)


def test_what_was_sent_is_looked_through_as_well() -> None:
    given = session({"role": "user", "content": "hello"})
    sent = json.dumps({"messages": [{"role": "user", "content": f"token={KEY}"}]})
    given = replace(given, requests=tuple(replace(one, sent=sent) for one in given.requests))
    text = kept(given)
    assert KEY not in text
    assert "[key 1]" in text


def test_titles_and_must_keeps_are_looked_through_as_well() -> None:
    given = replace(session({"role": "user", "content": f"password: {PASSWORD}"}), title=f"use {PASSWORD}")
    hiding = Hiding(given)
    marks = Marks(
        pins=("i1",), must_keeps=(MustKeep("m1", text=f"{PASSWORD} works"), MustKeep("m2", item="i1"))
    )
    assert hiding.session(given).title == "use [password 1]"
    changed = hiding.marks(marks)
    assert changed.must_keeps[0].text == "[password 1] works"
    assert (changed.pins, changed.must_keeps[1]) == (marks.pins, marks.must_keeps[1])
    assert hiding.count == 1


def test_people_and_numbers_are_the_sessions_content() -> None:
    given = session({"role": "user", "content": "Write to anna@example.org, 138 0013 8000, under 3000 yuan."})
    assert Hiding(given).session(given) is given


def test_names_addresses_of_media_and_notices_are_looked_through_as_well() -> None:
    parts = (
        Part(PartKind.IMAGE, data=f"https://a.example/1.png?api_key={KEY}"),
        Part(PartKind.FILE, name=KEY),
    )
    notice = Diagnostic("line_broken", numbers=(("number", 3), ("text", f"token={KEY}")))
    given = Session("s", (Item("i1", "user", parts, name=KEY),), (), diagnostics=(notice,))
    text = kept(given)
    assert KEY not in text
    assert text.count("[key 1]") == 4


def test_media_and_signatures_stay() -> None:
    parts = (Part(PartKind.THINKING, "so", signature=KEY), Part(PartKind.IMAGE, data=f"data:{KEY}"))
    given = Session("s", (Item("i1", "assistant", parts),), ())
    assert Hiding(given).session(given) is given


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_samples_hold_no_secret_and_stay_the_very_same(file: Path) -> None:
    for one in load(file):
        assert Hiding(one).session(one) is one
