from __future__ import annotations

from typing import Any

import pytest

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.langchain import (
    is_langchain,
    langchain_message,
    langchain_model,
    langchain_usage,
)
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Usage

CALL = {"name": "add", "args": {"a": 1}, "id": "c1", "type": "tool_call"}
RAW_CALL = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}


def read(message: dict[str, Any], pairing: Pairing | None = None) -> Recorded:
    return langchain_message(message, pairing or Pairing())


def parts(message: dict[str, Any]) -> list[Part]:
    """The parts of a message, groups laid open."""
    return parts_of(read(message))


def ai(content: Any = "", **more: Any) -> dict[str, Any]:
    return {"type": "ai", "content": content, "additional_kwargs": {}, **more}


@pytest.mark.parametrize(
    "message",
    [
        {"type": "human", "data": {"content": "Hi", "additional_kwargs": {}, "type": "human"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"]}
        | {"kwargs": {"content": "Hi", "type": "human"}},
        {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"]}
        | {"kwargs": {"content": "Hi"}},
        {"type": "human", "content": "Hi", "response_metadata": {}, "name": None, "example": False},
        {"role": "user", "content": "Hi", "additional_kwargs": {}},
        {"type": "HumanMessageChunk", "content": "Hi"},
    ],
)
def test_all_forms_say_the_same(message: dict[str, Any]) -> None:
    assert is_langchain([message])
    assert read(message) == Recorded("user", ((Part(PartKind.TEXT, "Hi"),),))


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("human", "user"),
        ("ai", "assistant"),
        ("AIMessageChunk", "assistant"),
        ("system", "system"),
        ("tool", "tool"),
        ("function", "function"),
    ],
)
def test_each_type_has_its_role(kind: str, role: str) -> None:
    assert read({"type": kind, "data": {"content": "x"}}).role == role


def test_a_chat_message_states_its_role() -> None:
    assert read({"type": "chat", "data": {"content": "x", "role": "critic"}}).role == "critic"


def test_the_newer_system_role_of_openai_is_kept() -> None:
    message = {"type": "system", "content": "x", "additional_kwargs": {"__openai_role__": "developer"}}
    assert read(message).role == "developer"


def test_a_call_that_stands_three_times_is_one() -> None:
    block = {"type": "tool_use", "id": "c1", "name": "add", "input": {}}
    message = ai(
        [{"type": "text", "text": "first"}, block, {"type": "text", "text": "last"}],
        tool_calls=[CALL],
        additional_kwargs={"tool_calls": [RAW_CALL]},
    )
    assert parts(message) == [
        Part(PartKind.TEXT, "first"),
        Part(PartKind.CALL, '{"a":1}', name="add", call_id="c1", json=True),
        Part(PartKind.TEXT, "last"),
    ]


def test_raw_calls_are_read_where_no_parsed_ones_are() -> None:
    assert parts(ai(additional_kwargs={"tool_calls": [RAW_CALL]})) == [
        Part(PartKind.CALL, '{"a": 1}', name="add", call_id="c1")
    ]
    old = ai(additional_kwargs={"function_call": {"name": "add", "arguments": "{}"}})
    assert [(one.name, one.text) for one in parts(old)] == [("add", "{}")]


def test_a_raw_call_that_was_not_parsed_is_kept_beside_the_parsed() -> None:
    other = {"id": "c2", "type": "function", "function": {"name": "mul", "arguments": "{"}}
    found = parts(ai(tool_calls=[CALL], additional_kwargs={"tool_calls": [RAW_CALL, other]}))
    assert [(one.call_id, one.text) for one in found] == [("c1", '{"a":1}'), ("c2", "{")]


def test_a_call_that_could_not_be_parsed_says_so() -> None:
    broken = {"name": "add", "args": '{"a":', "id": "c1", "error": "cut", "type": "invalid_tool_call"}
    (part,) = parts(ai(tool_calls=[], invalid_tool_calls=[broken]))
    assert part.text == '{"a":'
    assert part.extra == '{"error":"cut","type":"invalid_tool_call"}'


def test_two_calls_under_one_id_stay_two() -> None:
    found = parts(ai(tool_calls=[CALL, CALL]))
    assert [one.call_id for one in found] == ["c1", "c1#2"]


def test_calls_without_ids_pair_by_order() -> None:
    pairing = Pairing()
    called = read(ai(tool_calls=[{"name": "add", "args": {}}]), pairing)
    answered = read({"type": "tool", "content": "3", "additional_kwargs": {}}, pairing)
    call, result = (one[0] for one in (called.groups[0], answered.groups[0]) if not isinstance(one, Part))
    assert call.call_id == result.call_id != ""
    assert (result.name, result.text, pairing.made) == ("add", "3", 1)


def test_a_result_of_blocks_is_text_and_then_its_images() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    found = parts(
        {"type": "tool", "content": [{"type": "text", "text": "a"}, image, "b"], "tool_call_id": "c9"}
        | {"name": "look", "status": "error", "artifact": [1], "additional_kwargs": {}}
    )
    assert found == [
        Part(PartKind.RESULT, "a\nb", name="look", call_id="c9"),
        Part(PartKind.IMAGE, media_type="image/png", data="data:image/png;base64,AA=="),
    ]


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ({"type": "text", "text": "a"}, Part(PartKind.TEXT, "a")),
        ("a", Part(PartKind.TEXT, "a")),
        (
            {"type": "reasoning", "reasoning": "hm", "extras": {"signature": "s"}},
            Part(PartKind.THINKING, "hm", signature="s"),
        ),
        (
            {"type": "reasoning", "id": "r", "summary": [{"text": "a"}, {"text": "b"}]},
            Part(PartKind.THINKING, "a\nb", extra='{"id":"r"}'),
        ),
        (
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            Part(PartKind.THINKING, "hm", signature="s"),
        ),
        (
            {"type": "image", "base64": "AA==", "mime_type": "image/png"},
            Part(PartKind.IMAGE, media_type="image/png", data="AA=="),
        ),
        (
            {"type": "image", "source_type": "url", "url": "https://x/y.png"},
            Part(PartKind.IMAGE, data="https://x/y.png"),
        ),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}},
            Part(PartKind.IMAGE, media_type="image/png", data="AA=="),
        ),
        (
            {"type": "audio", "data": "AA==", "mime_type": "audio/wav"},
            Part(PartKind.AUDIO, media_type="audio/wav", data="AA=="),
        ),
        (
            {"type": "text-plain", "text": "words", "mime_type": "text/plain", "title": "t"},
            Part(PartKind.FILE, "words", name="t", media_type="text/plain"),
        ),
        (
            {"type": "file", "file": {"file_data": "AA==", "filename": "f.pdf"}},
            Part(PartKind.FILE, name="f.pdf", data="AA=="),
        ),
        (
            {"type": "function_call", "call_id": "c", "id": "fc", "name": "f", "arguments": "{}"},
            Part(PartKind.CALL, "{}", name="f", call_id="c", extra='{"id":"fc"}'),
        ),
        (
            {"type": "server_tool_call", "id": "c", "name": "web", "args": {"q": 1}},
            Part(PartKind.CALL, '{"q":1}', "web", "c", json=True, extra='{"type":"server_tool_call"}'),
        ),
        (
            {"type": "non_standard", "value": {"type": "text", "text": "in it"}},
            Part(PartKind.TEXT, "in it"),
        ),
        ({"type": "odd", "x": 1}, Part(PartKind.UNKNOWN, '{"type":"odd","x":1}', json=True)),
    ],
)
def test_blocks_of_all_makers_are_read(block: Any, part: Part) -> None:
    assert parts(ai([block])) == [part]


