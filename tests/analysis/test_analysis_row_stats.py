"""What rows ask for over sessions."""

from __future__ import annotations

from helpers.any_session import sessions
from helpers.examine import builder
from helpers.spec import profile, run
from hypothesis import given, settings

from ctxlab.analysis.row_stats import demand, row_stats
from ctxlab.model.items import Row
from ctxlab.model.row_stats import RowStats
from ctxlab.model.session import Session

TALK = (
    "i1 system 5\ni2 user 7\ni3 assistant 4 call:a\ni4 tool 60 result:a\ni5 user 9\ni6 assistant 4\ni7 user 2"
)


def test_a_row_asks_for_all_that_reached_it_whatever_the_caps_took() -> None:
    trace = run(TALK, "recent.rounds=1 history.cap=3 history.overflow=stop tool_result.cap=0 recent.cap=2")
    asked = demand(trace)
    assert {row: tokens for row, tokens in asked.items() if tokens} == {
        Row.SYSTEM_PROMPT: 5,
        Row.USER_MESSAGE: 5,
        Row.RECENT: 12 + 7,
        Row.HISTORY: 10 + 7,
        Row.TOOL_RESULT: 63,
    }
    assert set(asked) == set(Row)


def test_limits_of_single_items_are_applied() -> None:
    assert demand(run(TALK, "tool_result.per_item=40"))[Row.TOOL_RESULT] == 43
    compressed = run(TALK, "tool_result.per_item=40 tool_result.per_item_action=compress")
    assert demand(compressed)[Row.TOOL_RESULT] == 43


def test_what_gather_dropped_is_not_asked_for() -> None:
    assert demand(run("i1 user 9 gone\ni2 assistant 4\ni3 user 1", "recent.rounds=0"))[Row.HISTORY] == 7


def test_the_published_select_asks_the_same_way() -> None:
    settings = "gather.strategy=gssc-published select.strategy=gssc-published history.cap=1"
    trace = run("i1 user 9\ni2 assistant 4\ni3 user 1", settings)
    assert demand(trace)[Row.HISTORY] == sum(
        trace.pool.charge[p] for p in range(len(trace.pool)) if trace.pool.row[p] is Row.HISTORY
    )
    assert demand(trace)[Row.HISTORY] > 0


def test_ranks_are_the_nearest() -> None:
    demands = [{Row.HISTORY: tokens} for tokens in (50, 10, 30, 20, 40)]
    found = {one.row: one for one in row_stats(demands)}
    # The third of five, and the fifth: nine in ten of five are 4.5.
    assert found[Row.HISTORY] == RowStats(Row.HISTORY, 30, 50, 50, 5)
    assert found[Row.RECENT] == RowStats(Row.RECENT, 0, 0, 0, 5)
    many = row_stats([{Row.HISTORY: tokens} for tokens in range(1, 21)])
    assert next(one for one in many if one.row is Row.HISTORY) == RowStats(Row.HISTORY, 10, 18, 20, 20)
    assert row_stats([{Row.HISTORY: 7}])[list(Row).index(Row.HISTORY)] == RowStats(Row.HISTORY, 7, 7, 7, 1)
    assert row_stats([]) == ()


@given(sessions())
@settings(max_examples=30)
def test_it_is_what_the_rows_are_charged_without_any_cap(opened: Session) -> None:
    """Pairs that are mended aside: a placeholder is no item that a row was asked for."""
    run = builder(opened)(profile("tool_result.per_item=20 history.per_item=15"))
    asked = demand(run.trace)
    assert {row: queue.prefix[-1] for row, queue in run.queues.items()} == {
        row: asked[row] for row in run.queues
    }
