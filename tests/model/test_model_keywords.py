from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.items import PartKind, Source
from ctxlab.model.keyword_lists import recorded_notes
from ctxlab.model.keywords import BUILD, BUILD_CONTEXT, KEYS, MESSAGES, form_of
from ctxlab.model.session import Session


def texts(session: Session) -> list[tuple[str, Source | None, str]]:
    return [(item.id, item.source, item.text) for item in session.items]


def said(session: Session, code: str) -> list[dict[str, Any]]:
    return [{"item": one.item, **dict(one.numbers)} for one in session.diagnostics if one.code == code]


FULL = {
    "agent_notes": ["note A", {"id": "n2", "text": "note B"}],
    "task_state": {"step": 3, "目标": "三亚"},
    "retrieved_docs": [
        {"content": "doc A", "score": 0.5, "source": "a.md", "id": "d1"},
        {"content": "B", "score": 1},
    ],
    "tool_results": [
        {"tool": "search", "result": "found", "recent": True},
        {"tool_name": "calc", "content": {"sum": 7}, "is_recent": False},
        {"tool": "idle", "result": None},
    ],
    "conversation_history": [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": ""},
        {"role": "ASSISTANT", "content": None},
        {"role": "user", "content": ["x", 1]},
    ],
    "user_message": "and now?",
    "system_prompt": "You help.",
    "tool_schemas": [{"type": "function", "function": {"name": "search", "parameters": {}}}],
    "key_facts": ["budget 3000"],
}


def test_build_items_stand_in_the_order_gathered() -> None:
    session = Session.from_parts(**FULL)
    assert session.form == "build"
    assert texts(session) == [
        ("i1", Source.SYSTEM_PROMPT, "You help."),
        ("i2", Source.USER_MESSAGE, "and now?"),
        ("i3", Source.CONVERSATION, "hi"),
        ("i4", Source.CONVERSATION, ""),
        ("i5", Source.CONVERSATION, "null"),
        ("i6", Source.CONVERSATION, '["x", 1]'),
        ("i7", Source.TOOL_RESULT, "found"),
        ("i8", Source.TOOL_RESULT, '{"sum": 7}'),
        ("i9", Source.TOOL_RESULT, "null"),
        ("i10", Source.RETRIEVED_DOC, "doc A"),
        ("i11", Source.RETRIEVED_DOC, "B"),
        ("i12", Source.TASK_STATE, '{\n  "step": 3,\n  "目标": "三亚"\n}'),
        ("i13", Source.AGENT_NOTE, "note A"),
        ("i14", Source.AGENT_NOTE, "note B"),
        ("i15", Source.TOOL_SCHEMAS, '{"type":"function","function":{"name":"search","parameters":{}}}'),
        ("i16", Source.KEY_FACT, "budget 3000"),
    ]


def test_priorities_are_the_published_ones() -> None:
    # history i of 4: int(8 - (i/4)*5) = 8, 6 (6.75), 5 (5.5), 4 (4.25)
    priorities = [item.priority for item in Session.from_parts(**FULL).items[:14]]
    assert priorities == [1, 1, 8, 6, 5, 4, 2, 6, 6, 4, 4, 2, 2, 2]


def test_the_one_request_stands_after_the_last_item() -> None:
    session = Session.from_parts(**FULL)
    (request,) = session.requests
    assert (request.index, request.turn, request.end, request.live) == (1, 3, 16, ((0, 15),))
    assert session.at().candidates() == tuple(range(16))


def test_messages_have_ordinals_and_other_sources_have_none() -> None:
    ordinals = [item.message for item in Session.from_parts(**FULL).items]
    assert ordinals == [-1, 4, 0, 1, 2, 3, *[-1] * 10]


def test_null_empty_and_absent_contents_can_be_told_apart() -> None:
    history = [{"role": "user", "content": None}, {"role": "user", "content": ""}, {"role": "user"}]
    null, empty, absent = Session.from_parts(conversation_history=history).items
    assert [(part.text, part.json) for part in null.parts] == [("null", True)]
    assert [(part.text, part.json) for part in empty.parts] == [("", False)]
    assert absent.parts == ()


def test_roles_stay_as_given() -> None:
    session = Session.from_parts(**FULL)
    assert [item.role for item in session.items[2:6]] == ["user", "assistant", "ASSISTANT", "user"]


