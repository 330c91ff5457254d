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

AGENT = "14_frameworks/letta_memgpt_agent_with_convo.af"
DOUBLE = "14_frameworks/letta_customer_service_double_encoded.af"
MEMGPT = "14_frameworks/memgpt_0.2.11_agent_state.json"


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.af")
    assert {one.origin.format for one in sessions} == {"letta"}
    for one in sessions:
        assert_sound(one)
    return sessions


def live_messages(session: Session, request: int) -> list[int]:
    """The ordinals of the recorded messages that were live at a request."""
    ranges = session.at(request).request.live
    positions = [i for first, last in ranges for i in range(first, last + 1)]
    return sorted({session.items[i].message for i in positions} - {-1})


def test_the_agent_files_hold_what_was_counted_in_them() -> None:
    roles = {"system": 6, "assistant": 28, "tool": 28, "user": 29}
    assert counts(opened(AGENT)) == Counts(1, 91, roles, 28, 28)
    assert counts(opened(DOUBLE)) == Counts(1, 1, {"system": 1}, 0, 0)
    roles = {"system": 1, "assistant": 7, "function": 7, "user": 6}
    assert counts(opened(MEMGPT)) == Counts(1, 21, roles, 7, 7)


def test_only_the_messages_in_context_are_live_at_the_end() -> None:
    (session,) = opened(AGENT)
    last = session.requests[-1].index
    assert live_messages(session, last) == [80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90]
    # the schemas of the six tools are always sent
    assert [item.source for item in session.items[:6]] == [Source.TOOL_SCHEMAS] * 6
    assert session.requests[-1].live[0] == (0, 5)
    assert session.model == "gpt-4.1"
    assert session.unknown == ()


def test_the_summary_stands_for_what_it_hid() -> None:
    (session,) = opened(AGENT)
    (summary,) = [item for item in session.items if item.source is Source.SUMMARY]
    assert summary.message == 81
    assert summary.injected
    gone = {item.message for item in session.items if item.superseded_by}
    # the system's messages 0, 6, 16 and 53 had been replaced before; 72 and the question 80 stayed
    assert gone == set(range(1, 80)) - {6, 16, 53, 72}
    assert {item.superseded_by for item in session.items} == {"", summary.id}
    # the request before the answer 82: its system message is still the one that 89 replaced
    at_82 = next(one for one in session.requests if session.items[one.end].message == 82)
    assert live_messages(session, at_82.index) == [72, 80, 81]


def test_each_edit_of_the_memory_brings_another_system_message() -> None:
    (session,) = opened(AGENT)
    systems = [item for item in session.items if item.role == "system" and item.message >= 0]
    assert [item.message for item in systems] == [0, 6, 16, 53, 72, 89]
    for request in session.requests:
        live = [n for n in live_messages(session, request.index) if n in (0, 6, 16, 53, 72, 89)]
        before = [item.message for item in session.items[: request.end] if item in systems]
        assert live == before[-1:]


def test_what_nobody_typed_opens_no_turn() -> None:
    (session,) = opened(AGENT)
    users = {item.message: item for item in session.items if item.role == "user"}
    # a login, four heartbeats and an alert among the 29 messages in the user's role
    assert sorted(n for n, item in users.items() if item.injected) == [3, 8, 18, 55, 74, 81]
    assert session.requests[-1].turn == 23


def test_the_first_answer_was_given_by_no_model() -> None:
    for path, first in ((AGENT, 5), (MEMGPT, 4)):
        (session,) = opened(path)
        assert session.items[session.requests[0].end].message == first
        assert "Bootup sequence complete" in "".join(item.text for item in session.items if item.message == 1)


def test_results_bear_the_name_of_the_tool_and_messages_that_of_the_agent() -> None:
    (session,) = opened(AGENT)
    result = next(item for item in session.items if item.message == 7)
    assert result.name == "memgpt_agent"
    assert result.parts[0].name == "core_memory_replace"
    said = [item for item in session.items if item.has(PartKind.CALL) and item.message == 82]
    assert said[0].parts[0].name == "send_message"
    assert said[0].text.startswith('{\n  "message": "Sarah, we\'ve shared thoughts')


def test_a_file_that_is_a_text_of_json_is_opened_twice() -> None:
    (session,) = opened(DOUBLE)
    assert session.title == "customer_service"
    names = [item.parts[0].name for item in session.items[:-1]]
    assert names == [
        "cancel_order",
        "check_order_status",
        "conversation_search",
        "escalate",
        "memory_insert",
        "memory_replace",
        "terminate_chat",
    ]
    assert session.items[-1].place.pointer == "/agents/0/messages/0"
    assert session.items[-1].text.startswith("<base_instructions>")


