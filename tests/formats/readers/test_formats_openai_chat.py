from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, beside, counts, opened

from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

BUGS = FORMATS.parent / "bugs"
CHAT = "01_openai_chat"
LOG = "14_frameworks/litellm_completion_log.redacted.json"


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "x.json")
    assert session.origin.format == "openai-chat"
    return session


def bug(name: str) -> Session:
    (session,) = load(BUGS / name)
    assert session.origin.format == "openai-chat"
    return session


def ends(session: Session) -> list[int]:
    return [request.end for request in session.requests]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (
            f"{CHAT}/toy_chat_fine_tuning.jsonl",
            Counts(5, 19, {"system": 4, "user": 7, "assistant": 8}, 0, 0),
        ),
        (f"{CHAT}/openai_example_batch.jsonl", Counts(2, 4, {"system": 2, "user": 2}, 0, 0)),
        (
            f"{CHAT}/chat_two_tool_rounds.request.json",
            Counts(1, 7, {"user": 2, "assistant": 3, "tool": 2}, 2, 2),
        ),
        (
            f"{CHAT}/chat_image_after_tool.request.json",
            Counts(1, 4, {"user": 2, "assistant": 1, "tool": 1}, 1, 1, images=1),
        ),
        (
            f"{CHAT}/chat_tool_calls_without_id.request.json",
            Counts(1, 3, {"user": 1, "assistant": 1, "tool": 1}, 1, 1),
        ),
        # The manifest counts no images, as these stand beside the messages: eight paths, eight placeholders.
        (
            "10_sharegpt_chatgpt_oasst/mllm_demo.json",
            Counts(6, 24, {"user": 12, "assistant": 12}, 0, 0, images=8),
        ),
        # The manifest counts no calls, as they are parts of content: 41 messages hold one, 9 two, 3 three.
        # Five of the 42 messages of results answer 2, 3, 2, 2 and 2 calls at once: 42 - 5 + 11.
        (
            "10_sharegpt_chatgpt_oasst/reason_tool_use_demo_50.jsonl",
            Counts(50, 274, {"system": 50, "user": 70, "assistant": 112, "tool": 42}, 68, 48),
        ),
        (
            "13_agent_trajectories/openhands_fncall_messages.redacted.json",
            Counts(1, 14, {"system": 1, "user": 1, "assistant": 6, "tool": 6}, 6, 6),
        ),
        # The answer is the third of the assistant's messages.
        (LOG, Counts(1, 7, {"system": 1, "user": 1, "assistant": 3, "tool": 2}, 3, 2)),
    ],
)
def test_real_files_hold_what_was_counted_in_them(file: str, expected: Counts) -> None:
    sessions = opened(file)
    assert {one.origin.format for one in sessions} == {"openai-chat"}
    assert counts(sessions) == expected


