from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from helpers.telling import texts

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers.langchain import LangChainReader
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage
from tests.helpers.golden import Counts, counts, opened

DICT = "16_generated_by_libraries/langchain_messages_to_dict.json"
DUMPS = "16_generated_by_libraries/langchain_dumps_lc1.json"
ESCAPED = "16_generated_by_libraries/langchain_dumps_lc1_pretty_escaped.json"
STATE = "06_langchain/langgraph_js_state_lc1.json"

WHOLE_RUN = Counts(1, 24, {"system": 1, "user": 6, "assistant": 11, "tool": 6}, calls=6, results=6)


def human(content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "human", "content": content, "additional_kwargs": {}, **more}


def ai(content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "ai", "content": content, "additional_kwargs": {}, **more}


def doc(text: str, **metadata: Any) -> dict[str, Any]:
    return {"page_content": text, "metadata": metadata, "type": "Document", "id": None}


def sessions(value: Any) -> tuple[Session, ...]:
    return load_bytes(json.dumps(value).encode(), "x.json")


def session(value: Any) -> Session:
    (one,) = sessions(value)
    assert one.origin.format == "langchain"
    return one


def session_of_lines(values: Iterable[Any]) -> Session:
    (one,) = load_bytes("\n".join(map(json.dumps, values)).encode(), "x.jsonl")
    return one


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (DICT, WHOLE_RUN),
        (DUMPS, WHOLE_RUN),
        (ESCAPED, Counts(1, 6, {"system": 1, "user": 2, "assistant": 2, "tool": 1}, calls=1, results=1)),
        (STATE, Counts(1, 4, {"user": 1, "assistant": 2, "tool": 1}, calls=1, results=1)),
    ],
)
def test_real_files_have_what_was_counted_in_them(path: str, expected: Counts) -> None:
    found = opened(path)
    assert {one.origin.format for one in found} == {"langchain"}
    assert counts(found) == expected
    assert [one.diagnostics for one in found] == [()]


def test_both_forms_of_one_run_are_the_same_conversation() -> None:
    (one,), (other,) = opened(DICT), opened(DUMPS)
    assert [item.parts for item in one.items] == [item.parts for item in other.items]
    assert one.items[0].text.startswith("# Airline Agent Policy")
    assert one.items[-1].text == "Thank you so much for your help! ###STOP###"
    # one request before each of the 11 answers, and one after the last word of the user
    assert len(one.requests) == 12
    assert one.unknown == (Source.TOOL_SCHEMAS,)


def test_each_result_of_the_run_has_its_call() -> None:
    (one,) = opened(DICT)
    pairs = [(item.call_id, item.parts[0].name) for item in one.items if item.call_id]
    assert pairs[::2] == pairs[1::2]
    assert len({id_ for id_, _ in pairs}) == 6


def test_a_state_of_langgraph_js_has_usage_and_what_it_cannot_know() -> None:
    (one,) = opened(STATE)
    assert one.model == "gpt-5-mini-2025-08-07"
    assert one.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert [request.usage for request in one.requests] == [Usage(142, 0, None, 24), Usage(179, 0, None, 99)]
    assert one.items[1].parts[0].text == '{"city":"San Francisco"}'
    assert one.items[3].place == Place(0, "/messages/3")
    assert json.loads(one.extra) == {"_privateState": {"threadLevelCallCount": 2, "runModelCallCount": 1}}


def test_messages_may_stand_one_a_line() -> None:
    one = session_of_lines([human("Hi"), ai("Hello"), human("More")])
    assert texts(one) == ["Hi", "Hello", "More"]
    assert [item.place for item in one.items] == [Place(1), Place(2), Place(3)]
    assert len(one.requests) == 2


def test_a_string_that_holds_a_state_is_opened() -> None:
    assert texts(session(json.dumps({"messages": [human("Hi"), ai("Hello")]}))) == ["Hi", "Hello"]
    state = {"values": json.dumps({"messages": [json.dumps(human("Hi"))]})}
    assert texts(session(state)) == ["Hi"]


