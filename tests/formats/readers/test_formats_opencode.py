from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

TOKENS = {"input": 100, "output": 9, "reasoning": 0, "cache": {"read": 50, "write": 20}}


def read(*messages: Any, **info: Any) -> Session:
    value = {"info": {"id": "ses_1", "title": "Fix it", **info}, "messages": list(messages)}
    (session,) = load_bytes(json.dumps(value).encode(), "export.json")
    assert session.origin.format == "opencode"
    assert_sound(session)
    return session


def user(name: str, *parts: Any) -> dict[str, Any]:
    listed = [{"type": "text", "text": one} if isinstance(one, str) else one for one in parts]
    return {"info": {"id": name, "role": "user", "time": {"created": 1}}, "parts": listed}


def answer(name: str, *parts: Any, **info: Any) -> dict[str, Any]:
    listed = [{"type": "text", "text": one} if isinstance(one, str) else one for one in parts]
    known = {"id": name, "role": "assistant", "modelID": "m", "time": {"created": 2}, **info}
    return {"info": known, "parts": listed}


def tool(call: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    told = {"status": status, "input": {"path": "a.py"}, **state}
    return {"type": "tool", "callID": call, "tool": "read", "state": told}


def live_texts(session: Session, number: int) -> list[str]:
    ranges = session.at(number).request.live
    return [session.items[i].text for first, last in ranges for i in range(first, last + 1)]


def test_each_step_of_an_answer_is_a_call_of_the_model() -> None:
    finish = {"type": "step-finish", "reason": "tool-calls", "cost": 0, "tokens": TOKENS}
    session = read(
        user("u1", "go"),
        answer(
            "a1",
            {"type": "step-start", "snapshot": "x"},
            {"type": "reasoning", "text": "hm", "time": {"start": 1}},
            tool("c1", output="print(1)", title="a.py", time={"start": 1, "end": 3}),
            finish,
            {"type": "step-start"},
            "Done.",
        ),
    )
    told = [(item.role, item.parts[0].kind.value, item.text, item.call_id) for item in session.items]
    assert told == [
        ("user", "text", "go", ""),
        ("assistant", "thinking", "hm", ""),
        ("assistant", "call", '{"path":"a.py"}', "c1"),
        ("tool", "result", "print(1)", "c1"),
        ("assistant", "text", "Done.", ""),
    ]
    first, second = session.requests
    assert first.usage == Usage(100, 50, 20, 9)
    assert second.usage is None
    assert (session.title, session.model, session.items[3].time) == ("Fix it", "m", "3")
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_what_the_program_put_beside_the_words_was_not_typed() -> None:
    file = {"type": "file", "mime": "image/png", "filename": "x.png", "url": "data:image/png;base64,aGk="}
    session = read(
        user("u1", "look", {"type": "text", "text": "Called the Read tool", "synthetic": True}, file)
    )
    assert [(item.text, item.injected) for item in session.items] == [
        ("look", False),
        ("", False),
        ("Called the Read tool", True),
    ]
    picture = session.items[1].parts[0]
    assert (picture.kind, picture.name, picture.media_type) == (PartKind.IMAGE, "x.png", "image/png")
    assert session.requests[-1].turn == 1


def test_failed_and_waiting_calls() -> None:
    failure = {"name": "APIError", "data": {"message": "too long"}}
    session = read(
        user("u1", "go"),
        answer(
            "a1", tool("c1", "error", error="no file"), tool("c2", "running"), error=failure, tokens=TOKENS
        ),
    )
    assert [(item.role, item.call_id, item.text) for item in session.items[1:]] == [
        ("assistant", "c1", '{"path":"a.py"}'),
        ("assistant", "c2", '{"path":"a.py"}'),
        ("tool", "c1", "no file"),
    ]
    assert session.items[3].parts[0].extra == '{"status":"error"}'
    assert [(one.code, dict(one.numbers)["text"]) for one in session.diagnostics] == [
        ("answer_failed", "too long")
    ]
    # an answer without steps has what its message says
    assert session.requests[0].usage == Usage(100, 50, 20, 9)


def test_a_compaction_keeps_the_end_that_it_names() -> None:
    asked = {"type": "compaction", "auto": True, "tail_start_id": "u2"}
    session = read(
        user("u1", "one"),
        answer("a1", "1"),
        user("u2", "two"),
        answer("a2", "2"),
        user("u3", asked),
        answer("a3", "They counted.", summary=True),
        user("u4", "three"),
        answer("a4", "3"),
    )
    summary = next(item for item in session.items if item.source is Source.SUMMARY)
    assert summary.text == "They counted."
    assert [bool(item.superseded_by) for item in session.items] == [True, True] + [False] * 6
    # the summary was asked for with all that there was
    assert live_texts(session, 3) == ["one", "1", "two", "2", ""]
    assert live_texts(session, 4) == ["two", "2", "", "They counted.", "three"]


def test_messages_alone_are_a_session() -> None:
    (session,) = load_bytes(json.dumps([user("u1", "go"), answer("a1", "ok")]).encode(), "x.json")
    assert session.origin.format == "opencode"
    assert [item.text for item in session.items] == ["go", "ok"]
    with pytest.raises(FormatError, match="no session of opencode"):
        load_bytes(b'{"messages": []}', "x.json", format="opencode")


def test_the_first_database_joins_messages_and_their_parts(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "CREATE TABLE `session` (id text PRIMARY KEY, parent_id text, title text NOT NULL);"
            "CREATE TABLE `message` (id text PRIMARY KEY, session_id text, time_created integer, data text);"
            "CREATE TABLE `part` (id text PRIMARY KEY, message_id text, session_id text, data text);"
        )
        connection.execute("INSERT INTO session VALUES ('s1', NULL, 'Fix it'), ('s2', 's1', 'Look')")
        rows = [
            ("m2", "s1", 2, {"role": "assistant", "modelID": "m", "tokens": TOKENS}),
            ("m1", "s1", 1, {"role": "user"}),
            ("m3", "s2", 3, {"role": "user"}),
        ]
        connection.executemany(
            "INSERT INTO message VALUES (?, ?, ?, ?)", [(*row[:3], json.dumps(row[3])) for row in rows]
        )
        parts = [("p1", "m1", "go"), ("p3", "m2", "k"), ("p2", "m2", "o"), ("p4", "m3", "look")]
        connection.executemany(
            "INSERT INTO part VALUES (?, ?, 's', ?)",
            [(name, message, json.dumps({"type": "text", "text": text})) for name, message, text in parts],
        )
    connection.close()
    first, second = load(path)
    assert [one.origin.format for one in (first, second)] == ["opencode", "opencode"]
    assert [(item.role, item.text) for item in first.items] == [
        ("user", "go"),
        ("assistant", "o"),
        ("assistant", "k"),
    ]
    assert [one.title for one in (first, second)] == ["Fix it", "Look"]
    assert first.requests[0].usage == Usage(100, 50, 20, 9)
    assert first.items[0].place.pointer == "message/m1"


def test_the_second_database_has_a_message_in_each_row(tmp_path: Path) -> None:
    state = {
        "status": "completed",
        "input": {"path": "a.py"},
        "content": [{"type": "text", "text": "print(1)"}],
    }
    content = [
        {"type": "text", "text": "I look."},
        {"type": "tool", "id": "c1", "name": "read", "state": state},
    ]
    rows = [
        ("user", {"text": "go", "time": {"created": 5}}),
        ("model-switched", {"model": {"id": "n"}}),
        ("assistant", {"content": content, "model": {"id": "m"}, "tokens": TOKENS}),
        ("synthetic", {"text": "a note"}),
        ("compaction", {"summary": "They looked.", "recent": "", "reason": "auto"}),
        ("user", {"text": "again"}),
        ("strange", {"text": "?"}),
    ]
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "CREATE TABLE session_v2 (id text PRIMARY KEY, title text);"
            "CREATE TABLE session_message (id text, session_id text, type text, seq integer, data text);"
        )
        connection.execute("INSERT INTO session_v2 VALUES ('s1', 'Fix it')")
        connection.executemany(
            "INSERT INTO session_message VALUES (?, 's1', ?, ?, ?)",
            [(f"m{i}", kind, i, json.dumps(data)) for i, (kind, data) in reversed([*enumerate(rows)])],
        )
    connection.close()
    (session,) = load(path)
    assert_sound(session)
    told = [(item.role, item.text, item.injected) for item in session.items]
    assert told == [
        ("user", "go", False),
        ("assistant", "I look.", False),
        ("assistant", '{"path":"a.py"}', False),
        ("tool", "print(1)", False),
        ("user", "a note", True),
        ("user", "They looked.", True),
        ("user", "again", False),
    ]
    assert (session.title, session.model) == ("Fix it", "m")
    assert session.items[3].call_id == "c1"
    assert session.items[5].source is Source.SUMMARY
    assert live_texts(session, 2) == ["They looked.", "again"]
    assert json.loads(session.extra)["events"] == [
        {"model": {"id": "n"}, "type": "model-switched", "role": ""},
        {"text": "?", "type": "strange", "role": ""},
    ]


