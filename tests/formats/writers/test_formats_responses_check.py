"""What OpenAI's Responses API would refuse: each breach is named with the number of its item."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.explain.findings import finding
from ctxlab.formats.writers.checks import check_body

ASK = {"role": "user", "content": "Where to?"}
SAY = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "There."}]}
THINK = {"type": "reasoning", "id": "rs_1", "summary": []}
TOOL = {"type": "function", "name": "find", "parameters": {"type": "object"}}


def call(call_id: str = "c1", **fields: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": "find", "arguments": "{}"} | fields


def output(call_id: str = "c1", **fields: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": "x"} | fields


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(parts)}


def found(*items: Any, **beside: Any) -> list[tuple[int, str]]:
    return [
        (one.message, one.code) for one in check_body("openai-responses", {"input": list(items), **beside})
    ]


def test_a_talk_with_thinking_calls_and_results_is_valid() -> None:
    image = {"type": "input_image", "image_url": "https://a.example/x.png"}
    items = (
        {"role": "developer", "content": "Be brief."},
        user({"type": "input_text", "text": "Look"}, image),
        THINK,
        call("a"),
        call("b"),
        output("b", output=[{"type": "input_text", "text": "B"}, image]),
        output("a"),
        {"type": "custom_tool_call", "call_id": "p", "name": "patch", "input": "x"},
        {"type": "custom_tool_call_output", "call_id": "p", "output": "ok"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {}},
        SAY,
        ASK,
    )
    assert found(*items, tools=[TOOL, {"type": "web_search"}], instructions="You plan.") == []
    assert check_body("openai-responses", {"input": "Where to?"}) == ()


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((), [(0, "no_messages")]),
        ((ASK, "text"), [(2, "item_odd")]),
        ((ASK, {"type": "smoke"}), [(2, "item_odd")]),
        (({"role": "tool", "content": "x"},), [(1, "role_unknown")]),
        ((ASK, {"role": "user", "content": None}), [(2, "content_missing")]),
        (({"role": "user", "content": ""},), [(1, "content_empty")]),
        ((user(),), [(1, "content_empty")]),
        (({"role": "user", "content": {"a": 1}},), [(1, "content_odd")]),
        ((user({"type": "text", "text": "x"}),), [(1, "part_odd")]),
        ((user({"type": "output_text", "text": "x"}),), [(1, "part_odd")]),
        ((user({"type": "input_text"}),), [(1, "content_odd")]),
        ((user({"type": "input_image"}),), [(1, "media_missing")]),
        ((ASK, {**SAY, "content": [{"type": "input_text", "text": "x"}]}), [(2, "part_odd")]),
        ((ASK, call()), [(2, "call_unanswered")]),
        ((ASK, call("a"), call("b"), output("a")), [(3, "call_unanswered")]),
        ((ASK, output()), [(2, "result_without_call")]),
        ((ASK, output(), call()), [(2, "result_without_call")]),
        ((ASK, call(), output(), output()), [(4, "result_repeated")]),
        ((ASK, call(), call(), output()), [(3, "call_id_repeated")]),
        ((ASK, call("")), [(2, "call_without_id")]),
        ((ASK, output("")), [(2, "result_without_id")]),
        ((ASK, call("x" * 65), output("x" * 65)), [(2, "call_id_long")]),
        ((ASK, call(name="a b"), output()), [(2, "tool_name_odd")]),
        ((ASK, call(arguments={}), output()), [(2, "arguments_odd")]),
        ((ASK, call(), output(output=None)), [(3, "content_missing")]),
        ((ASK, call(), output(output={"a": 1})), [(3, "content_odd")]),
        ((ASK, call(), output(output=[{"type": "text"}])), [(3, "part_odd")]),
        ((ASK, THINK, ASK), [(2, "reasoning_alone")]),
        ((ASK, THINK), [(2, "reasoning_alone")]),
        ((ASK, {**THINK, "summary": None}, SAY), [(2, "summary_missing")]),
        ((ASK, {"type": "reasoning", "summary": []}, SAY), [(2, "thinking_unsigned")]),
        ((ASK, {**SAY, "id": "msg_1"}, ASK, {**SAY, "id": "msg_1"}), [(4, "item_id_repeated")]),
    ],
)
def test_each_breach_is_named_at_its_item(items: tuple[Any, ...], expected: list[tuple[int, str]]) -> None:
    assert found(*items) == expected


def test_a_call_that_the_provider_keeps_may_be_answered() -> None:
    assert found(output(), previous_response_id="resp_1") == []


def test_tools_have_their_name_beside_their_type() -> None:
    chat = {"type": "function", "function": {"name": "find"}}
    assert found(ASK, tools=[TOOL, chat, {"name": "x"}, {**TOOL, "name": "a b"}]) == [
        (0, "tool_shape"),
        (0, "tool_shape"),
        (0, "tool_name_odd"),
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_finding_has_words(language: str) -> None:
    items = [
        ASK,
        THINK,
        call("x" * 65),
        call(""),
        output("z"),
        {"type": "smoke"},
        user({"type": "input_image"}),
    ]
    for one in check_body("openai-responses", {"input": items}):
        told = finding(one, language)
        assert told != one.code.replace("_", " ")
        assert "{" not in told
