from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.telling import texts

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers.langfuse import LangfuseReader
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage
from tests.helpers.golden import Counts, counts, opened

LANGGRAPH = "06_langchain/langgraph-python-2025-08-22.trace.json"
CLAUDE = "07_langfuse/claude-agent-2025-12-22.trace.json"
MICROSOFT = "07_langfuse/microsoft-agent-2025-12-17.trace.json"
PYDANTIC = "07_langfuse/pydantic-ai-tools-2025-06-06.trace.json"
AI_SDK = "11_vercel_ai_sdk/vercel-aisdk-2025-11-17.redacted.json"
AUTOGEN = "14_frameworks/autogen-2025-06-06.trace.json"
CREWAI = "14_frameworks/crewai-2025-07-11.trace.json"

#: Counted by hand in the raw files, each message once: the manifest counts what all observations repeat.
EXPECTED = {
    LANGGRAPH: Counts(1, 5, {"user": 2, "assistant": 2, "tool": 1}, calls=1, results=1),
    CLAUDE: Counts(1, 8, {"system": 1, "user": 1, "assistant": 4, "tool": 2}, calls=2, results=2),
    MICROSOFT: Counts(1, 5, {"system": 1, "user": 1, "assistant": 2, "tool": 1}, calls=1, results=1),
    PYDANTIC: Counts(1, 3, {"system": 1, "user": 1, "assistant": 1}, calls=0, results=0),
    AI_SDK: Counts(1, 3, {"user": 1, "assistant": 1, "tool": 1}, calls=1, results=1),
    AUTOGEN: Counts(1, 3, {"system": 1, "user": 1, "assistant": 1}, calls=0, results=0),
    CREWAI: Counts(1, 3, {"system": 1, "user": 1, "assistant": 1}, calls=0, results=0),
}


def one_of(path: str) -> Session:
    (session,) = opened(path)
    return session


def sources(session: Session, source: Source) -> list[str]:
    return [item.text for item in session.items if item.source is source]


@pytest.mark.parametrize("path", EXPECTED)
def test_real_files_have_what_was_counted_in_them(path: str) -> None:
    found = opened(path)
    assert {one.origin.format for one in found} == {"langfuse"}
    assert counts(found) == EXPECTED[path]


@pytest.mark.parametrize("path", EXPECTED)
def test_each_result_in_real_files_has_its_call(path: str) -> None:
    parts = [part for item in one_of(path).items for part in item.parts]
    calls = [part.call_id for part in parts if part.kind is PartKind.CALL]
    assert [part.call_id for part in parts if part.kind is PartKind.RESULT] == calls


def test_a_graph_of_langgraph_is_its_two_calls_of_the_model() -> None:
    session = one_of(LANGGRAPH)
    # The tracer wrote the tool's schema as a message of role `tool` at the end of each prompt.
    (schema,) = sources(session, Source.TOOL_SCHEMAS)
    assert json.loads(schema)["function"]["name"] == "Web-Search"
    assert [item.text for item in session.items[1:3]] == [
        "Be helpful!",
        "Search the web for 'example' and summarize.",
    ]
    assert [request.usage for request in session.requests] == [
        Usage(60, 0, None, 15),
        Usage(108, 0, None, 51),
    ]
    assert [request.live for request in session.requests] == [((0, 2),), ((0, 4),)]
    assert session.model == "gpt-4o-2024-08-06"
    assert session.unknown == ()
    # The graph, its nodes (agent, tools, agent) and two decisions repeat what the calls and the tool say.
    assert [(one.code, one.numbers) for one in session.diagnostics] == [("spans_left_out", (("count", 6),))]


def test_inputs_that_were_not_recorded_go_on_from_what_is_around() -> None:
    session = one_of(CLAUDE)
    assert [item.text for item in session.items] == [
        "You are a friendly travel assistant who helps with weather information.",
        "What's the weather like in Berlin and New York?",
        "I'll check the weather in both Berlin and New York for you.",
        '{"city":"Berlin"}',
        '{"city":"New York"}',
        "Weather in Berlin: Cloudy, 59°F",
        "Weather in New York: Sunny, 75°F",
        session.items[7].text,
    ]
    assert session.items[7].text.startswith("Great! Here's the current weather for both cities:")
    # The system prompt stands with the outermost span, the results with the tools' own.
    places = [int(item.place.pointer.removeprefix("/observations/")) for item in session.items]
    assert places == [2, 5, 5, 3, 1, 6, 4, 0]
    # When the second call was made neither tool had run; both had when the last one was.
    assert [request.live for request in session.requests] == [((0, 1),), ((0, 2),), ((0, 3),), ((0, 6),)]
    assert [request.sent for request in session.requests] == ["", "", "", ""]
    assert [request.usage and request.usage.output for request in session.requests] == [29, 53, 56, 94]
    assert [(one.code, one.numbers) for one in session.diagnostics] == [
        ("inputs_inferred", (("count", 4),)),
    ]


