"""Gather: sources, turns, what the recorder did, rules, marks, key facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helpers.check_trace import check_trace
from helpers.spec import contents, fates, numbers, profile, run, session, table_of, used

from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import KeyFactMark, Marks
from ctxlab.model.profile import GatherRule, GatherSettings, Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace


def _sources(trace: Trace) -> dict[str, str]:
    return {trace.id(p): f"{trace.source(p)} {trace.row(p)} {trace.turn(p)}" for p in trace.order()}


def _with_rules(*rules: GatherRule) -> Profile:
    return profile("recent.rounds=1").with_parts(gather=GatherSettings(rule=rules))


def test_sources_and_turns_follow_role_and_place() -> None:
    trace = run(
        """
        i1 system 2
        i2 assistant 2
        i3 user 2
        i4 assistant 2 call:a
        i5 tool 2 result:a
        i6 user 2 injected
        i7 user 2
        i8 assistant 2 call:b
        i9 tool 2 result:b
        i10 user 2 injected
    """,
        "recent.rounds=1",
    )
    assert _sources(trace) == {
        "i1": "system_prompt system_prompt 0",
        "i2": "conversation history 0",
        "i3": "conversation recent 1",
        "i4": "conversation recent 1",
        "i5": "tool_result tool_result 1",
        "i6": "conversation recent 1",
        "i7": "user_message user_message 2",
        "i8": "conversation recent 2",
        "i9": "tool_result tool_result 2",
        "i10": "conversation recent 2",
    }  # fmt: skip


def test_without_rounds_all_before_the_current_turn_is_history() -> None:
    trace = run("i1 user 1\ni2 assistant 1\ni3 user 1\ni4 assistant 1", "recent.rounds=0")
    assert [str(trace.row(p)) for p in range(4)] == ["history", "history", "user_message", "recent"]


def test_a_session_without_a_user_message_has_no_current_turn() -> None:
    trace = run("i1 assistant 3\ni2 assistant 3")
    assert [str(trace.row(p)) for p in range(2)] == ["history", "history"]


SUMMARISED = """
i1 user 9 gone by:i5
i2 assistant 9 gone by:i5
i3 user 9
i4 assistant 9
i5 assistant 4 summary
i6 user 1
"""


def test_what_the_recorder_summarised_is_superseded() -> None:
    trace = run(SUMMARISED)
    assert fates(trace) == table_of("""
        i1 dropped superseded
        i2 dropped superseded
        i3 kept fits
        i4 kept fits
        i5 kept fits
        i6 kept fits
    """)
    assert numbers(trace, "i1", Stage.GATHER) == {"by": "i5"}
    assert trace.totals.gathered == 9 + 9 + 4 + 1
    assert contents(trace)[2] == ("assistant", "i5.1 i5.2 i5.3 i5.4")
    check_trace(trace)


def test_originals_come_back_in_place_of_the_summary() -> None:
    trace = run(SUMMARISED, "gather.compaction=originals")
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 kept fits
        i3 kept fits
        i4 kept fits
        i5 dropped superseded
        i6 kept fits
    """)
    assert numbers(trace, "i5", Stage.GATHER) == {"by": "i1"}


def test_nested_summaries_lead_to_the_one_that_stands() -> None:
    table = """
    i1 user 9 gone by:i2
    i2 assistant 4 summary gone by:i4
    i3 user 9 gone by:i4
    i4 assistant 4 summary
    i5 user 1
    """
    trace = run(table)
    assert numbers(trace, "i1", Stage.GATHER) == {"by": "i4"}
    assert numbers(trace, "i2", Stage.GATHER) == {"by": "i4"}
    trace = run(table, "gather.compaction=originals")
    assert [item for item, fate in fates(trace).items() if fate == "kept fits"] == ["i1", "i3", "i5"]


