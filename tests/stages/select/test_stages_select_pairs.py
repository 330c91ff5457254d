"""A kept result has its call, a kept call has its results or a placeholder, whatever drops one of them."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.spec import contents, fates, numbers, pins, run, table_of, used

#: A call of 4 words and its result; the placeholder `[omitted: 40 tokens]` has 3.
PAIR = "i1 user 2\ni2 assistant 6\ni3 assistant 4 call:a &\ni4 tool 40 result:a\ni5 user 1"
DROP_RESULT = "tool_result.cap=10 tool_result.overflow=stop"


def test_a_placeholder_stands_in_for_a_dropped_result() -> None:
    trace = run(PAIR, DROP_RESULT)
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 kept fits
        i3 kept fits
        i4 dropped over_cap
        i4~placeholder added placeholder
        i5 kept fits
    """)
    assert numbers(trace, "i4~placeholder") == {"by": "i4", "need": 43}
    assert used(trace, "tool_result") == 6
    assert trace.messages[2] == {"role": "tool", "tool_call_id": "a", "content": "[omitted: 40 tokens]"}
    check_trace(trace)


def test_the_placeholder_is_charged_even_over_the_cap() -> None:
    assert used(run(PAIR, "tool_result.cap=0 tool_result.overflow=stop"), "tool_result") == 6


def test_a_result_no_longer_than_its_placeholder_stays() -> None:
    table = PAIR.replace("tool 40", "tool 3")
    trace = run(table, "tool_result.cap=5 tool_result.overflow=stop")
    assert fates(trace)["i4"] == "kept kept_over_cap"
    assert numbers(trace, "i4") == {"cap": 5, "used": 0, "need": 6, "left": 5, "count": 0}
    assert used(trace, "tool_result") == 6


def test_drop_removes_the_call_alone() -> None:
    trace = run(PAIR, f"{DROP_RESULT} select.pairs=drop")
    assert fates(trace) == table_of("""
        i1 kept fits
        i2 kept fits
        i3 dropped pair_broken
        i4 dropped over_cap
        i5 kept fits
    """)
    assert numbers(trace, "i3") == {"by": "i4"}
    assert contents(trace)[1] == ("assistant", "i2.1 i2.2 i2.3 i2.4 i2.5 i2.6")
    assert used(trace, "tool_result") == 0
    check_trace(trace)


def test_signed_thinking_forces_the_whole_message() -> None:
    table = """
    i1 user 2
    i2 assistant 6 signed
    i3 assistant 5 &
    i4 assistant 4 call:a &
    i5 tool 40 result:a
    i6 user 1
    """
    trace = run(table, f"{DROP_RESULT} select.pairs=drop")
    assert [item for item, fate in fates(trace).items() if fate == "dropped pair_broken"] == [
        "i2",
        "i3",
        "i4",
    ]


def test_dropping_one_call_of_signed_thinking_takes_the_other_calls_results() -> None:
    table = """
    i1 user 2
    i2 assistant 6 signed
    i3 assistant 4 call:a &
    i4 assistant 4 call:b &
    i5 tool 40 result:a
    i6 tool 4 result:b
    i7 user 1
    """
    trace = run(table, "tool_result.cap=10 tool_result.overflow=skip select.pairs=drop")
    assert fates(trace)["i6"] == "dropped pair_broken"
    assert used(trace, "tool_result") == 0
    check_trace(trace)


def test_a_placeholder_goes_when_its_call_goes_after_all() -> None:
    """Two results of one message: the first leaves a placeholder, then the limit takes the message."""
    table = """
    i1 user 2
    i2 assistant 90 call:a
    i3 assistant 4 call:b &
    i4 tool 60 result:a
    i5 tool 4 result:b
    i6 user 1
    """
    trace = run(
        table, "tool_result.cap=10 tool_result.overflow=skip tool_result.tier=1 recent.tier=3 window.size=40"
    )
    assert fates(trace)["i2"] == "dropped over_window"
    assert "i4~placeholder" not in fates(trace)
    assert used(trace, "tool_result") == 0
    check_trace(trace)


