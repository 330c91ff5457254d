"""Select's rows: caps, overflow rules, orders, pins, what moves between rows.

A message costs 3 besides its words.
"""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.spec import fates, numbers, pins, run, table_of, used

from ctxlab.stages.protocol import LEAST_USEFUL

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


def _history(overflow: str, cap: int, more: str = "") -> dict[str, str]:
    trace = run(TALK, f"{HISTORY} history.cap={cap} history.overflow={overflow} {more}")
    check_trace(trace)
    return {item: fate for item, fate in fates(trace).items() if item != "i7"}


def test_keep_lets_all_through_and_names_what_is_over() -> None:
    assert _history("keep", 20) == table_of("""
        i1 kept kept_over_cap
        i2 kept kept_over_cap
        i3 kept kept_over_cap
        i4 kept kept_over_cap
        i5 kept fits
        i6 kept fits
    """)


def test_stop_ends_at_the_first_that_does_not_fit() -> None:
    assert _history("stop", 40) == table_of("""
        i1 dropped behind_overflow
        i2 dropped behind_overflow
        i3 dropped behind_overflow
        i4 dropped over_cap
        i5 kept fits
        i6 kept fits
    """)


def test_skip_passes_over_it() -> None:
    assert _history("skip", 40) == table_of("""
        i1 kept fits
        i2 dropped over_cap
        i3 kept fits
        i4 dropped over_cap
        i5 kept fits
        i6 kept fits
    """)


def test_the_numbers_of_a_row_are_those_before_the_item() -> None:
    trace = run(TALK, f"{HISTORY} history.cap=40 history.overflow=stop")
    assert numbers(trace, "i6") == {"cap": 40, "used": 0, "need": 12, "left": 40, "count": 0}
    assert numbers(trace, "i4") == {"cap": 40, "used": 19, "need": 37, "left": 21, "count": 2}
    assert numbers(trace, "i3") == {"cap": 40, "used": 19, "need": 7, "left": 21, "count": 2, "by": "i4"}
    assert used(trace, "history") == 19


def test_without_a_cap_there_are_neither_cap_nor_left() -> None:
    assert numbers(run(TALK, HISTORY), "i5") == {"used": 12, "need": 7, "count": 1}


def test_truncate_cuts_the_one_that_crosses() -> None:
    trace = run(TALK, f"{HISTORY} history.cap=55 history.overflow=truncate")
    assert fates(trace)["i4"] == "truncated cut_to_cap"
    assert fates(trace)["i3"] == "dropped behind_overflow"
    position = trace.position("i4")
    assert position is not None
    # 55 - 12 - 7 leaves 36, of which 3 are framing.
    assert LEAST_USEFUL <= trace.tokens_after(position) <= 33
    assert used(trace, "history") == 22 + trace.tokens_after(position) <= 55
    assert numbers(trace, "i3")["used"] == used(trace, "history")
    assert numbers(trace, "i3")["count"] == 3
    check_trace(trace)


def test_a_cut_that_would_leave_under_32_tokens_drops_the_item() -> None:
    # 53 - 19 = 34, less framing 31.
    trace = run(TALK, f"{HISTORY} history.cap=53 history.overflow=truncate")
    assert fates(trace)["i4"] == "dropped over_cap"
    assert fates(trace)["i3"] == "dropped behind_overflow"
    assert used(trace, "history") == 19


def test_calls_and_signed_thinking_are_dropped_not_cut() -> None:
    table = "i1 user 2\ni2 assistant 90 signed\ni3 assistant 90 call:a\ni4 tool 2 result:a\ni5 user 1"
    for cap, lost in ((60, "i3"), (100, "i2")):
        trace = run(table, f"{HISTORY} history.cap={cap} history.overflow=truncate")
        assert fates(trace)[lost] == "dropped over_cap"


def test_compress_sets_tokens_aside_and_sends_the_rest_to_a_summary() -> None:
    # The row holds 87 whole. 40 of 80 are set aside; 12 + 7 fit into the other 40, 37 more do not.
    trace = run(TALK, f"{HISTORY} history.cap=80 history.overflow=compress summarize.max_tokens=40")
    assert fates(trace) == table_of("""
        i1 merged summarised
        i1~summary added summarised
        i2 merged summarised
        i3 merged summarised
        i4 merged summarised
        i5 kept fits
        i6 kept fits
        i7 kept fits
    """)
    assert numbers(trace, "i4") == {"cap": 80, "used": 59, "need": 37, "left": 21, "count": 2}
    assert used(trace, "history") == 59
    assert trace.totals.selected == 71
    assert trace.totals.summarized == 40 + 4 + 9 + 2
    check_trace(trace)


