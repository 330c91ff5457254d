"""The smallest cap of its own row that keeps an item, and what a run with it does beside."""

from __future__ import annotations

import pytest
from helpers import degrading
from helpers.any_session import marks_for, sessions
from helpers.examine import builder, capped, keeps, talks
from helpers.spec import profile, session
from helpers.spec import run as build_of
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.keeping import keeping_cap
from ctxlab.analysis.keeping import keeps as stands
from ctxlab.errors import RequestError
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Overflow
from ctxlab.model.sensitivity import KeepingCap

#: Charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
NEWEST = "recent.rounds=0 history.cap=12 history.order=newest"


def _cap(table: str, one: str, item: str, marks: Marks | None = None) -> KeepingCap:
    return keeping_cap(builder(table, marks), profile(one), item)


@pytest.mark.parametrize(
    ("overflow", "caps"),
    [
        ("stop", {"i1": 43, "i2": 33, "i3": 13, "i4": 8}),
        # In a row that truncates a piece of it does not count.
        ("truncate", {"i1": 43, "i2": 33, "i3": 13, "i4": 8}),
        # i3 gets its 5 where the 8 of i4 do not fit; i2 comes behind both, i1 too, where i2 does not fit.
        ("skip", {"i1": 23, "i2": 33, "i3": 5, "i4": 8}),
        # 6 are set aside for a summary of what does not fit; beside i1 there is none.
        ("compress", {"i1": 43, "i2": 39, "i3": 19, "i4": 14}),
        ("keep", {"i1": 0, "i2": 0, "i3": 0, "i4": 0}),
    ],
)
def test_each_overflow_rule_has_its_smallest_cap(overflow: str, caps: dict[str, int]) -> None:
    for item, cap in caps.items():
        found = _cap(TALK, f"{NEWEST} history.overflow={overflow} summarize.max_tokens=6", item)
        assert (found.item, found.row, found.cap, found.now) == (item, Row.HISTORY, cap, 12)
        assert found.verified


def test_it_costs_what_the_context_grows_by_and_brings_must_keeps_back() -> None:
    found = _cap(TALK, f"{NEWEST} history.overflow=stop", "i2", keeps(a="i2.2", b="i1.1", c="i4.1"))
    # i3 and i2 come in beside i4: 5 and 20.
    assert (found.tokens, found.lost, found.must_keeps, found.saved) == (25, (), (), ("a",))


def test_it_says_what_is_pushed_out_and_lost() -> None:
    """Served 10, 20, 5, 8 and skipping, 12 keep i1 only; i3 is in where i1 does not fit, from 5 on."""
    one = "recent.rounds=0 history.cap=12 history.overflow=skip"
    found = _cap(TALK, one, "i3", keeps(a="i1.1", b="i3.1"))
    assert (found.cap, found.lost, found.must_keeps, found.saved) == (5, ("i1",), ("a",), ("b",))
    # It holds 5 where 10 were held.
    assert found.tokens == -5


def test_an_item_that_is_kept_may_need_less() -> None:
    found = _cap(TALK, f"{NEWEST.replace('12', '40')} history.overflow=stop", "i3")
    assert (found.cap, found.now, found.verified) == (13, 40, True)
    # i2 goes, of which the row had 20.
    assert (found.tokens, found.lost) == (-20, ("i2",))


def test_a_result_that_its_placeholder_keeps_needs_no_cap() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 3 result:a\ni4 user 1"
    found = _cap(table, "tool_result.cap=2 tool_result.overflow=stop", "i3")
    assert (found.row, found.cap, found.verified, found.tokens) == (Row.TOOL_RESULT, 0, True, 0)


def test_a_result_that_goes_into_a_summary_needs_its_call() -> None:
    table = "i1 user 7\ni2 assistant 7 call:a\ni3 tool 9 result:a\ni4 assistant 5\ni5 user 1"
    one = f"{NEWEST} history.overflow=compress summarize.max_tokens=4"
    found = _cap(table, one, "i3")
    # 8 for i4 and 10 for the call, beside 4 for the summary of i1.
    assert (found.row, found.cap, found.verified) == (Row.HISTORY, 22, True)


def test_a_row_that_would_turn_it_away_then_is_told_apart() -> None:
    table = "i1 user 7\ni2 assistant 7 call:a\ni3 tool 90 result:a\ni4 assistant 5\ni5 user 1"
    one = f"{NEWEST} history.overflow=compress summarize.max_tokens=4 tool_result.cap=9"
    found = _cap(table, f"{one} tool_result.overflow=stop", "i3")
    assert (found.row, found.cap, found.reason) == (Row.HISTORY, None, "other_row")


def test_no_cap_helps_against_the_window() -> None:
    one = f"{NEWEST} history.overflow=stop window.size=30 history.tier=3"
    found = _cap(TALK, one, "i2")
    assert (found.cap, found.verified, found.reason) == (None, False, "limit")
    assert (found.tokens, found.lost, found.saved) == (0, (), ())
    # Over the window only, and under a rule by which the cap decides nothing.
    assert _cap(TALK, f"{one} history.overflow=keep", "i2").reason == "limit"


