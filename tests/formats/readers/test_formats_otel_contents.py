"""Every way in which traces of OpenTelemetry tell what was sent and answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.otel import CHAT, event, live, messages, one, otlp, read, span, texts, typed

from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Usage


def test_content_as_values_of_their_own_type() -> None:
    told = [{"role": "user", "parts": [{"type": "text", "content": "a"}]}]
    answer = [{"role": "assistant", "parts": [{"type": "text", "content": "b"}], "finish_reason": "stop"}]
    session = one(otlp(span("1", {**CHAT, "gen_ai.input.messages": told, "gen_ai.output.messages": answer})))
    assert texts(session) == [("user", "a"), ("assistant", "b")]


def test_several_choices_are_one_answer_and_its_alternatives() -> None:
    answers = messages(("assistant", "first"), ("assistant", "second"))
    told = {"gen_ai.input.messages": messages(("user", "a")), "gen_ai.output.messages": answers}
    session = one(otlp(span("1", {**CHAT, **told, "gen_ai.request.choice.count": 2})))
    assert texts(session) == [("user", "a"), ("assistant", "first")]
    assert "second" in session.items[1].extra
    together = one(otlp(span("1", {**CHAT, **told})))
    assert texts(together) == [("user", "a"), ("assistant", "first"), ("assistant", "second")]
    assert len(together.requests) == 1


def test_of_content_that_was_cut_off_the_whole_messages_are_read() -> None:
    sent = messages(("system", "be brief"), ("user", "a, b"), ("assistant", "a long answer"))
    cut = sent[: sent.index("long")]
    answer = messages(("assistant", "b"))[:-10]
    told = {"gen_ai.input.messages": cut, "gen_ai.output.messages": answer}
    session = one(otlp(span("1", {**CHAT, **told})))
    assert texts(session)[:2] == [("system", "be brief"), ("user", "a, b")]
    rest, last = session.items[2:]
    assert (rest.role, rest.parts[0].kind) == ("unknown", PartKind.UNKNOWN)
    assert cut.endswith(rest.text)
    assert "a " in rest.text
    assert (last.role, last.text) == ("assistant", answer)
    assert "message_unknown" in [told.code for told in session.diagnostics]
    assert [(one.end, one.live) for one in session.requests] == [(3, ((0, 2),))]


def test_numbered_attributes_sort_by_number_and_may_have_gaps() -> None:
    told: dict[str, Any] = {}
    for number in (11, 2, 10, 0, 5):
        told[f"gen_ai.prompt.{number}.role"] = "user" if number else "system"
        told[f"gen_ai.prompt.{number}.content"] = f"text {number}"
    told |= {
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.1.id": "k2",
        "gen_ai.completion.0.tool_calls.1.name": "look",
        "gen_ai.completion.0.tool_calls.1.arguments": "{}",
        "gen_ai.completion.0.tool_calls.0.id": "k1",
        "gen_ai.completion.0.tool_calls.0.name": "look",
        "gen_ai.completion.0.tool_calls.0.arguments": '{"a": 1',
    }
    session = one(otlp(span("1", {**CHAT, **told})))
    assert texts(session)[:5] == [
        ("system", "text 0"),
        ("user", "text 2"),
        ("user", "text 5"),
        ("user", "text 10"),
        ("user", "text 11"),
    ]
    assert [(item.call_id, item.text) for item in session.items[5:]] == [("k1", '{"a": 1'), ("k2", "{}")]


def test_calls_may_be_one_attribute() -> None:
    call = {"id": "k", "type": "tool_call", "name": "look", "arguments": {"q": 1}}
    told = {"gen_ai.prompt.0.content": "a", "gen_ai.completion.0.tool_calls": json.dumps([call])}
    session = one(otlp(span("1", {**CHAT, **told})))
    assert texts(session) == [("user", "a"), ("assistant", '{"q":1}')]
    assert (session.items[1].call_id, session.items[1].parts[0].name) == ("k", "look")


def test_openinference_messages_tools_and_images() -> None:
    told = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "m",
        "llm.token_count.prompt": 30,
        "llm.token_count.completion": 3,
        "llm.token_count.prompt_details.cache_read": 20,
        "llm.input_messages.0.message.role": "system",
        "llm.input_messages.0.message.content": "be brief",
        "llm.input_messages.1.message.role": "user",
        "llm.input_messages.1.message.contents.0.message_content.type": "text",
        "llm.input_messages.1.message.contents.0.message_content.text": "what is it?",
        "llm.input_messages.1.message.contents.1.message_content.type": "image",
        "llm.input_messages.1.message.contents.1.message_content.image.image.url": "https://x/y.png",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.tool_calls.0.tool_call.id": "k",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"q":1}',
        "llm.tools.0.tool.json_schema": '{"type":"function","function":{"name":"look"}}',
        "input.value": '{"messages":[]}',
        "output.value": "said again",
    }
    session = one(otlp(span("1", told)))
    assert texts(session) == [
        ("system", "be brief"),
        ("user", "what is it?"),
        ("user", ""),
        ("assistant", '{"q":1}'),
    ]
    assert session.items[3].parts[0].data == "https://x/y.png"
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert session.items[4].parts[0].name == "look"
    assert session.requests[0].usage == Usage(input=10, cache_read=20, output=3)


def test_openinference_documents_are_documents_with_their_scores() -> None:
    search = {
        "openinference.span.kind": "RETRIEVER",
        "retrieval.documents.0.document.id": "d0",
        "retrieval.documents.0.document.content": "Rome is in Italy.",
        "retrieval.documents.0.document.score": 0.75,
        "retrieval.documents.0.document.metadata": '{"page": 3}',
        "retrieval.documents.1.document.content": "Paris is in France.",
        "retrieval.documents.1.document.score": 0.5,
    }
    call = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "m",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Context: Rome is in Italy. Where is Rome?",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "Italy",
    }
    session = one(
        otlp(span("1", {"openinference.span.kind": "CHAIN"}), span("2", search, at=2), span("3", call, at=3))
    )
    found = [item for item in session.items if item.source is Source.RETRIEVED_DOC]
    assert [(item.text, item.relevance) for item in found] == [
        ("Rome is in Italy.", 0.75),
        ("Paris is in France.", 0.5),
    ]
    assert found[0].name == "d0"
    assert "page" in found[0].extra
    assert live(session, session.requests[0]) == ["Context: Rome is in Italy. Where is Rome?"]


@pytest.mark.parametrize("as_logs", [False, True])
def test_old_events_are_messages(as_logs: bool) -> None:
    call = {"id": "k", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    told: list[tuple[str, dict[str, Any]]] = [
        ("gen_ai.system.message", {"content": "be brief"}),
        ("gen_ai.user.message", {"content": "a"}),
        ("gen_ai.assistant.message", {"tool_calls": [call]}),
        ("gen_ai.tool.message", {"id": "k", "content": "seen"}),
        ("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": {"content": "b"}}),
    ]
    if as_logs:
        logs = [
            {"eventName": name, "body": typed(body), "traceId": "a" * 32, "spanId": "1" * 16}
            for name, body in told
        ]
        session = one(otlp(span("1", CHAT), logs=logs))
    else:
        session = one(otlp(span("1", CHAT, events=[event(name, body) for name, body in told])))
    assert texts(session) == [
        ("system", "be brief"),
        ("user", "a"),
        ("assistant", "{}"),
        ("tool", "seen"),
        ("assistant", "b"),
    ]
    assert [item.call_id for item in session.items] == ["", "", "k", "k", ""]


def test_events_with_blocks_of_bedrock() -> None:
    told = [
        event("gen_ai.user.message", {"content": '[{"text": "weather?"}]'}),
        event(
            "gen_ai.choice",
            {
                "finish_reason": "tool_use",
                "message": '[{"toolUse": {"toolUseId": "k", "name": "get", "input": {"city": "Rome"}}}]',
            },
        ),
    ]
    later = [
        *told[:1],
        event(
            "gen_ai.assistant.message",
            {"content": '[{"toolUse": {"toolUseId": "k", "name": "get", "input": {"city": "Rome"}}}]'},
        ),
        event(
            "gen_ai.tool.message",
            {"content": '[{"toolResult": {"toolUseId": "k", "content": [{"text": "17C"}]}}]'},
        ),
        event("gen_ai.choice", {"message": '[{"text": "17C in Rome"}]'}),
    ]
    session = one(otlp(span("1", CHAT, events=told), span("2", CHAT, at=2, events=later)))
    assert texts(session) == [
        ("user", "weather?"),
        ("assistant", '{"city":"Rome"}'),
        ("tool", "17C"),
        ("assistant", "17C in Rome"),
    ]
    assert [item.call_id for item in session.items] == ["", "k", "k", ""]


def test_log_records_without_a_span_belong_to_the_call_at_their_time() -> None:
    def log(at: int, text: str) -> dict[str, Any]:
        time = str(1_760_000_000_000_000_000 + at * 1_000_000 + 100)
        return {"eventName": "gen_ai.user.message", "body": typed({"content": text}), "timeUnixNano": time}

    session = one(
        otlp(span("1", CHAT), span("2", CHAT, at=5), logs=[log(1, "a"), log(5, "b"), log(9, "nowhere")])
    )
    assert [live(session, request) for request in session.requests] == [["a"], ["b"]]
    assert ("logs_without_span", {"count": 1}) in [
        (told.code, dict(told.numbers)) for told in session.diagnostics
    ]


def test_a_log_record_at_the_time_of_two_calls_is_not_guessed() -> None:
    time = str(1_760_000_000_000_000_000 + 1_500_000)
    log = {"eventName": "gen_ai.user.message", "body": typed({"content": "a"}), "timeUnixNano": time}
    session = one(
        otlp(
            span("1", CHAT),
            {**span("2", CHAT), "startTimeUnixNano": time, "endTimeUnixNano": str(int(time) + 10**7)},
            logs=[log],
        )
    )
    assert "logs_without_span" in [told.code for told in session.diagnostics]


def test_events_may_tell_what_was_sent_and_what_was_answered_apart() -> None:
    name = "gen_ai.client.inference.operation.details"
    told = [
        event(name, {"gen_ai.input.messages": messages(("user", "a"))}),
        event(name, {"gen_ai.output.messages": messages(("assistant", "b"))}),
    ]
    assert texts(one(otlp(span("1", CHAT, events=told)))) == [("user", "a"), ("assistant", "b")]


def test_log_records_tell_of_calls_whose_spans_are_elsewhere() -> None:
    def log(name: str, body: dict[str, Any], id_: str) -> dict[str, Any]:
        where = {"traceId": "a" * 32, "spanId": id_ * 16, "timeUnixNano": "1760000000000000000"}
        return {"eventName": name, "body": typed(body), **where}

    whole = {
        "eventName": "gen_ai.client.inference.operation.details",
        "timeUnixNano": "1760000009000000000",
        "traceId": "b" * 32,
        "attributes": [
            {"key": "gen_ai.input.messages", "value": typed(messages(("user", "c")))},
            {"key": "gen_ai.output.messages", "value": typed(messages(("assistant", "d")))},
            {"key": "gen_ai.usage.input_tokens", "value": typed(5)},
        ],
    }
    logs = [
        log("gen_ai.user.message", {"content": "a"}, "1"),
        log("gen_ai.choice", {"message": {"content": "b"}}, "1"),
        whole,
    ]
    value = {"resourceLogs": [{"scopeLogs": [{"logRecords": logs}]}]}
    first, second = read(json.dumps(value).encode())
    assert texts(first) == [("user", "a"), ("assistant", "b")]
    assert texts(second) == [("user", "c"), ("assistant", "d")]
    assert second.requests[0].usage == Usage(input=5)
    assert second.items[0].place == Place(0, "/resourceLogs/0/scopeLogs/0/logRecords/2")


def test_what_a_tool_gave_may_stand_in_an_event() -> None:
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look", "gen_ai.tool.call.id": "k"}
    call = json.dumps([{"role": "assistant", "parts": [{"type": "tool_call", "id": "k", "name": "look"}]}])
    told = {"gen_ai.input.messages": messages(("user", "a")), "gen_ai.output.messages": call}
    for given in ("seen", '[{"text": "seen"}]'):
        ran = span("2", tool, at=2, events=[event("gen_ai.choice", {"message": given, "id": "k"})])
        session = one(otlp(span("1", {**CHAT, **told}), ran))
        assert texts(session)[1:] == [("assistant", ""), ("tool", "seen")]
        assert session.items[2].call_id == "k"


def test_content_that_is_told_twice_counts_once() -> None:
    sent, answer = messages(("user", "a")), messages(("assistant", "b"))
    told = {"gen_ai.input.messages": sent, "gen_ai.output.messages": answer}
    data = otlp(
        span("1", {**CHAT, **told}, events=[event("gen_ai.client.inference.operation.details", told)]),
        logs=[
            {
                "eventName": "gen_ai.user.message",
                "body": typed({"content": "a"}),
                "traceId": "a" * 32,
                "spanId": "1" * 16,
            }
        ],
    )
    session = one(data)
    assert texts(session) == [("user", "a"), ("assistant", "b")]
    assert len(session.requests) == 1


def test_the_ai_sdks_attributes() -> None:
    prompt = [{"role": "user", "content": [{"type": "text", "text": "weather?"}]}]
    inner = {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.model.id": "m",
        "ai.prompt.messages": json.dumps(prompt),
        "ai.prompt.tools": ['{"type":"function","name":"get"}'],
        "ai.response.text": "let me see",
        "ai.response.toolCalls": '[{"toolCallId":"k","toolName":"get","args":"{\\"city\\":\\"Rome\\"}"}]',
        "ai.usage.promptTokens": 12,
        "ai.usage.completionTokens": 3,
    }
    outer = {"ai.operationId": "ai.generateText", "ai.model.id": "m", "ai.prompt": '{"prompt":"weather?"}'}
    tool = {
        "ai.operationId": "ai.toolCall",
        "ai.toolCall.name": "get",
        "ai.toolCall.id": "k",
        "ai.toolCall.args": '{"city":"Rome"}',
        "ai.toolCall.result": '{"t":17}',
    }
    session = one(otlp(span("1", outer), span("2", inner, parent="1"), span("3", tool, at=2, parent="1")))
    assert texts(session) == [
        ("user", "weather?"),
        ("assistant", "let me see"),
        ("assistant", '{"city":"Rome"}'),
        ("tool", '{"t":17}'),
    ]
    assert [(request.end, request.usage) for request in session.requests] == [
        (2, Usage(input=12, output=3)),
        (5, None),
    ]
    assert session.items[0].source is Source.TOOL_SCHEMAS


def test_what_an_agent_took_and_gave_stands_in_where_no_call_has_content() -> None:
    agent = {
        "traceloop.span.kind": "agent",
        "traceloop.entity.name": "helper",
        "traceloop.entity.input": '{"messages": [{"role": "user", "content": "a"}]}',
        "traceloop.entity.output": '{"role": "assistant", "content": "b"}',
    }
    session = one(otlp(span("1", agent)))
    assert texts(session) == [("user", "a"), ("assistant", "b")]


def test_instructions_and_tools_of_the_agent_around_count_for_its_calls() -> None:
    agent = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "helper",
        "gen_ai.system_instructions": '[{"type":"text","content":"be brief"}]',
        "gen_ai.tool.definitions": '[{"type":"function","name":"look"}]',
    }
    told = {
        "gen_ai.input.messages": messages(("user", "a")),
        "gen_ai.output.messages": messages(("assistant", "b")),
    }
    session = one(otlp(span("1", agent), span("2", {**CHAT, **told}, parent="1")))
    assert texts(session) == [("system", "be brief"), ("user", "a"), ("assistant", "b")]
    assert live(session, session.requests[0]) == ['{"type":"function","name":"look"}', "be brief", "a"]


def test_what_log_records_tell_stands_in_these() -> None:
    def log(name: str, content: str) -> dict[str, Any]:
        told = {"content": content} if name != "gen_ai.choice" else {"message": {"content": content}}
        body = typed({"index": 0, **told})
        return {"eventName": name, "spanId": "1" * 16, "traceId": "a" * 32, "body": body}

    logs = [log("gen_ai.user.message", "go"), log("gen_ai.choice", "gone")]
    session = one(otlp(span("1", CHAT), logs=logs))
    assert texts(session) == [("user", "go"), ("assistant", "gone")]
    records = "/resourceLogs/0/scopeLogs/0/logRecords"
    assert [item.place.pointer for item in session.items] == [f"{records}/0", f"{records}/1"]


def test_what_only_an_outer_layer_of_a_call_tells_stands_there() -> None:
    told = {
        "gen_ai.input.messages": messages(("user", "go")),
        "gen_ai.output.messages": messages(("assistant", "gone")),
    }
    session = one(otlp(span("1", {**CHAT, **told}), span("2", CHAT, parent="1")))
    assert texts(session) == [("user", "go"), ("assistant", "gone")]
    assert len(session.requests) == 1
    assert {item.place.pointer for item in session.items} == {"/resourceSpans/0/scopeSpans/0/spans/0"}


@pytest.mark.parametrize(
    ("told", "unknown"),
    [
        ({}, (Source.TOOL_SCHEMAS,)),
        ({"gen_ai.tool.definitions": "[]"}, ()),
        ({"model_request_parameters": '{"function_tools": [], "output_tools": []}'}, ()),
        ({"model_request_parameters": '{"function_tools": []}'}, (Source.TOOL_SCHEMAS,)),
    ],
)
def test_that_there_were_no_tools_may_be_recorded(told: dict[str, Any], unknown: tuple[Source, ...]) -> None:
    asked = {"gen_ai.input.messages": messages(("system", "be brief"), ("user", "go"))}
    assert one(otlp(span("1", {**CHAT, **asked, **told}))).unknown == unknown
