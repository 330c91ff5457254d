"""The library's front door, as the README and the design show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json
from helpers.tree import ROOT

import ctxlab
from ctxlab.errors import FormatError, RequestError


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    return write_json(
        tmp_path / "trip.json", [message("user", "under 3000 yuan"), message("assistant", "Yes.")]
    )


def test_a_session_is_opened_built_and_explained(trip: Path) -> None:
    session = ctxlab.open(trip)
    trace = ctxlab.build(session.at(request=1), ctxlab.profile("gssc"))
    assert isinstance(session, ctxlab.Session)
    assert isinstance(trace, ctxlab.Trace)
    assert [dict(one) for one in trace.messages] == [message("user", "under 3000 yuan")]
    assert "i1" in ctxlab.why(trace, "i1")
    assert ctxlab.why(trace, "i1", "zh") != ctxlab.why(trace, "i1")


def test_why_takes_a_text_as_the_command_line_does(trip: Path) -> None:
    trace = ctxlab.build(ctxlab.open(trip).at(), "gssc")
    verdict, history = ctxlab.why(trace, " 3000 YUAN").split("\n\n")
    assert verdict.startswith("“3000 YUAN” is in the context of request 1. Present: ")
    assert history == ctxlab.why(trace, "i1")
    assert ctxlab.why(trace, "3000 YUAN", "zh").startswith("“3000 YUAN”在第 1 次请求的上下文中。")
    for wrong in ("i99", "spicy", " ", ""):
        with pytest.raises(RequestError):
            ctxlab.why(trace, wrong)


def test_why_says_of_a_text_what_the_command_line_says() -> None:
    session = ctxlab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    trace = ctxlab.build(session.at(turn=13), ROOT / "sessions" / "travel-agent.toml")
    verdict, *_ = ctxlab.why(trace, "预算三千以内").split("\n\n")
    assert verdict == (
        "“预算三千以内” is not in the context of request 25. Lost in Select: history stops before it, "
        "with 1,168 of 1,200 used."
    )


def test_why_tells_every_item_that_holds_the_text() -> None:
    history = [message("user", "no spicy food"), message("assistant", "no spicy food, noted")]
    trace = ctxlab.build(conversation_history=history, user_message="Where to?")
    _, *told = ctxlab.why(trace, "spicy").split("\n\n")
    ids = [trace.id(position) for position in trace.order() if "spicy" in trace.item(position).text]
    assert len(ids) >= 2
    assert told == [ctxlab.why(trace, item) for item in ids]


def test_the_published_call_builds_the_same_as_the_keywords_as_a_session() -> None:
    parts = {
        "system_prompt": "You plan trips.",
        "user_message": "Where to?",
        "conversation_history": [message("user", "no spicy food"), message("assistant", "noted")],
    }
    profile = ctxlab.profile("gssc-published-en")
    called = ctxlab.build(**parts, profile=profile)
    session = ctxlab.Session.from_parts(**parts)
    assert called.to_json() == ctxlab.build(session.at(), profile).to_json()
    assert [one["content"] for one in called.messages][-1] == "Where to?"


def test_a_lab_keeps_stage_results_and_gives_the_same_traces(trip: Path) -> None:
    snapshot, profile = ctxlab.open(trip).at(), ctxlab.profile("gssc")
    lab = ctxlab.Lab(store=False)
    first = lab.build(snapshot, profile)
    lab.build(snapshot, profile.set("budget.history.cap", 0))
    assert lab.build(snapshot, profile).to_json() == first.to_json()


def test_build_takes_a_snapshot_or_keywords_not_both(trip: Path) -> None:
    with pytest.raises(TypeError):
        ctxlab.build()
    with pytest.raises(TypeError):
        ctxlab.build(ctxlab.open(trip).at(), user_message="hello")


def test_every_public_name_is_there() -> None:
    assert {name for name in ctxlab.__all__ if not hasattr(ctxlab, name)} == set()
    assert set(ctxlab.__all__) <= set(dir(ctxlab))
    assert not hasattr(ctxlab, "nonsense")


def test_build_refuses_a_keyword_that_no_form_has() -> None:
    # A mistyped name would otherwise leave the agent without its system prompt, and nobody would see it.
    with pytest.raises(TypeError, match=r"system_promt.*system_prompt"):
        ctxlab.build(system_promt="You plan trips.", user_message="Where to?")


@pytest.mark.parametrize("wrong", ["trip.json", 3, Path("trip.json")])
def test_build_says_what_a_snapshot_is(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"session\.at\(\)"):
        ctxlab.build(wrong)


def test_a_session_is_no_snapshot(trip: Path) -> None:
    session: Any = ctxlab.open(trip)
    with pytest.raises(TypeError, match=r"session\.at\(\)"):
        ctxlab.build(session)


def test_generators_build_the_same_as_lists() -> None:
    history = [message("user", "one"), message("assistant", "two")]
    listed = ctxlab.build(conversation_history=history, user_message="three")
    assert (
        ctxlab.build(conversation_history=iter(history), user_message="three").to_json() == listed.to_json()
    )


def test_a_request_in_memory_is_read_as_its_file_would_be(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "trains", "arguments": "{}"}}
    messages = [
        message("system", "You plan trips."),
        message("user", "Which train?"),
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "G7350 \ud83d"},
    ]
    body = {
        "model": "gpt-4o",
        "messages": messages,
        "tools": [{"type": "function", "function": {"name": "trains"}}],
    }
    session = ctxlab.read(body)
    assert session.items == ctxlab.open(write_json(tmp_path / "body.json", body)).items
    assert session.model == "gpt-4o"
    named = ctxlab.read(messages, format="openai-chat")
    assert named.items == ctxlab.read(messages).items
    trace = ctxlab.build(named.at(), "as-recorded")
    assert [one["role"] for one in trace.messages] == ["system", "user", "assistant", "tool"]


def test_what_is_no_request_is_refused() -> None:
    with pytest.raises(FormatError):
        ctxlab.read({"nothing": 1})
    with pytest.raises(TypeError):
        ctxlab.read([{"role": "user", "content": object()}])
