from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session

STORE = "16_generated_by_libraries/llamaindex_simple_chat_store.json"
CONTEXT = "14_frameworks/llamaindex_context_duplicate_addition.json"


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.json")
    assert {one.origin.format for one in sessions} == {"llamaindex"}
    for one in sessions:
        assert_sound(one)
    return sessions


def said(role: str, text: str, **kwargs: Any) -> dict[str, Any]:
    return {"role": role, "additional_kwargs": kwargs, "blocks": [{"block_type": "text", "text": text}]}


def test_a_store_holds_what_was_counted_in_it() -> None:
    roles = {"system": 1, "user": 6, "assistant": 11, "tool": 6}
    assert counts(opened(STORE)) == Counts(1, 24, roles, 6, 6)


def test_a_context_holds_what_was_counted_in_it() -> None:
    # Counted in its memory: six messages. The system prompt stands only in what was sent to the model.
    roles = {"system": 1, "user": 1, "assistant": 2, "tool": 3}
    assert counts(opened(CONTEXT)) == Counts(1, 7, roles, 3, 3)


def test_each_key_of_a_store_is_a_session() -> None:
    (session,) = opened(STORE)
    assert session.title == "user1"
    assert session.items[0].text.startswith("# Airline Agent Policy")
    assert session.items[5].place.pointer == "/store/user1/5"
    # an empty text beside a call is none
    assert [part.kind for part in session.items[4].parts] == [PartKind.CALL]
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert len(session.requests) == 12
    assert session.requests[-1].turn == 6
    store = {"a": [said("user", "one")], "b/c": [said("user", "two"), said("chatbot", "2")], "d": []}
    first, second, third = read({"store": store, "class_name": "SimpleChatStore"})
    assert [one.title for one in (first, second, third)] == ["a", "b/c", "d"]
    assert second.items[1].role == "assistant"
    assert second.items[0].place.pointer == "/store/b~1c/0"
    assert third.items == ()


def test_parallel_calls_without_ids_pair_with_results_that_name_the_tool() -> None:
    (session,) = opened(CONTEXT)
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert [part.text for part in calls] == ['{"item":"milk"}', '{"item":"eggs"}', '{"item":"bread"}']
    assert [part.text.split("'")[1] for part in results] == ["milk", "eggs", "bread"]
    assert [part.call_id for part in calls] == [part.call_id for part in results]
    assert {part.name for part in results} == {"add_item"}
    assert [(one.code, dict(one.numbers)["count"]) for one in session.diagnostics] == [("call_ids_made", 3)]


def test_results_that_come_in_another_order_find_the_calls_of_their_tools() -> None:
    calls: list[Any] = [{"id": "", "name": name, "args": {}} for name in ("one", "two")]
    messages = [
        said("assistant", "", tool_calls=calls),
        said("tool", "2", tool_call_id="two"),
        said("tool", "1", tool_call_id="one"),
    ]
    (session,) = read({"store": {"k": messages}, "class_name": "SimpleChatStore"})
    ids = {part.name: part.call_id for item in session.items[:2] for part in item.parts}
    assert [(item.parts[0].text, item.call_id) for item in session.items[2:]] == [
        ("2", ids["two"]),
        ("1", ids["one"]),
    ]


def test_what_was_sent_at_each_step_of_a_workflow_is_kept() -> None:
    (session,) = opened(CONTEXT)
    system = session.items[0]
    assert system.source is Source.SYSTEM_PROMPT
    assert system.place.pointer == "/streaming_queue"
    assert system.text.startswith("Your job is to manage a shopping list.")
    first, second = (json.loads(one.sent) for one in session.requests)
    assert [one["role"] for one in first] == ["system", "user"]
    assert [one["role"] for one in second] == ["system", "user", "assistant", "tool", "tool", "tool"]
    assert second[2]["tool_calls"][0]["id"] == session.items[2].call_id
    data = json.loads(session.extra)["state"]["state_data"]["_data"]
    assert data["state"] == '{"shopping_list": ["milk", "eggs", "bread"]}'
    assert data["memory"]["value"]["token_limit"] == 792576


def test_of_a_longer_memory_the_last_steps_were_sent() -> None:
    def event(messages: list[Any]) -> str:
        name = "llama_index.core.agent.workflow.workflow_events.AgentInput"
        return json.dumps({"value": {"input": messages}, "qualified_name": name})

    old = [said("user", "one"), said("assistant", "1")]
    new = [said("user", "two"), said("assistant", "2")]
    store = {"chat_history": [*old, *new]}
    memory = json.dumps({"chat_store": {"store": store, "class_name": "SimpleChatStore"}})
    # the memory was cut: of three messages only the last was sent
    queue = json.dumps([event([said("system", "s"), said("user", "two")])])
    (session,) = read({"globals": {"memory": memory}, "streaming_queue": queue, "queues": {}})
    assert [bool(one.sent) for one in session.requests] == [False, True]
    assert [item.text for item in session.items] == ["s", "one", "1", "two", "2"]


def test_a_file_that_is_a_text_of_json_is_opened_twice() -> None:
    (session,) = read(json.dumps({"store": {"k": [said("user", "hi")]}, "class_name": "SimpleChatStore"}))
    assert [item.text for item in session.items] == ["hi"]


def test_a_memory_in_a_database_puts_its_oldest_messages_out() -> None:
    def row(status: str, message: dict[str, Any]) -> dict[str, Any]:
        return {"key": "k", "timestamp": 1, "role": message["role"], "status": status, "data": message}

    rows = [
        row("archived", said("user", "one")),
        row("archived", said("assistant", "1")),
        row("active", said("user", "two")),
        row("active", said("assistant", "2")),
    ]
    store = {"table_name": "t", "db_data": rows, "class_name": "SQLAlchemyChatStore"}
    (session,) = read({"sql_store": store, "token_limit": 100})
    assert [item.text for item in session.items] == ["one", "1", "two", "2"]
    assert [one.live for one in session.requests] == [((0, 0),), ((2, 2),)]
    assert session.items[2].place.pointer == "/sql_store/db_data/2/data"
    assert json.loads(session.extra)["token_limit"] == 100


def test_older_messages_have_a_text_and_newer_ones_calls_in_blocks() -> None:
    call = {"block_type": "tool_call", "tool_call_id": "c1", "tool_name": "get", "tool_kwargs": {"n": 1}}
    image = {"block_type": "image", "image": "aGk=", "image_mimetype": "image/png", "detail": "low"}
    messages: list[Any] = [
        {"role": "user", "content": "old", "additional_kwargs": {}},
        {"role": "user", "additional_kwargs": {}, "blocks": [image]},
        {
            "role": "assistant",
            "additional_kwargs": {},
            "blocks": [{"block_type": "thinking", "content": "t"}, call],
        },
        said("tool", "ok", tool_call_id="c1"),
    ]
    (session,) = read(messages)
    told = [(part.kind.value, part.text, part.data, part.call_id) for i in session.items for part in i.parts]
    assert told == [
        ("text", "old", "", ""),
        ("image", "", "aGk=", ""),
        ("thinking", "t", "", ""),
        ("call", '{"n":1}', "", "c1"),
        ("result", "ok", "", "c1"),
    ]
    assert session.items[1].parts[0].media_type == "image/png"
    assert session.items[1].parts[0].extra == '{"detail":"low"}'


def test_what_holds_no_chat_is_refused() -> None:
    with pytest.raises(FormatError, match="no chat of LlamaIndex"):
        load_bytes(b'{"store": {}}', "x.json", format="llamaindex")
