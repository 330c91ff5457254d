from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

DATABASE = "16_generated_by_libraries/openai_agents_session.sqlite"
STATE = "14_frameworks/openai_agents_runstate_pending_approval.json"

USER = {"role": "user", "content": "hi"}
CALL = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "ok"}
ANSWER = {
    "type": "message",
    "id": "m1",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "ho"}],
}


def database(path: Path, rows: list[tuple[str, str]], *, table: str = "agent_messages") -> sqlite3.Connection:
    """As the library's own session makes it."""
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, "
        "created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
    )
    connection.execute(
        f"CREATE TABLE {table} (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, "
        "message_data TEXT NOT NULL, created_at TIMESTAMP DEFAULT '2026-01-02 03:04:05')"
    )
    for session, data in rows:
        connection.execute("INSERT OR IGNORE INTO agent_sessions (session_id) VALUES (?)", (session,))
        connection.execute(f"INSERT INTO {table} (session_id, message_data) VALUES (?, ?)", (session, data))
    connection.commit()
    return connection


def stored(path: Path, *rows: tuple[str, Any]) -> tuple[Session, ...]:
    database(path, [(session, json.dumps(item)) for session, item in rows]).close()
    return load(path)


def state(**fields: Any) -> Session:
    value = {"$schemaVersion": "1.13", "original_input": "hi", **fields}
    (session,) = load_bytes(json.dumps(value).encode(), "x.json")
    assert session.origin.format == "openai-agents"
    return session


# ---- real files


def test_a_database_gives_a_session_each_in_the_order_of_the_file() -> None:
    first, second = sessions = opened(DATABASE)
    # 6 texts and 6 calls, each an answer of its own
    assert counts(sessions) == Counts(2, 26, {"user": 8, "assistant": 12, "tool": 6}, 6, 6)
    assert (first.title, second.title) == ("tau_airline_6", "tau_airline_6_b")
    assert (len(first.items), len(second.items)) == (23, 3)
    assert first.origin.format == "openai-agents"
    assert first.items[0].text == "Hi there! I'd like to change my flight reservation."
    assert first.items[-1].text == "Thank you so much for your help! ###STOP###"
    assert (first.items[3].place, first.items[3].time) == (
        Place(0, "agent_messages/4"),
        "2026-11-29 20:58:50",
    )
    assert first.items[3].parts[0].text == '{"user_id":"aarav_garcia_1177"}'
    assert (first.items[4].parts[0].name, first.items[4].call_id) == (
        "get_user_details",
        "call_ztbxGlsMpczBygT2okQo2s7W",
    )
    # before each answer, and after the last message of the user
    assert [one.end for one in first.requests] == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23]
    assert first.requests[-1].turn == 6
    assert first.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert (first.diagnostics, second.diagnostics) == ((), ())


def test_the_state_of_a_run_has_its_input_and_the_call_that_waits() -> None:
    (session,) = sessions = opened(STATE)
    # MANIFEST counts the entry that asks for approval as a second call: it is the same one
    assert counts(sessions) == Counts(1, 2, {"user": 1, "assistant": 1}, 1, 0)
    given, call = session.items
    assert (given.text, given.place) == ("historical input", Place(0, "/original_input"))
    assert (call.call_id, call.parts[0].name) == ("historical-approval-1", "historical_approval")
    assert call.parts[0].text == '{"account_id":"account-1"}'
    assert call.place == Place(0, "/session_items/0/raw_item")
    assert [(one.code, one.item) for one in session.diagnostics] == [("approval_pending", "i2")]
    assert [(one.end, one.usage) for one in session.requests] == [(1, None)]
    assert json.loads(session.extra)["current_agent"] == {"name": "compat-agent"}


# ---- databases


def test_sessions_that_were_written_in_turns_are_told_apart(tmp_path: Path) -> None:
    one, other = stored(tmp_path / "x", ("b", USER), ("a", USER), ("b", CALL), ("b", OUTPUT), ("b", ANSWER))
    assert [(item.role, item.call_id) for item in one.items] == [
        ("user", ""),
        ("assistant", "c1"),
        ("tool", "c1"),
        ("assistant", ""),
    ]
    assert (one.title, other.title, len(other.items)) == ("b", "a", 1)
    assert one.items[-1].extra == '{"id":"m1"}'


def test_branches_are_told_by_the_table_that_the_library_keeps_of_them(tmp_path: Path) -> None:
    asked = [{"role": "user", "content": text} for text in ("one", "two", "other")]
    items = [asked[0], ANSWER, asked[1], ANSWER, asked[2], ANSWER]
    connection = database(tmp_path / "x", [("s", json.dumps(item)) for item in items])
    connection.execute(
        "CREATE TABLE message_structure (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, "
        "message_id INTEGER, branch_id TEXT, sequence_number INTEGER)"
    )
    # the branch begins with copies of what was before it
    rows = [(1, "main"), (2, "main"), (3, "main"), (4, "main"), (1, "b"), (2, "b"), (5, "b"), (6, "b")]
    for at, (message, branch) in enumerate(rows):
        connection.execute("INSERT INTO message_structure VALUES (NULL, 's', ?, ?, ?)", (message, branch, at))
    connection.commit()
    connection.close()
    (session,) = load(tmp_path / "x")
    assert [one.live for one in session.requests] == [((0, 0),), ((0, 2),), ((0, 1), (4, 4))]
    assert [[one.index for one in way.requests] for way in branches_of(session)] == [[1, 2], [1, 3]]