def test_what_was_deleted_or_branched_off_is_excluded() -> None:
    trace = run("i1 user 9 gone\ni2 assistant 9 gone\ni3 user 2")
    assert fates(trace)["i1"] == fates(trace)["i2"] == "dropped excluded_by_recorder"
    # Without branches it was of the same conversation, and the header of the request counts it, too.
    assert trace.turn(2) == 2
    trace = run("i1 user 9 gone\ni2 assistant 9 gone\ni3 user 2", "gather.compaction=originals")
    assert fates(trace)["i1"] == "dropped excluded_by_recorder"


def test_a_summary_that_replaced_the_last_user_message_is_the_current_turn() -> None:
    table = """
    i1 user 9 gone by:i3
    i2 assistant 9 gone by:i3
    i3 user 6 summary
    i4 assistant 3 call:a
    i5 tool 3 result:a
    """
    trace = run(table, "summary.cap=2 summary.overflow=stop window.size=1")
    assert fates(trace)["i3"] == fates(trace)["i4"] == "kept required"
    assert fates(trace)["i5"] == "kept fits"
    assert used(trace, "user_message") == 0
    assert bytes(trace.pool.current) == bytes([0, 0, 1, 1, 1])


def test_a_result_whose_call_the_recorder_dropped_goes_too() -> None:
    trace = run("i1 user 1\ni2 assistant 3 call:a gone\ni3 tool 9 result:a\ni4 user 1")
    assert fates(trace)["i3"] == "dropped pair_broken"
    assert numbers(trace, "i3", Stage.GATHER) == {"by": "i2"}


def test_side_chains_are_contexts_of_their_own() -> None:
    table = "i1 user 1\ni2 user 2 chain:x\ni3 assistant 3 chain:x\ni4 assistant 4"
    assert list(fates(run(table))) == ["i1", "i4"]
    assert list(fates(run(table, chain="x"))) == ["i2", "i3"]


def test_only_what_stands_before_the_request_is_a_candidate() -> None:
    assert list(fates(run(session("i1 user 1\ni2 assistant 2\ni3 user 1", end=2)))) == ["i1", "i2"]


def test_rules_give_sources_or_exclude() -> None:
    table = "i1 user 2\ni2 assistant 2\ni3 user 2\ni4 assistant 2 call:a\ni5 tool 2 result:a\ni6 user 1"
    rules = (
        GatherRule(regex="i1", source=Source.AGENT_NOTE),
        GatherRule(regex=r"\p{L}2", role="assistant", exclude=True),
        GatherRule(regex="", tool="tool", role="tool", source=Source.RETRIEVED_DOC),
    )
    trace = run(table, _with_rules(*rules))
    assert _sources(trace)["i1"].startswith("agent_note agent_note")
    assert fates(trace)["i2"] == "dropped excluded_by_rule"
    assert _sources(trace)["i5"].startswith("retrieved_doc retrieved_doc")
    # Its call keeps it in its place all the same.
    assert trace.messages[-2]["role"] == "tool"
    check_trace(trace)


def test_a_rule_of_another_role_or_tool_does_nothing() -> None:
    trace = run(
        "i1 user 2\ni2 user 1",
        _with_rules(
            GatherRule(regex="i1", role="assistant", exclude=True),
            GatherRule(regex="i1", tool="other", exclude=True),
        ),
    )
    assert fates(trace)["i1"] == "kept fits"


def test_marks_on_single_items_come_last() -> None:
    marks = Marks(sources=(("i1", Source.TASK_STATE), ("i2", Source.CONVERSATION)))
    rule = GatherRule(regex="i1", source=Source.AGENT_NOTE)
    trace = run("i1 user 2\ni2 system 2\ni3 user 1", _with_rules(rule), marks)
    assert _sources(trace)["i1"].startswith("task_state")
    assert _sources(trace)["i2"] == "conversation recent 1"


def _facts(texts: dict[str, str], marks: Marks | None = None, more: str = "gather.key_facts=yes") -> Trace:
    table = "i1 user 1\ni2 assistant 1\ni3 user 1\ni4 user 1"
    return run(session(table, texts=texts), more, marks)


