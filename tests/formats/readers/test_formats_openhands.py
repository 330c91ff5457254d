from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.folders import session_files_in
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

GOAL = "13_agent_trajectories/openhands_goal_events.jsonl"


def read(value: Any, name: str = "events.json") -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), name)
    assert session.origin.format == "openhands"
    return session


def text(words: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": words, "cache_prompt": False}]


def event(kind: str, id_: str, source: str = "agent", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "id": id_, "timestamp": f"2026-06-16T05:39:{len(id_):02}", "source": source, **more}


def prompt(**more: Any) -> dict[str, Any]:
    own: dict[str, Any] = {"system_prompt": text("act")[0], "tools": [], **more}
    return event("SystemPromptEvent", "s", "agent", **own)


def said(id_: str, words: str, role: str = "user", **more: Any) -> dict[str, Any]:
    source = "agent" if role == "assistant" else "user"
    own = {"role": role, "content": text(words), "tool_calls": None, "name": None, "thinking_blocks": []}
    return event("MessageEvent", id_, source, **{"llm_message": own, **more})


def did(id_: str, reply: str, thought: str = "", **more: Any) -> dict[str, Any]:
    call = {"id": f"call-{id_}", "name": "terminal", "arguments": '{"command": "ls"}', "origin": "completion"}
    own: dict[str, Any] = {
        "thought": text(thought) if thought else [],
        "action": {"command": "ls", "timeout": None, "kind": "TerminalAction"},
        "tool_name": "terminal",
        "tool_call_id": f"call-{id_}",
        "tool_call": call,
        "llm_response_id": reply,
    }
    return event("ActionEvent", id_, **{**own, **more})


def saw(id_: str, action: str, words: str, **more: Any) -> dict[str, Any]:
    seen = {"content": text(words), "is_error": False, "kind": "TerminalObservation"}
    own = {
        "tool_name": "terminal",
        "tool_call_id": f"call-{action}",
        "action_id": action,
        "observation": seen,
    }
    return event("ObservationEvent", id_, "environment", **{**own, **more})


def total(prompt: int, output: int, last: int, read: int = 0) -> dict[str, Any]:
    counted = {"prompt_tokens": prompt, "completion_tokens": output, "cache_read_tokens": read}
    metrics = {"model_name": "m", "accumulated_token_usage": {**counted, "per_turn_token": last}}
    value = {"usage_to_metrics": {"default": metrics}}
    return event("ConversationStateUpdateEvent", "t", "environment", key="stats", value=value)


def live(session: Session) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    return [(one.end, one.live) for one in session.requests]


def test_the_real_file_holds_what_was_counted_in_it() -> None:
    (session,) = sessions = opened(GOAL)
    # 2 actions and 3 observations; one observation is of an action that the excerpt does not hold
    assert counts(sessions) == Counts(1, 5, {"assistant": 2, "tool": 3}, 2, 3)
    assert (session.origin.format, session.model) == ("openhands", "litellm_proxy/minimax-m2.7")
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [("calls_lost", {"count": 1})]
    assert [item.place.line for item in session.items] == [4, 4, 4, 5, 7, 9, 9, 10]
    ids = [item.call_id for item in session.items if item.call_id]
    assert ids == [
        *("chatcmpl-tool-9d0341c7a033ae28", "chatcmpl-tool-9d0341c7a033ae28"),
        *(
            "chatcmpl-tool-9051d3d10f914188",
            "chatcmpl-tool-9fa678118a57807d",
            "chatcmpl-tool-9fa678118a57807d",
        ),
    ]
    assert session.items[0].time == "2026-06-16T05:39:48.701247"


def test_thinking_that_stands_in_the_text_too_is_one_part() -> None:
    (session,) = opened(GOAL)
    thinking, words, call = session.items[:3]
    assert thinking.parts[0].kind is PartKind.THINKING
    assert thinking.text.startswith("Let me analyze the task. I need to:")
    assert "<think>" not in words.text
    assert words.text.strip().startswith(
        "I'll help you review PR #3745 from the OpenHands/software-agent-sdk"
    )
    assert json.loads(call.text)["summary"] == "Build session URL from environment"
    # the second action said nothing beside its thinking
    assert [part.kind for item in session.items[5:7] for part in item.parts] == [
        PartKind.THINKING,
        PartKind.CALL,
    ]


def test_running_totals_give_the_usage_of_each_call() -> None:
    (session,) = opened(GOAL)
    # 35895 - 596 = 35299 prompt tokens, of which 1115 from the cache; 107458 - 71474 = 35984, of which 33657
    assert [one.usage for one in session.requests] == [
        Usage(input=34184, cache_read=1115, cache_write=0, output=185),
        Usage(input=2327, cache_read=33657, cache_write=0, output=192),
        None,
    ]


def test_totals_that_are_not_of_this_call_say_nothing() -> None:
    session = read(
        [
            said("u", "go"),
            total(100, 10, 110, read=40),
            did("a", "r1"),
            did("b", "r1"),
            saw("o", "a", "x"),
            total(300, 30, 120),  # two calls since the last total
            did("c", "r2"),
            total(400, 40, 110),
            saw("p", "c", "x"),  # not before a reply
            did("d", "r3"),
        ]
    )
    assert [one.usage for one in session.requests] == [Usage(60, 40, 0, 10), None, None]


def test_states_are_no_context_and_are_kept() -> None:
    (session,) = opened(GOAL)
    extra = json.loads(session.extra)
    assert extra["states"]["execution_status"] == "running"
    usage = extra["states"]["stats"]["usage_to_metrics"]["default"]["accumulated_token_usage"]
    assert usage["prompt_tokens"] == 107458  # the last of five totals
    assert extra["event_kinds"] == {"ConversationStateUpdateEvent": 5}


def test_parallel_calls_are_one_message_also_with_results_between() -> None:
    session = read(
        [said("u", "go"), did("a", "r", "both"), saw("x", "a", "1"), did("b", "r"), saw("y", "b", "2")]
    )
    assert counts([session]) == Counts(1, 4, {"user": 1, "assistant": 1, "tool": 2}, 2, 2)
    assert [(item.message, item.part) for item in session.items] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 0),
        (1, 2),
        (3, 0),
    ]
    assert [one.end for one in session.requests] == [1, 6]


