"""What Gemini would refuse: each breach is named with the number of its content."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.explain.findings import finding
from ctxlab.formats.writers.checks import check_body

ASK = {"role": "user", "parts": [{"text": "Where to?"}]}
SAY = {"role": "model", "parts": [{"text": "There."}]}


def content(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def call(name: str = "find", **fields: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}, **fields}}


def response(name: str = "find", **fields: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"output": "x"}, **fields}}


def found(*contents: Any, **beside: Any) -> list[tuple[int, str]]:
    return [(one.message, one.code) for one in check_body("gemini", {"contents": list(contents), **beside})]


def test_a_talk_with_thinking_calls_and_media_is_valid() -> None:
    blob = {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}
    contents = (
        content("user", {"text": "Look"}, blob, {"fileData": {"fileUri": "https://a.example/f.pdf"}}),
        content("model", {"text": "hm", "thought": True}, {**call("a"), "thoughtSignature": "s"}, call("b")),
        content("user", response("b"), response("a")),
        content("model", {"text": "", "thoughtSignature": "s"}, {"executableCode": {"code": "1"}}),
        ASK,
        SAY,
        {"parts": [{"text": "And?"}]},
    )
    tools = [{"functionDeclarations": [{"name": "a"}, {"name": "b.c:d-e"}]}, {"googleSearch": {}}]
    assert found(*contents, tools=tools, systemInstruction={"parts": [{"text": "You plan."}]}) == []
    assert check_body("gemini", {"contents": "Where to?"}) == ()


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((), [(0, "no_messages")]),
        ((ASK, "text"), [(2, "content_missing")]),
        ((SAY,), [(1, "first_not_user")]),
        ((ASK, content("assistant", {"text": "x"})), [(2, "role_unknown")]),
        ((ASK, {"role": "user"}), [(2, "content_missing")]),
        ((content("user"),), [(1, "content_empty")]),
        (({"role": "user", "parts": "x"},), [(1, "content_odd")]),
        ((content("user", {}),), [(1, "part_empty")]),
        ((content("user", "x"),), [(1, "part_empty")]),
        ((content("user", {"text": ""}),), [(1, "content_empty")]),
        ((content("user", {"text": 1}),), [(1, "content_odd")]),
        ((content("user", {"text": "x", "inlineData": {}}),), [(1, "part_several")]),
        ((content("user", {"inlineData": {"data": "AAAA"}}),), [(1, "media_missing")]),
        ((content("user", {"fileData": {}}),), [(1, "media_missing")]),
        ((ASK, content("model", call())), [(2, "responses_count")]),
        ((ASK, content("model", call()), ASK), [(3, "responses_count")]),
        (
            (ASK, content("model", call("a"), call("b")), content("user", response("a"))),
            [(3, "responses_count")],
        ),
        (
            (
                ASK,
                content("model", call("a"), call("b")),
                content("user", response("a")),
                content("user", response("b")),
            ),
            [(3, "responses_count"), (4, "response_without_call")],
        ),
        ((ASK, content("user", response())), [(2, "response_without_call")]),
        ((ASK, content("model", call("a")), content("user", response("b"))), [(3, "response_without_call")]),
        (
            (ASK, content("model", call(id="1")), content("user", response(id="2"))),
            [(3, "result_without_call")],
        ),
        ((ASK, SAY, content("model", call()), content("user", response())), [(3, "call_behind_model")]),
        ((content("user", call()), content("user", response())), [(1, "call_not_assistants")]),
        ((ASK, content("model", call()), content("model", response())), [(3, "result_not_users")]),
        (
            (ASK, content("model", call("9x")), content("user", response("9x"))),
            [(2, "tool_name_odd"), (3, "tool_name_odd")],
        ),
        ((ASK, content("model", call(args="x")), content("user", response())), [(2, "arguments_odd")]),
        ((ASK, content("model", call()), content("user", response(response="x"))), [(3, "response_odd")]),
    ],
)
def test_each_breach_is_named_at_its_content(
    contents: tuple[Any, ...], expected: list[tuple[int, str]]
) -> None:
    assert found(*contents) == expected


def test_snake_case_is_read_as_well() -> None:
    asked = content("model", {"function_call": {"name": "f"}})
    assert found(ASK, asked, content("user", {"function_response": {"name": "f", "response": {}}})) == []


def test_what_stands_beside_the_contents_is_looked_at() -> None:
    named = [{"name": "a"}, {"name": "a"}, {"name": "a b"}]
    tools = [{}, {"functionDeclarations": named}]
    assert found(ASK, tools=tools, systemInstruction={"parts": [{"text": ""}]}) == [
        (0, "system_empty"),
        (0, "tool_shape"),
        (0, "tool_name_odd"),
        (0, "tool_name_repeated"),
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_finding_has_words(language: str) -> None:
    contents = [
        content("user", {}, {"text": "x", "fileData": {}}),
        SAY,
        content("model", call(), call()),
        content("user", response(response=1)),
        content("user", response("g")),
    ]
    for one in check_body(
        "gemini", {"contents": contents, "tools": [{"functionDeclarations": [{"name": "a"}] * 2}]}
    ):
        told = finding(one, language)
        assert told != one.code.replace("_", " ")
        assert "{" not in told