def test_hard_demands_of_earlier_turns_become_key_facts_word_for_word() -> None:
    trace = _facts(
        {
            "i1": "Hello. You must never book a red-eye flight. Thanks.",
            "i2": "You must pay.",
            "i4": "You must answer.",
        }
    )
    assert [one for one in fates(trace) if "~" in one] == ["i1~fact"]
    position = trace.position("i1~fact")
    assert position is not None
    assert trace.item(position).text == "You must never book a red-eye flight."
    assert trace.turn(position) == 1
    assert fates(trace)["i1~fact"] == "added key_fact"
    assert fates(trace)["i1"] == "kept fits"
    assert numbers(trace, "i1~fact", Stage.GATHER) == {"by": "i1"}
    assert trace.messages[0] == {
        "role": "system", "content": "## Key Facts\n\nYou must never book a red-eye flight.",
    }  # fmt: skip
    check_trace(trace)


def test_the_same_sentence_is_a_fact_once() -> None:
    texts = {"i1": "You must never fly. 不要2号吊车。", "i3": "You must never fly."}
    trace = _facts(texts)
    assert [one for one in fates(trace) if "~" in one] == ["i1~fact", "i1~fact.2"]


def test_marked_sentences_become_facts_whatever_the_setting() -> None:
    marks = Marks(key_facts=(KeyFactMark("i2", 5, 9),))
    trace = _facts({"i1": "You must never fly.", "i2": "Room 1207 is ours"}, marks, "gather.key_facts=no")
    assert [one for one in fates(trace) if "~" in one] == ["i2~fact"]
    position = trace.position("i2~fact")
    assert position is not None
    assert trace.item(position).text == "1207"


def test_facts_outlive_what_they_were_taken_from() -> None:
    texts = {"i1": "You must never fly."}
    table = "i1 user 1 gone by:i2\ni2 assistant 3 summary\ni3 user 1"
    trace = run(session(table, texts=texts), "gather.key_facts=yes")
    assert fates(trace)["i1~fact"] == "added key_fact"
    trace = run(session(table.replace(" by:i2", ""), texts=texts), "gather.key_facts=yes")
    assert "i1~fact" not in fates(trace)


def _built(**keywords: Any) -> Session:
    return Session.from_parts(**keywords)


def test_keyword_forms_have_their_sources_from_their_keywords() -> None:
    opened = _built(
        system_prompt="prompt",
        user_message="question",
        conversation_history=[{"role": "user", "content": "old"}, {"role": "assistant", "content": "reply"}],
        tool_results=[{"tool": "t", "result": "new", "recent": True}, {"tool": "t", "result": "past"}],
        retrieved_docs=[{"content": "doc", "score": 0.5}],
        task_state={"step": 1},
        agent_notes="note",
    )
    trace = run(opened, "recent.rounds=1 tool_result.tier=3 window.size=1")
    assert _sources(trace) == {
        "i1": "system_prompt system_prompt 0",
        "i2": "user_message user_message 2",
        "i3": "conversation recent 1",
        "i4": "conversation recent 1",
        "i5": "tool_result tool_result 2",
        "i6": "tool_result tool_result 0",
        "i7": "retrieved_doc retrieved_doc 0",
        "i8": "task_state task_state 0",
        "i9": "agent_note agent_note 0",
    }
    # The recent result is of the current turn, so the limit leaves it alone.
    assert fates(trace)["i5"] == "kept fits"
    assert fates(trace)["i6"] == "dropped over_window"


def test_ids_stand_as_they_are_recorded() -> None:
    opened = session("i1 user 1\ni2 assistant 1\ni3 user 1")
    grown = replace(opened, items=(*opened.items, replace(opened.items[1], id="i4")))
    assert list(fates(run(grown))) == ["i1", "i2", "i3"]