def test_compress_sets_nothing_aside_where_all_fits() -> None:
    trace = run(TALK, f"{HISTORY} history.cap=87 history.overflow=compress")
    assert set(fates(trace).values()) == {"kept fits"}
    assert used(trace, "history") == 87


@pytest.mark.parametrize(
    ("order", "kept"),
    [("given", ["i1", "i2", "i3"]), ("oldest", ["i1", "i2", "i3"]), ("newest", ["i5", "i6"])],
)
def test_rows_serve_in_their_order_and_the_output_keeps_its_own(order: str, kept: list[str]) -> None:
    trace = run(TALK, f"recent.rounds=0 history.order={order} history.cap=31 history.overflow=stop")
    assert [item for item, fate in fates(trace).items() if fate == "kept fits"] == [*kept, "i7"]
    order_of = [trace.id(position) for position in trace.stages[1].order]
    assert order_of == [*kept, "i7"]


DOCS = """
i1 user 1
i2 system 5 doc rel:0.2 prio:1
i3 system 5 doc rel:0.9 prio:3
i4 system 5 doc rel:0.9 prio:2
"""


@pytest.mark.parametrize(
    ("order", "kept"), [("relevance", "i3"), ("priority", "i2"), ("newest", "i4"), ("given", "i2")]
)
def test_relevance_goes_high_first_priority_low_first_both_stable(order: str, kept: str) -> None:
    trace = run(DOCS, f"retrieved_doc.order={order} retrieved_doc.cap=5 retrieved_doc.overflow=stop")
    assert [item for item in ("i2", "i3", "i4") if fates(trace)[item] == "kept fits"] == [kept]


def test_pinned_units_go_first_and_whole_even_over_the_cap() -> None:
    trace = run(TALK, f"{HISTORY} history.cap=20 history.overflow=stop", pins("i4"))
    assert fates(trace) == table_of("""
        i1 dropped behind_overflow
        i2 dropped behind_overflow
        i3 dropped behind_overflow
        i4 kept pinned
        i5 dropped behind_overflow
        i6 dropped over_cap
        i7 kept fits
    """)
    assert used(trace, "history") == 37
    assert numbers(trace, "i4") == {}


def test_a_pin_on_a_call_or_its_result_pins_the_pair() -> None:
    table = "i1 user 2\ni2 assistant 2 call:a\ni3 tool 50 result:a\ni4 user 1"
    for pinned in ("i2", "i3"):
        trace = run(
            table,
            f"{HISTORY} history.cap=0 history.overflow=stop tool_result.cap=0 "
            "tool_result.overflow=stop tool_result.per_item=10",
            pins(pinned),
        )
        assert fates(trace) == table_of("""
            i1 dropped over_cap
            i2 kept pinned
            i3 kept pinned
            i4 kept fits
        """)


def test_the_current_turn_is_required_but_for_its_results() -> None:
    table = "i1 user 2\ni2 assistant 8\ni3 user 3\ni4 assistant 4 call:a\ni5 tool 40 result:a\ni6 assistant 9"
    trace = run(
        table,
        "recent.cap=5 recent.overflow=stop recent.rounds=4 tool_result.cap=10 tool_result.overflow=stop "
        "history.cap=0 history.overflow=stop history.order=newest",
    )
    assert fates(trace) == table_of("""
        i1 dropped behind_overflow
        i2 dropped over_cap
        i3 kept fits
        i4 kept required
        i5 dropped over_cap
        i5~placeholder added placeholder
        i6 kept required
    """)
    assert used(trace, "recent") == 7 + 12
    check_trace(trace)


def test_rounds_split_recent_from_history() -> None:
    trace = run(TALK, "recent.rounds=1")
    rows = {trace.id(position): str(trace.row(position)) for position in range(len(trace))}
    assert rows == {
        "i1": "history", "i2": "history", "i3": "history", "i4": "history",
        "i5": "recent", "i6": "recent", "i7": "user_message",
    }  # fmt: skip


def test_what_recent_turns_away_joins_history_as_its_newest() -> None:
    # recent holds i3..i6; its cap of 20 takes i6 and i5. i4 and i3 are served before i2 and i1.
    trace = run(
        TALK,
        "recent.rounds=2 recent.order=newest recent.cap=20 recent.overflow=stop "
        "history.order=newest history.cap=45 history.overflow=stop",
    )
    assert fates(trace) == table_of("""
        i1 dropped behind_overflow
        i2 dropped over_cap
        i3 kept fits
        i4 kept fits
        i5 kept fits
        i6 kept fits
        i7 kept fits
    """)
    assert str(trace.row(3)) == "history"
    assert numbers(trace, "i4") == {"cap": 45, "used": 0, "need": 37, "left": 45, "count": 0}
    by_row = {str(use.row): (use.used, use.kept, use.of) for use in trace.rows}
    assert by_row["recent"] == (19, 2, 2)
    assert by_row["history"] == (44, 2, 4)
    check_trace(trace)


