"""What the chat completions API would refuse."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.writers.openai_chat_check import check_openai_chat


def call(call_id: str, name: str = "find", arguments: Any = "{}") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def calls(*made: dict[str, Any], content: Any = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(made)}


def result(call_id: str, content: Any = "r") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


ASK: dict[str, Any] = {"role": "user", "content": "Where to?"}


def found(*messages: dict[str, Any], tools: Any = None) -> list[tuple[int, str]]:
    beside = {} if tools is None else {"tools": tools}
    return [(one.message, one.code) for one in check_openai_chat(messages, beside)]


def test_a_talk_with_calls_is_valid() -> None:
    talk = (
        {"role": "system", "content": "You plan."},
        ASK,
        calls(call("a"), call("b")),
        result("b"),
        result("a", ""),
        {"role": "assistant", "content": "Hangzhou."},
        {"role": "user", "content": [{"type": "text", "text": "And?"}]},
    )
    tool = {"type": "function", "function": {"name": "find", "parameters": {}}}
    assert found(*talk, tools=[tool]) == []


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((), [(0, "no_messages")]),
        (({"role": "robot", "content": "x"},), [(1, "role_unknown")]),
        (({"role": "user", "content": None},), [(1, "content_missing")]),
        (({"role": "assistant", "content": None},), [(1, "content_missing")]),
        (({"role": "user", "content": []},), [(1, "content_empty")]),
        (({"role": "user", "content": 5},), [(1, "content_odd")]),
        (({"role": "user", "content": [{"type": "tool_use"}]},), [(1, "part_odd")]),
        ((ASK, {"role": "assistant", "content": "x", "tool_calls": []}), [(2, "calls_empty")]),
        ((ASK, calls(call("a")), ASK), [(2, "call_unanswered")]),
        ((ASK, calls(call("a"))), [(2, "call_unanswered")]),
        ((ASK, calls(call("a")), ASK, result("a")), [(2, "call_unanswered"), (4, "result_without_call")]),
        ((ASK, calls(call("a")), result("a"), result("a")), [(4, "result_repeated")]),
        ((ASK, calls(call("a")), result("")), [(3, "result_without_id"), (2, "call_unanswered")]),
        ((ASK, calls(call("a"), call("a")), result("a")), [(2, "call_id_repeated")]),
        (
            (
                ASK,
                calls(call("")),
            ),
            [(2, "call_without_id")],
        ),
        ((ASK, calls(call("a", "two words")), result("a")), [(2, "tool_name_odd")]),
        ((ASK, calls(call("a", "n" * 65)), result("a")), [(2, "tool_name_odd")]),
        ((ASK, calls(call("a", arguments={})), result("a")), [(2, "arguments_odd")]),
    ],
)
def test_what_is_refused(messages: tuple[dict[str, Any], ...], expected: list[tuple[int, str]]) -> None:
    assert found(*messages) == expected


@pytest.mark.parametrize(
    "messages",
    [
        ({"role": "user", "content": ""},),
        (ASK, {"role": "assistant", "content": "x", "reasoning_content": "hm"}),
        (ASK, calls(call("a", arguments="{not json")), result("a")),
        (ASK, calls(call("a")), result("a", [{"type": "image_url", "image_url": {"url": "data:,"}}])),
    ],
)
def test_what_only_some_servers_take_is_a_warning(messages: tuple[dict[str, Any], ...]) -> None:
    assert [one.severity for one in check_openai_chat(messages, {})] == ["warning"]


def test_a_tool_of_the_other_wire_is_named_by_its_number() -> None:
    good = {"type": "function", "function": {"name": "find"}}
    other = {"name": "find", "input_schema": {}}
    (finding,) = check_openai_chat([ASK], {"tools": [good, other]})
    assert (finding.code, finding.message, finding.numbers) == ("tool_shape", 0, (("number", 2),))
