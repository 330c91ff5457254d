"""What the Messages API would refuse."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.writers.anthropic_check import check_anthropic


def use(call_id: str, name: str = "find", arguments: Any = None) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": {} if arguments is None else arguments}


def result(call_id: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": "r"}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def says(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


ASK = {"role": "user", "content": "Where to?"}


def found(*messages: dict[str, Any], **beside: Any) -> list[tuple[int, str]]:
    return [(one.message, one.code) for one in check_anthropic(messages, beside)]


def test_a_talk_with_calls_and_thinking_is_valid() -> None:
    thinking = {"type": "thinking", "thinking": "hm", "signature": "s"}
    talk = (
        ASK,
        says(thinking, text("I look."), use("a"), use("b")),
        user(result("b"), result("a"), text("So?")),
    )
    tool = {"name": "find", "input_schema": {"type": "object"}}
    assert found(*talk, says(text("Hangzhou.")), ASK, system=[text("You plan.")], tools=[tool]) == []


def test_results_may_stand_in_several_messages_in_a_row() -> None:
    assert found(ASK, says(use("a"), use("b")), user(result("a")), user(result("b"))) == []


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((), [(0, "no_messages")]),
        ((says(text("Hi")), ASK), [(1, "first_not_user")]),
        (({"role": "system", "content": "x"},), [(1, "role_unknown")]),
        (({"role": "user", "content": " \n"},), [(1, "content_empty")]),
        ((user(),), [(1, "content_empty")]),
        ((user(text("")),), [(1, "content_empty")]),
        (({"role": "user", "content": None},), [(1, "content_missing")]),
        ((user("bare"),), [(1, "part_odd")]),
        ((ASK, says(use("a"))), [(2, "call_unanswered")]),
        ((ASK, says(use("a")), ASK), [(2, "call_unanswered")]),
        ((ASK, says(use("a")), user(text("wait"), result("a"))), [(3, "result_not_first")]),
        ((ASK, says(use("a")), ASK, user(result("a"))), [(4, "result_not_first")]),
        ((ASK, says(use("a")), user(result("a"), result("a"))), [(3, "result_repeated")]),
        ((user(result("a")),), [(1, "result_without_call")]),
        ((ASK, says(use("a#2")), user(result("a#2"))), [(2, "call_id_odd")]),
        ((ASK, says(use("a", arguments=[])), user(result("a"))), [(2, "arguments_odd")]),
        ((user(use("a")),), [(1, "call_not_assistants")]),
        (
            (ASK, says({"type": "thinking", "thinking": "hm", "signature": ""}), ASK),
            [(2, "thinking_unsigned")],
        ),
        ((ASK, says(text("On we go "))), [(2, "ends_in_blanks")]),
        (
            (user({"type": "image", "source": {"type": "base64", "media_type": "image/tiff", "data": ""}}),),
            [(1, "media_type_odd")],
        ),
    ],
)
def test_what_is_refused(messages: tuple[dict[str, Any], ...], expected: list[tuple[int, str]]) -> None:
    assert found(*messages) == expected


def test_what_stands_beside_the_messages_is_looked_at() -> None:
    own = {"type": "web_search_20250305", "name": "web_search"}
    function = {"type": "function", "function": {"name": "find"}}
    named = {"name": "two words", "input_schema": {}}
    assert found(ASK, system=[text("")], tools=[own, function, named]) == [
        (0, "system_empty"),
        (0, "tool_shape"),
        (0, "tool_name_odd"),
    ]
