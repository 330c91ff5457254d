from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.bug_cases import BUGS
from helpers.golden import Counts, counts, opened
from helpers.telling import codes
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

USER = {"role": "user", "content": "hi"}
ANSWER = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "ho"}]}
CALLS = [
    {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
    {"type": "function_call", "call_id": "b", "name": "f", "arguments": "{}"},
]
OUTPUTS = [
    {"type": "function_call_output", "call_id": "b", "output": "2"},
    {"type": "function_call_output", "call_id": "a", "output": "1"},
]
OUTPUT: list[dict[str, Any]] = [{"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}, ANSWER]
RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "model": "gpt-5",
    "output": OUTPUT,
    "usage": {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 20},
}


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.json")
    assert {(one.origin.format, one.wire) for one in sessions} == {("openai-responses", "openai-responses")}
    return sessions


def lines(*values: Any) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(json.dumps(one) for one in values).encode(), "x.jsonl")
    assert {one.origin.format for one in sessions} == {"openai-responses"}
    return sessions


def ends(session: Session) -> list[int]:
    return [one.end for one in session.requests]


# ---- real files


def test_thinking_text_and_calls_of_one_answer_are_one_message() -> None:
    (session,) = sessions = opened("02_openai_responses/responses_reasoning_encrypted.request.json")
    # the reasoning item and the text are one answer
    assert counts(sessions) == Counts(1, 3, {"user": 2, "assistant": 1}, 0, 0)
    first, thinking, text, last = session.items
    assert (first.text, first.place) == ("How do I cross the street?", Place(0, "/input/0"))
    assert last.text == "Considering the way to cross the street, analogously, how do I cross the river?"
    assert [part.kind for part in thinking.parts] == [PartKind.THINKING] * 6
    assert (len(thinking.parts[0].signature), thinking.parts[1].signature) == (13176, "")
    assert thinking.parts[0].text.startswith("**Considering street crossing safety**")
    assert (thinking.message, text.message, text.part) == (1, 1, 1)
    assert len(text.text) == 1225
    assert (session.model, ends(session), session.requests[0].turn) == ("gpt-5", [4], 2)
    assert json.loads(session.extra)["reasoning"] == {"effort": "high", "summary": "detailed"}
    assert codes(session) == ["thinking_encrypted", "one_request"]
    assert session.unknown == ()


def test_two_calls_at_once_are_one_answer_with_the_empty_text_before_them() -> None:
    (session,) = sessions = opened("02_openai_responses/responses_parallel_calls_retry.request.json")
    # the empty text and both calls are one answer; each output is a message
    assert counts(sessions) == Counts(1, 4, {"user": 1, "assistant": 1, "tool": 2}, 2, 2)
    schema, _user, empty, one, two, first, second = session.items
    assert (schema.source, schema.place) == (Source.TOOL_SCHEMAS, Place(0, "/tools/0"))
    assert json.loads(schema.text)["name"] == "get_location"
    assert (empty.parts, empty.message, one.message, two.message) == ((), 1, 1, 1)
    assert (one.text, two.text) == ('{"loc_name":"Londos"}', '{"loc_name":"London"}')
    assert [one.call_id, two.call_id] == [first.call_id, second.call_id]
    assert first.text == 'Wrong location, I only know about "London".\n\nFix the errors and try again.'
    assert (second.text, second.parts[0].name) == ('{"lat": 51, "lng": 0}', "get_location")
    assert (session.unknown, ends(session)) == ((), [7])


def test_a_compaction_stands_for_earlier_turns_that_nobody_can_read() -> None:
    (session,) = sessions = opened("02_openai_responses/responses_compaction_item.request.json")
    assert counts(sessions) == Counts(1, 3, {"system": 1, "assistant": 1, "user": 1}, 0, 0)
    told, compaction, user = session.items
    assert (told.source, told.place) == (Source.SYSTEM_PROMPT, Place(0, "/instructions"))
    assert told.text == "You are a helpful math assistant. Give short answers."
    assert (compaction.source, compaction.text, len(compaction.parts[0].data)) == (Source.SUMMARY, "", 2808)
    assert (user.text, session.requests[0].turn) == ("And 5+5?", 1)
    assert codes(session) == ["compaction_opaque"]
    assert json.loads(session.extra) == {"stream": False}


def test_a_response_alone_is_an_answer_to_what_is_not_recorded() -> None:
    (session,) = sessions = opened("02_openai_responses/responses_output.response.json")
    assert counts(sessions) == Counts(1, 1, {"assistant": 1}, 2, 0)
    schema, one, two = session.items
    assert (schema.source, one.message, two.message) == (Source.TOOL_SCHEMAS, 0, 0)
    assert (one.call_id, two.call_id) == ("call_LWVp74L5HaH2KNvgVz9PJsrj", "call_YnRAWeTyxI91m5uNa5bxXwVO")
    assert two.place == Place(0, "/output/1")
    # the figures of this recording are all 0: nobody counted
    assert [(one.end, one.usage) for one in session.requests] == [(1, None)]
    assert session.unknown == (Source.USER_MESSAGE, Source.CONVERSATION)
    assert codes(session) == ["input_not_recorded"]
    assert session.model == "gpt-4o-2024-08-06"


# ---- cases


def test_a_text_as_input_is_a_user_message_and_the_tools_are_there() -> None:
    (session,) = load(BUGS / "B145_responses_request.json")
    schema, system, user = session.items
    assert json.loads(schema.text)["name"] == "get_tide"
    assert (system.role, system.text) == (
        "system",
        "You are the dock assistant of Port Calder. Answer briefly.",
    )
    assert (user.role, user.text, user.place) == ("user", "When is high tide?", Place(0, "/input"))
    assert (session.model, session.unknown, session.diagnostics) == ("harbor", (), ())


def test_calls_made_together_are_one_answer_of_a_conversation() -> None:
    (session,) = load(BUGS / "B14_parallel_items.json")
    assert [item.message for item in session.items] == [0, 1, 1, 2, 3, 4]
    assert [item.call_id for item in session.items] == ["", "A", "B", "A", "B", ""]
    # it ends with an answer and says nothing of how that was to be given
    assert ends(session) == [1, 5]


# ---- shapes


def test_bare_items_have_a_request_before_each_answer() -> None:
    items = [USER, {"role": "assistant", "content": ""}, *CALLS, *OUTPUTS, ANSWER, USER]
    (listed,), (lined,) = read(items), lines(*items)
    for session in (listed, lined):
        assert [item.message for item in session.items] == [0, 1, 1, 1, 2, 3, 4, 5]
        assert ends(session) == [1, 6, 8]
        assert [item.call_id for item in session.items[2:6]] == ["a", "b", "b", "a"]
    assert (listed.items[4].place, lined.items[4].place) == (Place(0, "/4"), Place(5, ""))


@given(st.lists(st.sampled_from([USER, ANSWER, CALLS[0], OUTPUTS[1], *OUTPUT]), min_size=1, max_size=12))
def test_a_request_stands_before_each_run_of_what_a_model_gave(items: list[dict[str, Any]]) -> None:
    given_ = [one in (ANSWER, CALLS[0], *OUTPUT) for one in items]
    starts = [at for at, gives in enumerate(given_) if gives and not (at and given_[at - 1])]
    (session,) = load_bytes(json.dumps(items).encode(), "x.json", format="openai-responses")
    assert ends(session) == (starts if given_[-1] else [*starts, len(items)])


def test_a_captured_call_has_its_answer_usage_and_no_credentials() -> None:
    body = {"model": "gpt-5", "input": [USER], "instructions": "Be brief.", "temperature": 0}
    call = {
        "request": {"headers": {"Authorization": "Bearer x"}, "body": body},
        "response": {"body": RESPONSE},
    }
    (session,) = read(call)
    assert [item.role for item in session.items] == ["system", "user", "assistant", "assistant"]
    assert session.items[3].place == Place(0, "/response/body/output/1")
    assert [(one.end, one.usage) for one in session.requests] == [(2, Usage(36, 64, None, 20))]
    assert json.loads(session.extra) == {
        "request": {"headers": {"Authorization": "***"}, "body": {"temperature": 0}},
        "response": {"body": {"id": "resp_1", "object": "response", "usage": RESPONSE["usage"]}},
    }


@pytest.mark.parametrize("key", ["previous_response_id", "conversation"])
def test_what_the_provider_keeps_is_unknown(key: str) -> None:
    (session,) = read({"model": "gpt-5", "input": "and now?", key: "x_1"})
    assert session.unknown == (Source.CONVERSATION,)
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("context_on_server", {"key": key})
    ]