def test_short_forms_beside_messages_are_messages() -> None:
    one = session({"messages": [["system", "Be brief"], "Hi", ai("Hello"), ["user", "More"]]})
    assert [(item.role, item.text) for item in one.items] == [
        ("system", "Be brief"),
        ("user", "Hi"),
        ("assistant", "Hello"),
        ("user", "More"),
    ]
    assert one.unknown == ()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda messages: {"messages": messages},
        lambda messages: {"messages": [messages]},
        lambda messages: [messages],
        lambda messages: {"channel_values": {"messages": messages}, "ts": "2025-01-01", "v": 1},
        lambda messages: {"checkpoint": {"channel_values": {"messages": messages}}, "metadata": {"step": 1}},
        lambda messages: {"values": {"messages": messages}, "next": [], "config": {}},
        lambda messages: (
            {"lc": 1, "type": "constructor", "id": ["langchain", "prompts", "ChatPromptValue"]}
            | {"kwargs": {"messages": messages}}
        ),
    ],
)
def test_what_holds_the_messages_does_not_matter(wrap: Any) -> None:
    assert texts(session(wrap([human("Hi"), ai("Hello")]))) == ["Hi", "Hello"]


def test_messages_of_a_checkpoint_may_be_those_of_chat_completions() -> None:
    assert texts(session({"channel_values": {"messages": [{"role": "user", "content": "Hi"}]}})) == ["Hi"]


def test_several_lists_or_states_are_several_sessions() -> None:
    assert [texts(one) for one in sessions([[human("a"), ai("b")], [human("c")]])] == [["a", "b"], ["c"]]
    states = [{"messages": [human("a")]}, {"messages": [human("a"), ai("b")]}]
    assert [texts(one) for one in sessions(states)] == [["a"], ["a", "b"]]


def snapshot(*messages: Any, thread: str = "t1") -> dict[str, Any]:
    return {"values": {"messages": list(messages)}, "config": {"configurable": {"thread_id": thread}}}


def test_of_the_snapshots_of_a_thread_those_that_go_on_are_left() -> None:
    one, two, other = human("a"), ai("b"), ai("c")
    found = sessions(
        [
            snapshot(one, two, human("d")),
            snapshot(one, two),
            snapshot(one, other),  # the thread went another way from here
            snapshot(one),
            snapshot(),
            snapshot(one, thread="t2"),
        ]
    )
    assert [(each.title, texts(each)) for each in found] == [
        ("t1", ["a", "b", "d"]),
        ("t1", ["a", "c"]),
        ("t2", ["a"]),
    ]


def test_chunks_of_one_answer_are_one_message() -> None:
    def chunk(content: str, *calls: Any, **more: Any) -> dict[str, Any]:
        kind = {"type": "AIMessageChunk", "content": content, "id": "run-1", "additional_kwargs": {}}
        return {**kind, "tool_calls": [], "tool_call_chunks": list(calls), **more}

    def piece(args: str, name: str | None = None, id: str | None = None) -> dict[str, Any]:
        return {"name": name, "args": args, "id": id, "index": 0, "type": "tool_call_chunk"}

    one = session_of_lines(
        [
            human("Hi"),
            chunk("Let me "),
            chunk("see", piece("", "look", "c1")),
            chunk("", piece('{"a":')),
            chunk("", piece("1}"), usage_metadata={"input_tokens": 9, "output_tokens": 3}),
            {"type": "tool", "content": "ok", "tool_call_id": "c1", "additional_kwargs": {}},
        ]
    )
    assert [[(part.kind, part.text) for part in item.parts] for item in one.items[1:]] == [
        [(PartKind.TEXT, "Let me see")],
        [(PartKind.CALL, '{"a":1}')],
        [(PartKind.RESULT, "ok")],
    ]
    assert [item.message for item in one.items] == [0, 1, 1, 2]
    assert one.requests[0].usage == Usage(9, None, None, 3)


def test_a_stream_of_updates_is_one_conversation() -> None:
    one = session_of_lines(
        [{"agent": {"messages": [ai("a")]}}, {"tools": None, "other": {"messages": [human("b")]}}]
    )
    assert texts(one) == ["a", "b"]
    with_metadata = session_of_lines([[ai("a"), {"langgraph_node": "agent"}], [human("b"), {"x": 1}]])
    assert texts(with_metadata) == ["a", "b"]


def test_what_was_removed_is_not_live_from_then_on() -> None:
    gone = {"type": "remove", "content": "", "id": "m1"}
    one = session([human("a", id="m1"), ai("b", id="m2"), gone, human("c"), ai("d")])
    assert [request.live for request in one.requests] == [((0, 0),), ((1, 1), (3, 3))]
    assert one.diagnostics == ()