def test_tables_may_have_other_names(tmp_path: Path) -> None:
    database(tmp_path / "x", [("s", json.dumps(USER))], table='"my messages"').close()
    (session,) = load(tmp_path / "x")
    assert session.items[0].text == "hi"


def test_a_session_without_messages_is_there(tmp_path: Path) -> None:
    connection = database(tmp_path / "x", [("s", json.dumps(USER))])
    connection.execute("INSERT INTO agent_sessions (session_id) VALUES ('empty')")
    connection.commit()
    connection.close()
    assert [(one.title, len(one.items)) for one in load(tmp_path / "x")] == [("s", 1), ("empty", 0)]


def test_a_broken_row_is_kept_as_text_and_said(tmp_path: Path) -> None:
    database(tmp_path / "x", [("s", json.dumps(USER)), ("s", '{"role": "us')]).close()
    (session,) = load(tmp_path / "x")
    assert [item.role for item in session.items] == ["user", "unknown"]
    assert session.items[1].parts[0].kind is PartKind.UNKNOWN
    assert [(one.code, one.item) for one in session.diagnostics] == [("message_unknown", "i2")]


def test_a_write_ahead_log_is_said_and_the_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    connection = database(path, [("s", json.dumps(USER))])
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO agent_sessions (session_id) VALUES ('t')")
    connection.commit()
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    assert sorted(before) == ["x.sqlite", "x.sqlite-shm", "x.sqlite-wal"]
    (session,) = load(path)
    assert [one.code for one in session.diagnostics] == ["write_ahead_log"]
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before
    connection.close()


def test_a_foreign_database_is_refused_with_its_tables(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x") as connection:
        connection.execute("CREATE TABLE places (url)")
    with pytest.raises(FormatError, match="it looks like an SQLite database"):
        load(tmp_path / "x")
    with pytest.raises(FormatError, match="no table in it holds messages") as caught:
        load(tmp_path / "x", format="openai-agents")
    assert "places" in caught.value.hint


def test_a_database_without_any_session_is_refused(tmp_path: Path) -> None:
    database(tmp_path / "x", []).close()
    with pytest.raises(FormatError, match="no session in the database"):
        load(tmp_path / "x")


@pytest.mark.parametrize("length", [4096, 20_000, 45_000])
def test_a_cut_database_is_refused_in_words(length: int) -> None:
    data = (FORMATS / DATABASE).read_bytes()[:length]
    with pytest.raises(FormatError, match="damaged"):
        load_bytes(data, "x.sqlite", format="openai-agents")


# ---- states


def entry(item: Any, type_: str = "tool_call_item") -> dict[str, Any]:
    return {"type": type_, "raw_item": item, "agent": {"name": "a"}}


def test_each_answer_bears_what_its_response_used() -> None:
    usage = {"input_tokens": 9, "input_tokens_details": [{"cached_tokens": 4}], "output_tokens": 2}
    session = state(
        original_input=[USER, ANSWER, USER],
        session_items=[entry(CALL), entry(OUTPUT), entry({**ANSWER, "id": "m2"})],
        model_responses=[{"output": [CALL], "usage": usage}, {"output": [{**ANSWER, "id": "m2"}]}],
    )
    assert [(one.end, one.usage) for one in session.requests] == [
        (1, None),
        (3, Usage(5, 4, None, 2)),
        (5, None),
    ]
    assert session.items[1].place == Place(0, "/original_input/1")


def test_older_states_have_generated_items_only() -> None:
    session = state(session_items=[], generated_items=[entry(CALL), entry(CALL, "tool_approval_item")])
    assert [item.place.pointer for item in session.items] == [
        "/original_input",
        "/generated_items/0/raw_item",
    ]
    assert [one.code for one in session.diagnostics] == ["approval_pending"]


def test_a_call_that_was_approved_and_answered_does_not_wait() -> None:
    session = state(session_items=[entry(CALL), entry(CALL, "tool_approval_item"), entry(OUTPUT)])
    assert ([item.call_id for item in session.items], session.diagnostics) == (["", "c1", "c1"], ())


def test_a_conversation_of_the_provider_is_unknown() -> None:
    session = state(conversation_id="conv_1")
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.CONVERSATION)
    assert [one.code for one in session.diagnostics] == ["context_on_server"]


def test_what_is_neither_is_refused() -> None:
    with pytest.raises(FormatError, match="neither a database nor a state"):
        load_bytes(b'{"x": 1}', "x.json", format="openai-agents")