def test_the_old_functions_are_read() -> None:
    (session,) = opened("14_frameworks/memgpt_0.2.11_agent_state.json", format="openai-chat")
    roles = {"system": 1, "assistant": 7, "function": 7, "user": 6}
    assert counts([session]) == Counts(1, 21, roles, 7, 7)
    calls = [part.call_id for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part.call_id for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert calls == results


def test_media_stand_where_their_placeholders_stood() -> None:
    first, *_, last = opened("10_sharegpt_chatgpt_oasst/mllm_demo.json")
    assert [(item.message, item.text, item.parts[0].data) for item in first.items] == [
        (0, "", "mllm_demo_data/1.jpg"),
        (0, "Who are they?", ""),
        (1, "They're Kane and Gretzka from Bayern Munich.", ""),
        (2, "What are they doing?", ""),
        (2, "", "mllm_demo_data/1.jpg"),
        (3, "They are celebrating on the soccer field.", ""),
    ]
    assert ends(first) == [2, 5]
    assert beside(first) == {}
    assert last.items[1].text == "请描述这张图片"


def test_parts_with_values_are_thinking_text_and_calls() -> None:
    sessions = opened("10_sharegpt_chatgpt_oasst/reason_tool_use_demo_50.jsonl")
    circles = sessions[2]
    named = [item for item in circles.items if item.source is Source.TOOL_SCHEMAS]
    assert [item.parts[0].name for item in named] == ["circle_area"]
    called = [(part.call_id, part.text) for item in circles.items for part in item.parts if part.call_id]
    assert called[:2] == [("call_1", '{"radius":1.5}'), ("call_2", '{"radius":3}')]
    # one message answers both
    assert [call_id for call_id, _ in called[2:4]] == ["call_1", "call_2"]
    assert json.loads(called[2][1])["tool_call_id"] == "call_7aEpYivNq3WjuZ3DXJlNZXiZ"
    assert ends(sessions[0]) == [5]
    assert sessions[0].items[5].parts[0].kind is PartKind.THINKING


def test_messages_of_openhands_pair_by_the_ids_of_their_model() -> None:
    (session,) = opened("13_agent_trajectories/openhands_fncall_messages.redacted.json")
    calls = [part.call_id for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part.call_id for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert calls == results
    assert calls[0] == "toolu_01AaHKJphyeTw3GFp4Xgiekv"
    assert session.items[0].text.startswith("You are OpenHands agent")
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    # one before each of the six answers, and one after the last result
    assert len(session.requests) == 7


def test_a_log_of_litellm_keeps_its_settings_but_not_its_tools_twice() -> None:
    (session,) = opened(LOG)
    extra = json.loads(session.extra)
    assert set(extra["kwargs"]) == {"extra_body", "top_p", "temperature", "max_completion_tokens"}
    assert extra["cost"] == 0.020169
    assert json.loads(session.requests[0].sent) == json.loads((FORMATS / LOG).read_bytes())["messages"]
    assert [item.parts[0].name for item in session.items[:3]] == ["terminal", "str_replace_editor", "finish"]
    assert session.model == "litellm_proxy/claude-sonnet-4-20250514"
    answer = session.items[-2]
    assert (answer.time, json.loads(answer.extra)["finish_reason"]) == ("1757015033", "tool_calls")


def test_one_request_object_has_one_request_after_its_last_item() -> None:
    (session,) = opened(f"{CHAT}/chat_two_tool_rounds.request.json")
    assert session.model == "gpt-4o-mini"
    assert session.unknown == ()
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert json.loads(session.items[0].text)["function"]["name"] == "get_capital"
    assert [(one.index, one.turn, one.end, one.live) for one in session.requests] == [(1, 2, 8, ((0, 7),))]
    assert beside(session) == {"n": 1, "stream": False, "tool_choice": "auto"}
    assert session.items[1].place == Place(0, "/messages/0")


def test_a_conversation_that_names_its_model_ends_with_an_answer() -> None:
    talk = [
        {"role": "user", "content": "at most 3000"},
        {"role": "assistant", "content": "very well"},
        {"role": "user", "content": "book it"},
        {"role": "assistant", "content": "5200, then"},
    ]
    kept = read({"model": "m", "messages": talk})
    assert (ends(kept), kept.model, kept.diagnostics) == ([1, 3], "m", ())
    # what was sent for one answer says how it is to be answered, or waits for it
    for body in ({"model": "m", "messages": talk[:3]}, {"model": "m", "temperature": 0, "messages": talk}):
        sent = read(body)
        assert ends(sent) == [len(sent.items)]
        assert [one.code for one in sent.diagnostics] == ["one_request"]


def test_fine_tuning_lines_are_conversations_with_a_request_before_each_answer() -> None:
    sessions = opened(f"{CHAT}/toy_chat_fine_tuning.jsonl")
    assert [ends(session) for session in sessions] == [[2], [2, 4, 6, 8], [1], [1], [2]]
    assert [session.items[0].place.line for session in sessions] == [1, 2, 3, 4, 5]
    assert len({session.id for session in sessions}) == 5


def test_fine_tuning_lines_with_tools_are_conversations_too() -> None:
    line = {
        "messages": [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": "c"},
            {"role": "assistant", "content": "d"},
        ],
        "tools": [{"type": "function", "function": {"name": "f"}}],
    }
    data = (json.dumps(line) + "\n" + json.dumps(line)).encode()
    assert [ends(session) for session in load_bytes(data, "x.jsonl")] == [[2, 4], [2, 4]]
    listed = load_bytes(json.dumps([line, line]).encode(), "x.json")
    assert [ends(session) for session in listed] == [[2, 4], [2, 4]]
    assert ends(read(line)) == [5]


def test_batch_lines_give_their_request_and_their_name() -> None:
    first, second = opened(f"{CHAT}/openai_example_batch.jsonl")
    assert (first.title, second.title) == ("request-1", "request-2")
    assert first.model == "meta-llama/Meta-Llama-3-8B-Instruct"
    assert first.items[0].place == Place(1, "/body/messages/0")
    assert "max_completion_tokens" in first.extra


def test_a_captured_call_hides_its_credentials_and_has_a_request_before_its_answer() -> None:
    session = bug("B185_captured.json")
    assert [item.text for item in session.items] == ["hi", "ho"]
    assert ends(session) == [1]
    written = dumps_session(session)
    assert "not-a-key" not in written
    assert "FAKE" not in repr(session)
    assert json.loads(session.extra)["request"]["headers"] == {"Authorization": "***", "X-Trace": "ok"}
    assert json.loads(session.extra)["request"]["body"] == {"api_key": "***"}


def test_a_captured_answer_bears_what_the_provider_counted() -> None:
    (session,) = opened(LOG)
    (request,) = session.requests
    assert session.items[request.end].place.pointer == "/response/choices/0/message"
    assert request.usage == Usage(input=6123, cache_read=0, cache_write=0, output=120)


def test_a_list_of_requests_gives_a_session_each_whatever_the_model() -> None:
    sessions = load(BUGS / "B74_models.json")
    assert [one.model for one in sessions] == [
        "o1",
        "harbor-7b",
        "ollama/harbor:7b",
        "azure/my-deploy",
        "",
        "",
    ]
    assert all([item.text for item in one.items] == ["hi"] for one in sessions)
    assert sessions[1].title == "B74_models #2"


def test_bare_message_lines_are_one_conversation_in_file_order() -> None:
    session = bug("B149_two_clocks.jsonl")
    assert [item.text for item in session.items] == ["Q1", "A1", "Q2", "A2", "Q3"]
    assert [item.time for item in session.items] == [
        "2031-03-01T05:16:00",
        "2031-03-01T04:16:30Z",
        "2031-03-01T05:16:00+02:00",
        "",
        "1930000000",
    ]
    assert ends(session) == [1, 3, 5]


def test_a_long_number_spoils_one_message_line_only() -> None:
    session = bug("B190_long_number.jsonl")
    assert [item.place.line for item in session.items] == [1, 3]
    assert [one.code for one in session.diagnostics] == ["number_too_long"]


@pytest.mark.parametrize("name", ["B25_empty.json", "B25_empty.jsonl"])
def test_nothing_is_a_session_with_one_request_and_no_items(name: str) -> None:
    session = bug(name)
    assert session.items == ()
    assert [(one.end, one.live) for one in session.requests] == [(0, ())]
    assert session.at().candidates() == ()


def test_a_system_message_alone_is_a_session() -> None:
    session = bug("B25_only_system.json")
    assert [item.source for item in session.items] == [Source.SYSTEM_PROMPT]
    assert ends(session) == [1]


def test_an_excluded_range_was_not_in_the_context() -> None:
    session = bug("B152_deleted_range.json")
    assert session.requests[-1].live == ((0, 1), (6, 6))
    assert session.at().candidates() == tuple(range(7))
    assert session.requests[2].live == ((0, 4),)


def test_a_message_with_calls_only_is_its_calls() -> None:
    session = bug("B65_content_null.json")
    calls = [item for item in session.items if item.message == 2]
    assert [item.parts for item in calls] == [(Part(PartKind.CALL, '{"x": 1}', name="f", call_id="n1"),)]


def test_an_empty_result_stays_paired_with_its_call() -> None:
    session = bug("B66_tool_null.json")
    results = [item for item in session.items if item.source is Source.TOOL_RESULT]
    assert [(item.call_id, item.text) for item in results] == [("n1", ""), ("n2", "")]
    assert len(session.items) == 6


def test_a_call_without_text_is_kept() -> None:
    assert [item.call_id for item in bug("B67_null_kept.json").items] == ["", "q", "q", ""]


def test_content_may_be_a_list_of_texts() -> None:
    session = bug("B147_list_of_strings.json")
    assert [item.text for item in session.items] == ["Gate 1", "and gate 2", "plus", "gate 3"]
    assert [(item.message, item.part) for item in session.items] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert session.requests[-1].turn == 2


def test_an_image_without_an_address_is_kept_and_told() -> None:
    session = bug("B63_image_null.json")
    assert [part.kind for item in session.items for part in item.parts] == [PartKind.TEXT, PartKind.IMAGE]
    assert [(one.code, one.item) for one in session.diagnostics] == [("image_empty", "i2")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("B68_special_token.json", "The manual says <|endoftext|> ends a file."),
        ("B173_control_chars.json", "probe \x1b[2J\x1b[H\x1b[31mRED\x1b[0m \x1b]0;title\x07 text\rFAKE LINE"),
        ("B134_utf8_zh.jsonl", "泊位4号—naïve “quotes” …"),
        ("B130_u2028.jsonl", "first\u2028second"),
        ("B132_bom.json", "hi"),
        ("B132_bom.jsonl", "hi"),
        ("B169_html_text.json", "<b>gate</b> & <img src=x> &lt;ok&gt;"),
    ],
)
def test_text_is_kept_as_it_is(name: str, text: str) -> None:
    assert bug(name).items[0].text == text


def test_nul_stays_in_a_result() -> None:
    assert bug("B165_nul_text.json").items[2].text == "left\x00right\x00end"


def test_names_are_kept() -> None:
    session = bug("B195_names.json")
    raw = json.loads((BUGS / "B195_names.json").read_bytes())["messages"]
    assert [item.name for item in session.items] == [message.get("name", "") for message in raw]
    assert any(item.name for item in session.items)


def test_unknown_top_fields_are_kept_as_strict_json() -> None:
    extra = bug("B137_nan_meta.json").extra
    assert json.loads(extra) == {"metadata": {"loss": "NaN", "top": "-Infinity"}}


def test_unknown_message_fields_are_kept_beside_the_message() -> None:
    items = bug("B117_metadata.json").items
    assert set(json.loads(items[0].extra)) == {"id", "response_metadata"}
    assert items[0].text == "Open gate 2."


def test_schemas_are_items_of_their_own() -> None:
    session = bug("B51_breakdown_rows.json")
    raw = json.loads((BUGS / "B51_breakdown_rows.json").read_bytes())
    schemas = [item for item in session.items if item.source is Source.TOOL_SCHEMAS]
    assert [json.loads(item.text) for item in schemas] == raw["tools"]
    assert [item.id for item in schemas] == [f"i{i + 1}" for i in range(len(raw["tools"]))]


def test_a_heartbeat_opens_no_turn() -> None:
    session = bug("B107_keep_three.json")
    assert session.items[-1].injected
    assert session.requests[-1].turn == 4


def test_a_message_that_is_no_object_is_kept_and_told() -> None:
    session = read({"messages": [{"role": "user", "content": "hi"}, "loose", None]})
    assert session.items[1] == Item(
        "i2",
        "unknown",
        (Part(PartKind.UNKNOWN, '"loose"', json=True),),
        Source.CONVERSATION,
        1,
        0,
        Place(0, "/messages/1"),
    )
    assert [one.code for one in session.diagnostics][:1] == ["message_unknown"]


def test_lines_that_are_no_messages_are_told_with_their_text() -> None:
    data = b'{"role":"user","content":"a"}\n{"strange":1}\n{"role":"assistant","content":"b"}\n'
    (session,) = load_bytes(data, "x.jsonl")
    assert [item.text for item in session.items] == ["a", "b"]
    (told,) = session.diagnostics
    assert (told.code, told.line, dict(told.numbers)["text"]) == ("record_unknown", 2, '{"strange":1}')


def test_unknown_schemas_are_unknown_not_none() -> None:
    assert bug("B67_null_kept.json").unknown == (Source.TOOL_SCHEMAS,)
    assert bug("B51_breakdown_rows.json").unknown == ()


@pytest.mark.parametrize("name", ["B18_signed_thinking.json", "B61_image_tool_result.json"])
def test_anthropic_messages_are_left_to_their_reader(name: str) -> None:
    (session,) = load(BUGS / name)
    assert session.origin.format == "anthropic-messages"
    # whoever insists gets the messages, with the blocks that chat completions do not have as they came
    (forced,) = load(BUGS / name, format="openai-chat")
    messages = [{item.message for item in one.items if item.message >= 0} for one in (forced, session)]
    assert messages[0] == messages[1]
