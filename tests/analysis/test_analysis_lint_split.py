"""Caps that promise more than there is, and rows that wait for a summary in vain."""

from __future__ import annotations

from helpers.lint_bench import edits, found, is_cured, numbers, only

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"


def test_caps_over_the_limit_are_told_and_lowered_where_nothing_is_lost() -> None:
    settings = "window.size=100 recent.rounds=0 history.cap=80 retrieved_doc.cap=60"
    one = only(TALK, settings, "caps_over_limit")
    assert numbers(one) == {"total": 140, "limit": 100, "over": 40}
    assert one.key == "budget.history.cap"
    # no document is there; the history holds 43 of its 80
    assert edits(one)[0] == {"budget.retrieved_doc.cap": 20}
    assert is_cured(TALK, settings, one)


def test_where_no_single_row_can_give_so_much_several_do() -> None:
    settings = "window.size=100 recent.rounds=0 history.cap=80 retrieved_doc.cap=30 agent_note.cap=30"
    one = only(TALK, settings, "caps_over_limit")
    assert numbers(one)["over"] == 40
    assert is_cured(TALK, settings, one)
    assert len(edits(one)[-1]) > 1


def test_caps_that_fit_are_none() -> None:
    assert found(TALK, "window.size=140 history.cap=80 retrieved_doc.cap=60", "caps_over_limit") == []
    assert found(TALK, "history.cap=80 retrieved_doc.cap=60", "caps_over_limit") == [], "there is no limit"


def test_a_row_that_waits_for_a_summary_in_vain_is_told() -> None:
    row = "recent.rounds=0 history.cap=40 history.overflow=compress"
    settings = f"{row} summarize.strategy=none summarize.max_tokens=35"
    one = only(TALK, settings, "summary_not_made")
    told = numbers(one)
    assert (one.key, told["row"]) == ("budget.history.overflow", "history")
    assert told["lost"] > 0
    assert edits(one) == [{"summarize.strategy": "extractive"}, {"budget.history.overflow": "stop"}]
    assert is_cured(TALK, settings, one)
