from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import Counts, beside, counts, opened
from helpers.telling import texts

from ctxlab.errors import FormatError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.media import image_info
from ctxlab.model.session import Session, Usage

BUGS = Path(__file__).parents[2] / "data" / "bugs"

USER = {"role": "user", "parts": [{"text": "Which gate?"}]}
MODEL = {"role": "model", "parts": [{"text": "Gate 4."}]}


def read(value: Any) -> tuple[Session, ...]:
    return load_bytes(json.dumps(value).encode(), "x.json")


def read_lines(*values: Any) -> tuple[Session, ...]:
    return load_bytes("".join(json.dumps(value) + "\n" for value in values).encode(), "x.jsonl")


def one(value: Any) -> Session:
    (session,) = read(value)
    assert session.origin.format == "gemini"
    return session


def response(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    candidate = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    return {"candidates": [candidate], **more}


def test_parallel_calls_pair_with_their_responses() -> None:
    sessions = opened("12_gemini/gemini_parallel_function_calls.request.json")
    # Of the five contents of role user four are responses of functions, which are a tool's messages here; the
    # instruction is a message of its own.
    assert counts(sessions) == Counts(
        sessions=1,
        messages=10,
        roles={"system": 1, "user": 1, "assistant": 4, "tool": 4},
        calls=6,
        results=6,
    )
    (session,) = sessions
    assert session.origin.format == "gemini"
    assert session.unknown == ()
    assert [item.parts[0].name for item in session.items if item.source is Source.TOOL_SCHEMAS] == [
        "generate_topic",
        "final_result",
    ]
    calls = [item for item in session.items if item.has(PartKind.CALL)]
    results = [item for item in session.items if item.has(PartKind.RESULT)]
    assert [item.call_id for item in calls] == [item.call_id for item in results]
    # The signature stands on the first of parallel calls only.
    assert [bool(item.parts[0].signature) for item in calls] == [True, False, False, True, True, True]
    assert [item.text for item in results][:3] == [
        '{"return_value":"cars"}',
        '{"return_value":"penguins"}',
        '{"return_value":"cars"}',
    ]
    (request,) = session.requests
    assert (request.turn, request.end, request.live) == (1, 16, ((0, 15),))
    assert [note.code for note in session.diagnostics] == ["one_request"]
    assert json.loads(session.extra)["toolConfig"]["functionCallingConfig"]["mode"] == "ANY"


def test_an_image_comes_whole_in_the_alphabet_of_urls() -> None:
    sessions = opened("12_gemini/gemini_inline_image.request.json")
    assert counts(sessions) == Counts(1, 2, {"system": 1, "user": 1}, calls=0, results=0, images=1)
    (session,) = sessions
    part = session.items[2].parts[0]
    assert part.data.startswith("_9j_4AAQ")
    info = image_info(part)
    assert (info.format, info.width, info.height) == ("JPEG", 540, 360)
    assert str(session.items[0].place) == "/systemInstruction"


def test_a_function_response_in_the_users_role_is_no_turn() -> None:
    (session,) = load(BUGS / "B13_gemini_contents.json")
    assert [item.role for item in session.items] == ["user", "assistant", "tool", "assistant"]
    assert session.items[1].call_id == session.items[2].call_id != ""
    assert [(request.turn, request.end) for request in session.requests] == [(1, 1), (1, 3)]


def test_a_captured_pair_is_one_request_with_its_usage() -> None:
    used = {
        "promptTokenCount": 100,
        "cachedContentTokenCount": 60,
        "candidatesTokenCount": 7,
        "thoughtsTokenCount": 5,
        "totalTokenCount": 112,
    }
    answer = response({"text": "Gate 5."}, usageMetadata=used, modelVersion="gemini-2.5-pro")
    answer["candidates"][0]["finishReason"] = "STOP"
    session = one({"request": {"contents": [USER, MODEL, USER]}, "response": answer})
    (request,) = session.requests
    assert request.end == 3
    assert request.usage == Usage(input=40, cache_read=60, output=12)
    assert session.model == "gemini-2.5-pro"
    assert texts(session) == ["Which gate?", "Gate 4.", "Which gate?", "Gate 5."]
    assert str(session.items[3].place) == "/response/candidates/0/content"
    assert json.loads(session.items[3].extra) == {"finishReason": "STOP"}


def test_chunks_of_a_stream_are_one_answer() -> None:
    chunks = [
        response({"text": "Gate", "thought": True}, responseId="r1"),
        response({"text": " 4?", "thought": True}, responseId="r1"),
        response({"text": "Ga"}, responseId="r1", usageMetadata={"promptTokenCount": 3}),
        response(
            {"text": "te 4."},
            responseId="r1",
            usageMetadata={"promptTokenCount": 3, "candidatesTokenCount": 4},
        ),
    ]
    for sessions in (read(chunks), read_lines(*chunks), read_lines({"contents": [USER]}, *chunks)):
        (session,) = sessions
        assert texts(session)[-2:] == ["Gate 4?", "Gate 4."]
        assert session.requests[-1].usage == Usage(input=3, output=4)
        assert len(session.requests) == 1
    session = one({"request": {"contents": [USER]}, "response": chunks})
    assert texts(session) == ["Which gate?", "Gate 4?", "Gate 4."]


def test_what_a_request_and_its_response_have_beside_them_is_kept_of_both() -> None:
    asked = {"contents": [USER], "labels": {"a": "b"}, "generationConfig": {}}
    (session,) = read_lines(asked, response({"text": "x"}, createTime="t"))
    assert beside(session) == {"labels": {"a": "b"}, "generationConfig": {}, "createTime": "t"}


def test_answers_with_other_ids_are_other_answers() -> None:
    sessions = read([response({"text": "a"}, responseId="r1"), response({"text": "b"}, responseId="r2")])
    assert [texts(session) for session in sessions] == [["a"], ["b"]]
    assert set(sessions[0].unknown) == {Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS}


def test_a_blocked_answer_is_there_without_parts() -> None:
    blocked = {"candidates": [{"finishReason": "SAFETY"}], "usageMetadata": {"promptTokenCount": 9}}
    session = one({"request": {"contents": [USER]}, "response": blocked})
    assert [item.role for item in session.items] == ["user", "assistant"]
    assert session.items[1].parts == ()
    assert json.loads(session.items[1].extra) == {"finishReason": "SAFETY"}
    assert session.requests[0].usage == Usage(input=9)


@pytest.mark.parametrize("name", ["systemInstruction", "system_instruction"])
@pytest.mark.parametrize("value", ["Be brief.", {"parts": [{"text": "Be brief."}]}, {"text": "Be brief."}])
def test_the_instruction_in_each_shape(name: str, value: Any) -> None:
    for body in ({name: value}, {"config": {name: value, "temperature": 1}}):
        session = one({"model": "models/gemini-2.5-flash", "contents": [USER], **body})
        assert session.items[0].source is Source.SYSTEM_PROMPT
        assert texts(session) == ["Be brief.", "Which gate?"]
        assert session.model == "gemini-2.5-flash"


def test_contents_may_be_a_text_or_one_object() -> None:
    assert texts(one({"model": "gemini-2.5-pro", "contents": "Which gate?", "config": {}})) == ["Which gate?"]
    assert texts(one({"contents": USER})) == ["Which gate?"]
    assert texts(one({"contents": ["Which", {"text": "gate?"}], "config": None})) == ["Which", "gate?"]


def test_bare_contents_are_a_conversation_whose_instruction_is_unknown() -> None:
    for sessions in (
        read([USER, MODEL, USER]),
        read_lines(USER, MODEL, USER),
        read({"history": [USER, MODEL, USER]}),
    ):
        (session,) = sessions
        assert [request.end for request in session.requests] == [1, 3]
        assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_lines_of_a_batch_are_sessions_with_their_keys() -> None:
    sessions = read_lines(
        {"key": "k1", "request": {"contents": [USER], "generationConfig": {}}},
        {"key": "k2", "request": {"contents": [USER]}, "response": response({"text": "Gate 5."})},
        {"strange": 1},
    )
    assert [session.title for session in sessions] == ["k1", "k2"]
    assert [len(session.items) for session in sessions] == [1, 2]
    assert [note.code for note in sessions[0].diagnostics] == ["record_unknown"]


def test_lines_of_tuning_data_have_a_request_before_each_answer() -> None:
    line = {"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": [USER, MODEL, USER, MODEL]}
    sessions = read_lines(line, line)
    assert [[request.end for request in session.requests] for session in sessions] == [[2, 4], [2, 4]]
    assert all(session.unknown == () for session in sessions)


def test_a_cache_hides_instruction_and_tools() -> None:
    session = one({"contents": [USER], "cachedContent": "cachedContents/x"})
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_tools_of_the_vendor_and_declared_ones_are_schemas() -> None:
    tools: list[Any] = [{"functionDeclarations": [{"name": "gate"}]}, {"googleSearch": {}}]
    session = one({"contents": [USER], "tools": tools})
    schemas = [item for item in session.items if item.source is Source.TOOL_SCHEMAS]
    assert [(item.parts[0].name, item.text) for item in schemas] == [
        ("gate", '{"name":"gate"}'),
        ("googleSearch", '{"googleSearch":{}}'),
    ]
    assert [str(item.place) for item in schemas] == ["/tools/0/functionDeclarations/0", "/tools/1"]


def test_what_is_not_taken_is_kept_and_credentials_are_masked() -> None:
    session = one(
        {
            "request": {"contents": [USER], "labels": {"a": "b"}, "headers": {"x-goog-api-key": "s3cret"}},
            "response": {**response({"text": "x"}), "promptFeedback": {"blockReason": "NONE"}},
        }
    )
    assert json.loads(session.extra) == {
        "request": {"labels": {"a": "b"}, "headers": {"x-goog-api-key": "***"}},
        "response": {"promptFeedback": {"blockReason": "NONE"}},
    }


def test_further_candidates_are_kept() -> None:
    answer = response({"text": "a"})
    answer["candidates"].append({"content": {"parts": [{"text": "b"}]}})
    session = one({"request": {"contents": [USER]}, "response": answer})
    assert json.loads(session.extra)["response"]["candidates"] == [{"content": {"parts": [{"text": "b"}]}}]


def test_a_message_that_is_none_and_a_part_that_is_none_are_said() -> None:
    session = one(
        {"contents": [USER, 7, {"role": "model", "parts": [{"new": 1, "text": None}]}], "safetySettings": []}
    )
    assert [note.code for note in session.diagnostics if note.severity != "info"] == [
        "message_unknown",
        "part_unknown",
    ]


@pytest.mark.parametrize(
    "value", [{"a": 1}, [], {"contents": 5}, {"candidates": []}, {"contents": [{"x": 1}]}]
)
def test_what_is_not_geminis_is_refused_when_forced(value: Any) -> None:
    with pytest.raises(FormatError, match="no Gemini contents"):
        load_bytes(json.dumps(value).encode(), "x", format="gemini")
