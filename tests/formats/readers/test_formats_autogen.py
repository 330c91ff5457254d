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

STATE = "16_generated_by_libraries/autogen_assistant_agent_state.json"


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.json")
    assert {one.origin.format for one in sessions} == {"autogen"}
    for one in sessions:
        assert_sound(one)
    return sessions


def user(text: Any, source: str = "user") -> dict[str, Any]:
    return {"type": "UserMessage", "content": text, "source": source}


def answer(content: Any, source: str = "writer", **more: Any) -> dict[str, Any]:
    return {"type": "AssistantMessage", "content": content, "source": source, "thought": None, **more}


def test_a_state_holds_what_was_counted_in_it() -> None:
    assert counts(opened(STATE)) == Counts(1, 23, {"user": 6, "assistant": 11, "tool": 6}, 6, 6)


def test_calls_and_results_of_a_state_pair() -> None:
    (session,) = opened(STATE)
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert [(part.call_id, part.name) for part in calls] == [(part.call_id, part.name) for part in results]
    assert calls[0].name == "get_user_details"
    assert session.items[3].place.pointer == "/llm_context/messages/3"
    # the agent's system message is not in its state
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert session.requests[-1].turn == 6
    assert session.diagnostics == ()


def test_a_team_has_a_session_for_each_context_and_one_for_what_was_said_in_it() -> None:
    def agent(messages: list[Any]) -> dict[str, Any]:
        state = {"type": "AssistantAgentState", "version": "1.0.0", "llm_context": {"messages": messages}}
        return {"type": "ChatAgentContainerState", "agent_state": state, "message_buffer": []}

    usage = {"prompt_tokens": 12, "completion_tokens": 3}
    thread = [
        {"type": "TextMessage", "source": "user", "content": "go", "created_at": "2026-01-01T00:00:00Z"},
        {"type": "ThoughtEvent", "source": "writer", "content": "hm"},
        {"type": "TextMessage", "source": "writer", "content": "done", "models_usage": usage},
    ]
    team = {
        "type": "TeamState",
        "version": "1.0.0",
        "agent_states": {
            "writer/0a1b": agent([user("go"), answer("done")]),
            "critic": agent([user("go"), user("done", "writer"), answer("no", "critic")]),
            "RoundRobinGroupChatManager": {"type": "RoundRobinManagerState", "message_thread": thread},
        },
    }
    writer, critic, manager = read(team)
    assert [one.title for one in (writer, critic, manager)] == [
        "writer",
        "critic",
        "RoundRobinGroupChatManager",
    ]
    # what another agent said was typed by nobody
    assert [item.injected for item in critic.items] == [False, True, False]
    assert critic.requests[0].turn == 1
    assert [(item.role, item.name) for item in manager.items] == [
        ("user", "user"),
        ("assistant", "writer"),
        ("assistant", "writer"),
    ]
    assert manager.items[1].parts[0].kind is PartKind.THINKING
    assert manager.requests[-1].usage == Usage(input=12, output=3)
    assert manager.items[0].place.pointer == "/agent_states/RoundRobinGroupChatManager/message_thread/0"
    assert writer.items[0].place.pointer.startswith("/agent_states/writer~10a1b/agent_state/llm_context")


def test_pictures_thoughts_and_failed_calls_are_kept() -> None:
    calls = [{"id": "", "name": name, "arguments": "{}"} for name in ("one", "two")]
    results = [
        {"call_id": "", "name": "two", "content": "2", "is_error": True},
        {"call_id": "", "name": "one", "content": "1", "is_error": False},
    ]
    messages = [
        {"type": "SystemMessage", "content": "s"},
        user(["look", {"data": "aGk="}]),
        answer(calls, thought="first"),
        {"type": "FunctionExecutionResultMessage", "content": results},
    ]
    (session,) = read(messages)
    told = [(part.kind.value, part.text, part.data) for item in session.items for part in item.parts]
    assert told == [
        ("text", "s", ""),
        ("text", "look", ""),
        ("image", "", "aGk="),
        ("thinking", "first", ""),
        ("call", "{}", ""),
        ("call", "{}", ""),
        ("result", "2", ""),
        ("result", "1", ""),
    ]
    parts = [part for item in session.items for part in item.parts]
    assert [part.call_id for part in parts[-4:]] == ["call_1", "call_2", "call_2", "call_1"]
    assert parts[-2].extra == '{"is_error":true}'
    assert session.items[-1].message == session.items[-2].message


def test_a_chat_of_ag2_is_one_of_chat_completions() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "get", "arguments": "{}"}}
    response = {"tool_call_id": "c1", "role": "tool", "content": "ok"}
    history = [
        {"role": "user", "content": "go", "name": "admin"},
        {"role": "assistant", "content": None, "tool_calls": [call], "name": "bot"},
        {"role": "tool", "content": "ok", "tool_responses": [response], "name": "admin"},
    ]
    value: dict[str, Any] = {
        "chat_id": None,
        "chat_history": history,
        "summary": "done",
        "cost": {},
        "human_input": [],
    }
    (session,) = read(value)
    assert [(item.role, item.name) for item in session.items] == [
        ("user", "admin"),
        ("assistant", "bot"),
        ("tool", "admin"),
    ]
    assert session.items[2].call_id == "c1"
    assert session.items[2].parts[0].text == "ok"
    assert json.loads(session.extra) == {"summary": "done"}


def test_what_is_no_state_is_refused_and_a_stray_record_is_told() -> None:
    with pytest.raises(FormatError, match="no messages of AutoGen"):
        load_bytes(b'{"type": "BaseState"}', "x.json", format="autogen")
    lines = (
        json.dumps({"type": "AssistantAgentState", "llm_context": {"messages": [user("x")]}}) + '\n{"a": 1}\n'
    )
    (session,) = load_bytes(lines.encode(), "x.jsonl")
    assert [one.code for one in session.diagnostics] == ["record_unknown"]
