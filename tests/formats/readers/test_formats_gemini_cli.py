from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened
from helpers.telling import texts

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Request, Session, Usage

HEADER = {"sessionId": "s1", "projectHash": "0" * 64, "startTime": "2026-10-23T07:33:51.276Z", "kind": "main"}


def user(id: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": f"t-{id}", "type": "user", "content": content, **more}


def gemini(id: str, content: Any = "", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "timestamp": f"t-{id}",
        "type": "gemini",
        "content": content,
        "model": "gemini-3",
        **more,
    }


def called(id: str, output: str | None, **more: Any) -> dict[str, Any]:
    result = None if output is None else [answered(id, output)]
    return {
        "id": id,
        "name": "read_file",
        "args": {"path": "a"},
        "result": result,
        "status": "success",
        **more,
    }


def answered(id: str, output: str) -> dict[str, Any]:
    return {"functionResponse": {"id": id, "name": "read_file", "response": {"output": output}}}


def lines(*values: Any) -> Session:
    data = "".join(json.dumps(value) + "\n" for value in (HEADER, *values))
    (session,) = load_bytes(data.encode(), "x.jsonl")
    assert session.origin.format == "gemini-cli"
    return session


def whole(*messages: Any, **more: Any) -> Session:
    (session,) = load_bytes(json.dumps({**HEADER, "messages": list(messages), **more}).encode(), "x.json")
    assert session.origin.format == "gemini-cli"
    return session


def seen(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def test_a_message_written_twice_counts_once_and_so_does_its_result() -> None:
    sessions = opened("12_gemini/gemini_cli_edit_and_run.jsonl")
    # Of the five messages of the user three are results of tools, which are a tool's messages here.
    assert counts(sessions) == Counts(1, 9, {"user": 2, "assistant": 4, "tool": 3}, calls=4, results=4)
    (session,) = sessions
    assert session.origin.format == "gemini-cli"
    assert session.model == "gemini-3.6-flash"
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert session.items[0].injected
    assert session.items[0].text.startswith("<session_context>")
    assert session.items[-1].text == "MODEL-TEXT-PLACEHOLDER-2"
    assert json.loads(session.extra)["lastUpdated"] == "2026-10-23T07:35:08.421Z"
    pairs = [item.call_id for item in session.items if item.has(PartKind.CALL)]
    assert pairs == ["call-0001", "call-0002", "call-0003", "call-0004"]
    assert [item.call_id for item in session.items if item.has(PartKind.RESULT)] == pairs
    assert sum(item.has(PartKind.THINKING) for item in session.items) == 4
    assert session.diagnostics == ()
    # The thoughts are no part of `output`: 56 + 345; the cached tokens are part of `input`: 10933 - 8404.
    assert [request.usage for request in session.requests] == [
        Usage(input=2529, cache_read=8404, output=401),
        Usage(input=2546, cache_read=8890, output=882),
        Usage(input=3053, cache_read=9406, output=113),
        Usage(input=2203, cache_read=10422, output=146),
    ]
    assert [(request.turn, request.end) for request in session.requests] == [(1, 2), (1, 7), (1, 12), (1, 15)]
    assert [item.place.line for item in session.items][:4] == [2, 4, 8, 8]


def test_an_older_record_has_its_results_beside_the_calls() -> None:
    session = whole(
        user("u1", "read both"),
        gemini("g1", "Reading.", toolCalls=[called("c1", "one"), called("c2", "two"), called("c3", None)]),
        gemini("g2", "Done."),
        {"id": "e1", "timestamp": "t-e1", "type": "error", "content": "quota"},
        summary="Reads files",
    )
    assert session.title == "Reads files"
    assert [item.role for item in session.items] == [
        *("user", "assistant", "assistant", "assistant", "assistant", "tool", "tool", "assistant", "system"),
    ]
    assert [item.call_id for item in session.items if item.has(PartKind.RESULT)] == ["c1", "c2"]
    assert session.items[5].text == '{"output":"one"}'
    # What the tool told its user was not sent, and is no answer.
    assert [request.live for request in session.requests] == [((0, 0),), ((0, 6),), ((0, 7),)]
    assert str(session.items[7].place) == "/messages/2"


def test_a_result_with_media_and_one_that_is_a_plain_text() -> None:
    shot = {"inlineData": {"mimeType": "image/png", "data": "QQ=="}}
    calls = [
        {**called("c1", "one"), "result": [answered("c1", "one"), shot]},
        {**called("c2", ""), "result": "two"},
    ]
    session = whole(user("u1", "go"), gemini("g1", toolCalls=calls))
    first, second = [item for item in session.items if item.has(PartKind.RESULT)]
    assert [part.kind for part in first.parts] == [PartKind.RESULT, PartKind.IMAGE]
    assert (second.text, second.call_id) == ("two", "c2")


def test_responses_sent_together_are_told_apart_by_their_ids() -> None:
    both = [answered("c1", "one"), answered("c2", "two")]
    calls = [{**called("c1", ""), "result": both}, {**called("c2", ""), "result": both}]
    session = whole(user("u1", "go"), gemini("g1", toolCalls=calls))
    assert [item.text for item in session.items if item.has(PartKind.RESULT)] == [
        '{"output":"one"}',
        '{"output":"two"}',
    ]


def test_counts_that_are_no_usage_are_kept() -> None:
    tokens = {"input": 9, "output": 1, "cached": 0, "thoughts": 0, "tool": 5, "total": 15}
    session = whole(
        user("u1", "go"), gemini("g1", "Done.", tokens=tokens), gemini("g2", "x", tokens={"input": 9})
    )
    assert json.loads(session.items[1].extra) == {"tokens": {"tool": 5}}
    assert session.items[2].extra == ""
    assert session.requests[0].usage == Usage(input=9, cache_read=0, output=1)


def test_calls_in_the_content_and_beside_it_are_the_same_calls() -> None:
    content = [
        {"text": "Reading."},
        {"functionCall": {"id": "c1", "name": "read_file", "args": {"path": "a"}}},
    ]
    session = lines(user("u1", "go"), gemini("g1", content, toolCalls=[called("c1", "one")]))
    (call,) = [item for item in session.items if item.has(PartKind.CALL)]
    assert call.call_id == "c1"
    assert json.loads(call.parts[0].extra) == {"status": "success"}
    assert [item.call_id for item in session.items if item.has(PartKind.RESULT)] == ["c1"]


def test_rewound_messages_stay_and_are_live_no_more() -> None:
    session = lines(
        user("u1", "one"),
        gemini("g1", "first"),
        user("u2", "two"),
        gemini("g2", "second"),
        {"$rewindTo": "u2"},
        user("u3", "three"),
        gemini("g3", "third"),
    )
    assert texts(session) == ["one", "first", "two", "second", "three", "third"]
    assert [seen(session, request) for request in session.requests] == [
        ["one"],
        ["one", "first", "two"],
        ["one", "first", "three"],
    ]
    assert [[request.index for request in branch.requests] for branch in branches_of(session)] == [
        [1, 2],
        [1, 3],
    ]


def test_a_rewind_to_what_is_not_there_forgets_all() -> None:
    session = lines(user("u1", "one"), gemini("g1", "first"), {"$rewindTo": "x"}, user("u2", "two"))
    assert seen(session, session.requests[-1]) == ["two"]


def test_a_compression_replaces_what_the_model_sees() -> None:
    snapshot = user("x1", [{"text": "<state_snapshot>\nGate 4.\n</state_snapshot>"}])
    made_up = {"id": "x2", "timestamp": "t", "type": "gemini", "content": [{"text": "Got it."}]}
    session = lines(
        user("u1", "one"),
        gemini("g1", "first"),
        user("u2", "two"),
        {"id": "i1", "timestamp": "t", "type": "info", "content": "compressed"},
        {"$set": {"messages": [snapshot, made_up, user("u2", [{"text": "two"}])]}},
        gemini("g2", "second"),
    )
    assert texts(session) == [
        *(
            "one",
            "first",
            "two",
            "compressed",
            "<state_snapshot>\nGate 4.\n</state_snapshot>",
            "Got it.",
            "second",
        ),
    ]
    summary = session.items[4]
    assert summary.source is Source.SUMMARY
    assert [item.superseded_by for item in session.items[:3]] == [summary.id, summary.id, ""]
    # What the tool put there in the model's place is no answer.
    assert [seen(session, request) for request in session.requests] == [
        ["one"],
        ["two", "<state_snapshot>\nGate 4.\n</state_snapshot>", "Got it."],
    ]


def test_a_masked_output_is_a_new_version_from_then_on() -> None:
    session = lines(
        user("u1", "go"),
        gemini("g1", toolCalls=[called("c1", "long")]),
        user("r1", [answered("c1", "long")]),
        gemini("g2", "Done."),
        {
            "$set": {
                "messages": [
                    user("u1", [{"text": "go"}]),
                    gemini("g1"),
                    user("r1", [answered("c1", "masked")]),
                ]
            }
        },
        gemini("g3", "Again."),
    )
    assert [seen(session, request)[-1] for request in session.requests[1:]] == [
        '{"output":"long"}',
        '{"output":"masked"}',
    ]
    assert len({item.call_id for item in session.items if item.has(PartKind.RESULT)}) == 1


def test_a_message_that_is_listed_twice_is_live_once() -> None:
    one = user("u1", "one")
    session = lines(one, gemini("g1", "first"), {"$set": {"messages": [one, one]}}, user("u2", "two"))
    assert seen(session, session.requests[-1]) == ["one", "two"]


def test_records_that_are_none_are_said_and_the_rest_is_read() -> None:
    session = lines("massive error", 42, {"silly": 1}, {"$set": {"summary": "Title"}}, user("u1", "one"))
    assert texts(session) == ["one"]
    assert session.title == "Title"
    assert [note.code for note in session.diagnostics] == ["record_unknown"] * 3


def test_a_chat_without_its_header_is_known_by_its_messages() -> None:
    data = "\n".join(json.dumps(one) for one in (user("u1", "one"), gemini("g1", "two")))
    (session,) = load_bytes(data.encode(), "x")
    assert session.origin.format == "gemini-cli"


def test_an_unknown_type_of_message_is_kept() -> None:
    session = whole(user("u1", "one"), {"id": "n1", "type": "narrator", "content": "two"})
    assert json.loads(session.items[1].extra) == {"type": "narrator"}


@pytest.mark.parametrize("value", [{"a": 1}, [], {"sessionId": 1, "projectHash": 2}])
def test_what_is_no_chat_is_refused_when_forced(value: Any) -> None:
    with pytest.raises(FormatError, match="no chat"):
        load_bytes(json.dumps(value).encode(), "x", format="gemini-cli")
