"""Construct: exact messages of each layout, language and wire; spans, ledger, what stands outside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.check_trace import check_trace, resolve
from helpers.check_wire import check_wire
from helpers.spec import contents, fates, run, session

from ctxlab.model.session import Session
from ctxlab.model.trace import Trace

#: All that a layout has a place for.
ALL = """
i1 system 0 schema
i2 system 2
i3 system 2
i4 user 2
i5 assistant 1 thinking
i6 assistant 1 &
i7 assistant 2 call:a &
i8 assistant 2 call:b &
i9 tool 2 result:a
i10 tool 2 result:b
i11 user 1
i12 system 1 fact
i13 system 1 state
i14 system 1 note
i15 system 1 note
i16 system 1 doc
i17 system 1 doc
"""
TEXTS = {"i1": '{"name": "tool", "parameters": {}}', "i7": '{"q":1}', "i8": '{"q":2}'}

SYSTEM = (
    "i2.1 i2.2\n\ni3.1 i3.2\n\n## Key Facts\n\ni12.1\n\n## Current Task State\n\ni13.1\n\n"
    "## Execution Notes\n\ni14.1\n\ni15.1"
)
DOCS = "## Relevant Knowledge\n\ni16.1\n\n---\n\ni17.1"


def _all(settings: str = "", wire: str = "openai-chat") -> Trace:
    trace = run(session(ALL, texts=TEXTS, wire=wire), settings)
    check_trace(trace)
    return trace


def test_a_sandwich_on_the_openai_wire() -> None:
    def call(name: str, arguments: str) -> dict[str, Any]:
        return {"id": name, "type": "function", "function": {"name": "tool", "arguments": arguments}}

    assert _all().messages == [
        {"role": "system", "content": SYSTEM},
        {"role": "system", "content": DOCS},
        {"role": "user", "content": "i4.1 i4.2"},
        {
            "role": "assistant",
            "content": "i6.1",
            "reasoning_content": "i5.1",
            "tool_calls": [call("a", '{"q":1}'), call("b", '{"q":2}')],
        },
        {"role": "tool", "tool_call_id": "a", "content": "i9.1 i9.2"},
        {"role": "tool", "tool_call_id": "b", "content": "i10.1 i10.2"},
        {"role": "user", "content": "i11.1"},
    ]


def test_a_sandwich_on_the_anthropic_wire() -> None:
    trace = _all("construct.wire=anthropic")
    assert [one.field for one in trace.outside] == ["tools", "system"]
    # the session was recorded in the other form
    schema = {"type": "object", "properties": {}}
    assert trace.outside[0].value == [{"name": "tool", "input_schema": schema}]
    assert trace.outside[1].value == [{"type": "text", "text": SYSTEM}, {"type": "text", "text": DOCS}]
    assert trace.messages == [
        {"role": "user", "content": "i4.1 i4.2"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "i5.1", "signature": ""},
                {"type": "text", "text": "i6.1"},
                {"type": "tool_use", "id": "a", "name": "tool", "input": {"q": 1}},
                {"type": "tool_use", "id": "b", "name": "tool", "input": {"q": 2}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "i9.1 i9.2"},
                {"type": "tool_result", "tool_use_id": "b", "content": "i10.1 i10.2"},
            ],
        },
        {"role": "user", "content": "i11.1"},
    ]


def test_chinese_headings() -> None:
    system, docs = contents(_all("construct.language=zh"))[:2]
    assert system[1] == SYSTEM.replace("Key Facts", "关键事实").replace(
        "Current Task State", "当前任务状态"
    ).replace("Execution Notes", "执行笔记")
    assert docs[1] == DOCS.replace("Relevant Knowledge", "相关知识")


def test_the_ledger_says_what_connects_the_items() -> None:
    trace = _all()
    # Seven messages of 3 and the end; headings of 3, 4, 3 and 3 words; one rule between documents.
    assert dict(trace.ledger) == {"heading": 13, "separator": 1, "framing": 24, "prefix": 0, "seam": 0}
    held = {trace.id(p): trace.tokens_after(p) for p in range(len(trace))}
    assert held["i1"] == 1
    assert trace.totals.constructed == sum(held.values()) + 38
    assert [message.tokens for message in trace.context] == [3 + 18, 3 + 6, 5, 3 + 1 + 1 + 2 + 2, 5, 5, 4]


def test_flat_is_one_text() -> None:
    trace = _all("construct.layout=flat")
    talk = (
        'user: i4.1 i4.2\n\nassistant: i5.1\n\nassistant: i6.1\n\nassistant: tool({"q":1})\n\n'
        'assistant: tool({"q":2})\n\ntool: i9.1 i9.2\n\ntool: i10.1 i10.2\n\nuser: i11.1'
    )
    assert trace.messages == [{"role": "user", "content": f"{SYSTEM}\n\n{DOCS}\n\n{talk}"}]
    assert [one.field for one in trace.outside] == ["tools"]


def test_an_image_has_no_place_in_a_flat_text_and_says_so() -> None:
    opened = session("i1 user 0 image\ni2 user 1")
    trace = run(opened, "construct.layout=flat")
    assert fates(trace)["i1"] == "dropped not_rendered"
    assert trace.totals.constructed == 1 + 1 + 3 + 3
    check_trace(trace)
    assert fates(run(opened))["i1"] == "kept fits"


@pytest.mark.parametrize("wire", ["openai-chat", "anthropic"])
@pytest.mark.parametrize("layout", ["sandwich", "chronological", "flat"])
def test_each_span_holds_its_items_text(layout: str, wire: str) -> None:
    trace = _all(f"construct.layout={layout} construct.wire={wire}")
    seen: set[str] = set()
    for message in trace.context:
        for pointer, start, end, position in message.spans:
            if start != end:
                assert resolve(message.value, pointer)[start:end] == trace.item(position).text
                seen.add(trace.id(position))
    talk = {"i4", "i5", "i6", "i9", "i10", "i11"}
    assert talk <= seen


def test_call_less_results_stand_under_their_tools_names() -> None:
    trace = run("i1 system 1\ni2 user 1\ni3 tool 2\ni4 tool 2 recent\ni5 user 1")
    assert contents(trace)[:2] == [
        ("system", "i1.1"),
        ("system", "[Tool: tool]\ni3.1 i3.2\n\n[Tool: tool]\ni4.1 i4.2"),
    ]
    trace = run("i1 tool 1\ni2 user 1", "construct.language=zh")
    assert contents(trace)[0] == ("system", "[工具: tool]\ni1.1")


@pytest.mark.parametrize("layout", ["sandwich", "chronological"])
def test_output_that_was_sent_in_the_users_role_stays_where_it_was(layout: str) -> None:
    table = "i1 system 1\ni2 user 1\ni3 assistant 1\ni4 user 1 injected tool_result\ni5 assistant 1"
    trace = run(table, f"construct.layout={layout}")
    check_trace(trace)
    talk = [("assistant", "i3.1"), ("user", "i4.1"), ("assistant", "i5.1")]
    assert [one for one in contents(trace) if one in talk] == talk
    assert ("system", "i1.1") in contents(trace)


def test_the_user_message_of_a_keyword_form_stands_last() -> None:
    opened = Session.from_parts(
        user_message="question",
        conversation_history=[{"role": "user", "content": "old"}],
        system_prompt="prompt",
    )
    for layout in ("sandwich", "chronological"):
        trace = run(opened, f"construct.layout={layout}")
        assert contents(trace) == [("system", "prompt"), ("user", "old"), ("user", "question")]


def test_names_cost_a_token_of_framing() -> None:
    named, plain = run("i1 user 2 name:ann\ni2 user 1"), run("i1 user 2\ni2 user 1")
    assert named.messages[0] == {"role": "user", "name": "ann", "content": "i1.1 i1.2"}
    assert named.totals.constructed == plain.totals.constructed + 1
    assert named.rows[7].used == plain.rows[7].used + 1


def test_nothing_empty_is_constructed() -> None:
    texts = {"i1": "", "i2": "", "i4": "", "i5": ""}
    table = "i1 system 0\ni2 user 0\ni3 assistant 2 call:a\ni4 assistant 0 &\ni5 tool 0 result:a\ni6 user 1"
    for wire in ("openai-chat", "anthropic"):
        trace = run(session(table, texts=texts), f"construct.wire={wire}")
        lost = [item for item, fate in fates(trace).items() if fate == "dropped not_rendered"]
        assert lost == ["i1", "i2", "i4"]
        check_trace(trace)


def test_a_result_that_was_recorded_late_moves_up_to_its_call() -> None:
    table = "i1 user 1\ni2 assistant 2 call:a\ni3 user 1 injected\ni4 tool 2 result:a\ni5 user 1"
    trace = run(table)
    assert [role for role, _ in contents(trace)] == ["user", "assistant", "tool", "user", "user"]
    decision = trace.stages[3].decision(3)
    assert decision is not None
    assert decision.reason.code == "reordered"
    check_trace(trace)


def test_what_was_said_beside_results_stays_in_their_message_on_the_anthropic_wire() -> None:
    table = "i1 user 1\ni2 assistant 2 call:a\ni3 tool 2 result:a\ni4 user 2 injected &\ni5 assistant 1"
    trace = run(session(table, wire="anthropic"), "construct.wire=recorded")
    assert trace.messages[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": "i3.1 i3.2"},
        {"type": "text", "text": "i4.1 i4.2"},
    ]
    check_trace(trace)


def test_messages_are_plain_json() -> None:
    for wire in ("openai-chat", "anthropic"):
        trace = _all(f"construct.wire={wire}")
        assert json.loads(json.dumps(trace.messages)) == trace.messages


@pytest.mark.parametrize("wire", ["openai-chat", "anthropic"])
@pytest.mark.parametrize("layout", ["sandwich", "chronological", "flat"])
def test_results_in_a_history_without_their_call_stand_under_a_heading(wire: str, layout: str) -> None:
    history = [
        {"role": "user", "content": "q"},
        {"role": "tool", "content": "r", "tool_call_id": "zz"},
        {"role": "function", "content": "s", "name": "trains"},
        {"role": "tool", "content": "t"},
    ]
    given = {"user_message": "u", "conversation_history": history}
    trace = run(Session.from_keywords(given, "build"), f"construct.wire={wire} construct.layout={layout}")
    check_trace(trace)
    check_wire(wire, trace.messages)
    texts = json.dumps([*trace.messages, *(one.value for one in trace.outside)])
    assert all(
        f"[Tool: {name}]\\n{text}" in texts for name, text in (("zz", "r"), ("trains", "s"), ("", "t"))
    )
    assert not any(message["role"] in ("tool", "function") for message in trace.messages)
    # They keep the source and row that the form gives them, and the id of the call.
    assert {trace.source(p).value for p in range(2, 5)} == {"conversation"}
    assert "zz" in trace.pool.items[2].extra


def test_each_document_may_have_a_head_of_its_own() -> None:
    docs = "i1 system 2 doc rel:0.5 name:wiki\ni2 system 1 doc rel:0.25\ni3 user 1"
    trace = run(docs, "construct.doc_heads=yes")
    check_trace(trace)
    assert contents(trace)[0] == (
        "system",
        "## Relevant Knowledge\n\n[Source: wiki | relevance: 0.500]\ni1.1 i1.2\n\n---\n\n"
        "[relevance: 0.250]\ni2.1",
    )
    # the heading of 3 and heads of 5 and 2
    assert dict(trace.ledger)["heading"] == 10
    chinese = run(docs, "construct.doc_heads=yes construct.language=zh")
    assert "[来源: wiki | 相关度: 0.500]\ni1.1" in str(contents(chinese)[0][1])


def test_heads_of_documents_count_for_the_limit() -> None:
    docs = "i1 system 20 doc rel:0.5 name:wiki\ni2 user 1"
    # 20 + 4 of the message, 3 of the shared one, 3 at the end, a heading of 3 and a rule of 1: 34; the head 5
    assert run(docs, "window.size=34").totals.constructed == 33
    assert fates(run(docs, "window.size=38 construct.doc_heads=yes"))["i1"] == "dropped over_window"
    whole = run(docs, "window.size=39 construct.doc_heads=yes")
    assert whole.totals.constructed == 38
    assert fates(whole)["i1"] == "kept fits"