def test_a_history_that_serves_the_oldest_first_has_them_last() -> None:
    trace = run(
        TALK,
        "recent.rounds=2 recent.order=newest recent.cap=20 recent.overflow=stop "
        "history.order=oldest history.cap=31 history.overflow=stop",
    )
    assert [item for item, fate in fates(trace).items() if fate.startswith("dropped")] == ["i4"]


def test_what_a_cut_leaves_nothing_of_joins_history_too() -> None:
    trace = run(TALK, "recent.rounds=2 recent.order=newest recent.cap=25 recent.overflow=truncate")
    assert fates(trace)["i4"] == "kept fits"
    assert str(trace.row(3)) == "history"


RESULTS = "i1 user 2\ni2 assistant 2 call:a\ni3 tool 50 result:a\ni4 user 1"


def test_per_item_charges_the_limit_and_cuts_in_select() -> None:
    trace = run(RESULTS, "tool_result.per_item=40 tool_result.cap=43 tool_result.overflow=stop")
    assert fates(trace)["i3"] == "truncated cut_to_item_limit"
    assert numbers(trace, "i3") == {"limit": 40, "need": 53}
    assert trace.tokens_after(2) <= 40
    assert used(trace, "tool_result") == 43
    assert trace.totals.selected == 5 + trace.tokens_after(2)


def test_per_item_compress_leaves_it_whole_in_select() -> None:
    settings = (
        "tool_result.per_item=40 tool_result.per_item_action=compress tool_result.cap=43 "
        "tool_result.overflow=stop"
    )
    trace = run(RESULTS, settings)
    assert trace.totals.selected == 55
    assert fates(trace)["i3"] == "compressed summarised"
    # The marker is one word, one more is spared: 38 words of the text.
    assert trace.tokens_after(2) == 39
    assert used(trace, "tool_result") == 43
    check_trace(trace)


def test_an_item_of_which_no_cut_leaves_anything_goes() -> None:
    trace = run(RESULTS, "tool_result.per_item=1")
    assert fates(trace)["i3"] == "dropped over_cap"
    assert fates(trace)["i3~placeholder"] == "added placeholder"
    check_trace(trace)


def test_max_item_tokens_is_the_limit_of_rows_without_one_but_not_of_prompts() -> None:
    table = "i1 system 50\ni2 user 50\ni3 assistant 50\ni4 user 50"
    trace = run(table, "summarize.max_item_tokens=40 history.per_item=45 recent.rounds=0")
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 truncated cut_to_item_limit
        i3 truncated cut_to_item_limit
        i4 kept fits
    """)
    trace = run(table, "summarize.max_item_tokens=40 recent.rounds=0")
    assert fates(trace)["i3"] == "compressed summarised"


def test_max_items_counts_units_in_serve_order() -> None:
    trace = run(DOCS, "retrieved_doc.order=relevance retrieved_doc.max_items=1")
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 dropped over_count
        i3 kept fits
        i4 dropped over_count
    """)
    assert numbers(trace, "i4") == {"limit": 1, "rank": 2}
    assert numbers(trace, "i2") == {"limit": 1, "rank": 3}


def test_max_messages_counts_the_newest_over_three_rows() -> None:
    table = """
    i1 system 3
    i2 user 2
    i3 assistant 2
    i4 user 2
    i5 assistant 2 call:a
    i6 tool 9 result:a
    i7 user 1
    """
    trace = run(table, "select.max_messages=3 recent.rounds=1")
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 dropped over_count
        i3 dropped over_count
        i4 kept fits
        i5 kept fits
        i6 kept fits
        i7 kept fits
    """)
    assert numbers(trace, "i3") == {"limit": 3, "rank": 4}


def test_a_message_with_several_results_counts_once() -> None:
    table = """
    i1 user 2
    i2 assistant 2 call:a
    i3 assistant 2 call:b &
    i4 tool 9 result:a
    i5 tool 9 result:b &
    i6 user 1
    """
    trace = run(table, "select.max_messages=2")
    assert [item for item, fate in fates(trace).items() if "over_count" in fate] == ["i1"]


def test_parts_of_a_message_are_served_as_one() -> None:
    table = "i1 user 2\ni2 assistant 10\ni3 assistant 4 call:a &\ni4 tool 2 result:a\ni5 user 1"
    trace = run(table, f"{HISTORY} history.cap=16 history.overflow=stop")
    assert fates(trace)["i2"] == fates(trace)["i3"] == "dropped over_cap"
    assert fates(trace)["i4"] == "dropped pair_broken"
    assert numbers(trace, "i2")["need"] == 17
