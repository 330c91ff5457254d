"""ATIF trajectories: steps, calls with what they gave, sub-agents, metrics."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage


def trajectory(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    agent = {"name": "demo-agent", "version": "1.0", "model_name": "model-1", **more.pop("agent", {})}
    numbered = [{"step_id": n, **step} for n, step in enumerate(steps, 1)]
    return {"schema_version": "ATIF-v1.6", "session_id": "run-1", "agent": agent, "steps": numbered, **more}


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "trajectory.json")
    assert session.origin.format == "atif"
    assert_sound(session)
    return session


def call(ident: str, name: str = "bash", **arguments: Any) -> dict[str, Any]:
    return {"tool_call_id": ident, "function_name": name, "arguments": arguments}


def observed(*results: tuple[str | None, Any]) -> dict[str, Any]:
    return {"results": [{"source_call_id": ident, "content": content} for ident, content in results]}


def test_steps_are_messages_and_observations_the_results_of_their_calls() -> None:
    session = read(
        trajectory(
            {"source": "system", "message": "be brief"},
            {"source": "user", "message": "what is here?", "timestamp": "2026-01-01T00:00:00Z"},
            {
                "source": "agent",
                "message": "I look.",
                "reasoning_content": "list it",
                "tool_calls": [call("c1", cmd="ls"), call("c2", cmd="pwd")],
                "observation": observed(("c2", "/w"), ("c1", "a.py")),
                "metrics": {"prompt_tokens": 100, "cached_tokens": 80, "completion_tokens": 9},
            },
            {"source": "agent", "message": "a.py in /w"},
        )
    )
    said = [(item.role, item.source, [part.kind for part in item.parts], item.text) for item in session.items]
    assert said == [
        ("system", Source.SYSTEM_PROMPT, [PartKind.TEXT], "be brief"),
        ("user", None, [PartKind.TEXT], "what is here?"),
        ("assistant", Source.CONVERSATION, [PartKind.THINKING], "list it"),
        ("assistant", Source.CONVERSATION, [PartKind.TEXT], "I look."),
        ("assistant", Source.CONVERSATION, [PartKind.CALL], '{"cmd":"ls"}'),
        ("assistant", Source.CONVERSATION, [PartKind.CALL], '{"cmd":"pwd"}'),
        ("tool", Source.TOOL_RESULT, [PartKind.RESULT], "/w"),
        ("tool", Source.TOOL_RESULT, [PartKind.RESULT], "a.py"),
        ("assistant", Source.CONVERSATION, [PartKind.TEXT], "a.py in /w"),
    ]
    assert [item.parts[0].call_id for item in session.items[6:8]] == ["c2", "c1"]
    assert session.items[7].parts[0].name == "bash"
    assert session.items[6].place.pointer == "/steps/2/observation/results/0"
    assert [(one.end, one.turn) for one in session.requests] == [(2, 1), (8, 1)]
    assert session.requests[0].usage == Usage(20, 80, None, 9)
    assert (session.title, session.model) == ("run-1", "model-1")
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert json.loads(session.extra)["agent"]["name"] == "demo-agent"


def test_what_a_step_without_calls_observed_is_said_by_the_environment() -> None:
    session = read(
        trajectory(
            {"source": "user", "message": "go"},
            {"source": "agent", "message": "ls\n", "observation": observed((None, "a.py"))},
            {"source": "system", "message": "", "observation": observed((None, "the clock struck"))},
        )
    )
    assert [(item.role, item.text, item.injected) for item in session.items[2:]] == [
        ("user", "a.py", True),
        ("user", "the clock struck", True),
    ]
    assert [item.source for item in session.items[2:]] == [Source.TOOL_RESULT] * 2
    assert [one.turn for one in session.requests] == [1, 1]


def test_contents_may_be_parts_and_arguments_text() -> None:
    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "https://x/y.png"}}]
    session = read(
        trajectory(
            {"source": "user", "message": parts},
            {
                "source": "agent",
                "message": "",
                "tool_calls": [{"tool_call_id": "c1", "function_name": "see", "arguments": "{}"}],
                "observation": observed(("c1", parts)),
            },
        )
    )
    kinds = [[part.kind for part in item.parts] for item in session.items]
    assert kinds == [[PartKind.TEXT], [PartKind.IMAGE], [PartKind.CALL], [PartKind.RESULT, PartKind.IMAGE]]
    assert session.items[2].text == "{}"


def test_tools_and_sub_agents_of_a_trajectory_are_read() -> None:
    tool = {"type": "function", "function": {"name": "ask", "parameters": {"type": "object"}}}
    inner = trajectory(
        {"source": "user", "message": "count"},
        {"source": "agent", "message": "3"},
        trajectory_id="sub-1",
    )
    ref = [{"trajectory_id": "sub-1"}]
    session = read(
        trajectory(
            {"source": "user", "message": "how many?"},
            {
                "source": "agent",
                "message": "",
                "tool_calls": [call("c1", "ask")],
                "observation": {"results": [{"source_call_id": "c1", "subagent_trajectory_ref": ref}]},
            },
            agent={"tool_definitions": [tool]},
            subagent_trajectories=[inner],
        )
    )
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert session.unknown == (Source.SYSTEM_PROMPT,)
    assert [item.text for item in session.items if item.chain == "sub-1"] == ["count", "3"]
    assert json.loads(session.items[3].parts[0].extra) == {"subagent_trajectory_ref": ref}
    assert [(one.chain, one.end) for one in session.requests] == [("", 2), ("", 4), ("sub-1", 5)]


def test_several_trajectories_are_several_sessions() -> None:
    one = trajectory({"source": "user", "message": "go"})
    sessions = load_bytes("\n".join(json.dumps(value) for value in (one, 3, one)).encode(), "t.jsonl")
    assert [session.origin.format for session in sessions] == ["atif", "atif"]
    assert [note.code for note in sessions[0].diagnostics] == ["record_unknown"]


@pytest.mark.parametrize("value", [{"schema_version": "ATIF-v1.6"}, {"steps": []}, [], 3])
def test_other_files_are_refused(value: Any) -> None:
    with pytest.raises(FormatError):
        load_bytes(json.dumps(value).encode(), "x.json", format="atif")


@pytest.mark.parametrize("broken", [{"steps": [3, None]}, {"agent": 3}, {"subagent_trajectories": [3]}])
def test_broken_pieces_are_kept_and_nothing_raises(broken: dict[str, Any]) -> None:
    read({**trajectory({"source": "user", "message": "go"}), **broken})
