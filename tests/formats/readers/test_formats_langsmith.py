from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.telling import texts

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers.langsmith import LangSmithReader
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session, Usage
from tests.helpers.golden import Counts, counts, opened

INGESTED = "06_langchain/langsmith_js_wrap_openai_default.json"


def test_the_real_file_is_one_call_though_sent_in_two() -> None:
    (session,) = opened(INGESTED)
    assert session.origin.format == "langsmith"
    assert counts([session]) == Counts(1, 2, {"user": 1, "assistant": 1}, calls=0, results=0)
    assert [item.text for item in session.items] == ["howdy", "Howdy! How can I assist you today?"]
    # 1728803137170 and 1728803138285 milliseconds
    assert [item.time for item in session.items] == [
        "2024-10-13T07:05:37.170000Z",
        "2024-10-13T07:05:38.285000Z",
    ]
    (request,) = session.requests
    assert request.usage == Usage(9, 0, None, 9)
    assert json.loads(request.sent) == [{"role": "user", "content": "howdy"}]
    assert (session.title, session.model) == ("ChatOpenAI", "gpt-4o-mini")
    assert json.loads(session.extra)["session_name"] == "default"


def dumped(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    kwargs = {"content": content, **more}
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}


HUMAN = dumped("HumanMessage", "a")
CALLING = dumped(
    "AIMessage", "", tool_calls=[{"name": "add", "args": {"a": 1}, "id": "c1", "type": "tool_call"}]
)
RESULT = dumped("ToolMessage", "2", tool_call_id="c1", name="add")


def run(id: str, at: int, kind: str = "llm", parent: str | None = "r", **more: Any) -> dict[str, Any]:
    """A run that took a second."""
    times = {"start_time": f"2025-01-01T00:00:{at:02}", "end_time": f"2025-01-01T00:00:{at + 1:02}.5+00:00"}
    return {"id": id, "trace_id": "r", "parent_run_id": parent, "run_type": kind, "name": id, **times, **more}


def generated(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"generations": [[{"text": "", "message": message, "type": "ChatGeneration"}]], **more}


ROOT = run("r", 0, "chain", None, inputs={"input": "a"}, outputs={"output": "done"})
FIRST = run("1", 1, inputs={"messages": [[HUMAN]]}, outputs=generated(CALLING))
TOOL = run("2", 3, "tool", name="add", inputs={"input": "{'a': 1}"}, outputs={"output": RESULT})
LAST = run(
    "3",
    5,
    inputs={"messages": [[HUMAN, CALLING, RESULT]]},
    outputs=generated(
        dumped("AIMessage", "done"), llm_output={"token_usage": {"prompt_tokens": 7, "completion_tokens": 1}}
    ),
)


def sessions(value: Any) -> tuple[Session, ...]:
    return load_bytes(json.dumps(value).encode(), "x.json")


def session_of(*runs: Any) -> Session:
    (session,) = sessions([*runs])
    assert session.origin.format == "langsmith"
    return session


def test_runs_of_an_agent_are_one_conversation() -> None:
    session = session_of(LAST, ROOT, TOOL, FIRST)
    assert texts(session) == ["a", '{"a":1}', "2", "done"]
    assert session.items[1].call_id == session.items[2].call_id == "c1"
    assert [request.live for request in session.requests] == [((0, 0),), ((0, 2),)]
    assert [request.usage for request in session.requests] == [None, Usage(7, None, None, 1)]
    assert session.title == "r"


@pytest.mark.parametrize(
    "value",
    [
        [ROOT, FIRST, TOOL, LAST],
        {"runs": [ROOT, FIRST, TOOL, LAST]},
        {"post": [ROOT, FIRST, TOOL, LAST], "patch": []},
        ROOT | {"child_runs": [FIRST, TOOL, LAST]},
        [ROOT | {"child_runs": [FIRST, TOOL | {"parent_run_id": None}, LAST]}],
        json.dumps([ROOT, FIRST, TOOL, LAST]),
    ],
)
def test_what_holds_the_runs_does_not_matter(value: Any) -> None:
    (session,) = sessions(value)
    assert (session.origin.format, texts(session)) == ("langsmith", ["a", '{"a":1}', "2", "done"])