def test_a_stored_prompt_is_unknown_with_its_tools() -> None:
    (session,) = read({"input": "hi", "prompt": {"id": "pmpt_1", "version": "2"}})
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert codes(session) == ["prompt_on_server"]


def test_lines_of_a_batch_and_of_its_output_are_sessions() -> None:
    given = {
        "custom_id": "a",
        "method": "POST",
        "url": "/v1/responses",
        "body": {"model": "m", "input": "hi"},
    }
    came = {"id": "b", "custom_id": "a", "response": {"status_code": 200, "body": RESPONSE}, "error": None}
    one, other = lines(given, came)
    assert (one.title, one.items[0].place, ends(one)) == ("a", Place(1, "/body/input"), [1])
    assert (other.title, other.items[0].place) == ("a", Place(2, "/response/body/output/0"))
    assert other.requests[0].usage == Usage(36, 64, None, 20)


def events(*, cut: bool) -> list[dict[str, Any]]:
    done = [{"type": "response.output_item.done", "item": one} for one in OUTPUT]
    begun: dict[str, Any] = {**RESPONSE, "output": [], "usage": None, "instructions": "Be brief."}
    found: list[dict[str, Any]] = [{"type": "response.created", "response": begun}, *done]
    return found if cut else [*found, {"type": "response.completed", "response": RESPONSE}]