def test_tool_results_know_their_tool_and_their_flag() -> None:
    results = Session.from_parts(**FULL).items[6:9]
    assert [(item.name, item.recent) for item in results] == [
        ("search", True),
        ("calc", False),
        ("idle", None),
    ]
    assert all(item.parts[0].kind is PartKind.RESULT for item in results)
    assert [item.parts[0].json for item in results] == [False, True, True]


def test_aliases_are_said_once_with_their_number() -> None:
    session = Session.from_parts(
        tool_results=[{"name": "a", "content": "x"}, {"name": "b", "content": "y"}], notes="n"
    )
    assert said(session, "alias_used") == [
        {"item": "", "where": "tool_results", "key": "name", "means": "tool", "index": 0, "count": 2},
        {"item": "", "where": "tool_results", "key": "content", "means": "result", "index": 0, "count": 2},
        {"item": "", "where": "arguments", "key": "notes", "means": "agent_notes", "index": 0, "count": 1},
    ]


def test_the_key_itself_wins_over_its_alias() -> None:
    session = Session.from_parts(tool_results=[{"tool": "a", "name": "b", "result": "x"}])
    assert session.items[0].name == "a"
    assert json.loads(session.items[0].extra) == {"name": "b"}
    assert said(session, "alias_used") == []


def test_unknown_keys_are_kept_and_reported() -> None:
    docs = [{"content": "x", "score": 1, "kind": "proc"}, {"content": "y", "score": 1, "kind": "fact"}]
    session = Session.from_parts(retrieved_docs=docs, temperature=0.2)
    assert [json.loads(item.extra) for item in session.items] == [{"kind": "proc"}, {"kind": "fact"}]
    assert json.loads(session.extra) == {"temperature": 0.2}
    assert said(session, "unknown_key") == [
        {"item": "", "where": "retrieved_docs", "key": "kind", "index": 0, "count": 2},
        {"item": "", "where": "arguments", "key": "temperature", "index": 0, "count": 1},
    ]


@pytest.mark.parametrize(
    ("keywords", "index", "key"),
    [
        ({"system_prompt": None}, 0, "system_prompt"),
        ({"user_message": None}, 0, "user_message"),
        ({"user_message": 7}, 0, "user_message"),
        ({"conversation_history": [{"role": "user", "content": "a"}, {"content": "b"}]}, 1, "role"),
        ({"conversation_history": [{"role": "user"}]}, 0, "content"),
        ({"tool_results": [{"result": "x"}]}, 0, "tool"),
        ({"tool_results": [{"tool": "t"}]}, 0, "result"),
        ({"retrieved_docs": [{"score": 1}]}, 0, "content"),
        ({"retrieved_docs": [{"content": None, "score": 1}]}, 0, "content"),
        ({"retrieved_docs": [{"content": ["x"], "score": 1}]}, 0, "content"),
        ({"retrieved_docs": [{"content": "x"}]}, 0, "score"),
        ({"retrieved_docs": [{"content": "x", "score": 1}, {"content": "y", "score": "1"}]}, 1, "score"),
    ],
)
def test_what_the_published_code_fails_on_is_named(keywords: dict[str, Any], index: int, key: str) -> None:
    session = Session.from_parts(**keywords)
    (failure,) = said(session, "published_fails")
    assert (failure["index"], failure["key"]) == (index, key)
    assert failure["item"] == session.items[index].id


@pytest.mark.parametrize(
    "keywords",
    [
        {"system_prompt": "", "user_message": ["a list is passed on"]},
        {"conversation_history": [{"role": None, "content": None}]},
        {"tool_results": [{"tool": None, "result": {"a": 1}}]},
        {"retrieved_docs": [{"content": "", "score": "only texts compare"}, {"content": "", "score": "z"}]},
        {"retrieved_docs": [{"content": "alone", "score": None}]},
    ],
)
def test_what_the_published_code_takes_is_no_failure(keywords: dict[str, Any]) -> None:
    assert said(Session.from_parts(**keywords), "published_fails") == []


def test_a_score_that_is_none_puts_the_doc_behind_all_that_have_one() -> None:
    docs = [
        {"content": str(i), "score": score}
        for i, score in enumerate([math.nan, math.inf, 0.4, "0.9", 10**400])
    ]
    session = Session.from_parts(retrieved_docs=docs)
    assert [item.relevance for item in session.items] == [0.0, 0.0, 0.4, 0.0, 0.0]
    assert [one["index"] for one in said(session, "no_score")] == [0, 1, 3, 4]
    assert json.loads(session.items[0].extra) == {"score": "NaN"}


