from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

DATA = Path(__file__).parents[1] / "data"
CHAT = DATA / "formats" / "01_openai_chat"
OTHERS = DATA / "formats" / "others"
BUGS = DATA / "bugs"


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "x.json")
    assert session.origin.format == "openai-chat"
    return session


def bug(name: str) -> Session:
    (session,) = load(BUGS / name)
    assert session.origin.format == "openai-chat"
    return session


def counts(sessions: tuple[Session, ...]) -> tuple[dict[str, int], int, int, int]:
    """Messages by role, calls, results and images over all sessions."""
    roles: Counter[str] = Counter()
    kinds: Counter[PartKind] = Counter()
    for session in sessions:
        roles.update({item.message: item.role for item in session.items if item.message >= 0}.values())
        kinds.update(part.kind for item in session.items for part in item.parts)
    return dict(roles), kinds[PartKind.CALL], kinds[PartKind.RESULT], kinds[PartKind.IMAGE]


def ends(session: Session) -> list[int]:
    return [request.end for request in session.requests]


@pytest.mark.parametrize(
    ("file", "number", "expected"),
    [
        (CHAT / "toy_chat_fine_tuning.jsonl", 5, ({"system": 4, "user": 7, "assistant": 8}, 0, 0, 0)),
        (CHAT / "openai_example_batch.jsonl", 2, ({"system": 2, "user": 2}, 0, 0, 0)),
        (CHAT / "chat_two_tool_rounds.request.json", 1, ({"user": 2, "assistant": 3, "tool": 2}, 2, 2, 0)),
        (CHAT / "chat_image_after_tool.request.json", 1, ({"user": 2, "assistant": 1, "tool": 1}, 1, 1, 1)),
        (
            CHAT / "chat_tool_calls_without_id.request.json",
            1,
            ({"user": 1, "assistant": 1, "tool": 1}, 1, 1, 0),
        ),
        (
            OTHERS / "litellm_completion_log.redacted.json",
            1,
            ({"system": 1, "user": 1, "assistant": 3, "tool": 2}, 3, 2, 0),
        ),
        (
            OTHERS / "memgpt_0.2.11_agent_state.json",
            1,
            ({"system": 1, "assistant": 7, "function": 7, "user": 6}, 7, 7, 0),
        ),
        (OTHERS / "mini_swe_agent_local.traj.json", 1, ({"system": 1, "user": 3, "assistant": 2}, 0, 0, 0)),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_real_files_hold_what_was_counted_in_them(
    file: Path, number: int, expected: tuple[dict[str, int], int, int, int]
) -> None:
    sessions = load(file)
    assert len(sessions) == number
    assert counts(sessions) == expected


def test_one_request_object_has_one_request_after_its_last_item() -> None:
    (session,) = load(CHAT / "chat_two_tool_rounds.request.json")
    assert session.model == "gpt-4o-mini"
    assert session.unknown == ()
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert json.loads(session.items[0].text)["function"]["name"] == "get_capital"
    assert [(one.index, one.turn, one.end, one.live) for one in session.requests] == [(1, 2, 8, ((0, 7),))]
    assert json.loads(session.extra) == {"n": 1, "stream": False, "tool_choice": "auto"}
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
    sessions = load(CHAT / "toy_chat_fine_tuning.jsonl")
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
    assert ends(read(line)) == [5]


def test_batch_lines_give_their_request_and_their_name() -> None:
    first, second = load(CHAT / "openai_example_batch.jsonl")
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
    (session,) = load(OTHERS / "litellm_completion_log.redacted.json")
    (request,) = session.requests
    assert session.items[request.end].place.pointer == "/response/choices/0/message"
    assert request.usage == Usage(input=6123, cache_read=0, output=120)


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


@pytest.mark.parametrize(
    "name", ["B18_signed_thinking.json", "B61_image_tool_result.json", "B188_emptied.json"]
)
@pytest.mark.parametrize("forced", [None, "openai-chat"])
def test_anthropic_messages_are_named_not_misread(name: str, forced: str | None) -> None:
    with pytest.raises(FormatError, match="Anthropic Messages, which are not read yet"):
        load(BUGS / name, format=forced)