def test_a_streamed_response_is_read_once_whole_or_cut() -> None:
    (whole,) = lines(*events(cut=False))
    (cut,) = lines(*events(cut=True))
    sent = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events(cut=False))
    (raw,) = load_bytes(sent.encode(), "x.txt")
    for session in (whole, cut, raw, *read(events(cut=False))):
        assert [item.text for item in session.items if item.role == "assistant"] == ["", "ho"]
        assert session.unknown == (Source.USER_MESSAGE, Source.CONVERSATION)
    assert (whole.requests[0].usage, cut.requests[0].usage) == (Usage(36, 64, None, 20), None)
    assert (cut.items[0].text, cut.items[1].place) == ("Be brief.", Place(2, "/item"))
    assert raw.items[0].place == Place(11, "/response/output/0")


def test_a_list_of_requests_gives_a_session_each() -> None:
    one, other = read([{"model": "m", "input": [USER], "instructions": "a"}, RESPONSE])
    assert (one.items[1].place, other.items[1].place) == (Place(0, "/0/input/0"), Place(0, "/1/output/1"))


def test_results_that_the_provider_keeps_are_said() -> None:
    search = {"type": "web_search_call", "id": "w", "status": "completed", "action": {"query": "q"}}
    (session,) = read([USER, search, ANSWER])
    assert [item.message for item in session.items] == [0, 1, 1, 1]
    told = next(one for one in session.diagnostics if one.code == "results_on_server")
    assert (told.item, dict(told.numbers)) == ("i3", {"count": 1})


def test_what_is_no_item_is_kept_and_said() -> None:
    (session,) = read({"input": [USER, *CALLS, 3, {"type": "hologram", "x": 1}]})
    assert [item.role for item in session.items][-2:] == ["unknown", "unknown"]
    assert [one.item for one in session.diagnostics if one.code == "message_unknown"] == ["i4", "i5"]


def test_lines_that_are_none_of_it_are_said() -> None:
    session, other = lines({"input": [USER, *CALLS]}, {"x": 1}, {"input": [USER, *CALLS]})
    assert [(one.code, one.line) for one in session.diagnostics if one.code == "record_unknown"] == [
        ("record_unknown", 2)
    ]
    assert other.items[0].place.line == 3


@pytest.mark.parametrize(
    "value",
    [
        {"model": "text-embedding-3-small", "input": "hi"},
        {"input": ["a", "b"], "model": "m"},
        {"input": 3},
        3,
    ],
)
def test_what_only_looks_alike_is_not_taken(value: Any) -> None:
    with pytest.raises(FormatError, match="no reader takes it"):
        load_bytes(json.dumps(value).encode(), "x.json")


def test_a_file_without_any_of_it_is_refused() -> None:
    with pytest.raises(FormatError, match="nothing of the Responses API"):
        load_bytes(b'{"x": 1}', "x.json", format="openai-responses")