def test_docs_without_any_score_keep_the_default() -> None:
    session = Session.from_parts(retrieved_docs=["plain text", {"text": "b"}])
    assert [(item.text, item.relevance) for item in session.items] == [("plain text", 1.0), ("b", 1.0)]


def test_the_source_names_a_doc_and_its_id_is_kept() -> None:
    session = Session.from_parts(
        retrieved_docs=[
            {"content": "x", "score": 1, "id": "d1", "source": "a.md"},
            {"content": "y", "score": 1, "id": 2},
        ]
    )
    assert [item.name for item in session.items] == ["a.md", "2"]
    assert json.loads(session.items[0].extra) == {"id": "d1", "source": "a.md"}


@pytest.mark.parametrize(
    "value",
    [
        "one text",
        ["a", "b"],
        ["a"],
        {"plan": ["x"]},
        {"text": "t", "id": 1},
        [{"id": "n1", "text": "a", "kind": "k"}, {"content": "b", "id": "n2"}, "c", 7, None, {"other": 1}],
    ],
)
def test_recorded_notes_gives_the_value_back_as_it_was(value: Any) -> None:
    session = Session.from_parts(agent_notes=value)
    found = recorded_notes(session.items)
    assert found == value
    assert str(found) == str(value)  # the order of keys, too


def test_what_is_empty_is_not_gathered_but_an_empty_prompt_is() -> None:
    session = Session.from_parts(
        system_prompt="",
        user_message="",
        conversation_history=[],
        tool_results=None,
        retrieved_docs={},
        task_state={},
        agent_notes="",
        tool_schemas=[],
        key_facts=None,
    )
    assert texts(session) == [("i1", Source.SYSTEM_PROMPT, ""), ("i2", Source.USER_MESSAGE, "")]


def test_a_session_without_anything_has_one_empty_request() -> None:
    session = Session.from_parts()
    assert session.items == ()
    assert [(one.index, one.turn, one.end, one.live) for one in session.requests] == [(1, 0, 0, ())]


def test_naming_keys_are_no_unknown_keys() -> None:
    session = Session.from_parts(id="s9", title="Trip", model="gpt-4o", user_message="go")
    assert (session.id, session.title, session.model, session.diagnostics) == ("s9", "Trip", "gpt-4o", ())


def test_build_context_reads_its_own_keys() -> None:
    session = Session.from_parts(
        user_input="去哪儿？",
        system_prompt="P",
        conversation_history=[{"role": "user", "content": "a"}],
        rag_results=[{"content": "R", "source": "kb", "score": 0.7}],
        tool_results=[{"tool": "search_hotels", "result": {"hotels": []}}],
        matched_tools=["search_hotels"],
        target_agent="hotel",
    )
    assert session.form == "build_context"
    assert texts(session) == [
        ("i1", Source.SYSTEM_PROMPT, "P"),
        ("i2", Source.USER_MESSAGE, "去哪儿？"),
        ("i3", Source.CONVERSATION, "a"),
        ("i4", Source.TOOL_RESULT, '{"hotels": []}'),
        ("i5", Source.RETRIEVED_DOC, "R"),
    ]
    assert session.diagnostics == ()
    assert json.loads(session.extra) == {"matched_tools": ["search_hotels"], "target_agent": "hotel"}
    assert (session.items[4].relevance, session.items[4].name) == (0.7, "kb")


def test_build_context_fails_only_on_what_it_reads() -> None:
    history = [{"content": str(i)} for i in range(10)]
    hits = [{"content": "x", "score": 1} for _ in range(6)]
    results = [{"tool": "t"}, {"tool": "t"}, {"result": 1}]
    session = Session.from_parts(
        "build_context", conversation_history=history, rag_results=hits, tool_results=results
    )
    assert [(one["where"], one["index"], one["key"]) for one in said(session, "published_fails")] == [
        ("conversation_history", 0, "role"),
        ("conversation_history", 1, "role"),
        ("tool_results", 1, "result"),
        ("tool_results", 2, "tool"),
        *[("rag_results", i, "source") for i in range(5)],
    ]