def test_a_state_of_memgpt_has_calls_in_the_old_form() -> None:
    (session,) = opened(MEMGPT)
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    assert [part.call_id for part in calls] == [part.call_id for part in results]
    assert [part.name for part in calls] == [part.name for part in results]
    assert [one.code for one in session.diagnostics] == ["call_ids_made"]
    assert sum(item.source is Source.TOOL_SCHEMAS for item in session.items) == 8
    # three questions; the login and the two heartbeats are none
    assert session.requests[-1].turn == 3


def said(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text}], **more}


def test_without_a_summary_the_context_begins_where_it_says() -> None:
    messages = [
        said("system", "You help."),
        said("user", "one"),
        said("assistant", "1"),
        said("user", "two"),
        said("assistant", "2"),
        said("user", "three"),
    ]
    (session,) = read({"agent_type": "x", "messages": messages, "in_context_message_indices": [0, 3, 4, 5]})
    assert [live_messages(session, n) for n in (1, 2, 3)] == [[0, 1], [0, 3], [0, 3, 4, 5]]


def test_messages_that_are_flagged_stand_in_the_order_of_their_times() -> None:
    messages = [
        said("user", "two", created_at="2026-01-01T00:00:02", in_context=True),
        said("system", "You help.", created_at="2026-01-01T00:00:00", in_context=True),
        said("user", "one", created_at="2026-01-01T00:00:01", in_context=False),
    ]
    (session,) = read({"agent_type": "x", "core_memory": [], "messages": messages})
    assert [item.text for item in session.items] == ["You help.", "one", "two"]
    assert live_messages(session, 1) == [0, 2]
    assert [item.place.pointer for item in session.items] == ["/messages/1", "/messages/2", "/messages/0"]


def test_a_call_may_wait_for_a_decision_that_no_model_reads() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "gate", "arguments": "{}"}}
    messages: list[Any] = [
        {**said("system", "s"), "id": "m0"},
        {**said("user", "open"), "id": "m1"},
        {"id": "m2", "role": "approval", "content": [], "tool_calls": [call]},
        {"id": "m3", "role": "approval", "content": [], "approve": True, "approval_request_id": "m2"},
        {**said("tool", "opened"), "id": "m4", "tool_call_id": "c1"},
    ]
    agent: dict[str, Any] = {
        "name": "a",
        "messages": messages,
        "in_context_message_ids": ["m0", "m1", "m2", "m3", "m4"],
    }
    (session,) = read({"agents": [agent], "blocks": [], "tools": []})
    assert [item.role for item in session.items] == ["system", "user", "assistant", "user", "tool"]
    assert session.items[3].text == '{"approve":true,"approval_request_id":"m2"}'
    assert session.items[3].injected
    assert [item.call_id for item in session.items] == ["", "", "c1", "", "c1"]
    assert len(session.requests) == 2
    assert session.diagnostics == ()
    waits = {**agent, "messages": messages[:3], "in_context_message_ids": ["m0", "m1", "m2"]}
    (session,) = read({"agents": [waits], "blocks": [], "tools": []})
    assert [(one.code, one.item) for one in session.diagnostics] == [("approval_pending", "i3")]


def test_older_messages_have_a_text() -> None:
    messages = [{"role": "user", "text": "hi"}]
    (session,) = read({"agent_type": "x", "messages": messages, "in_context_message_indices": [0]})
    assert [(item.text, item.extra) for item in session.items] == [("hi", "")]


def test_several_results_and_thoughts_in_one_message_are_told_apart() -> None:
    calls = [
        {"id": f"c{n}", "type": "function", "function": {"name": "get", "arguments": "{}"}} for n in "12"
    ]
    thought = {"type": "reasoning", "reasoning": "hm", "signature": "s", "is_native": True}
    returns = [{"tool_call_id": f"c{n}", "status": "success", "func_response": f"r{n}"} for n in "12"]
    messages = [
        {"role": "assistant", "content": [thought], "tool_calls": calls},
        {"role": "tool", "content": [{"type": "text", "text": "r1"}], "tool_returns": returns},
    ]
    (session,) = read({"agent_type": "x", "messages": messages, "in_context_message_indices": [0, 1]})
    kinds = [(part.kind.value, part.text) for item in session.items for part in item.parts]
    assert kinds == [("thinking", "hm"), ("call", "{}"), ("call", "{}"), ("result", "r1"), ("result", "r2")]
    assert [item.call_id for item in session.items] == ["", "c1", "c2", "c1", "c2"]


def test_the_blocks_of_memory_are_items_where_no_message_compiles_them() -> None:
    blocks = [{"label": "human", "value": "Name: Ann"}]
    agent = {"agent_type": "x", "core_memory": blocks, "system": "You help.", "messages": []}
    (session,) = read({**agent, "in_context_message_indices": []})
    assert [(item.source, item.text, item.name) for item in session.items] == [
        (Source.SYSTEM_PROMPT, "You help.", ""),
        (Source.TASK_STATE, "Name: Ann", "human"),
    ]


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(FormatError, match="no agent of Letta"):
        load_bytes(b'{"messages": [{"role": "user", "content": "x"}]}', "x.json", format="letta")
