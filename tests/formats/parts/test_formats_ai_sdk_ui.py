from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.recorded import told

from ctxlab.formats.dialects.ai_sdk import ai_sdk_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, parts_of
from ctxlab.model.items import Part, PartKind, Source

#: Arguments of a call without any.
NONE: dict[str, Any] = {}


def ui(*listed: Any, role: str = "assistant", **more: Any) -> tuple[Recorded, ...]:
    return ai_sdk_message({"id": "m1", "role": role, "parts": list(listed), **more}, Pairing())


def tool(state: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool-gate", "toolCallId": "c1", "state": state, "input": {"n": 1}, **more}


def test_steps_are_replies_with_their_results_behind_them() -> None:
    found = ui(
        {"type": "step-start"},
        {"type": "reasoning", "text": "hm", "providerMetadata": {"anthropic": {"signature": "c2ln"}}},
        tool("output-available", output={"gate": 4}),
        {
            "type": "dynamic-tool",
            "toolName": "book",
            "toolCallId": "c2",
            "state": "output-error",
            "input": NONE,
            "errorText": "full",
        },
        {"type": "step-start"},
        {"type": "text", "text": "Gate 4.", "state": "done"},
        metadata={"createdAt": "2031-03-01T08:00:00Z"},
    )
    assert [(one.role, [part.kind.value for part in parts_of(one)]) for one in found] == [
        ("assistant", ["thinking", "call", "call"]),
        ("tool", ["result", "result"]),
        ("assistant", ["text"]),
    ]
    thought, first, second = parts_of(found[0])
    assert thought.signature == "c2ln"
    assert [(one.name, one.call_id, one.extra) for one in (first, second)] == [
        ("gate", "c1", ""),
        ("book", "c2", ""),
    ]
    assert [(one.name, one.text, one.extra) for one in parts_of(found[1])] == [
        ("gate", '{"gate":4}', ""),
        ("book", "full", '{"state":"output-error"}'),
    ]
    assert {one.time for one in found} == {"2031-03-01T08:00:00Z"}
    assert [json.loads(one.extra or "{}").get("id") for one in found] == ["m1", None, None]


@pytest.mark.parametrize(
    "state", ["input-streaming", "input-available", "approval-requested", "approval-responded"]
)
def test_a_call_without_an_outcome_stays_open_and_says_why(state: str) -> None:
    (one,) = ui(tool(state))
    (call,) = parts_of(one)
    assert call.kind is PartKind.CALL
    assert json.loads(call.extra) == {"state": state}


def test_a_forbidden_call_has_the_reason_as_its_result() -> None:
    for approval, words in (
        ({"id": "a", "approved": False, "reason": "no"}, "no"),
        ({"id": "a"}, "Tool execution denied."),
    ):
        _, result = ui(tool("output-denied", approval=approval))
        assert [(part.kind, part.text) for part in parts_of(result)] == [(PartKind.RESULT, words)]


def test_a_failed_call_has_the_input_that_could_not_be_read() -> None:
    failed = {
        "type": "tool-gate",
        "toolCallId": "c1",
        "state": "output-error",
        "rawInput": "{n:",
        "errorText": "bad",
    }
    answer, result = ui(failed)
    assert [part.text for part in (*parts_of(answer), *parts_of(result))] == ["{n:", "bad"]


def test_a_result_of_the_provider_stays_in_the_reply() -> None:
    (one,) = ui(
        tool("output-available", output="4", providerExecuted=True), {"type": "text", "text": "Gate 4."}
    )
    assert [part.kind.value for part in parts_of(one)] == ["call", "result", "text"]


def test_an_output_that_looks_tagged_is_the_tools_own() -> None:
    _, result = ui(tool("output-available", output={"type": "text", "value": "4"}))
    assert [part.text for part in parts_of(result)] == ['{"type":"text","value":"4"}']


def test_sources_are_documents_and_data_is_kept_apart() -> None:
    found = ui(
        {"type": "text", "text": "Gate 4."},
        {"type": "source-url", "sourceId": "s1", "url": "https://a.example/x", "title": "Gates"},
        {"type": "source-document", "sourceId": "s2", "mediaType": "application/pdf", "title": "Plan"},
        {"type": "data-gate", "data": {"n": 4}},
    )
    assert [(one.source, one.name, parts_of(one)[0].text) for one in found] == [
        (Source.RETRIEVED_DOC, "https://a.example/x", "Gates\nhttps://a.example/x"),
        (Source.RETRIEVED_DOC, "Plan", "Plan"),
        (Source.CONVERSATION, "data-gate", '{"type":"data-gate","data":{"n":4}}'),
        (None, "", "Gate 4."),
    ]
    assert [one.answer for one in found] == [False, False, False, None]


def test_invocations_of_version_4_come_before_the_text_once_all_have_results() -> None:
    first = {
        "state": "result",
        "toolCallId": "c1",
        "toolName": "gate",
        "args": NONE,
        "result": "4",
        "step": 0,
    }
    second = {
        "state": "result",
        "toolCallId": "c2",
        "toolName": "book",
        "args": NONE,
        "result": {"ok": True},
        "step": 1,
    }
    message = {"id": "m", "role": "assistant", "content": "Booked.", "toolInvocations": [first, second]}
    assert told([message]) == [
        ("assistant", [("call", "{}")]),
        ("tool", [("result", "4")]),
        ("assistant", [("call", "{}")]),
        ("tool", [("result", '{"ok":true}')]),
        ("assistant", [("text", "Booked.")]),
    ]
    unanswered = {"state": "call", "toolCallId": "c1", "toolName": "gate", "args": NONE}
    pending = {**message, "toolInvocations": [unanswered]}
    assert told([pending]) == [("assistant", [("text", "Booked."), ("call", "{}")])]


def test_parts_of_version_4_are_not_read_twice() -> None:
    invocation = {"state": "result", "toolCallId": "c1", "toolName": "gate", "args": NONE, "result": "4"}
    message = {
        "id": "m",
        "role": "assistant",
        "content": "Gate 4.",
        "createdAt": "2031-03-01T08:00:00Z",
        "toolInvocations": [invocation],
        "parts": [
            {"type": "step-start"},
            {"type": "tool-invocation", "toolInvocation": invocation},
            {"type": "step-start"},
            {
                "type": "reasoning",
                "reasoning": "hm",
                "details": [{"type": "text", "text": "hm", "signature": "c2ln"}],
            },
            {"type": "text", "text": "Gate 4."},
            {"type": "source", "source": {"sourceType": "url", "id": "s", "url": "https://a.example"}},
        ],
    }
    assert told([message]) == [
        ("assistant", [("call", "{}")]),
        ("tool", [("result", "4")]),
        ("system", [("text", "https://a.example")]),
        ("assistant", [("thinking", "hm"), ("text", "Gate 4.")]),
    ]
    found = ai_sdk_message(message, Pairing())
    assert parts_of(found[3])[0].signature == "c2ln"
    assert json.loads(found[0].extra) == {"id": "m"}


def test_a_content_beside_empty_parts_is_read() -> None:
    message = {
        "id": "m",
        "role": "user",
        "content": "Gate?",
        "parts": list[Any](),
        "toolInvocations": list[Any](),
    }
    assert told([message]) == [("user", [("text", "Gate?")])]


def test_a_content_that_says_more_than_the_parts_is_kept() -> None:
    (one,) = ui({"type": "text", "text": "Gate 4."}, content="Gate 4. Or 5.")
    assert json.loads(one.extra) == {"id": "m1", "content": "Gate 4. Or 5."}


def test_tools_without_ids_pair_and_texts_that_never_came_are_left_out() -> None:
    found = ui(
        {
            "type": "dynamic-tool",
            "toolName": "shell",
            "state": "output-available",
            "input": NONE,
            "output": "a",
        },
        {
            "type": "dynamic-tool",
            "toolName": "shell",
            "state": "output-redacted",
            "input": NONE,
            "output": "b",
        },
        {"type": "text", "text": "", "state": "done"},
    )
    answer, results = (parts_of(one) for one in found)
    assert [part.kind for part in answer] == [PartKind.CALL, PartKind.CALL]
    assert [(part.text, part.call_id) for part in results] == [
        ("a", answer[0].call_id),
        ("b", answer[1].call_id),
    ]
    assert answer[0].call_id != answer[1].call_id


def test_parts_of_contents_among_an_interfaces_parts() -> None:
    call = {"type": "tool-call", "toolCallId": "c1", "toolName": "gate", "input": NONE}
    result = {
        "type": "tool-result",
        "toolCallId": "c1",
        "toolName": "gate",
        "output": {"type": "text", "value": "4"},
    }
    answer, given = ui(call, result)
    assert [part.name for part in (*parts_of(answer), *parts_of(given))] == ["gate", "gate"]
    assert parts_of(given)[0].text == "4"


def test_attachments_of_version_4_are_media() -> None:
    attachment = {"name": "m.png", "contentType": "image/png", "url": "data:image/png;base64,QQ=="}
    (one,) = ai_sdk_message(
        {"role": "user", "content": "See.", "experimental_attachments": [attachment]}, Pairing()
    )
    assert parts_of(one) == [
        Part(PartKind.TEXT, "See."),
        Part(PartKind.IMAGE, name="m.png", media_type="image/png", data="data:image/png;base64,QQ=="),
    ]