def test_a_system_prompt_brings_its_tools_and_what_changes() -> None:
    full: dict[str, Any] = {"type": "function", "function": {"name": "ls", "parameters": {}}}
    session = read([prompt(tools=[full], dynamic_context=text("host x")[0]), said("u", "go")])
    schema, fixed, changing, user = session.items
    assert (schema.source, schema.parts[0].name) == (Source.TOOL_SCHEMAS, "ls")
    assert [one.text for one in (fixed, changing, user)] == ["act", "host x", "go"]
    assert fixed.message == changing.message
    assert session.unknown == ()
    # newer versions name tools without their parameters
    named = read([prompt(tools=[{"kind": "TerminalTool", "title": "terminal"}]), said("u", "go")])
    assert named.items[0].parts[0].name == "terminal"
    assert named.unknown == (Source.TOOL_SCHEMAS,)


def test_what_the_program_adds_to_a_message_is_injected() -> None:
    skills = text("<EXTRA_INFO> use uv")
    session = read([prompt(), said("u", "go", extended_content=skills, activated_skills=["uv"])])
    typed, added = session.items[1:]
    assert (typed.text, typed.injected) == ("go", False)
    assert (added.text, added.injected, added.message) == ("<EXTRA_INFO> use uv", True, typed.message)
    assert session.requests[0].turn == 1
    told = read([said("u", "go"), {**said("h", "hook says"), "source": "environment"}])
    assert [item.injected for item in told.items] == [False, True]


