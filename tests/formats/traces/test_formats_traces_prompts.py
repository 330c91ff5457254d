from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.formats.traces.prompts import prompt_of, schemas_of, system_of
from ctxlab.model.items import Part, PartKind

USER = {"role": "user", "content": "a"}
TOOL = {"type": "function", "function": {"name": "add", "parameters": {}}}


def said(messages: tuple[Recorded, ...]) -> list[tuple[str, str]]:
    """Role and text of each message."""
    return [(one.role, "".join(part.text for part in parts_of(one))) for one in messages]


@pytest.mark.parametrize(
    "value",
    [
        "a",
        json.dumps([USER]),
        [USER],
        [[USER]],
        [{"role": "human", "content": "a"}],
        [{"role": "MessageRole.USER", "content": "a"}],
        {"messages": [["human", "a"]]},
        [{"name": "gen_ai.user.message", "body": {"role": "user", "content": "a"}}],
        [{"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": "a"}]}],
        [json.dumps(USER)],
        USER,
        {"messages": [USER]},
        {"messages": [[USER]]},
        {"messages": json.dumps([USER])},
        {"messages": "a"},
        {"contents": [{"role": "user", "parts": [{"text": "a"}]}]},
        {"contents": "a"},
        {"input": "a", "model": "m"},
        {"input": [{"role": "user", "content": [{"type": "input_text", "text": "a"}]}]},
        {"input": {"messages": [USER]}},
        {"inputs": {"question": "a"}},
        {"prompt": "a"},
        {"prompts": ["a"]},
        {"prompt": [USER]},
        {"args": [], "kwargs": {"messages": [USER]}},
        {"args": ["a"], "kwargs": {}},
        {"args": [{"model": "m"}, [USER]], "kwargs": {"temperature": 0}},
        {"query": "a", "k": 4},
        {"content": "a"},
        [{"type": "text", "text": "a"}],
        "[{'role': 'user', 'content': 'a'}]",
        "user: a",
    ],
)
def test_what_was_asked_is_found_in_every_shape(value: Any) -> None:
    assert said(prompt_of(value).messages) == [("user", "a")]


@pytest.mark.parametrize("value", [None, "", [], {}, "[]", '{"content":"role"}', {"content": "content"}])
def test_where_nothing_was_recorded_there_is_nothing(value: Any) -> None:
    assert prompt_of(value).messages == ()


@pytest.mark.parametrize(
    "value",
    [
        {"system": "s", "messages": [USER]},
        {"system": [{"type": "text", "text": "s"}], "messages": [USER]},
        {"systemInstruction": {"parts": [{"text": "s"}]}, "contents": "a"},
        {"config": {"system_instruction": "s"}, "contents": "a"},
        {"instructions": "s", "input": "a"},
        {"system": "s", "prompt": "a"},
        [{"role": "system", "content": "s"}, USER],
        "system: s\nuser: a",
    ],
)
def test_the_system_prompt_stands_before_the_messages(value: Any) -> None:
    found = prompt_of(value)
    assert said(found.messages) == [("system", "s"), ("user", "a")]
    assert found.has_system


def test_an_object_of_no_known_shape_is_kept_as_json() -> None:
    (message,) = prompt_of({"topic": "cats"}).messages
    assert message == Recorded("user", (Part(PartKind.TEXT, '{"topic":"cats"}', json=True),))


def test_a_text_that_is_a_list_of_no_messages_stays_a_text() -> None:
    assert said(prompt_of("[1, 2]").messages) == [("user", "[1,2]")]


def test_of_values_nested_without_end_the_rest_is_kept_as_json() -> None:
    value: Any = "a"
    for _ in range(50):
        value = {"input": value}
    ((role, text),) = said(prompt_of(value).messages)
    assert role == "user"
    assert text.count('{"input":') > 40
    assert '"a"' in text


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [USER], "tools": [TOOL]},
        {"messages": [USER], "tools": json.dumps([json.dumps(TOOL)])},
        {"kwargs": {"messages": [USER], "tools": [TOOL]}},
        {"contents": "a", "config": {"tools": [{"functionDeclarations": [{"name": "add"}]}]}},
        [USER, {"role": "tool", "content": TOOL}],
    ],
)
def test_tools_beside_the_messages_are_schemas(value: Any) -> None:
    found = prompt_of(value)
    assert said(found.messages) == [("user", "a")]
    assert [one.name for one in found.schemas] == ["add"]


def test_a_schema_keeps_its_whole_text() -> None:
    assert [(one.name, one.text) for one in schemas_of([{"name": "f", "input_schema": {}}, "x", 1])] == [
        ("f", '{"name":"f","input_schema":{}}')
    ]
    assert schemas_of(None) == schemas_of("words") == ()
    assert schemas_of([{"toolSpec": {"name": "g"}}])[0].name == "g"


def test_a_system_prompt_in_parts_of_opentelemetry_is_read() -> None:
    assert said(system_of({"system": [{"type": "text", "content": "s"}]})) == [("system", "s")]
    assert system_of({"system": None}) == system_of("x") == ()