def test_runs_may_stand_one_a_line_begun_and_ended() -> None:
    begun = {key: one for key, one in FIRST.items() if key not in ("outputs", "end_time")} | {"outputs": None}
    ended = {"id": "1", "trace_id": "r", "dotted_order": "x", "outputs": FIRST["outputs"]}
    lines = "\n".join(map(json.dumps, [begun, ended]))
    (session,) = load_bytes(lines.encode(), "x.jsonl")
    assert texts(session) == ["a", '{"a":1}']
    # What was asked stands where the run began, what was answered where it ended.
    assert [item.place for item in session.items] == [Place(1), Place(2)]


def test_traces_of_one_thread_are_one_session() -> None:
    def trace(own: str, at: int, sent: list[Any], answer: str, **metadata: str) -> dict[str, Any]:
        told = {"content": answer, "role": "assistant"}
        given: dict[str, Any] = {"inputs": {"messages": sent}, "outputs": told}
        return run(own, at, parent=None, **given, extra={"metadata": metadata}) | {"trace_id": own}

    first, other = {"role": "user", "content": "a"}, {"role": "user", "content": "c"}
    answer = {"role": "assistant", "content": "b"}
    found = sessions(
        [
            trace("t1", 1, [first], "b", thread_id="s"),
            trace("t2", 2, [first], "x"),
            trace("t3", 3, [first, answer, other], "d", session_id="s"),
        ]
    )
    assert [texts(one) for one in found] == [["a", "b", "c", "d"], ["a", "x"]]


def test_a_run_without_its_trace_belongs_to_the_outermost_around_it() -> None:
    without = [{key: one for key, one in each.items() if key != "trace_id"} for each in (ROOT, FIRST, LAST)]
    assert texts(session_of(*without)) == ["a", '{"a":1}', "2", "done"]


def test_tools_of_the_call_are_schemas() -> None:
    tool = {"type": "function", "function": {"name": "add", "parameters": {}}}
    session = session_of(FIRST | {"extra": {"invocation_params": {"tools": [tool], "temperature": 0}}})
    assert (session.items[0].source, session.items[0].parts[0].name) == (Source.TOOL_SCHEMAS, "add")
    assert session.unknown == ()
    assert session.items[-1].extra == '{"temperature":0}'


def test_documents_of_a_retriever_are_retrieved_documents() -> None:
    docs = {"documents": [{"page_content": "x", "metadata": {"source": "s"}, "type": "Document"}]}
    session = session_of(ROOT, run("d", 1, "retriever", inputs={"query": "a"}, outputs=docs), LAST)
    (found,) = [item for item in session.items if item.source is Source.RETRIEVED_DOC]
    assert (found.text, found.name) == ("x", "s")


@pytest.mark.parametrize(
    ("outputs", "usage"),
    [
        ({"choices": [{"message": {"role": "assistant", "content": "b"}}]}, None),
        (
            {
                "choices": [{"message": {"role": "assistant", "content": "b"}}],
                "usage": {"prompt_tokens": 5, "completion_tokens": 1},
            },
            Usage(5, None, None, 1),
        ),
        (
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "b"}],
                "usage": {"input_tokens": 5, "cache_read_input_tokens": 4, "output_tokens": 1},
            },
            Usage(5, 4, None, 1),
        ),
        (
            generated(
                dumped(
                    "AIMessage",
                    "b",
                    usage_metadata={"input_tokens": 5, "output_tokens": 1, "total_tokens": 6},
                )
            ),
            Usage(5, None, None, 1),
        ),
        ({"generations": [[{"text": "b"}]]}, None),
        ({"output": "b"}, None),
        ({"messages": [dumped("AIMessage", "b")]}, None),
    ],
)
def test_answers_and_usage_of_all_makers_are_read(outputs: Any, usage: Usage | None) -> None:
    session = session_of(run("1", 1, inputs={"messages": [[HUMAN]]}, outputs=outputs))
    assert [(item.role, item.text) for item in session.items] == [("user", "a"), ("assistant", "b")]
    assert session.requests[0].usage == usage


