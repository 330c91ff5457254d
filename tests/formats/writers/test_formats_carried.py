"""A session in the wire format of another API: what goes over, what is told, and that the API takes it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from helpers.golden import FORMATS
from helpers.mutate import mutant, packed
from helpers.wire_requests import REQUESTS
from hypothesis import HealthCheck, given, settings

from ctxlab import Lab, Session
from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.checks import check_body
from ctxlab.formats.writers.request import written
from ctxlab.formats.writers.written import WIRES, Written
from ctxlab.model.session import Origin

FOLDERS = ("01_openai_chat", "02_openai_responses", "03_anthropic_messages", "12_gemini")

#: What no writer can mend: nothing is left to say, or a part that only the recording's API knows.
BEYOND = {"no_messages"}
UNKNOWN = {"part_odd", "item_odd", "content_odd"}

CALL = {"id": "call.1", "type": "function", "function": {"name": "city.find", "arguments": '{"q":"杭州"}'}}
TOOL = {
    "type": "function",
    "function": {
        "name": "city.find",
        "description": "Finds.",
        "parameters": {"type": "object", "properties": {"q": {"type": "string"}}},
    },
}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
CHAT = {
    "model": "gpt-4o",
    "temperature": 0.2,
    "max_tokens": 50,
    "seed": 7,
    "messages": [
        {"role": "system", "content": "You plan."},
        {"role": "user", "content": [{"type": "text", "text": "Where to?"}]},
        {"role": "assistant", "content": "Let me see.", "tool_calls": [CALL], "reasoning_content": "hm"},
        {"role": "tool", "tool_call_id": "call.1", "content": "found"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "This?"},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}", "detail": "low"}},
            ],
        },
    ],
    "tools": [TOOL],
}


def read(value: Any, format: str | None = None) -> Session:
    return load_bytes(json.dumps(value).encode(), "request.json", format=format)[0]


def to(wire: str, value: Any = CHAT) -> Written:
    return written(read(value).at(), wire)


def codes(found: Written) -> dict[str, dict[str, Any]]:
    return {one.code: dict(one.numbers) for one in found.findings}


def test_chat_as_anthropic() -> None:
    found = to("anthropic")
    schema = TOOL["function"]["parameters"]  # type: ignore[index]
    assert found.body == {
        "model": "gpt-4o",
        "tools": [{"name": "city_find", "description": "Finds.", "input_schema": schema}],
        "system": "You plan.",
        "max_tokens": 50,
        "temperature": 0.2,
        "messages": [
            {"role": "user", "content": "Where to?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Let me see."},
                    {"type": "tool_use", "id": "call_1", "name": "city_find", "input": {"q": "杭州"}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": "found"},
                    {"type": "text", "text": "This?"},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
                ],
            },
        ],
    }
    assert codes(found) == {
        "thinking_dropped": {"count": 1},
        "ids_changed": {"count": 1},
        "names_changed": {"names": "city.find"},
        "settings_dropped": {"names": "seed"},
    }


def test_chat_as_responses() -> None:
    body = to("openai-responses").body
    assert body["instructions"] == "You plan."
    assert (body["max_output_tokens"], body["temperature"]) == (50, 0.2)
    assert body["tools"][0]["name"] == "city_find"
    assert body["tools"][0]["type"] == "function"
    assert body["input"] == [
        {"role": "user", "content": "Where to?"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Let me see."}],
        },
        {"type": "function_call", "call_id": "call_1", "name": "city_find", "arguments": '{"q":"杭州"}'},
        {"type": "function_call_output", "call_id": "call_1", "output": "found"},
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "This?"},
                {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}", "detail": "low"},
            ],
        },
    ]


def test_chat_as_gemini() -> None:
    found = to("gemini")
    body = found.body
    assert body["systemInstruction"] == {"parts": [{"text": "You plan."}]}
    assert body["generationConfig"] == {"maxOutputTokens": 50, "temperature": 0.2, "seed": 7}
    (tool,) = body["tools"][0]["functionDeclarations"]
    assert (tool["name"], tool["parametersJsonSchema"]["type"]) == ("city.find", "object")
    assert body["contents"] == [
        {"role": "user", "parts": [{"text": "Where to?"}]},
        {
            "role": "model",
            "parts": [
                {"text": "Let me see."},
                {"functionCall": {"name": "city.find", "args": {"q": "杭州"}}},
            ],
        },
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "city.find", "response": {"output": "found"}}}],
        },
        {
            "role": "user",
            "parts": [{"text": "This?"}, {"inlineData": {"mimeType": "image/png", "data": PNG}}],
        },
    ]
    assert "names_changed" not in codes(found)


def test_results_stand_behind_their_calls_and_each_call_has_one() -> None:
    calls = [{**CALL, "id": name} for name in ("a", "b")]
    talk = [
        {"role": "user", "content": "Go"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "user", "content": "Wait"},
        {"role": "tool", "tool_call_id": "b", "content": "B"},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": "And?"},
    ]
    found = to("anthropic", {"messages": talk, "temperature": 0})
    assert found.body["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": "[no result was recorded]"},
        {"type": "tool_result", "tool_use_id": "b", "content": "B"},
        {"type": "text", "text": "Wait"},
    ]
    assert codes(found)["results_made"] == {"count": 1}


def test_media_of_results_go_into_a_message_of_the_user() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "see"}, image]}
    talk = [
        {"role": "user", "content": "Show"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "shot", "input": {}}]},
        {"role": "user", "content": [result]},
    ]
    found = to("openai-chat", {"max_tokens": 9, "messages": talk})
    assert found.body["messages"][2:] == [
        {"role": "tool", "tool_call_id": "t", "content": "see"},
        {
            "role": "user",
            "content": [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}],
        },
    ]
    assert codes(found) == {"media_moved": {"count": 1}}


def test_a_system_message_between_others_is_told_where_it_cannot_stay() -> None:
    talk = [
        {"role": "user", "content": "a"},
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "b"},
    ]
    value = {"messages": talk, "temperature": 0}
    assert codes(to("gemini", value)) == {"system_moved": {"count": 1}}
    kept = to("openai-responses", value)
    assert [one["role"] for one in kept.body["input"]] == ["user", "system", "user"]
    assert not kept.findings


def test_gemini_types_become_those_of_json_schema() -> None:
    schema = {"type": "OBJECT", "properties": {"q": {"type": "STRING", "nullable": True}}}
    value = {
        "contents": [{"role": "user", "parts": [{"text": "Hi"}]}],
        "tools": [{"functionDeclarations": [{"name": "f", "parameters": schema}]}, {"googleSearch": {}}],
    }
    found = to("anthropic", value)
    (tool,) = found.body["tools"]
    assert tool["input_schema"] == {"type": "object", "properties": {"q": {"type": ["string", "null"]}}}
    assert codes(found)["tools_dropped"] == {"names": "googleSearch"}


def test_thinking_stays_with_the_api_that_signed_it() -> None:
    thinking = {"type": "thinking", "thinking": "hm", "signature": "sig"}
    talk = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": [thinking, {"type": "text", "text": "Yes"}]},
        {"role": "user", "content": "So?"},
    ]
    session = read({"max_tokens": 5, "messages": talk})
    elsewhere = replace(session, origin=Origin("claude-code"))
    assert written(elsewhere.at(), "anthropic").body["messages"] == talk
    assert codes(written(session.at(), "gemini")) == {"thinking_dropped": {"count": 1}}


def test_the_keywords_of_a_build_are_in_the_order_of_the_talk() -> None:
    session = Session.from_parts(
        system_prompt="You plan.",
        user_message="And on Sunday?",
        conversation_history=[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}],
        tool_results=[{"tool": "find", "result": "3 trains"}],
        retrieved_docs=["Metro lines"],
    )
    found = Lab(store=False).convert(session.at(), "anthropic")
    assert [one["content"] for one in found.body["messages"]] == ["Hi", "Hello", "And on Sunday?"]
    assert [one["text"] for one in found.body["system"]] == ["You plan.", "[find]\n3 trains", "Metro lines"]
    assert codes(found) == {"results_as_text": {"count": 1}, "max_tokens_made": {"count": 4096}}


@pytest.mark.parametrize("source", REQUESTS)
@pytest.mark.parametrize("wire", WIRES)
def test_what_is_written_for_another_api_is_valid_there(source: str, wire: str) -> None:
    format, requests = REQUESTS[source]

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests)
    def holds(request: dict[str, Any]) -> None:
        session = read(request, format)
        # as if it came from a log: then it is written anew in its own wire format, too
        session = replace(session, origin=Origin("some-log"))
        found = written(session.at(), wire)
        wrong = {one.code for one in check_body(wire, found.body) if one.severity == "error"}
        assert wrong <= (BEYOND | UNKNOWN if source == wire else BEYOND), (found.body, wrong)

    holds()


@pytest.mark.parametrize("wire", WIRES)
def test_the_checks_take_anything(wire: str) -> None:
    junk: list[Any] = [None, 1, "x", [], {}, {"role": []}, {"role": {}, "content": {}}, {"type": ["x"]}]
    junk += [{"role": "assistant", "tool_calls": 1, "content": [{"type": {}}, 1]}, {"parts": [{}, 1, None]}]
    for field in ("messages", "input", "contents", "tools", "system", "systemInstruction"):
        for value in (*junk, junk):
            assert isinstance(check_body(wire, {field: value}), tuple)


def test_damaged_files_are_written_in_each_wire() -> None:
    pieces = [file.read_bytes() for file in sorted((FORMATS / "01_openai_chat").iterdir())]
    files = [file for folder in FOLDERS for file in sorted((FORMATS / folder).iterdir())]
    opened = 0
    for seed in range(120):
        file = files[seed % len(files)]
        try:
            sessions = load_bytes(mutant(packed(file.read_bytes(), seed), pieces, seed), file.name)
        except FormatError:
            continue
        for session in sessions[:2]:
            opened += 1
            for wire in WIRES:
                request = session.requests[-1]
                found = written(session.at(request.index, chain=request.chain), wire)
                check_body(wire, found.body)
                json.dumps(found.body)
    assert opened > 20
