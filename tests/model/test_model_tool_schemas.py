"""A tool declared in one API's form, in the form of another."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.model.tool_schemas import DECLARATIONS, declared, tool_of

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
FORMS: dict[str, dict[str, Any]] = {
    "openai-chat": {
        "type": "function",
        "function": {"name": "find", "description": "Finds.", "parameters": SCHEMA},
    },
    "openai-responses": {
        "type": "function",
        "name": "find",
        "description": "Finds.",
        "parameters": SCHEMA,
        "strict": False,
    },
    "anthropic": {"name": "find", "description": "Finds.", "input_schema": SCHEMA},
    "gemini": {"name": "find", "description": "Finds.", "parametersJsonSchema": SCHEMA},
}


@pytest.mark.parametrize("wire", DECLARATIONS)
@pytest.mark.parametrize("form", FORMS)
def test_each_form_becomes_each_other(form: str, wire: str) -> None:
    made = declared(wire, FORMS[form])
    # only Responses says of itself that it is not strict; a tool that does keeps it in the other OpenAI API
    told = {k: v for k, v in made.get("function", made).items() if k != "strict"}
    assert told == {k: v for k, v in FORMS[wire].get("function", FORMS[wire]).items() if k != "strict"}


def test_the_schema_of_an_mcp_server_is_one_too() -> None:
    assert declared("anthropic", {"name": "f", "inputSchema": SCHEMA})["input_schema"] == SCHEMA


def test_types_in_capitals_are_those_of_json_schema() -> None:
    schema = {
        "type": "OBJECT",
        "properties": {
            "type": {"type": "STRING", "nullable": True},
            "all": {"type": "ARRAY", "items": {"type": "INTEGER"}},
            "any": {"anyOf": [{"type": "NUMBER"}, {"type": "BOOLEAN"}]},
        },
    }
    tool = tool_of({"name": "f", "parameters": schema})
    assert tool is not None
    assert tool.parameters == {
        "type": "object",
        "properties": {
            "type": {"type": ["string", "null"]},
            "all": {"type": "array", "items": {"type": "integer"}},
            "any": {"anyOf": [{"type": "number"}, {"type": "boolean"}]},
        },
    }


@pytest.mark.parametrize(
    "value",
    [
        None,
        "find",
        {"type": "web_search"},
        {"googleSearch": {}},
        {"name": 1},
        {"type": "custom", "name": "x"},
    ],
)
def test_what_is_no_function_stays_as_it_is(value: Any) -> None:
    assert tool_of(value) is None
    assert declared("gemini", value) == value


def test_a_function_without_a_schema_takes_an_empty_object() -> None:
    assert declared("openai-chat", {"name": "f"})["function"]["parameters"] == {
        "type": "object",
        "properties": {},
    }