def test_errors_and_rejections_are_results_of_their_calls() -> None:
    failed = event("AgentErrorEvent", "e", tool_name="terminal", tool_call_id="call-a", error="no such tool")
    refused = event(
        "UserRejectObservation",
        "r",
        "user",
        tool_name="terminal",
        tool_call_id="call-b",
        rejection_reason="too risky",
        rejection_source="user",
    )
    session = read([did("a", "r1"), failed, did("b", "r2"), refused])
    results = [item for item in session.items if item.has(PartKind.RESULT)]
    assert [(one.call_id, one.text) for one in results] == [
        ("call-a", "no such tool"),
        ("call-b", "Action rejected: too risky"),
    ]
    assert json.loads(results[0].extra)["is_error"] is True


def test_pictures_in_lists_are_parts_each() -> None:
    shown = [*text("see"), {"type": "image", "image_urls": ["data:image/png;base64,AA", "https://x/y.png"]}]
    seen = {"content": shown, "kind": "BrowserObservation"}
    session = read([did("a", "r"), saw("o", "a", "", observation=seen)])
    result = session.items[-1]
    assert [part.kind for part in result.parts] == [PartKind.RESULT, PartKind.IMAGE, PartKind.IMAGE]
    assert [part.data for part in result.parts[1:]] == ["data:image/png;base64,AA", "https://x/y.png"]


@pytest.mark.parametrize("kind", ["Condensation", "CondensationEvent"])
def test_a_condensation_supersedes_what_was_forgotten(kind: str) -> None:
    first = event(
        kind,
        "k1",
        "environment",
        forgotten_event_ids=["a", "x"],
        summary="did a",
        summary_offset=2,
        reason="m",
    )
    second = event(
        kind, "k2", "environment", forgotten_event_ids=["k1-summary", "b", "y"], summary="did a, b"
    )
    session = read(
        [
            *(prompt(), said("u", "go")),  # 0, 1
            *(did("a", "r1"), saw("x", "a", "1")),  # 2, 3
            *(first, did("b", "r2"), saw("y", "b", "2")),  # 4, 5, 6
            *(second, said("f", "done", "assistant", llm_response_id="r3")),  # 7, 8
        ]
    )
    assert [item.superseded_by for item in session.items] == ["", "", "i5", "i5", "i8", "i8", "i8", "", ""]
    summary = session.items[4]
    assert (summary.source, summary.role, summary.injected) == (Source.SUMMARY, "user", True)
    assert json.loads(summary.extra) == {"id": "k1", "summary_offset": 2, "reason": "m"}
    assert live(session) == [(2, ((0, 1),)), (5, ((0, 1), (4, 4))), (8, ((0, 1), (7, 7)))]
    assert [one.turn for one in session.requests] == [1, 1, 1]


def test_events_that_are_forgotten_without_a_summary_are_no_longer_live() -> None:
    cut = event("Condensation", "k", "environment", forgotten_event_ids=["a", "x"], summary=None)
    session = read([said("u", "go"), did("a", "r1"), saw("x", "a", "1"), cut, said("f", "ok", "assistant")])
    assert [item.superseded_by for item in session.items] == [""] * 4
    assert live(session) == [(1, ((0, 0),)), (3, ((0, 0),))]
    assert json.loads(session.extra)["events"][0]["forgotten_event_ids"] == ["a", "x"]


def test_other_kinds_are_kept_and_unknown_ones_told() -> None:
    strange = event("MoodEvent", "m", mood="good")
    piece = event("StreamingDeltaEvent", "d", content="h")
    pause = event("PauseEvent", "p", "user")
    session = read([said("u", "go"), pause, piece, piece, strange, {"n": 1}])
    extra = json.loads(session.extra)
    assert [one["kind"] for one in extra["events"]] == ["PauseEvent", "MoodEvent"]
    assert extra["event_kinds"] == {"PauseEvent": 1, "StreamingDeltaEvent": 2, "MoodEvent": 1}
    told = [
        (one.code, dict(one.numbers).get("type"), dict(one.numbers).get("text"))
        for one in session.diagnostics
    ]
    assert told == [("record_unknown", None, '{"n":1}'), ("unknown_line_type", "MoodEvent", None)]


