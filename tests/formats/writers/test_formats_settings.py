"""Settings of a request for another API: what both have goes over in its form, and only the rest is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.request import written

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}
NAMES = ("find", "book")

CHAT: dict[str, Any] = {
    "model": "m",
    "messages": [{"role": "user", "content": "Hi."}],
    "tools": [
        {"type": "function", "function": {"name": name, "description": "D.", "parameters": SCHEMA}}
        for name in NAMES
    ],
}
RESPONSES: dict[str, Any] = {
    "model": "m",
    "input": [{"role": "user", "content": "Hi."}],
    "tools": [
        {"type": "function", "name": name, "description": "D.", "parameters": SCHEMA} for name in NAMES
    ],
}
ANTHROPIC: dict[str, Any] = {
    "model": "claude-haiku-4-5",
    "max_tokens": 4096,
    "system": "You plan.",
    "messages": [{"role": "user", "content": "Hi."}],
    "tools": [{"name": name, "description": "D.", "input_schema": SCHEMA} for name in NAMES],
}
GEMINI: dict[str, Any] = {
    "contents": [{"role": "user", "parts": [{"text": "Hi."}]}],
    "tools": [
        {
            "functionDeclarations": [
                {"name": name, "description": "D.", "parameters": {"type": "OBJECT", "properties": {}}}
                for name in NAMES
            ]
        }
    ],
}
REQUESTS = {
    "openai-chat": CHAT,
    "openai-responses": RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
}
FORMATS = {**{name: name for name in REQUESTS}, "anthropic": "anthropic-messages"}


def carried(before: str, after: str, settings: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The request in the other API's form, and the names of settings that are told as lost."""
    request = json.dumps({**REQUESTS[before], **settings}).encode()
    (session,) = load_bytes(request, "r.json", format=FORMATS[before])
    found = written(session.at(), after)
    lost = [dict(one.numbers)["names"] for one in found.findings if one.code == "settings_dropped"]
    return found.body, str(lost[0]) if lost else ""


def chat_function(name: str) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name}}


ONLY = {
    "type": "allowed_tools",
    "mode": "required",
    "tools": [{"type": "function", "name": n} for n in NAMES],
}
GEMINI_BOTH = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["find", "book"]}}


@pytest.mark.parametrize(
    ("before", "settings", "after", "expected"),
    [
        ("anthropic", {"tool_choice": {"type": "auto"}}, "openai-chat", {"tool_choice": "auto"}),
        ("anthropic", {"tool_choice": {"type": "any"}}, "openai-responses", {"tool_choice": "required"}),
        (
            "anthropic",
            {"tool_choice": {"type": "tool", "name": "find", "disable_parallel_tool_use": True}},
            "openai-chat",
            {"tool_choice": chat_function("find"), "parallel_tool_calls": False},
        ),
        ("openai-responses", {"tool_choice": "auto"}, "anthropic", {"tool_choice": {"type": "auto"}}),
        ("openai-chat", {"tool_choice": "none"}, "anthropic", {"tool_choice": {"type": "none"}}),
        (
            "openai-chat",
            {"tool_choice": chat_function("book")},
            "openai-responses",
            {"tool_choice": {"type": "function", "name": "book"}},
        ),
        (
            "openai-chat",
            {"parallel_tool_calls": False},
            "anthropic",
            {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
        ),
        (
            "openai-responses",
            {"tool_choice": {"type": "function", "name": "find"}},
            "gemini",
            {"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["find"]}}},
        ),
        ("gemini", {"toolConfig": GEMINI_BOTH}, "openai-responses", {"tool_choice": ONLY}),
        ("openai-responses", {"tool_choice": ONLY}, "gemini", {"toolConfig": GEMINI_BOTH}),
    ],
)
def test_which_tools_may_be_called_goes_over(
    before: str, settings: dict[str, Any], after: str, expected: dict[str, Any]
) -> None:
    body, lost = carried(before, after, settings)
    fields = ("tool_choice", "parallel_tool_calls", "toolConfig")
    assert {name: body[name] for name in fields if name in body} == expected
    assert lost == ""


@pytest.mark.parametrize(
    ("before", "settings", "after", "expected"),
    [
        (
            "anthropic",
            {"stream": True, "temperature": 0.5, "top_p": 0.9, "stop_sequences": ["END"]},
            "openai-chat",
            {
                "max_completion_tokens": 4096,
                "stream": True,
                "temperature": 0.5,
                "top_p": 0.9,
                "stop": ["END"],
            },
        ),
        ("anthropic", {"top_k": 5}, "gemini", {"generationConfig": {"maxOutputTokens": 4096, "topK": 5}}),
        (
            "openai-chat",
            {"reasoning_effort": "low", "metadata": {"a": "b"}, "user": "u", "stream": False},
            "openai-responses",
            {"reasoning": {"effort": "low"}, "metadata": {"a": "b"}, "user": "u", "stream": False},
        ),
        (
            "openai-chat",
            {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": SCHEMA}}},
            "openai-responses",
            {"text": {"format": {"type": "json_schema", "name": "n", "schema": SCHEMA}}},
        ),
        (
            "openai-responses",
            {"text": {"format": {"type": "json_schema", "name": "n", "schema": SCHEMA}}},
            "openai-chat",
            {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": SCHEMA}}},
        ),
        ("openai-chat", {"seed": 7}, "gemini", {"generationConfig": {"seed": 7}}),
    ],
)
def test_what_both_have_goes_over_under_its_name(
    before: str, settings: dict[str, Any], after: str, expected: dict[str, Any]
) -> None:
    body, lost = carried(before, after, settings)
    plain = {"model", "messages", "input", "contents", "tools", "instructions", "systemInstruction"}
    assert {name: value for name, value in body.items() if name not in plain} == expected
    assert lost == ""


@pytest.mark.parametrize(
    ("before", "settings", "after", "told"),
    [
        ("openai-chat", {"seed": 7, "logit_bias": {"1": 2}}, "anthropic", "logit_bias, seed"),
        ("anthropic", {"thinking": {"type": "enabled", "budget_tokens": 2000}}, "openai-chat", "thinking"),
        ("openai-responses", {"reasoning": {"summary": "auto"}}, "openai-chat", "reasoning.summary"),
        (
            "openai-chat",
            {"parallel_tool_calls": False, "stream": True},
            "gemini",
            "parallel_tool_calls, stream",
        ),
        ("openai-responses", {"tool_choice": ONLY}, "anthropic", "tool_choice"),
        ("openai-responses", {"tool_choice": {"type": "web_search"}}, "openai-chat", "tool_choice"),
        ("openai-chat", {"stream": False, "user": None}, "gemini", ""),
    ],
)
def test_only_what_the_other_has_not_is_told_as_lost(
    before: str, settings: dict[str, Any], after: str, told: str
) -> None:
    assert carried(before, after, settings)[1] == told


def test_without_tools_nothing_is_said_of_calling_them() -> None:
    """No API takes a choice among no tools."""
    body, lost = carried("openai-chat", "anthropic", {"tools": [], "tool_choice": "auto"})
    assert ("tool_choice" in body, lost) == (False, "")
