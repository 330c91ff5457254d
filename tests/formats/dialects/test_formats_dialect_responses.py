from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.responses import is_given, is_responses, responses_item
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, group_of
from ctxlab.model.items import Part, PartKind, Source

PIXEL = "data:image/png;base64,iVBORw0KGgo="


def read(item: dict[str, Any], pairing: Pairing | None = None) -> Recorded:
    return responses_item(item, pairing or Pairing())


def groups(one: Recorded) -> list[list[Part]]:
    return [list(group_of(group)) for group in one.groups]


@pytest.mark.parametrize("type_", [{}, {"type": "message"}])
def test_a_message_may_lack_its_type_and_its_content_may_be_a_text(type_: dict[str, Any]) -> None:
    one = read({**type_, "role": "user", "content": "hi"})
    assert (one.role, one.groups, one.piece) == ("user", (Part(PartKind.TEXT, "hi"),), False)


def test_each_part_of_a_message_is_a_group() -> None:
    parts = [
        {"type": "input_text", "text": "look"},
        {"type": "input_image", "image_url": PIXEL, "detail": "low"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="},
    ]
    text, image, file = read({"role": "user", "content": parts}).groups
    assert text == Part(PartKind.TEXT, "look")
    assert image == Part(PartKind.IMAGE, media_type="image/png", data=PIXEL, extra='{"detail":"low"}')
    assert isinstance(file, Part)
    assert (file.kind, file.name, file.media_type) == (PartKind.FILE, "a.pdf", "application/pdf")


def test_an_answer_is_a_piece_with_its_refusal_citations_and_phase() -> None:
    cited = [{"type": "url_citation", "url": "https://e.org"}]
    content = [
        {"type": "output_text", "text": "yes", "annotations": cited},
        {"type": "refusal", "refusal": "no"},
    ]
    one = read(
        {"type": "message", "id": "m1", "role": "assistant", "phase": "commentary", "content": content}
    )
    (text,), (refusal,) = groups(one)
    assert (text.text, json.loads(text.extra)) == ("yes", {"annotations": cited})
    assert (refusal.text, refusal.extra) == ("no", '{"type":"refusal"}')
    assert (one.piece, json.loads(one.extra)) == (True, {"id": "m1", "phase": "commentary"})


def test_an_empty_answer_before_calls_is_a_message_without_parts() -> None:
    assert read({"role": "assistant", "content": ""}).groups == ()


def test_thinking_is_whole_with_the_encrypted_content_as_its_signature() -> None:
    summary = [{"type": "summary_text", "text": "first"}, {"type": "summary_text", "text": "second"}]
    one = read({"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "gAAA"})
    (parts,) = groups(one)
    assert parts == [Part(PartKind.THINKING, "first", signature="gAAA"), Part(PartKind.THINKING, "second")]
    assert (one.piece, one.extra) == (True, '{"id":"rs_1"}')


@pytest.mark.parametrize(
    ("content", "text"), [(None, ""), ([{"type": "reasoning_text", "text": "so"}], "so")]
)
def test_thinking_without_summary_still_is_there(content: Any, text: str) -> None:
    one = read({"type": "reasoning", "summary": [], "content": content, "encrypted_content": "gAAA"})
    ((part,),) = groups(one)
    assert (part.kind, part.text, part.signature) == (PartKind.THINKING, text, "gAAA")


def test_what_is_no_text_in_thinking_is_kept() -> None:
    one = read({"type": "reasoning", "summary": [{"type": "summary_text", "text": "so"}, {"x": 1}]})
    assert json.loads(one.extra) == {"summary": [{"type": "summary_text", "text": "so"}, {"x": 1}]}
    assert [part.text for part in groups(one)[0]] == ["so"]


def test_calls_pair_with_their_outputs_by_the_call_id() -> None:
    pairing = Pairing()
    call = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "add", "arguments": '{"a":1}'}
    output = {"type": "function_call_output", "call_id": "c1", "output": "2"}
    one, other = read(call, pairing), read(output, pairing)
    assert one.groups == ([Part(PartKind.CALL, '{"a":1}', "add", "c1", extra='{"id":"fc_1"}')],)
    assert other.groups == ([Part(PartKind.RESULT, "2", "add", "c1")],)
    assert (one.role, one.piece, other.role, other.piece) == ("assistant", True, "tool", False)


def test_what_an_output_says_besides_is_kept() -> None:
    one = read({"type": "function_call_output", "id": "o", "call_id": "c", "output": "1", "error": "late"})
    assert (groups(one)[0][0].text, json.loads(one.extra)) == ("1", {"id": "o", "error": "late"})


def test_an_output_of_parts_is_one_result_with_its_media() -> None:
    output = [{"type": "input_text", "text": "seen"}, {"type": "input_image", "image_url": PIXEL}]
    ((first, image),) = groups(read({"type": "function_call_output", "call_id": "c", "output": output}))
    assert (first.kind, first.text, image.kind, image.data) == (
        PartKind.RESULT,
        "seen",
        PartKind.IMAGE,
        PIXEL,
    )


def test_an_output_that_is_no_text_is_json() -> None:
    ((one,),) = groups(read({"type": "function_call_output", "call_id": "c", "output": {"a": 1}}))
    assert (one.text, one.json) == ('{"a":1}', True)


@pytest.mark.parametrize(
    ("call", "output", "name", "asked"),
    [
        (
            {"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin", "call_id": "c"},
            {"type": "custom_tool_call_output", "call_id": "c", "output": "ok"},
            "apply_patch",
            "*** Begin",
        ),
        (
            {"type": "local_shell_call", "id": "l", "call_id": "c", "action": {"command": ["ls"]}},
            {"type": "local_shell_call_output", "call_id": "c", "output": "ok"},
            "local_shell",
            '{"command":["ls"]}',
        ),
        (
            {"type": "exec_command_call", "call_id": "c", "command": "ls", "status": "completed"},
            {"type": "exec_command_call_output", "call_id": "c", "output": "ok"},
            "exec_command",
            "ls",
        ),
        (
            {"type": "mcp_approval_request", "id": "c", "server_label": "s", "name": "f", "arguments": "{}"},
            {"type": "mcp_approval_response", "approval_request_id": "c", "approve": "ok"},
            "f",
            "{}",
        ),
    ],
)
def test_calls_of_other_kinds_pair_too(
    call: dict[str, Any], output: dict[str, Any], name: str, asked: str
) -> None:
    pairing = Pairing()
    ((one,),), ((other,),) = groups(read(call, pairing)), groups(read(output, pairing))
    assert (one.kind, one.name, one.text, one.call_id) == (PartKind.CALL, name, asked, "c")
    assert (other.kind, other.name, other.text, other.call_id) == (PartKind.RESULT, name, "ok", "c")
    assert json.loads(one.extra)["type"] == call["type"]


def test_a_screenshot_is_the_image_of_its_result() -> None:
    pairing = Pairing()
    read({"type": "computer_call", "call_id": "c", "action": {"type": "screenshot"}}, pairing)
    shot = {"type": "computer_screenshot", "image_url": PIXEL}
    ((first, image),) = groups(
        read({"type": "computer_call_output", "call_id": "c", "output": shot}, pairing)
    )
    assert (first.name, first.text, image.kind, image.data) == ("computer", "", PartKind.IMAGE, PIXEL)


@pytest.mark.parametrize(
    ("item", "name", "asked", "result", "media"),
    [
        (
            {"type": "mcp_call", "id": "x", "name": "roll", "arguments": "{}", "output": "4", "error": None},
            "roll",
            "{}",
            "4",
            0,
        ),
        (
            {"type": "mcp_call", "id": "x", "name": "roll", "arguments": "{}", "error": "gone"},
            "roll",
            "{}",
            "gone",
            0,
        ),
        (
            {
                "type": "code_interpreter_call",
                "id": "x",
                "code": "1+1",
                "outputs": [{"type": "logs", "logs": "2"}, {"type": "image", "url": "https://e.org/i.png"}],
            },
            "code_interpreter",
            "1+1",
            "2",
            1,
        ),
        (
            {
                "type": "file_search_call",
                "id": "x",
                "queries": ["q"],
                "results": [{"file_id": "f", "text": "t"}],
            },
            "file_search",
            '["q"]',
            '[{"file_id":"f","text":"t"}]',
            0,
        ),
        ({"type": "image_generation_call", "id": "x", "result": "aGk="}, "image_generation", "", "", 1),
        (
            {"type": "web_search_call", "id": "x", "status": "completed", "action": {"query": "q"}},
            "web_search",
            '{"query":"q"}',
            "",
            0,
        ),
    ],
)
def test_tools_of_the_provider_are_call_and_result_in_one_reply(
    item: dict[str, Any], name: str, asked: str, result: str, media: int
) -> None:
    one = read(item)
    (call,), (first, *rest) = groups(one)
    assert (call.kind, call.name, call.text, call.call_id) == (PartKind.CALL, name, asked, "x")
    assert (first.kind, first.name, first.text, first.call_id) == (PartKind.RESULT, name, result, "x")
    assert [part.kind for part in rest] == [PartKind.IMAGE] * media
    assert (one.role, one.piece) == ("assistant", True)


def test_a_search_that_still_runs_has_no_result() -> None:
    assert len(read({"type": "web_search_call", "id": "w", "status": "searching", "action": {}}).groups) == 1


def test_the_tools_of_a_server_are_schemas() -> None:
    tools = [{"name": "roll", "input_schema": {"type": "object"}}]
    one = read({"type": "mcp_list_tools", "id": "l", "server_label": "dice", "tools": tools})
    ((part,),) = groups(one)
    assert (one.source, one.piece, part.name) == (Source.TOOL_SCHEMAS, True, "roll")
    assert json.loads(part.text) == tools[0]
    assert json.loads(one.extra)["server_label"] == "dice"


def test_a_compaction_is_an_opaque_summary_that_is_no_answer() -> None:
    one = read({"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAA"})
    ((part,),) = groups(one)
    assert (one.source, one.answer, one.piece) == (Source.SUMMARY, False, False)
    assert (part.text, part.data, json.loads(part.extra)) == (
        "",
        "gAAA",
        {"type": "compaction", "id": "cmp_1"},
    )


@pytest.mark.parametrize("item", [{"type": "hologram", "x": 1}, {"type": 5}, {}, {"role": "user"}])
def test_what_is_no_known_item_is_kept_as_it_came(item: dict[str, Any]) -> None:
    one = read(item)
    ((part,),) = groups(one)
    assert (one.role, one.answer, part.kind, json.loads(part.text)) == (
        "unknown",
        False,
        PartKind.UNKNOWN,
        item,
    )


@pytest.mark.parametrize(
    ("item", "given"),
    [
        ({"role": "assistant", "content": "x"}, True),
        ({"type": "reasoning", "summary": []}, True),
        ({"type": "function_call", "call_id": "c"}, True),
        ({"role": "user", "content": "x"}, False),
        ({"type": "function_call_output", "call_id": "c"}, False),
        ({"type": "compaction"}, False),
        ({"type": "hologram"}, False),
    ],
)
def test_what_a_model_gave_is_a_piece_of_a_reply(item: dict[str, Any], given: bool) -> None:
    assert is_given(item) is given
    assert read(item).piece is given


def test_the_dialect_is_told_by_its_items_and_read_wherever_it_is_embedded() -> None:
    items: list[Any] = [
        {"role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "c1", "name": "add", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "2"},
    ]
    assert is_responses(items)
    assert [one.role for one in messages_of(items, Pairing())] == ["user", "assistant", "tool"]
    for other in (
        [{"role": "user", "content": "hi"}],
        [{"role": "tool", "tool_call_id": "c", "content": "x"}],
        [3],
    ):
        assert not is_responses(other)
