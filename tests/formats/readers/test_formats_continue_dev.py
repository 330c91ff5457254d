from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage


def read(*history: Any, **more: Any) -> Session:
    value = {"sessionId": "s1", "title": "Rename foo", "workspaceDirectory": "/w", "history": list(history)}
    (session,) = load_bytes(json.dumps({**value, **more}).encode(), "s1.json")
    assert session.origin.format == "continue"
    assert_sound(session)
    return session


def entry(
    role: str, content: Any, /, *, call: str = "", entry: dict[str, Any] | None = None, **more: Any
) -> Any:
    message = {"role": role, "content": content, **more}
    if call:
        function = {"name": "edit", "arguments": "{}"}
        message["toolCalls"] = [{"id": call, "type": "function", "function": function}]
    return {"message": message, "contextItems": [], **(entry or {})}


def state(call: str, status: str, *output: str) -> dict[str, Any]:
    told = [{"name": "Edit", "description": "", "content": one} for one in output]
    return {"toolCallId": call, "status": status, "parsedArgs": {}, "output": told}


def live_texts(session: Session, number: int) -> list[str]:
    ranges = session.at(number).request.live
    return [session.items[i].text for first, last in ranges for i in range(first, last + 1)]


def test_what_was_attached_are_documents_before_the_message() -> None:
    attached = {
        "content": "def foo(): ...",
        "name": "a.py",
        "description": "src/a.py",
        "id": {"providerTitle": "file", "itemId": "1"},
    }
    session = read(entry("user", "rename foo", entry={"contextItems": [attached]}), chatModelTitle="m")
    document, question = session.items
    assert (document.source, document.name, document.text) == (Source.RETRIEVED_DOC, "a.py", "def foo(): ...")
    assert document.place.pointer == "/history/0/contextItems/0"
    assert (question.role, question.place.pointer) == ("user", "/history/0/message")
    assert (session.title, session.model) == ("Rename foo", "m")
    assert json.loads(session.extra) == {"sessionId": "s1", "workspaceDirectory": "/w"}
    assert session.unknown == (Source.SYSTEM_PROMPT,)
    assert session.requests[0].turn == 1


def test_a_tools_output_stands_in_the_state_of_its_call() -> None:
    done = entry("assistant", "", call="c1", entry={"toolCallStates": [state("c1", "done", "ok", "2")]})
    session = read(entry("user", "go"), done, entry("assistant", "Renamed."))
    assert [item.role for item in session.items] == ["user", "assistant", "tool", "assistant"]
    assert [item.call_id for item in session.items] == ["", "c1", "c1", ""]
    assert session.items[2].text == "ok\n2"
    assert session.items[2].parts[0].name == "edit"
    assert session.items[2].place.pointer == "/history/1/toolCallStates/0/output"
    assert json.loads(session.items[1].extra) == {"toolCallStates": [{"toolCallId": "c1", "status": "done"}]}
    assert len(session.requests) == 2


def test_a_message_with_the_output_is_taken_instead() -> None:
    done = entry("assistant", "", call="c1", entry={"toolCallStates": [state("c1", "done", "ok")]})
    session = read(entry("user", "go"), done, entry("tool", "OK.", toolCallId="c1"))
    assert [(item.role, item.text) for item in session.items][2:] == [("tool", "OK.")]


def test_a_call_that_waits_stays_without_a_result() -> None:
    waits = entry(
        "assistant", "", call="c1", entry={"toolCallState": {"toolCallId": "c1", "status": "generated"}}
    )
    session = read(entry("user", "go"), waits)
    assert [item.role for item in session.items] == ["user", "assistant"]
    assert json.loads(session.items[1].extra)["toolCallState"]["status"] == "generated"


def test_thinking_belongs_to_the_answer_that_it_led_to() -> None:
    usage = {"promptTokens": 10, "completionTokens": 2}
    session = read(
        entry(
            "user",
            [
                {"type": "text", "text": "look"},
                {"type": "imageUrl", "imageUrl": {"url": "data:image/png;base64,aGk="}},
            ],
        ),
        entry("thinking", "hm", signature="s"),
        entry("assistant", "A cat.", usage=usage, entry={"reasoning": {"active": False, "text": "so"}}),
    )
    parts = [(part.kind, part.text) for item in session.items for part in item.parts]
    assert parts == [
        (PartKind.TEXT, "look"),
        (PartKind.IMAGE, ""),
        (PartKind.THINKING, "hm"),
        (PartKind.THINKING, "so"),
        (PartKind.TEXT, "A cat."),
    ]
    assert session.items[1].parts[0].media_type == "image/png"
    (request,) = session.requests
    assert (request.end, request.usage) == (2, Usage(input=10, output=2))
    left = read(entry("user", "look"), entry("thinking", "hm"))
    assert left.items[-1].parts[0].kind is PartKind.THINKING


def test_a_summary_replaces_what_was_before_it() -> None:
    session = read(
        entry("user", "one"),
        entry("assistant", "1", entry={"conversationSummary": "They counted."}),
        entry("user", "two"),
        entry("assistant", "2"),
    )
    summary = session.items[2]
    assert (summary.source, summary.text, summary.injected) == (Source.SUMMARY, "They counted.", True)
    assert summary.place.pointer == "/history/1/conversationSummary"
    assert [item.superseded_by for item in session.items] == [summary.id, summary.id, "", "", ""]
    assert live_texts(session, 1) == ["one"]
    assert live_texts(session, 2) == ["They counted.", "two"]
    assert len(session.requests) == 2


def test_an_entry_that_is_none_is_kept() -> None:
    session = read(entry("user", "go"), {"odd": 1})
    assert session.items[1].text == '{"odd":1}'
    assert [one.code for one in session.diagnostics] == ["message_unknown"]
    with pytest.raises(FormatError, match="no session of Continue"):
        load_bytes(b'{"history": []}', "x.json", format="continue")