def test_a_result_of_a_server_tool_stands_in_the_answer() -> None:
    call = {"type": "server_tool_call", "id": "c", "name": "web", "args": {}}
    result = {"type": "server_tool_result", "tool_call_id": "c", "status": "success", "output": {"n": 1}}
    found = parts(ai([call, result]))
    assert (found[1].kind, found[1].text, found[1].name, found[1].call_id) == (
        PartKind.RESULT,
        '{"n":1}',
        "web",
        "c",
    )


def test_thinking_and_a_refusal_beside_the_content_are_read() -> None:
    message = ai("no", additional_kwargs={"reasoning_content": "hm", "refusal": "I cannot"})
    assert [(one.kind, one.text) for one in parts(message)] == [
        (PartKind.THINKING, "hm"),
        (PartKind.TEXT, "no"),
        (PartKind.TEXT, "I cannot"),
    ]


def test_no_text_is_not_no_message() -> None:
    assert read(ai(None)).groups == ()
    assert read(ai("")).groups == ((Part(PartKind.TEXT, ""),),)


def test_what_is_not_understood_is_kept_and_what_is_empty_is_not() -> None:
    message = ai("x", id="m1", response_metadata={}, name=None, additional_kwargs={"odd": 1}, more=[2])
    assert read(message).extra == '{"additional_kwargs":{"odd":1},"id":"m1","more":[2]}'


