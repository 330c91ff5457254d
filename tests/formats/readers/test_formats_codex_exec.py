from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

START = ({"type": "thread.started", "thread_id": "t1"}, {"type": "turn.started"})
END = {
    "type": "turn.completed",
    "usage": {"input_tokens": 100, "cached_input_tokens": 60, "output_tokens": 7},
}


def done(id_: str, type_: str, *, of: str = "completed", **fields: Any) -> dict[str, Any]:
    return {"type": f"item.{of}", "item": {"id": id_, "type": type_, **fields}}


def read(*lines: Any) -> Session:
    (session,) = load_bytes("\n".join(json.dumps(one) for one in (*START, *lines)).encode(), "x.jsonl")
    assert session.origin.format == "codex-exec"
    return session


def test_a_command_is_a_call_and_its_result() -> None:
    command: dict[str, Any] = {"command": "ls", "aggregated_output": "", "status": "in_progress"}
    session = read(
        done("i0", "reasoning", text="**Scanning**"),
        done("i1", "command_execution", of="started", **command),
        done("i1", "command_execution", **{**command, "aggregated_output": "src\n", "exit_code": 0}),
        done("i2", "agent_message", text="Done."),
        END,
    )
    # the first item stands for what the user said
    assert (session.items[0].role, session.items[0].parts, session.items[0].place) == ("user", (), Place(2))
    kinds = [item.parts[0].kind for item in session.items[1:]]
    assert kinds == [PartKind.THINKING, PartKind.CALL, PartKind.RESULT, PartKind.TEXT]
    assert [item.text for item in session.items] == ["", "**Scanning**", "ls", "src\n", "Done."]
    assert [item.message for item in session.items] == [0, 1, 1, 2, 3]
    assert session.items[3].call_id == session.items[2].call_id == "i1"
    # the last state of an item counts
    assert session.items[2].place == Place(5, "/item")
    # what two calls of the model used together is no figure of either
    assert [(one.end, one.usage) for one in session.requests] == [(1, None), (4, None)]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
    assert ([one.code for one in session.diagnostics], session.title) == (["input_not_recorded"], "t1")


def test_a_turn_with_one_answer_says_what_it_used() -> None:
    session = read(
        done("i0", "agent_message", text="Hi."), END, START[1], done("i0", "agent_message", text="Ho."), END
    )
    assert [item.text for item in session.items] == ["", "Hi.", "", "Ho."]
    assert [(one.turn, one.usage) for one in session.requests] == [
        (1, Usage(40, 60, None, 7)),
        (2, Usage(40, 60, None, 7)),
    ]


def test_a_command_that_runs_is_pending_and_other_tools_are_calls() -> None:
    session = read(
        done(
            "i0", "mcp_tool_call", server="s", tool="roll", arguments={"n": 1}, result="4", status="completed"
        ),
        done("i1", "file_change", changes=[{"path": "a"}], status="completed"),
        done("i2", "command_execution", of="started", command="ls", status="in_progress"),
        done("i3", "hologram"),
    )
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    assert [(one.name, one.text) for one in calls] == [
        ("roll", '{"n":1}'),
        ("file_change", '[{"path":"a"}]'),
        ("command_execution", "ls"),
    ]
    assert [item.call_id for item in session.items if item.has(PartKind.RESULT)] == ["i0", "i1"]
    assert session.items[-1].role == "unknown"


def test_lines_that_are_no_events_are_said() -> None:
    session = read(done("i0", "agent_message", text="Hi."), {"x": 1})
    assert [(one.code, one.line) for one in session.diagnostics][-1] == ("record_unknown", 4)


def test_what_is_no_stream_is_refused() -> None:
    with pytest.raises(FormatError, match="no line is an event of codex exec"):
        load_bytes(b'{"a": 1}', "x.jsonl", format="codex-exec")