def test_prompts_of_a_model_without_chat_are_read() -> None:
    session = session_of(
        run("1", 1, inputs={"prompts": ["Human: a\nAI: b\nHuman: c"]}, outputs={"output": "d"})
    )
    assert [(item.role, item.text) for item in session.items] == [
        ("user", "a"),
        ("assistant", "b"),
        ("user", "c"),
        ("assistant", "d"),
    ]


def test_a_trace_without_any_call_is_what_its_outermost_run_gave() -> None:
    assert texts(session_of(ROOT)) == ["a", "done"]


def test_a_state_that_a_trace_gave_has_its_messages_and_its_documents() -> None:
    asked = {"type": "human", "content": "a", "additional_kwargs": {}, "id": "m"}
    state = {
        "messages": [asked, {"type": "ai", "content": "b", "additional_kwargs": {}}],
        "retrieved_chunks": [{"content": "x", "document_title": "t", "score": 0.5}],
        "query": "a",
    }
    graph = run("r", 0, "chain", None, inputs={"messages": [asked], "query": "a"}, outputs=state)
    session = session_of(graph | {"prompt_tokens": 651, "completion_tokens": 70, "child_runs": None})
    assert [(str(item.source or ""), item.text) for item in session.items] == [
        ("retrieved_doc", "x"),
        ("", "a"),
        ("conversation", "b"),
    ]
    # The tokens are those of all calls in the graph, and what these sent is not recorded.
    assert [(request.usage, request.sent) for request in session.requests] == [(None, "")]


def test_a_failed_call_is_named() -> None:
    failed = run("1", 1, inputs={"messages": [[HUMAN]]}, error="429 too many")
    assert ("call_failed", (("text", "429 too many"),)) in [
        (one.code, one.numbers) for one in session_of(failed).diagnostics
    ]


def test_nodes_of_a_graph_have_chains_of_their_own() -> None:
    def of(id: str, at: int, space: str, sent: str, answer: str) -> dict[str, Any]:
        metadata = {"langgraph_node": "agent", "langgraph_checkpoint_ns": space}
        asked = {"messages": [[dumped("HumanMessage", sent)]]}
        given: dict[str, Any] = {"inputs": asked, "outputs": {"output": answer}}
        return run(id, at, **given, extra={"metadata": metadata})

    session = session_of(of("1", 1, "lead:1|agent:2", "a", "b"), of("2", 3, "help:3|agent:4", "c", "d"))
    assert [(item.chain, item.text) for item in session.items] == [
        ("", "a"),
        ("", "b"),
        ("help/agent", "c"),
        ("help/agent", "d"),
    ]


def test_what_is_no_run_is_left_out_and_named() -> None:
    session = session_of(FIRST, {"x": 1})
    assert [one.code for one in session.diagnostics] == ["record_unknown"]


def test_runs_that_stand_in_each_other_are_read() -> None:
    session = session_of(FIRST | {"parent_run_id": "3"}, LAST | {"parent_run_id": "1"})
    assert texts(session)[0] == "a"


@pytest.mark.parametrize(
    "value",
    [
        {"runs": []},
        {"post": [1], "patch": []},
        {"run_type": "llm"},
        {"dotted_order": 1, "trace_id": "x"},
        [{"role": "user", "content": "x"}],
        [],
        "x",
    ],
)
def test_what_others_write_is_not_taken(value: Any) -> None:
    assert LangSmithReader().sniff(decode(json.dumps(value).encode(), "x.json")) == 0.0


def test_files_without_runs_or_content_are_refused() -> None:
    with pytest.raises(FormatError, match="no runs of LangSmith"):
        load_bytes(b'{"a": 1}', "x.json", format="langsmith")
    with pytest.raises(FormatError, match="no call of a model"):
        sessions([run("1", 1, "chain", None)])