def test_a_summary_by_the_middleware_is_one() -> None:
    message = {"type": "human", "content": "So far", "additional_kwargs": {"lc_source": "summarization"}}
    assert read(message).source is Source.SUMMARY


def test_what_is_no_message_is_kept_as_it_came() -> None:
    odd = {"lc": 1, "type": "not_implemented", "id": ["x", "Y"], "repr": "Y()"}
    assert is_langchain([odd, ai("x")])
    found = messages_of([ai("x"), odd, {"role": "user", "content": "plain"}, 7], Pairing())
    assert [one.role for one in found] == ["assistant", "unknown", "user", "unknown"]
    assert found[1].answer is False


@pytest.mark.parametrize(
    "values",
    [
        [],
        [{"type": "system", "content": "x"}],
        [{"type": "user", "content": "x"}],
        [{"role": "user", "content": "x"}],
        [{"type": "human", "data": "x"}],
        [{"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": "x"}]}],
        [{"lc": 1, "type": "constructor", "id": ["x", "ChatPromptTemplate"], "kwargs": {}}],
        [{"lc": 1, "type": "constructor", "id": [], "kwargs": None}],
        [None, "x", 3, []],
    ],
)
def test_what_others_write_too_is_not_taken(values: list[Any]) -> None:
    assert not is_langchain(values)


def test_usage_is_what_is_fresh_what_was_read_and_what_was_written() -> None:
    stated = {"input_tokens": 100, "output_tokens": 7, "total_tokens": 107}
    details = {"cache_read": 60, "cache_creation": 30}
    assert langchain_usage(ai(usage_metadata=stated)) == Usage(100, None, None, 7)
    assert langchain_usage(ai(usage_metadata={**stated, "input_token_details": details})) == Usage(
        10, 60, 30, 7
    )


@pytest.mark.parametrize(
    ("metadata", "usage"),
    [
        ({"token_usage": {"prompt_tokens": 5, "completion_tokens": 2}}, Usage(5, None, None, 2)),
        ({"tokenUsage": {"promptTokens": 5, "completionTokens": 2}}, Usage(5, None, None, 2)),
        (
            {"usage": {"input_tokens": 5, "cache_read_input_tokens": 3, "output_tokens": 2}},
            Usage(5, 3, None, 2),
        ),
        ({"token_usage": {"prompt_tokens": "[SCRUBBED]"}}, None),
        ({}, None),
    ],
)
def test_older_messages_state_usage_as_their_provider_does(metadata: Any, usage: Usage | None) -> None:
    assert langchain_usage(ai(response_metadata=metadata)) == usage


def test_the_model_is_in_the_metadata() -> None:
    assert langchain_model(ai(response_metadata={"model_name": "m"})) == "m"
    assert langchain_model({"role": "user"}) == ""
