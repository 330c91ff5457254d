"""What is completed of inputs that a trace records in part. Every expectation is written by hand."""

from __future__ import annotations

from typing import Any

from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.formats.traces.calls import Call, ToolRun, as_recorded
from ctxlab.formats.traces.inputs import completed
from ctxlab.formats.traces.prompts import Prompt, prompt_of
from ctxlab.model.items import Part, PartKind

SYSTEM = {"role": "system", "content": "s"}
USER = {"role": "user", "content": "a"}


def calling(id_: str, name: str = "look", arguments: str = "{}") -> dict[str, Any]:
    call = {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def result(id_: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": text}


def call(start: int, sent: list[Any], *answer: Any, run: str = "") -> Call:
    asked = as_recorded(sent) if sent else ()
    return Call(asked, as_recorded(list(answer)), start=start, end=start + 1, run=run)


def tool(start: int, text: str, name: str = "look", call_id: str = "", arguments: str = "") -> ToolRun:
    return ToolRun(name, (Part(PartKind.RESULT, text),), call_id, arguments, start=start)


def told(messages: tuple[Recorded, ...]) -> list[str]:
    return [f"{one.role} {part.text}" for one in messages for part in parts_of(one)]


def inputs(calls: list[Call], *runs: ToolRun, asked: Any = None) -> list[list[str]]:
    around = [] if asked is None else [prompt_of(asked)]
    return [told(one.input) for one in completed(calls, [around] * len(calls), runs)]


def test_whole_inputs_stay_as_they_are() -> None:
    calls = [call(1, [SYSTEM, USER], calling("c")), call(3, [SYSTEM, USER, calling("c"), result("c", "r")])]
    assert completed(calls, [[], []], []) == calls


def test_a_missing_input_is_what_was_asked_around_it() -> None:
    asked = {"system": "s", "prompt": "a"}
    (found,) = completed([call(1, [])], [[prompt_of(asked)]], [])
    assert told(found.input) == ["system s", "user a"]
    assert found.inferred


def test_a_missing_input_goes_on_from_the_call_before() -> None:
    calls = [call(1, [USER], calling("c")), call(5, [], {"role": "assistant", "content": "b"}), call(7, [])]
    early = tool(3, "r")
    late = tool(6, "too late")
    assert inputs(calls, late, early) == [
        ["user a"],
        ["user a", "assistant {}", "tool r"],
        ["user a", "assistant {}", "tool r", "assistant b"],
    ]


def test_results_go_to_their_calls_by_id_or_by_arguments() -> None:
    first, second = calling("c1", arguments='{"n": 1}'), calling("c2", arguments='{"n": 2}')
    calls = [call(1, [USER], first, second), call(9, [])]
    found = completed(
        calls,
        [[], []],
        [tool(3, "two", arguments='{"n":2}'), tool(4, "one", call_id="c1"), tool(5, "no", "x")],
    )
    results = [part for one in found[1].input[3:] for part in parts_of(one)]
    assert [(part.call_id, part.text) for part in results] == [("c2", "two"), ("c1", "one")]


def test_an_input_that_begins_with_results_goes_on_from_the_call_before() -> None:
    calls = [
        call(1, [SYSTEM, USER], calling("c")),
        call(3, [result("c", "r"), {"role": "user", "content": "b"}]),
    ]
    assert inputs(calls)[1] == ["system s", "user a", "assistant {}", "tool r", "user b"]
    again = [calls[0], call(3, [{"role": "system", "content": "new"}, result("c", "r")])]
    assert inputs(again)[1] == ["system new", "user a", "assistant {}", "tool r"]


def test_results_of_another_run_are_not_gone_on_from() -> None:
    calls = [call(1, [USER], calling("c"), run="x"), call(3, [result("c", "r")], run="y")]
    assert inputs(calls)[1] == ["tool r"]


def test_a_system_prompt_stands_with_the_agent_only_where_the_same_was_asked() -> None:
    around = [SYSTEM, USER]
    assert inputs([call(1, [USER])], asked=around) == [["system s", "user a"]]
    assert inputs([call(1, [{"role": "user", "content": "other"}])], asked=around) == [["user other"]]


def test_where_nothing_is_known_nothing_is_made_up() -> None:
    (found,) = completed([call(1, [])], [[Prompt()]], [])
    assert (found.input, found.inferred) == ((), False)