def test_lists_beside_other_fields_are_conversations_of_their_own() -> None:
    lines = [
        {"instance_id": name, "history": [said("u", name)], "test_result": {"ok": True}}
        for name in ("x-1", "y-2")
    ]
    first, second = load_bytes("\n".join(map(json.dumps, lines)).encode(), "output.jsonl")
    assert (first.title, second.title) == ("x-1", "y-2")
    assert second.items[0].place == Place(2, "/history/0")
    assert json.loads(second.extra)["test_result"] == {"ok": True}
    assert read({"items": [said("u", "hi")], "next_page_id": None}).items[0].place == Place(0, "/items/0")


def test_a_zip_file_of_a_conversation_is_one_session() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "c1/base_state.json", json.dumps({"agent": {"llm": {"api_key": "secret", "model": "m"}}})
        )
        archive.writestr("c1/events/event-00001-b.json", json.dumps(said("b", "ok", "assistant")))
        archive.writestr("c1/events/event-00000-a.json", json.dumps(said("a", "go")))
    (session,) = load_bytes(out.getvalue(), "c1.zip")
    assert (session.origin.format, session.title) == ("openhands", "c1")
    assert [item.text for item in session.items] == ["go", "ok"]
    assert session.items[1].place == Place(0, "c1/events/event-00001-b.json#")
    assert json.loads(session.extra)["base_state"]["agent"]["llm"] == {"api_key": "***", "model": "m"}


def conversation(folder: Path, *, state: bool = True) -> Path:
    (folder / "events").mkdir(parents=True)
    for n, event in enumerate([said("a", "go"), did("b", "r1"), saw("c", "b", "x.py")]):
        (folder / "events" / f"event-{n:05}-{event['id']}.json").write_text(json.dumps(event), "utf-8")
    if state:
        (folder / "base_state.json").write_text('{"agent": {"llm": {"model": "m"}}}', "utf-8")
    return folder


@pytest.mark.parametrize(("state", "own"), [(True, "base_state.json"), (False, "events/event-00000-a.json")])
def test_the_folder_of_a_conversation_is_one_session_as_in_a_zip_file(
    tmp_path: Path, state: bool, own: str
) -> None:
    folder = conversation(tmp_path / "c1", state=state)
    assert session_files_in(tmp_path).files == (folder / own,)
    assert session_files_in(folder).files == (folder / own,)
    (session,) = load(folder / own)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            archive.write(path, path.relative_to(tmp_path).as_posix())
    (zipped,) = load_bytes(packed.getvalue(), "c1.zip")
    assert (session.title, session.items, session.requests) == ("c1", zipped.items, zipped.requests)
    assert (session.extra, session.diagnostics) == (zipped.extra, zipped.diagnostics)


def test_an_event_that_is_not_the_first_is_read_alone(tmp_path: Path) -> None:
    folder = conversation(tmp_path / "c1")
    (session,) = load(folder / "events" / "event-00002-c.json")
    assert [item.text for item in session.items] == ["x.py"]
    with pytest.raises(FormatError) as refused:
        load(folder)
    assert refused.value.hint == f"open {folder / 'base_state.json'}"


def test_files_in_a_folder_of_that_name_that_are_no_events_stay_their_own(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    for n in range(3):
        value = [{"role": "user", "content": f"hello {n}"}, {"role": "assistant", "content": "hi"}]
        (tmp_path / "events" / f"{n}.json").write_text(json.dumps(value), "utf-8")
    assert len(session_files_in(tmp_path).files) == 3


@pytest.mark.parametrize("value", [{}, [], 1, [{"kind": "x"}], {"history": []}])
def test_other_files_are_refused(value: Any) -> None:
    with pytest.raises(FormatError, match="no events of OpenHands"):
        load_bytes(json.dumps(value).encode(), "x", format="openhands")