def test_a_database_without_messages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    with pytest.raises(FormatError, match="no table in it holds messages"):
        load(path, format="opencode")


def _event(kind: str, ident: str, **part: Any) -> dict[str, Any]:
    inner = {"id": f"prt_{kind}", "messageID": ident, "sessionID": "ses_1", **part}
    return {"type": kind, "timestamp": 1784042493403, "sessionID": "ses_1", "part": inner}


def test_what_a_run_prints_is_one_session_without_what_was_asked() -> None:
    state = {"status": "completed", "input": {"command": "ls"}, "output": "a.py", "time": {"end": 2}}
    tokens = {"input": 179, "output": 9, "cache": {"read": 5, "write": 0}}
    events = [
        _event("step_start", "msg_1", type="step-start"),
        _event("tool_use", "msg_1", type="tool", tool="bash", callID="c1", state=state),
        _event("step_finish", "msg_1", type="step-finish", reason="tool-calls", tokens=tokens),
        _event("text", "msg_2", type="text", text="done"),
        {"type": "error", "timestamp": 1, "sessionID": "ses_1", "error": {"name": "APIError"}},
    ]
    (session,) = load_bytes("\n".join(map(json.dumps, events)).encode(), "run.jsonl")
    assert (session.origin.format, session.requests[0].usage) == ("opencode", Usage(179, 5, 0, 9))
    assert [(item.role, item.text) for item in session.items] == [
        ("assistant", '{"command":"ls"}'),
        ("tool", "a.py"),
        ("assistant", "done"),
    ]
    assert [item.place.line for item in session.items] == [1, 1, 4]
    assert Source.USER_MESSAGE in session.unknown
    assert {note.code for note in session.diagnostics} == {"input_not_recorded", "answer_failed"}