def test_what_the_provider_kept_and_the_agents_instructions_are_there() -> None:
    session = one_of(MICROSOFT)
    assert sources(session, Source.SYSTEM_PROMPT) == ["You are a helpful assistant."]
    assert len(sources(session, Source.TOOL_SCHEMAS)) == 1
    assert [request.live for request in session.requests] == [((0, 2),), ((0, 4),)]
    assert [request.usage and request.usage.input for request in session.requests] == [77, 216]


def test_two_layers_that_recorded_one_call_are_one_request() -> None:
    session = one_of(AI_SDK)
    # ai.generateText says 14 and 43 tokens, the call within it, which sent the messages, 62 and 85.
    assert [request.usage for request in session.requests] == [Usage(62, None, None, 85), None]
    assert len(sources(session, Source.TOOL_SCHEMAS)) == 1
    # The tool ran after the only call: its result is in no message, and has an observation of its own.
    assert session.items[-1].text == '{"location":"San Francisco","temperature":64}'
    assert session.items[-1].place == Place(0, "/observations/2")
    assert session.requests[-1].live == ((0, 3),)


def test_a_flattened_prompt_is_its_messages() -> None:
    session = one_of(AUTOGEN)
    assert [(item.role, item.text) for item in session.items] == [
        (
            "system",
            "You are a helpful AI assistant. Solve tasks using your tools. Reply with TERMINATE when the "
            "task has been completed.",
        ),
        ("user", "Say 'Hello World!'"),
        ("assistant", "Hello World!"),
    ]


def test_what_was_sent_is_kept_as_a_list_of_messages() -> None:
    (request,) = one_of(CREWAI).requests
    sent = json.loads(request.sent)
    assert [one["role"] for one in sent] == ["system", "user"]
    assert sent[1]["content"].startswith("\nCurrent Task: Define the HTML")
    assert request.usage == Usage(190, 0, None, 164)


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def observation(id: str, at: int, kind: str = "GENERATION", **more: Any) -> dict[str, Any]:
    """An observation that took a second."""
    times = {"startTime": f"2025-01-01T00:00:{at:02}Z", "endTime": f"2025-01-01T00:00:{at + 1:02}Z"}
    return {"id": id, "traceId": "t", "type": kind, "name": id, **times, **more}


def sessions(value: Any) -> tuple[Session, ...]:
    return load_bytes(json.dumps(value).encode(), "x.json")


def session_of(*observations: Any, **trace: Any) -> Session:
    (session,) = sessions({"trace": {"id": "t", **trace}, "observations": list(observations)})
    assert session.origin.format == "langfuse"
    return session


ASKED = json.dumps([message("user", "a")])
GONE_ON = [message("user", "a"), message("assistant", "b"), message("user", "c")]


def test_observations_are_read_in_time_order() -> None:
    later = observation("2", 5, input=GONE_ON, output="d")
    earlier = observation("1", 1, input=ASKED, output=message("assistant", "b"))
    session = session_of(later, earlier)
    assert texts(session) == ["a", "b", "c", "d"]
    assert [request.end for request in session.requests] == [1, 3]
    assert session.items[0].time == "2025-01-01T00:00:01Z"


@pytest.mark.parametrize(
    "value",
    [
        lambda one: {"trace": {"id": "t"}, "observations": [one]},
        lambda one: {"id": "t", "timestamp": "x", "observations": [one]},
        lambda one: {"data": [{"id": "t", "observations": [one]}], "meta": {"page": 1}},
        lambda one: {"data": [one], "meta": {}},
        lambda one: [{"trace": {"id": "t"}, "observations": [one]}],
        lambda one: [one],
        lambda one: one,
        lambda one: json.dumps([json.dumps(one)]),
    ],
)
def test_what_holds_the_observations_does_not_matter(value: Any) -> None:
    (session,) = sessions(value(observation("1", 1, input=ASKED, output="b")))
    assert (session.origin.format, texts(session)) == ("langfuse", ["a", "b"])