def test_a_dropped_call_takes_its_results() -> None:
    trace = run(PAIR, "recent.cap=5 recent.overflow=stop history.cap=0 history.overflow=skip")
    assert fates(trace)["i3"] == "dropped over_cap"
    assert fates(trace)["i4"] == "dropped pair_broken"
    assert numbers(trace, "i4") == {"by": "i3"}


@pytest.mark.parametrize("pairs", ["placeholder", "drop"])
def test_in_the_current_turn_there_is_always_a_placeholder(pairs: str) -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a"
    trace = run(table, f"{DROP_RESULT} select.pairs={pairs}")
    assert fates(trace)["i2"] == "kept required"
    assert fates(trace)["i3~placeholder"] == "added placeholder"


def test_a_pinned_message_stays_whole() -> None:
    trace = run(PAIR, f"{DROP_RESULT} select.pairs=drop", pins("i2"))
    assert fates(trace)["i3"] == "kept pinned"
    assert fates(trace)["i4~placeholder"] == "added placeholder"


def test_results_without_a_recorded_call_are_exempt() -> None:
    trace = run("i1 user 2\ni2 tool 40", DROP_RESULT)
    assert fates(trace) == table_of("i1 kept fits\ni2 dropped over_cap")


def test_a_result_that_a_rule_excludes_leaves_a_placeholder() -> None:
    from helpers.spec import profile

    from ctxlab.model.profile import GatherRule, GatherSettings

    rule = GatherRule(regex="i4", exclude=True)
    trace = run(PAIR, profile().with_parts(gather=GatherSettings(rule=(rule,))))
    assert fates(trace)["i4"] == "dropped excluded_by_rule"
    assert fates(trace)["i4~placeholder"] == "added placeholder"
    rule = GatherRule(regex="i3", exclude=True)
    trace = run(PAIR, profile().with_parts(gather=GatherSettings(rule=(rule,))))
    assert fates(trace)["i4"] == "dropped pair_broken"


def test_a_call_that_was_never_answered_gets_a_placeholder_unless_it_is_last() -> None:
    trace = run("i1 user 2\ni2 assistant 4 call:a\ni3 user 1")
    assert fates(trace)["i2~placeholder"] == "added placeholder"
    assert [role for role, _ in contents(trace)] == ["user", "assistant", "tool", "user"]
    check_trace(trace)
    trace = run("i1 user 2\ni2 assistant 4 call:a")
    assert "i2~placeholder" not in fates(trace)


COMPRESS = "recent.rounds=0 history.order=newest history.overflow=compress summarize.max_tokens=40"


def test_a_call_that_goes_into_a_summary_takes_its_results_along() -> None:
    table = "i1 user 40\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 assistant 9\ni5 user 1"
    trace = run(table, f"{COMPRESS} history.cap=52 tool_result.cap=10 tool_result.overflow=stop")
    assert fates(trace)["i3"] == "merged summarised"
    assert str(trace.row(2)) == "history"
    assert used(trace, "tool_result") == 0
    by_row = {str(use.row): (use.kept, use.of) for use in trace.rows}
    assert by_row["tool_result"] == (0, 0)
    assert by_row["history"] == (4, 4)


def test_recent_may_compress_too_and_takes_the_results_along() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 80 result:a\ni4 assistant 9\ni5 user 1"
    trace = run(table, "recent.order=newest recent.overflow=compress recent.cap=17 summarize.max_tokens=40")
    # All of the row is set aside, 17 tokens: under 32, so that nothing can be made of it.
    assert fates(trace)["i3"] == "dropped summary_refused"
    trace = run(
        table,
        "recent.order=newest recent.overflow=compress recent.cap=17 summary.cap=50 summarize.max_tokens=40",
    )
    assert fates(trace) == table_of("""
        i1 merged summarised
        i1~summary added summarised
        i2 merged summarised
        i3 merged summarised
        i4 kept fits
        i5 kept fits
    """)
    check_trace(trace)


def test_a_result_that_is_summarised_itself_leaves_a_placeholder() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 80 result:a\ni4 user 1"
    trace = run(table, "tool_result.cap=40 tool_result.overflow=compress summarize.max_tokens=40")
    assert fates(trace)["i3"] == "merged summarised"
    assert fates(trace)["i3~placeholder"] == "added placeholder"
    assert used(trace, "tool_result") == 46
    check_trace(trace)