MODE: list[dict[str, Any]] = [
    {"role": "system", "content": "be kind", "source": "instruction", "token_count": 3},
    {"role": "user", "content": "q1", "timestamp": "2031-01-01T00:00:00Z"},
    {"role": "tool", "content": "42", "source": "tool", "meta": {"tool": "calc"}},
    {"role": "assistant", "content": "a1", "source": "chat", "timestamp": 1930000000},
    {"role": "system", "content": "earlier talk", "source": "summary"},
    {"role": "system", "content": "doc", "source": "retrieval"},
    {"role": "user", "content": "q2"},
    {"role": "assistant", "content": "a2"},
]


def test_mode_messages_with_an_input() -> None:
    session = Session.from_parts(messages=MODE, user_input="now")
    assert session.form == "messages"
    assert [(item.id, item.source, item.text, item.message) for item in session.items] == [
        ("i1", Source.SYSTEM_PROMPT, "be kind", 0),
        ("i2", Source.USER_MESSAGE, "now", 8),
        ("i3", Source.CONVERSATION, "q1", 1),
        ("i4", Source.CONVERSATION, "a1", 3),
        ("i5", Source.CONVERSATION, "q2", 6),
        ("i6", Source.CONVERSATION, "a2", 7),
        ("i7", Source.TOOL_RESULT, "42", 2),
        ("i8", Source.RETRIEVED_DOC, "doc", 5),
        ("i9", Source.SUMMARY, "earlier talk", 4),
    ]
    assert [item.time for item in session.items[2:4]] == ["2031-01-01T00:00:00Z", "1930000000"]
    assert session.items[0].stated_tokens == 3
    assert json.loads(session.items[6].extra) == {"meta": {"tool": "calc"}}
    assert session.requests[0].turn == 3


def test_the_memory_of_the_modes_comes_last_and_is_no_message() -> None:
    session = Session.from_parts(messages=MODE[:1], user_input="now", summary="so far", key_facts=["a", "b"])
    assert [(item.id, item.source, item.text, item.message) for item in session.items[2:]] == [
        ("i3", Source.SUMMARY, "so far", -1),
        ("i4", Source.KEY_FACT, "a", -1),
        ("i5", Source.KEY_FACT, "b", -1),
    ]
    assert said(session, "unknown_key") == []
    assert len(Session.from_parts(messages=MODE[:1], user_input="now", summary="").items) == 2


def test_without_an_input_the_last_user_message_is_it() -> None:
    session = Session.from_parts(messages=MODE)
    inputs = [(item.text, item.message) for item in session.items if item.source is Source.USER_MESSAGE]
    assert inputs == [("q2", 6)]
    history = [item.text for item in session.items if item.source is Source.CONVERSATION]
    assert history == ["q1", "a1", "a2"]


def test_an_unknown_source_tag_is_chat_and_said() -> None:
    session = Session.from_parts(messages=[{"role": "assistant", "content": "x", "source": "dream"}])
    assert session.items[0].source is Source.CONVERSATION
    assert [one["value"] for one in said(session, "unknown_source")] == ["dream"]
    assert json.loads(session.items[0].extra) == {"source": "dream"}


@pytest.mark.parametrize(
    ("keys", "form"),
    [
        ("system_prompt retrieved_docs", "build"),
        ("notes", "build"),
        ("system_prompt", "build"),
        ("user_input", "build_context"),
        ("system_prompt rag_results", "build_context"),
        ("messages user_input", "messages"),
        ("messages", "messages"),
        ("contents", ""),
    ],
)
def test_the_keys_tell_the_form(keys: str, form: str) -> None:
    assert form_of(dict.fromkeys(keys.split())) == form


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["role", "content", "tool", "name", "result", "recent", "score", "id", "text", "x"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)
_KEYS = sorted({*KEYS[BUILD], *KEYS[BUILD_CONTEXT], *KEYS[MESSAGES]})


@given(
    st.dictionaries(st.sampled_from(_KEYS), _json | st.lists(_json, max_size=4), max_size=6),
    st.sampled_from(["", "build", "build_context", "messages"]),
)
def test_any_values_make_a_session_that_holds_together(keywords: dict[str, Any], form: str) -> None:
    session = Session.from_parts(form, **keywords)
    assert [item.id for item in session.items] == [f"i{i + 1}" for i in range(len(session.items))]
    assert len(session.requests) == 1
    assert session.requests[0].end == len(session.items)
    ids = {item.id for item in session.items} | {""}
    assert all(one.item in ids for one in session.diagnostics)
    for item in session.items:
        assert not math.isnan(item.relevance)
        json.loads(item.extra or "{}", parse_constant=pytest.fail)
        for part in item.parts:
            if part.json:
                json.loads(part.text)