def test_the_names_that_its_python_client_writes_are_known() -> None:
    one = {"id": "1", "trace_id": "t", "type": "GENERATION", "start_time": "2025-01-01T00:00:00Z"}
    given = {"input": ASKED, "output": "b", "usage_details": {"input": 5}}
    (session,) = sessions({"id": "t", "session_id": "s", "observations": [one | given]})
    assert (texts(session), session.requests[0].usage) == (["a", "b"], Usage(5, None, None, None))


def test_traces_or_observations_may_stand_one_a_line() -> None:
    lines = [observation("1", 1, input=ASKED, output="b"), observation("2", 2, input=GONE_ON, output="d")]
    (session,) = load_bytes("\n".join(map(json.dumps, lines)).encode(), "x.jsonl")
    assert texts(session) == ["a", "b", "c", "d"]
    assert [item.place for item in session.items] == [Place(1), Place(1), Place(2), Place(2)]


def test_traces_of_one_session_are_one_and_others_are_not() -> None:
    def trace(own: str, session: str | None, *observations: dict[str, Any]) -> dict[str, Any]:
        return {"trace": {"id": own, "sessionId": session, "name": own}, "observations": [*observations]}

    found = sessions(
        [
            trace("t1", "s", observation("1", 1, input=ASKED, output="b") | {"traceId": "t1"}),
            trace("t2", None, observation("2", 2, input="other", output="x") | {"traceId": "t2"}),
            trace("t3", "s", observation("3", 3, input=GONE_ON, output="d") | {"traceId": "t3"}),
        ]
    )
    assert [(one.title, texts(one)) for one in found] == [
        ("t1", ["a", "b", "c", "d"]),
        ("t2", ["other", "x"]),
    ]


def test_a_trace_without_observations_is_its_own_input_and_output() -> None:
    own = {
        "id": "t",
        "timestamp": "2025-01-01T00:00:00Z",
        "projectId": "p",
        "userId": None,
        "sessionId": None,
    }
    (session,) = sessions({**own, "input": {"messages": GONE_ON}, "output": "d", "observations": ["o1"]})
    assert texts(session) == ["a", "b", "c", "d"]


def test_a_trace_without_any_call_is_what_its_outermost_span_gave() -> None:
    state = {"messages": [*GONE_ON, message("assistant", "d")]}
    inner = observation("2", 2, "SPAN", parentObservationId="1", input={"x": 1}, output="y")
    session = session_of(inner, observation("1", 1, "SPAN", input={"messages": GONE_ON[:1]}, output=state))
    assert texts(session) == ["a", "b", "c", "d"]
    assert [request.end for request in session.requests] == [1, 3]


def test_a_tools_result_stands_once_wherever_it_was_recorded() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
    asked = message("assistant", None, tool_calls=[call])
    tool = observation("2", 3, "TOOL", name="add", input="{'a': 1}", output='"2"')
    first = observation("1", 1, input=ASKED, output=asked)
    alone = session_of(tool, first)
    assert [(item.role, item.text) for item in alone.items] == [
        ("user", "a"),
        ("assistant", '{"a": 1}'),
        ("tool", "2"),
    ]
    assert alone.items[2].call_id == alone.items[1].call_id == "c1"
    history = [message("user", "a"), asked, message("tool", "2", tool_call_id="c1")]
    both = session_of(tool, first, observation("3", 5, input=history, output="done"))
    assert texts(both) == ["a", '{"a": 1}', "2", "done"]


def test_a_failed_tool_gives_its_error() -> None:
    failed = {"level": "ERROR", "statusMessage": "no such city", "output": None}
    session = session_of(
        observation("1", 1, input=ASKED, output=[{"toolCallId": "c", "toolName": "look", "input": "{}"}]),
        observation("2", 3, "TOOL", name="look", input="{}", **failed),
    )
    assert (session.items[2].text, session.items[2].parts[0].extra) == ("no such city", '{"is_error":true}')


def test_a_failed_call_is_named() -> None:
    failed = observation("1", 1, input=ASKED, level="ERROR", statusMessage="429 too many")
    assert ("call_failed", (("text", "429 too many"),)) in [
        (one.code, one.numbers) for one in session_of(failed).diagnostics
    ]


def test_documents_of_a_retriever_are_retrieved_documents() -> None:
    docs = [{"page_content": "x", "metadata": {"source": "s", "score": 0.5}}, {"page_content": "y"}]
    session = session_of(
        observation("r", 1, "RETRIEVER", input="a", output=json.dumps(docs)),
        observation("1", 3, input=ASKED, output="b"),
    )
    found = [item for item in session.items if item.source is Source.RETRIEVED_DOC]
    assert [(item.text, item.name, item.relevance) for item in found] == [("x", "s", 0.5), ("y", "", 0.0)]


