"""What messages of both wires say, block by block."""

from __future__ import annotations

from ctxlab.model.message_blocks import (
    BlockKind,
    beside_blocks,
    blocks_of,
    call_names,
    laid_out_json,
    result_id,
    speaker,
)
from ctxlab.model.trace import Message


def test_a_chat_message_with_thinking_text_and_calls() -> None:
    value = {
        "role": "assistant",
        "content": "I look.",
        "reasoning_content": "hm",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"a":1}'}}
        ],
    }
    blocks = list(blocks_of(value))
    assert [(one.kind, one.text, one.name, one.call_id) for one in blocks] == [
        (BlockKind.THINKING, "hm", "", ""),
        (BlockKind.TEXT, "I look.", "", ""),
        (BlockKind.CALL, '{\n  "a": 1\n}', "find", "c1"),
    ]
    assert [one.pointer for one in blocks] == [
        "/reasoning_content",
        "/content",
        "/tool_calls/0/function/arguments",
    ]


def test_a_tool_message_is_a_result_set_out_where_it_is_json() -> None:
    (block,) = blocks_of({"role": "tool", "tool_call_id": "c1", "content": '[1,"二"]'})
    assert (block.kind, block.text, block.call_id, block.laid_out) == (
        BlockKind.RESULT,
        '[\n  1,\n  "二"\n]',
        "c1",
        True,
    )
    (plain,) = blocks_of({"role": "tool", "tool_call_id": "c1", "content": "{broken"})
    assert (plain.text, plain.laid_out) == ("{broken", False)


def test_blocks_of_the_other_wire() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "A" * 4000}
    value = {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "ok"}]},
            {"type": "image", "source": source},
            {"type": "strange", "x": 1},
        ],
    }
    result, image, strange = blocks_of(value)
    assert (result.kind, result.text, result.pointer) == (
        BlockKind.RESULT,
        "ok",
        "/content/0/content/0/text",
    )
    assert (image.kind, image.name, image.text) == (BlockKind.MEDIA, "image", "image/png · 3 kB")
    assert (strange.kind, strange.name) == (BlockKind.DATA, "strange")


def test_media_are_told_by_type_size_or_address() -> None:
    def told(part: dict[str, object]) -> str:
        return next(iter(blocks_of({"role": "user", "content": [part]}))).text

    assert told({"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}) == (
        "https://example.org/a.png"
    )
    assert (
        told({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}) == "image/png · 3 B"
    )
    assert told({"type": "input_audio", "input_audio": {"data": "", "format": "wav"}}) == "wav · 0 B"


def test_what_stands_beside_is_text_or_a_named_tool() -> None:
    system, chat, other = beside_blocks(
        [
            {"type": "text", "text": "You plan."},
            {"type": "function", "function": {"name": "find"}},
            {"name": "weather", "input_schema": {}},
        ]
    )
    assert (system.kind, system.text) == (BlockKind.TEXT, "You plan.")
    assert (chat.name, other.name) == ("find", "weather")


def test_calls_are_named_in_both_wires() -> None:
    chat = {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "find"}}]}
    other = {"role": "assistant", "content": [{"type": "tool_use", "id": "b", "name": "weather"}]}
    assert call_names([Message(chat, 0, ()), Message(other, 0, ())]) == {"a": "find", "b": "weather"}


def test_long_json_is_left_as_it_stands() -> None:
    text = "[" + "1," * 30_000 + "1]"
    assert laid_out_json(text) == (text, False)


def test_items_of_responses_are_calls_results_and_thinking() -> None:
    call = {"type": "function_call", "call_id": "c", "name": "find", "arguments": '{"a": 1}'}
    (asked,) = blocks_of(call)
    assert (asked.kind, asked.name, asked.call_id, asked.pointer) == (
        BlockKind.CALL,
        "find",
        "c",
        "/arguments",
    )
    assert asked.text == '{\n  "a": 1\n}'
    output = {"type": "function_call_output", "call_id": "c", "output": "found"}
    (given,) = blocks_of(output)
    assert (given.kind, given.text, given.call_id, given.pointer) == (
        BlockKind.RESULT,
        "found",
        "c",
        "/output",
    )
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}
    assert [(one.kind, one.text) for one in blocks_of(thought)] == [(BlockKind.THINKING, "hm")]
    image = {"type": "input_image", "image_url": "https://a.example/x.png"}
    said = {"role": "user", "content": [{"type": "input_text", "text": "This?"}, image]}
    assert [(one.kind, one.text) for one in blocks_of(said)] == [
        (BlockKind.TEXT, "This?"),
        (BlockKind.MEDIA, "https://a.example/x.png"),
    ]
    assert [speaker(one) for one in (call, said)] == ["function_call", "user"]
    assert (result_id(output), result_id(call), result_id({"tool_call_id": "t"})) == ("c", "", "t")


def test_contents_of_gemini_have_their_parts_in_a_row() -> None:
    parts = [
        {"text": "hm", "thought": True},
        {"text": "Let me see."},
        {"functionCall": {"name": "find", "args": {"a": 1}}},
        {"functionResponse": {"name": "find", "response": {"output": "found"}}},
        {"functionResponse": {"name": "find", "response": {"found": 2}}},
        {"inlineData": {"mimeType": "audio/wav", "data": "AAAA"}},
        {"executableCode": {"code": "1"}},
        "text",
    ]
    blocks = list(blocks_of({"role": "model", "parts": parts}))
    assert [(one.kind, one.name) for one in blocks] == [
        (BlockKind.THINKING, ""),
        (BlockKind.TEXT, ""),
        (BlockKind.CALL, "find"),
        (BlockKind.RESULT, "find"),
        (BlockKind.RESULT, "find"),
        (BlockKind.MEDIA, "audio"),
        (BlockKind.DATA, ""),
        (BlockKind.DATA, ""),
    ]
    assert [one.pointer for one in blocks[1:4]] == [
        "/parts/1/text",
        "/parts/2",
        "/parts/3/functionResponse/response/output",
    ]
    assert blocks[3].text == "found"


def test_what_stands_beside_in_gemini_is_told_like_the_rest() -> None:
    tools = [{"functionDeclarations": [{"name": "a"}, {"name": "b"}]}, {"googleSearch": {}}]
    assert [one.name for one in beside_blocks(tools)] == ["a", "b", ""]
    assert [one.text for one in beside_blocks({"parts": [{"text": "You plan."}]})] == ["You plan."]
