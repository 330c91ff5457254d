"""The events that `claude -p --output-format stream-json` prints, as its documentation tells them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers.claude_stream_json import ClaudeStreamJsonReader
from ctxlab.model.items import Source
from ctxlab.model.session import Session, Usage

READER = ClaudeStreamJsonReader()


def event(kind: str, session: str = "s", **fields: Any) -> dict[str, Any]:
    return {"type": kind, "session_id": session, "uuid": "u", **fields}


def said(reply: str, *blocks: dict[str, Any], parent: str | None = None, **usage: int) -> dict[str, Any]:
    message = {"id": reply, "type": "message", "role": "assistant", "model": "m-1", "content": list(blocks)}
    return event("assistant", message={**message, "usage": usage}, parent_tool_use_id=parent)


def heard(content: Any, parent: str | None = None, **fields: Any) -> dict[str, Any]:
    message = {"role": "user", "content": content}
    return event("user", message=message, parent_tool_use_id=parent, **fields)


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(ident: str, name: str = "gate") -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": name, "input": {}}


def result(ident: str, words: str) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": ident, "content": words}]


INIT = event("system", subtype="init", model="m-1", tools=["gate", "Task"], cwd="/w", apiKeySource="none")
END = event("result", subtype="success", is_error=False, result="Open.", num_turns=2, total_cost_usd=0.1)


def read(*events: Any) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(json.dumps(one) for one in events).encode(), "x.jsonl")
    assert {session.origin.format for session in sessions} == {"claude-stream-json"}
    return sessions


def live(session: Session) -> list[list[str]]:
    return [
        [session.items[i].text for first, last in request.live for i in range(first, last + 1)]
        for request in session.requests
    ]


def test_a_run_is_its_replies_and_results() -> None:
    (session,) = read(
        INIT,
        said("r1", text("I open it."), input_tokens=3, output_tokens=1),
        said("r1", call("c1"), input_tokens=3, output_tokens=9),
        heard(result("c1", "done"), tool_use_result={"stdout": "done"}),
        said("r2", text("Open."), input_tokens=20, output_tokens=2),
        END,
    )
    assert [(item.role, item.text, item.message) for item in session.items] == [
        ("assistant", "I open it.", 0),
        ("assistant", "{}", 0),
        ("user", "done", 1),
        ("assistant", "Open.", 2),
    ]
    assert [(item.place.line, item.extra) for item in session.items] == [(2, ""), (3, ""), (4, ""), (5, "")]
    assert session.items[2].parts[0].name == "gate"
    assert [request.usage for request in session.requests] == [
        Usage(input=3, output=9), Usage(input=20, output=2),
    ]  # fmt: skip
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert (session.model, session.wire, session.diagnostics) == ("m-1", "anthropic", ())
    extra = json.loads(session.extra)
    assert (extra["init"]["tools"], extra["result"]["num_turns"]) == (["gate", "Task"], 2)


def test_sub_agents_are_chains_by_the_call_that_started_them() -> None:
    (session,) = read(
        said("r1", call("c1", "Task")),
        heard("Do it.", "c1"),
        said("x1", text("Did it."), parent="c1"),
        heard(result("c1", "finished")),
        said("r2", text("All done.")),
    )
    assert [item.chain for item in session.items] == ["", "c1", "c1", "", ""]
    assert live(session) == [[], ["Do it."], ["{}", "finished"]]


def test_events_of_a_reply_stand_in_only_where_it_did_not_come() -> None:
    def partial(reply: str, words: str) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": {"id": reply, "role": "assistant", "content": []}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": words}},
        ]
        return [event("stream_event", event=one) for one in events]

    (session,) = read(INIT, *partial("r1", "On"), said("r1", text("One.")), *partial("r2", "Tw"))
    assert [item.text for item in session.items] == ["One.", "Tw"]


def test_behind_a_compaction_only_what_follows_is_live() -> None:
    summary = "This session is being continued from a previous conversation that ran out of context."
    (session,) = read(
        heard("Open it."),
        said("r1", text("Yes.")),
        event("system", subtype="compact_boundary", compact_metadata={"trigger": "auto"}),
        heard(summary, isSynthetic=True),
        said("r2", text("Well.")),
    )
    assert live(session) == [["Open it."], [summary]]
    assert [(item.source, item.superseded_by) for item in session.items[:3]] == [
        (None, "i3"),
        (Source.CONVERSATION, "i3"),
        (Source.SUMMARY, ""),
    ]


def test_a_result_alone_is_the_answer() -> None:
    (session,) = read({**END, "usage": {"input_tokens": 5, "output_tokens": 2}})
    assert [(item.role, item.text) for item in session.items] == [("assistant", "Open.")]
    assert session.requests[0].usage == Usage(input=5, output=2)


def test_a_run_that_failed_says_so() -> None:
    (session,) = read(INIT, event("result", subtype="error_max_turns", is_error=True))
    assert [(one.code, one.line, dict(one.numbers)) for one in session.diagnostics] == [
        ("answer_failed", 2, {"text": "error_max_turns"})
    ]


def test_runs_of_several_sessions_are_sessions_of_their_own() -> None:
    other = {**heard("Shut it."), "session_id": "t"}
    assert [len(one.items) for one in read(heard("Open it."), other, said("r1", text("Yes.")))] == [2, 1]


def test_a_list_of_events_is_read_too() -> None:
    (session,) = load_bytes(json.dumps([INIT, said("r1", text("Yes.")), END]).encode(), "x.json")
    assert (session.origin.format, [item.text for item in session.items]) == ("claude-stream-json", ["Yes."])


def test_odd_lines_are_told_and_the_rest_loads() -> None:
    (session,) = read(INIT, {"odd": 1}, event("user"), said("r1", text("Yes.")), event("system", subtype="x"))
    assert [item.text for item in session.items] == ["Yes."]
    assert [(one.code, one.line) for one in session.diagnostics] == [
        ("message_broken", 3),
        ("record_unknown", 2),
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "x"}},
        {"type": "thread.started", "session_id": "s"},
        {"type": "user", "session_id": 5},
        [],
        7,
    ],
)
def test_other_formats_are_left_alone(value: Any) -> None:
    document = decode(json.dumps(value).encode(), "x")
    assert READER.sniff(document) == 0.0
    with pytest.raises(FormatError):
        READER.read(document)


def test_events_that_only_tell_who_watches_are_passed_over_in_silence() -> None:
    silent = [
        event("rate_limit_event", rate_limit_info={"status": "allowed"}),
        event("tool_progress", tool_use_id="t1", elapsed_time_seconds=3),
        event("tool_use_summary", summary="looked"),
    ]
    (session,) = read(INIT, *silent, said("m1", text("hi")), END)
    assert [item.text for item in session.items] == ["hi"]
    assert session.diagnostics == ()