def test_no_cap_of_its_row_helps_a_result_without_its_call() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 assistant 9\ni5 user 1"
    one = f"{NEWEST} history.overflow=stop tool_result.cap=50 tool_result.overflow=stop"
    found = _cap(table, one, "i3")
    assert (found.row, found.cap, found.reason, found.by) == (Row.TOOL_RESULT, None, "pair", "i2")


def test_no_cap_helps_over_a_count() -> None:
    found = _cap(TALK, f"{NEWEST} history.overflow=stop history.max_items=2", "i1")
    assert (found.cap, found.reason) == (None, "count")


def test_no_cap_helps_what_is_not_relevant_enough() -> None:
    table = "i1 system 9 doc rel:0.9\ni2 system 5 doc rel:0.2\ni3 user 1"
    one = "retrieved_doc.order=relevance retrieved_doc.cap=12 select.min_relevance=30"
    found = _cap(table, f"{one} retrieved_doc.overflow=stop", "i2")
    assert (found.cap, found.reason) == (None, "relevance")


def test_what_its_row_did_not_leave_out_is_said() -> None:
    table = "i1 user 7 gone\ni2 assistant 9\ni3 user 1"
    assert _cap(table, NEWEST, "i1").reason == "elsewhere"
    pair = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 user 1"
    made = _cap(pair, "tool_result.cap=5 tool_result.overflow=stop", "i3~placeholder")
    assert (made.cap, made.reason, made.verified) == (None, "elsewhere", False)


def test_an_elastic_row_needs_less_by_what_it_is_given() -> None:
    table = f"{TALK}\ni6 system 4 doc"
    one = f"{NEWEST} history.overflow=stop history.elastic=yes retrieved_doc.cap=20"
    # The documents leave 16 of the 33.
    assert _cap(table, one, "i2").cap == 17


def test_an_item_that_is_not_there_is_an_error() -> None:
    with pytest.raises(RequestError):
        _cap(TALK, NEWEST, "i99")


@given(talks(), st.sampled_from(list(Overflow)), st.sampled_from(["oldest", "newest"]), st.data())
@settings(max_examples=40)
def test_at_the_cap_it_stands_and_at_no_smaller_one(
    table: str, overflow: Overflow, order: str, data: st.DataObject
) -> None:
    one = profile(
        f"recent.rounds=0 history.cap=20 history.order={order} history.overflow={overflow} "
        "summarize.max_tokens=5"
    )
    build = builder(table)
    trace = build(one).trace
    item = data.draw(st.sampled_from([one.id for one in trace.pool.items]))
    position = trace.position(item)
    assert position is not None
    if trace.row(position) is not Row.HISTORY:
        return
    found = keeping_cap(build, one, item)
    assert found.cap is not None
    assert stands(build(capped(one, Row.HISTORY, found.cap)).trace, position)
    for cap in range(found.cap):
        assert not stands(build(capped(one, Row.HISTORY, cap)).trace, position)


@given(st.data())
@settings(max_examples=40)
def test_whatever_the_session_an_answer_is_true_or_says_why_there_is_none(data: st.DataObject) -> None:
    opened = data.draw(sessions())
    marks = data.draw(marks_for(opened))
    row = st.sampled_from(["cap=30", "cap=90", "cap=0"])
    rule = st.sampled_from([one.value for one in Overflow])
    one = profile(
        " ".join(
            f"{name}.{data.draw(row)} {name}.overflow={data.draw(rule)} {name}.tier=3"
            for name in ("recent", "history", "tool_result", "retrieved_doc")
        )
        + f" recent.rounds={data.draw(st.integers(0, 2))}"
        + f" window.size={data.draw(st.sampled_from(['-', 200]))}"
        + f" history.elastic={data.draw(st.sampled_from(['yes', 'no']))} summarize.max_tokens=20"
        + f" select.pairs={data.draw(st.sampled_from(['drop', 'placeholder']))}"
    )
    build = builder(opened, marks)
    base = build(one).trace
    for position in range(len(base.pool)):
        found = keeping_cap(build, one, base.id(position))
        if found.cap is None:
            assert found.reason in {"limit", "pair", "count", "elsewhere", "other_row", "unsettled"}
            assert not found.verified
        else:
            after = build(capped(one, found.row, found.cap)).trace
            assert stands(after, position)
            assert found.verified
            assert found.tokens == after.totals.constructed - base.totals.constructed


@pytest.mark.parametrize(("size", "item"), [(230, "i9"), (199, "i9"), (199, "i3"), (199, "i5")])
def test_what_a_level_of_degradation_took_fails_by_the_window(size: int, item: str) -> None:
    found = _cap(degrading.TALK, f"{degrading.LEVELS} window.size={size}", item)
    assert (found.cap, found.reason, found.verified) == (None, "limit", False)


def test_a_prompt_that_was_shortened_is_not_whole() -> None:
    opened = session("i1 system 52 prompt\ni2 user 9", texts={"i1": "Be brief.\n\n" + "w " * 50})
    run = build_of(opened, "degrade.levels=3 system_prompt.tier=1 user_message.tier=1 window.size=60")
    assert run.degraded == 3
    assert not stands(run, 0)
    assert stands(run, 1)
