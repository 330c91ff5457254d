"""What rows share: elastic caps, the limit, the row of summaries.

A message costs 3 besides its words.
"""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.spec import fates, numbers, run, session, used

#: Five old messages of 7, 17, 7, 37, 7 tokens in all, then the current turn.
TALK = """
i1 user 4
i2 assistant 14
i3 user 4
i4 assistant 34
i5 user 4
i6 assistant 9
i7 user 2
"""
HISTORY = "recent.rounds=0 history.order=newest"


def test_an_elastic_row_takes_what_the_others_leave() -> None:
    table = """
    i1 user 5
    i2 assistant 10
    i3 user 10
    i4 assistant 10
    i5 user 2
    i6 system 4 note
    i7 system 9 doc
    """
    settings = (
        "recent.rounds=0 history.cap=14 history.order=newest history.overflow=stop history.elastic=yes "
        "agent_note.cap=20 retrieved_doc.cap=8 retrieved_doc.overflow=keep"
    )
    trace = run(table, settings)
    # Notes leave 16, docs are over their cap: history runs again at 30 and takes 26.
    given = {str(use.row): (use.cap, use.given, use.used) for use in trace.rows}
    assert given["history"] == (14, 30, 26)
    assert given["agent_note"] == (20, 20, 4)
    assert [item for item, fate in fates(trace).items() if fate.startswith("dropped")] == ["i1", "i2"]
    check_trace(trace)


@pytest.mark.parametrize("source", ["doc", "note", "state", "tool_result"])
@pytest.mark.parametrize("pairs", ["drop", "placeholder"])
@pytest.mark.parametrize("overflow", ["stop", "skip", "truncate", "compress", "keep"])
def test_a_result_of_any_row_is_served_again_once_its_call_no_longer_goes_into_a_summary(
    source: str, pairs: str, overflow: str
) -> None:
    """At 10 history sums up all three of its items, and i3 goes along; at 60 it holds them whole."""
    table = f"""
    i1 user 7
    i2 assistant 7 call:a
    i3 tool 40 result:a {source}
    i4 assistant 5
    i5 user 1
    i6 system 1 fact
    """
    row = {"doc": "retrieved_doc", "note": "agent_note", "state": "task_state"}.get(source, source)
    settings = (
        "recent.rounds=0 history.cap=10 history.order=newest history.overflow=compress history.elastic=yes "
        f"{row}.cap=50 {row}.overflow={overflow} summarize.max_tokens=4 select.pairs={pairs}"
    )
    trace = run(table, settings)
    # the row of the result was empty, and left 50
    given = {str(use.row): (use.given, use.kept, use.of) for use in trace.rows}
    assert (given["history"], given[row]) == ((60, 3, 3), (50, 1, 1))
    assert fates(trace)["i3"] == "kept fits"
    check_trace(trace)


def test_elastic_rows_share_in_table_order() -> None:
    table = "i1 system 5 note\ni2 system 5 note\ni3 system 5 doc\ni4 system 5 doc\ni5 system 1 state"
    settings = (
        "task_state.cap=9 agent_note.cap=5 agent_note.overflow=stop agent_note.elastic=yes "
        "retrieved_doc.cap=5 retrieved_doc.overflow=stop retrieved_doc.elastic=yes"
    )
    trace = run(table, settings)
    given = {str(use.row): (use.given, use.used) for use in trace.rows}
    # 8 are free; notes take 5 of them, 3 are left for documents.
    assert given["agent_note"] == (13, 10)
    assert given["retrieved_doc"] == (8, 5)


def test_elastic_shares_are_limited_by_what_the_limit_leaves() -> None:
    table = "i1 user 5\ni2 assistant 10\ni3 user 10\ni4 assistant 10\ni5 user 2"
    settings = (
        "recent.rounds=0 history.cap=14 history.order=newest history.overflow=stop history.elastic=yes "
        "agent_note.cap=100 window.size=35"
    )
    trace = run(table, settings)
    # 35 less 13 of history, 5 of the user message and 3 at the end: 14.
    assert next(use.given for use in trace.rows if use.row == "history") == 28
    assert used(trace, "history") == 26
    assert trace.totals.constructed == 34


def test_the_summary_row_pays_for_summaries_where_it_has_a_cap() -> None:
    settings = f"{HISTORY} history.cap=50 history.overflow=compress summary.cap=33 summarize.max_tokens=40"
    trace = run(TALK, settings)
    assert numbers(trace, "i4")["cap"] == 50
    assert [use.used for use in trace.rows if use.row == "summary"] == [33]
    assert used(trace, "history") == 19
    summary = trace.position("i1~summary")
    assert summary is not None
    assert str(trace.row(summary)) == "summary"
    assert trace.tokens(summary) == 33
    check_trace(trace)


def test_recorded_summaries_leave_less_of_the_summary_row() -> None:
    table = "i1 user 5 summary\n" + "\n".join(line.replace("i", "i1") for line in TALK.strip().splitlines())
    settings = f"{HISTORY} history.cap=20 history.overflow=compress summary.cap=36 summarize.max_tokens=40"
    trace = run(table, settings)
    # 36 less the recorded summary's 5 is under 32: nothing can be made of that.
    assert fates(trace)["i14"] == "dropped summary_refused"
    assert used(trace, "summary") == 36


def test_a_run_needs_no_items() -> None:
    trace = run(session("", end=0), "window.size=50 history.cap=5")
    assert trace.messages == []
    assert trace.totals.constructed == 0
    check_trace(trace)