def test_a_summary_replaces_what_was_removed_before_it() -> None:
    everything = {"type": "remove", "content": "", "id": "__remove_all__"}
    summary = human("So far: a, b", additional_kwargs={"lc_source": "summarization"})
    one = session([human("a"), ai("b"), everything, summary, human("c"), ai("d")])
    assert [item.superseded_by for item in one.items] == ["i4", "i4", "", "", "", ""]
    assert one.items[3].source is Source.SUMMARY
    assert one.requests[-1].live == ((3, 4),)
    assert one.requests[-1].turn == 2


def test_a_summary_replaces_what_several_messages_removed() -> None:
    gone = [{"type": "remove", "content": "", "id": own} for own in ("m1", "m2", "m1")]
    summary = human("So far: a, b", additional_kwargs={"lc_source": "summarization"})
    one = session([human("a", id="m1"), ai("b", id="m2"), *gone, summary])
    assert [item.superseded_by for item in one.items] == ["i6", "i6", "", "", "", ""]
    later = session([human("a", id="m1"), gone[0], human("b"), summary])
    assert [item.superseded_by for item in later.items] == ["", "", "", ""]


def test_documents_stand_behind_the_question_that_they_are_for() -> None:
    state = {"messages": [human("a"), ai("b"), human("c"), ai("d")], "context": [doc("x", source="s.md")]}
    one = session(state)
    assert texts(one) == ["a", "b", "c", "x", "d"]
    found = one.items[3]
    assert (found.source, found.name, found.place) == (
        Source.RETRIEVED_DOC,
        "s.md",
        Place(0, "/context/0"),
    )
    assert [request.end for request in one.requests] == [1, 4]


def test_a_retrieval_chain_has_question_documents_and_answer() -> None:
    chain = {"input": "c", "chat_history": [human("a"), ai("b")], "context": [doc("x")], "answer": "d"}
    one = session(chain)
    assert [(item.role, item.text) for item in one.items] == [
        ("user", "a"),
        ("assistant", "b"),
        ("user", "c"),
        ("system", "x"),
        ("assistant", "d"),
    ]


def test_bare_documents_are_read_with_their_scores() -> None:
    one = session([doc("x", relevance_score=0.5), doc("y", relevance_score=0.25), doc("z")])
    assert [item.relevance for item in one.items] == [0.5, 0.25, 0.0]
    pairs = session({"documents": [[doc("x"), 0.75]]})
    assert [(item.text, item.relevance) for item in pairs.items] == [("x", 0.75)]
    assert [item.relevance for item in session([doc("x")]).items] == [1.0]


def test_what_is_odd_is_said() -> None:
    broken = {"name": "f", "args": "{", "id": "c1", "error": None, "type": "invalid_tool_call"}
    one = session([ai("", invalid_tool_calls=[broken]), {"no": "message"}, 7, ai([{"type": "odd"}])])
    assert [(each.code, each.item) for each in one.diagnostics] == [
        ("call_invalid", "i1"),
        ("message_unknown", "i2"),
        ("message_unknown", "i3"),
        ("part_unknown", "i4"),
    ]
    assert [item.text for item in one.items[1:3]] == ['{"no":"message"}', "7"]


def test_lines_that_are_none_are_left_out_and_named() -> None:
    one = session_of_lines([human("a"), {"x": 1}, ai("b")])
    assert texts(one) == ["a", "b"]
    assert [(each.code, each.line) for each in one.diagnostics] == [("record_unknown", 2)]


def test_credentials_beside_the_messages_are_masked() -> None:
    one = session({"messages": [human("a")], "config": {"api_key": "sk-1"}})
    assert "sk-1" not in one.extra


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [{"role": "user", "content": "Hi"}]},
        [{"role": "user", "content": "Hi"}],
        {"messages": []},
        [],
        {},
        "text",
        {"type": "user", "message": {"role": "user", "content": "x"}, "sessionId": "s"},
        {
            "trace": {},
            "observations": [{"traceId": "t", "type": "SPAN", "input": {"messages": [human("a")]}}],
        },
    ],
)
def test_what_others_write_is_not_taken(value: Any) -> None:
    assert LangChainReader().sniff(decode(json.dumps(value).encode(), "x.json")) == 0.0


def test_a_file_without_messages_is_refused() -> None:
    with pytest.raises(FormatError, match="no messages of LangChain"):
        load_bytes(b'{"a": 1}', "x.json", format="langchain")