def test_a_search_within_a_tool_is_what_the_tool_gave() -> None:
    session = session_of(
        observation("1", 1, input=ASKED, output=[{"toolCallId": "c", "toolName": "find", "input": "{}"}]),
        observation("2", 3, "TOOL", name="find", output="x and y"),
        observation("r", 3, "RETRIEVER", parentObservationId="2", output=[{"page_content": "x"}]),
    )
    assert texts(session) == ["a", "{}", "x and y"]


def test_the_same_call_by_two_instrumentations_is_one() -> None:
    once: dict[str, Any] = {"input": ASKED, "output": message("assistant", "b")}
    outer = observation("1", 1, **once) | {"endTime": "2025-01-01T00:00:09Z"}
    inner = observation("2", 2, **once, usageDetails={"input": 5, "output": 1})
    session = session_of(outer, inner)
    assert texts(session) == ["a", "b"]
    assert [request.usage for request in session.requests] == [Usage(5, None, None, 1)]


def test_another_agent_has_a_chain_of_its_own() -> None:
    def of(agent: str, id: str, at: int, **more: Any) -> dict[str, Any]:
        return observation(id, at, parentObservationId=agent, **more)

    helper = [message("system", "help"), message("user", "sub task")]
    session = session_of(
        observation("main", 0, "AGENT") | {"endTime": "2025-01-01T00:00:20Z"},
        of("main", "1", 1, input=[message("system", "lead"), message("user", "a")], output="b"),
        observation("helper", 3, "AGENT", parentObservationId="main") | {"endTime": "2025-01-01T00:00:06Z"},
        of("helper", "2", 4, input=helper, output="found"),
        of("main", "3", 9, input=[message("system", "lead"), *GONE_ON], output="d"),
    )
    assert [(item.chain, item.text) for item in session.items if item.role == "assistant"] == [
        ("", "b"),
        ("helper", "found"),
        ("", "d"),
    ]
    assert [(request.chain, request.index) for request in session.requests] == [
        ("", 1),
        ("helper", 1),
        ("", 2),
    ]


def test_the_metadata_tell_what_the_input_does_not() -> None:
    attributes = {
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "a",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "b",
    }
    metadata = json.dumps({"attributes": json.dumps(attributes)})
    session = session_of(observation("1", 1, input='{"content":"role"}', metadata=metadata))
    assert [(item.role, item.text) for item in session.items] == [("user", "a"), ("assistant", "b")]
    (request,) = session.requests
    assert json.loads(request.sent) == [{"role": "user", "content": "a"}]


def test_a_trace_keeps_what_else_it_says() -> None:
    session = session_of(observation("1", 1, input=ASKED, output="b"), userId="u", tags=[], api_key="k")
    assert json.loads(session.extra) == {"id": "t", "userId": "u", "api_key": "***"}


def test_traces_without_content_are_counted() -> None:
    empty = observation("2", 2, "SPAN") | {"traceId": "t2"}
    session = session_of(observation("1", 1, input=ASKED, output="b"), empty)
    assert [(one.code, one.numbers) for one in session.diagnostics] == [("traces_empty", (("count", 1),))]


def test_what_is_no_observation_is_left_out_and_named() -> None:
    session = session_of(observation("1", 1, input=ASKED, output="b"), 7)
    assert [one.code for one in session.diagnostics] == ["record_unknown"]


@pytest.mark.parametrize(
    "value",
    [
        {"observations": [{"action": "x"}], "thought": "y"},
        {"observations": []},
        {"trace": {"id": "t"}},
        [{"type": "SPAN"}],
        {"data": [{"role": "user", "content": "x"}]},
        {"data": []},
        {"messages": [{"role": "user", "content": "x"}]},
        [],
        "x",
    ],
)
def test_what_others_write_is_not_taken(value: Any) -> None:
    assert LangfuseReader().sniff(decode(json.dumps(value).encode(), "x.json")) < 0.5


def test_files_without_traces_or_calls_are_refused() -> None:
    with pytest.raises(FormatError, match="no traces of Langfuse"):
        load_bytes(b'{"a": 1}', "x.json", format="langfuse")
    with pytest.raises(FormatError, match="no call of a model"):
        sessions({"trace": {"id": "t"}, "observations": [observation("1", 1, "SPAN")]})
