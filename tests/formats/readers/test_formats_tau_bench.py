from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session

RUNS = "15_benchmarks_dialogues/tau_bench_airline_gpt4o.6tasks.json"
SHOTS = "15_benchmarks_dialogues/tau_bench_few_shot_airline.jsonl"


def read(*values: Any) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(map(json.dumps, values)).encode(), "x.jsonl")
    assert {one.origin.format for one in sessions} == {"tau-bench"}
    return sessions


def test_a_run_holds_what_was_counted_in_it() -> None:
    roles = {"system": 6, "user": 50, "assistant": 107, "tool": 63}
    assert counts(opened(RUNS)) == Counts(6, 226, roles, 63, 63)


def test_the_examples_hold_what_was_counted_in_them() -> None:
    # The manifest counts no results, as all stands in one text: each of the 105 messages of a tool is one.
    roles = {"user": 136, "assistant": 222, "tool": 105}
    assert counts(opened(SHOTS)) == Counts(19, 463, roles, 0, 105)


def test_each_task_is_a_session_with_its_task_beside_it() -> None:
    sessions = opened(RUNS)
    assert {one.origin.format for one in sessions} == {"tau-bench"}
    assert [one.title for one in sessions] == [f"task {n}, trial 0" for n in (2, 4, 6, 13, 25, 33)]
    first = sessions[0]
    assert json.loads(first.extra)["reward"] == 0.0
    assert json.loads(first.extra)["info"]["task"]["user_id"] == "omar_davis_3817"
    assert first.items[0].text.startswith("# Airline Agent Policy")
    assert first.items[-1].text.endswith("###STOP###")
    assert first.items[4].place.pointer == "/0/traj/4"
    assert first.unknown == (Source.TOOL_SCHEMAS,)
    assert first.diagnostics == ()
    # one before each of the 11 answers, and one that the user's last word would have begun
    assert len(first.requests) == 12
    # five users' messages in the first 24
    assert first.requests[-1].turn == 5


def test_calls_and_results_of_a_run_pair() -> None:
    for session in opened(RUNS):
        calls = [(p.call_id, p.name) for i in session.items for p in i.parts if p.kind is PartKind.CALL]
        results = [(p.call_id, p.name) for i in session.items for p in i.parts if p.kind is PartKind.RESULT]
        assert calls == results
        assert len(set(calls)) == len(calls)


def test_an_example_tells_that_its_calls_are_lost() -> None:
    first = opened(SHOTS)[0]
    assert first.items[0].text == "Hi, I need to cancel my flights from MCO to CLT, please."
    assert first.items[-1].text == "Transfer successful"
    # the fourth message displays "None"
    assert (first.items[3].role, first.items[3].parts) == ("assistant", ())
    assert first.items[4].text == "Error: user not found"
    assert first.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert [(one.code, one.numbers) for one in first.diagnostics] == [("calls_lost", (("count", 2),))]
    assert [one.items[0].place.line for one in opened(SHOTS)] == list(range(1, 20))


def test_an_answer_over_several_lines_is_whole() -> None:
    answer = opened(SHOTS)[2].items[5]
    assert answer.text.startswith(
        "I have retrieved the details of your reservation. Here they are:\n\n- **Res"
    )
    assert answer.text.endswith("How can I assist you today?") or "\n- " in answer.text


def test_what_is_no_message_or_no_task_is_told() -> None:
    task = {"task_id": 1, "traj": [{"role": "user", "content": "hi"}, 7]}
    sessions = read(task, {"other": 1}, {"messages_display": "A chat.\nuser: hi"})
    assert [one.title for one in sessions] == ["task 1", "x #2"]
    assert [(one.code, one.line) for one in sessions[0].diagnostics] == [
        ("message_unknown", 1),
        ("record_unknown", 2),
    ]
    assert [(item.role, item.text) for item in sessions[1].items] == [
        ("unknown", "A chat.\n"),
        ("user", "hi"),
    ]


def test_a_file_without_any_is_refused() -> None:
    with pytest.raises(FormatError, match="no trajectory of tau-bench"):
        load_bytes(b'{"messages": []}', "x.json", format="tau-bench")
