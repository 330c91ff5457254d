"""The limit: what goes when the rows together do not fit the window, in which order, and what never goes."""

from __future__ import annotations

from helpers.check_trace import check_trace
from helpers.spec import fates, numbers, pins, run, table_of

TABLE = """
i1 system 5
i2 user 7
i3 assistant 17
i4 user 7
i5 assistant 7
i6 user 2
i7 system 20 doc rel:0.9
i8 system 20 doc rel:0.1
i9 system 10 note
"""
#: 5 + 10 + 20 + 10 + 10 + 5 of the talk, 40 of documents, 10 of the note.
TIERS = (
    "system_prompt.tier=1 user_message.tier=1 recent.rounds=0 history.tier=2 history.order=newest "
    "retrieved_doc.tier=3 retrieved_doc.order=relevance agent_note.tier=3"
)


def _gone(size: int, more: str = "", pinned: tuple[str, ...] = ()) -> list[str]:
    trace = run(TABLE, f"{TIERS} window.size={size} {more}", pins(*pinned))
    check_trace(trace)
    return [item for item, fate in fates(trace).items() if fate == "dropped over_window"]


def test_nothing_goes_where_all_fits() -> None:
    trace = run(TABLE, f"{TIERS} window.size=500")
    assert set(fates(trace).values()) == {"kept fits"}
    # The charges are 110; framing of two shared messages and the end 9, headings 3 and 3, rules 1.
    assert trace.totals.constructed == 110 - 5 + 5 + 9 + 3 + 3 + 1
    assert _gone(trace.totals.constructed + 3) == []


def test_the_highest_tier_goes_first_last_served_first() -> None:
    """Of two rows in tier 3 the one further down the table goes first.

    Documents, the least relevant ahead.
    """
    assert _gone(115) == ["i8"]
    assert _gone(95) == ["i7", "i8"]
    assert _gone(75) == ["i7", "i8", "i9"]


def test_then_the_next_tier_its_last_served_unit_first() -> None:
    assert _gone(56) == ["i2", "i7", "i8", "i9"]
    assert _gone(40) == ["i2", "i3", "i7", "i8", "i9"]


def test_tier_1_pins_and_the_current_turn_never_go() -> None:
    assert _gone(1) == ["i2", "i3", "i4", "i5", "i7", "i8", "i9"]
    assert _gone(1, pinned=("i3", "i8")) == ["i2", "i4", "i5", "i7", "i9"]
    trace = run(TABLE, f"{TIERS} window.size=1")
    assert trace.totals.over == 5 + 3 + 5 + 3 - 1
    assert [one.code for one in trace.diagnostics] == ["over_limit"]
    assert dict(trace.diagnostics[0].numbers) == {"limit": 1, "counted": 16, "over": 15}


def test_the_current_turn_stays_whatever_its_tier() -> None:
    table = "i1 user 9\ni2 user 2\ni3 assistant 5 call:a\ni4 tool 30 result:a\ni5 assistant 4"
    trace = run(table, "recent.tier=3 tool_result.tier=3 user_message.tier=3 window.size=20")
    assert fates(trace) == table_of("""
        i1 dropped over_window
        i2 kept fits
        i3 kept required
        i4 kept fits
        i5 kept required
    """)


def test_the_numbers_say_limit_sum_and_need() -> None:
    trace = run(TABLE, f"{TIERS} window.size=115")
    # Charges 110, shared messages: end 3, prompt and note 3 + 3, documents 3 + 3 and a rule each.
    assert numbers(trace, "i8") == {"limit": 115, "used": 110 + 3 + 6 + 6 + 2, "need": 20}


def test_without_enforcement_nothing_goes_and_over_is_said() -> None:
    assert _gone(60, "window.enforce=no") == []
    trace = run(TABLE, f"{TIERS} window.size=60 window.enforce=no")
    assert trace.totals.over == trace.totals.constructed - 60


def test_the_limit_is_what_reserve_buffer_and_soft_limit_leave() -> None:
    trace = run(TABLE, f"{TIERS} window.size=200 window.output_reserve=50 window.buffer=10")
    assert trace.totals.limit == 140
    trace = run(TABLE, f"{TIERS} window.size=200 window.soft_limit=120")
    assert trace.totals.limit == 200
    trace = run(TABLE, f"{TIERS} window.size=200 window.soft_limit=120 window.enforce_soft=yes")
    assert trace.totals.limit == 120


def test_a_dropped_result_frees_no_more_than_its_placeholder_leaves() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 user 1"
    trace = run(table, "tool_result.tier=3 recent.tier=1 window.size=40")
    assert fates(trace)["i3"] == "dropped over_window"
    assert fates(trace)["i3~placeholder"] == "added placeholder"
    assert trace.totals.constructed == 5 + 7 + 6 + 4 + 3


def test_a_short_result_is_not_taken_in_vain() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 3 result:a\ni4 assistant 20\ni5 user 1"
    trace = run(table, "tool_result.tier=3 recent.tier=2 window.size=30")
    assert fates(trace)["i3"] == "kept fits"
    assert fates(trace)["i4"] == "dropped over_window"


def test_pairs_are_mended_with_every_unit_that_the_limit_takes() -> None:
    table = "i1 user 2\ni2 assistant 24 call:a\ni3 tool 40 result:a\ni4 user 1"
    trace = run(table, "tool_result.tier=1 recent.tier=2 recent.order=oldest window.size=20")
    assert fates(trace)["i2"] == "dropped over_window"
    assert fates(trace)["i3"] == "dropped pair_broken"


def test_a_summary_goes_after_the_last_whole_unit_of_its_row() -> None:
    table = "i1 user 30\ni2 assistant 30\ni3 user 4\ni4 assistant 4\ni5 user 2"
    settings = (
        "recent.rounds=0 history.order=newest history.cap=60 history.overflow=compress "
        "summarize.max_tokens=40"
    )
    trace = run(table, f"{settings} window.size=61")
    assert fates(trace) == table_of("""
        i1 merged summarised
        i1~summary added summarised
        i2 merged summarised
        i3 dropped over_window
        i4 kept fits
        i5 kept fits
    """)
    trace = run(table, f"{settings} window.size=20")
    assert fates(trace)["i1"] == fates(trace)["i2"] == "dropped over_window"
    assert numbers(trace, "i1")["need"] == numbers(trace, "i2")["need"] == 33
    assert "i1~summary" not in fates(trace)
    check_trace(trace)
