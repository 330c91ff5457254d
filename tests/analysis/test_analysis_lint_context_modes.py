"""The faults that the context modes teach to look for: named under the published build, mended by the others.

Counting the history anew is the agent's doing, whatever its profile: it is told from the session alone.
"""

from __future__ import annotations

import pytest
from helpers.context_mode_faults import message, modes
from helpers.lint_bench import applied, edits, found, linted, only
from helpers.spec import session
from helpers.spoken import spoken

from ctxlab.model.lint import Severity
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

PUBLISHED = "context-mode-published"


def _docs() -> Session:
    """Six documents of 200 words: the published thousand holds five of them."""
    return modes(*(message("pier " * 200, "retrieval", "system") for _ in range(6)))()


def _forgotten() -> Session:
    """A demand in the first of 40 messages: the published build looks at the last 30."""
    first = message("You must never book a night flight.", timestamp=0)
    rest = [
        message(f"word {at}", role="assistant" if at % 2 else "user", timestamp=at) for at in range(1, 40)
    ]
    return modes(first, *rest)()


def _distorted() -> Session:
    """A recorded summary of a summary, in which the demand of the first message faded."""
    table = "u1 user 9 gone by:s1\ns1 user 5 summary gone by:s2\ns2 user 5 summary\na1 assistant 3\nu2 user 2"
    return session(table, texts={"u1": "You must never book a night flight."})


def _unsourced() -> Session:
    """Tool output without a source: it counts as what the user said."""
    return modes({"role": "user", "content": "Observation: berth 4 is free"})()


def test_contamination_is_named_and_mended_by_fewer_documents() -> None:
    one = only(_docs(), builtin(PUBLISHED), "retrieval_outweighs")
    assert dict(one.numbers)["tokens"] == 1000
    assert not found(_docs(), builtin("mixed"), "retrieval_outweighs")
    assert not found(_docs(), builtin("single"), "retrieval_outweighs")
    assert not found(_docs(), builtin("long"), "retrieval_outweighs")


@pytest.mark.parametrize("name", ["long", "single", "mixed"])
def test_broken_meaning_is_named_and_mended_by_key_facts(name: str) -> None:
    one = only(_forgotten(), builtin(PUBLISHED), "demands_missing")
    assert one.severity is Severity.WARNING
    assert not found(_forgotten(), builtin(name), "demands_missing")


def test_summary_distortion_costs_no_demand_where_facts_stand_apart() -> None:
    assert only(_distorted(), builtin(PUBLISHED), "summary_of_summary").severity is Severity.WARNING
    assert only(_distorted(), builtin("mixed"), "summary_of_summary").severity is Severity.NOTE


def test_misattribution_is_named_until_the_item_has_its_source() -> None:
    assert only(_unsourced(), builtin(PUBLISHED), "source_wrong").severity is Severity.WARNING
    rule = [{"regex": "^Observation:", "source": "tool_result"}]
    assert not found(_unsourced(), builtin("mixed").set("gather.rule", rule), "source_wrong")


def test_counting_anew_is_told_of_the_session_alone() -> None:
    talk = spoken(*(f"{role}: {'pier ' * 400}" for _ in range(60) for role in ("user", "assistant")))
    for name in (PUBLISHED, "mixed"):
        assert only(talk, builtin(name), "counted_anew").severity is Severity.NOTE


def test_a_mode_that_the_published_build_does_not_read_is_an_unread_setting() -> None:
    switched = builtin(PUBLISHED).set("mode.use", "single")
    unread = [one for one in linted(_docs(), switched).problems if one.code == "setting_unread"]
    assert [one.key for one in unread] == ["mode.use"]
    assert all(applied(switched, cure) for one in unread for cure in one.cures)
    assert edits(unread[0])


def test_a_mode_that_was_chosen_is_no_problem() -> None:
    assert "mode_chosen" not in {one.code for one in linted(_docs(), builtin("mixed")).problems}


def test_unread_figures_are_mended_by_the_rows_that_hold_them() -> None:
    long = modes(message("rule " * 600, "instruction", "system"))()
    one = only(long, builtin(PUBLISHED), "cap_not_enforced")
    assert edits(one)[0]["budget.system_prompt.cap"] == 500
    assert edits(one)[0]["select.strategy"] == "layered"
