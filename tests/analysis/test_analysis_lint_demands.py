"""Broken meaning: hard demands of earlier turns that the model did not see."""

from __future__ import annotations

from dataclasses import replace

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spoken import spoken

from ctxlab.model.lint import Severity
from ctxlab.model.marks import Marks, MustKeep

TALK = spoken(
    "user: Please plan a trip. Never book anything.",
    "assistant: " + "fine " * 30,
    "user: Two of us.",
    "assistant: " + "good " * 30,
    "user: Where to?",
)
TIGHT = "recent.rounds=0 history.cap=40 history.overflow=stop history.order=newest"


def test_a_demand_that_was_cut_is_told_and_kept_by_each_cure() -> None:
    one = only(TALK, TIGHT, "demands_missing")
    told = numbers(one)
    assert (one.item, one.severity) == ("i1", Severity.WARNING)
    assert (told["count"], told["turn"]) == (1, 1)
    assert "Never book anything" in told["label"]
    assert {"gather.key_facts": True} in edits(one)
    assert is_cured(TALK, TIGHT, one)


def test_all_of_several_turns_are_counted() -> None:
    talk = spoken(
        "user: Never book anything.",
        "assistant: fine",
        "user: You must not spend more than 3000 yuan.",
        "assistant: " + "good " * 39,
        "user: Where to?",
    )
    told = numbers(only(talk, TIGHT, "demands_missing"))
    assert (told["first"], told["last"]) == (1, 2)
    assert told["count"] >= 2


def test_what_the_context_holds_or_a_must_keep_names_is_not_missing() -> None:
    assert found(TALK, "", "demands_missing") == []
    assert found(TALK, f"{TIGHT} gather.key_facts=yes", "demands_missing") == []
    marks = Marks(must_keeps=(MustKeep("m", text="Never book anything", since="i1"),))
    assert found(TALK, TIGHT, "demands_missing", marks) == []


def test_what_the_current_turn_asks_is_none() -> None:
    talk = spoken("user: Never book anything.")
    assert found(talk, TIGHT, "demands_missing") == []


def test_a_branch_that_was_left_demands_nothing() -> None:
    items = TALK.items
    live = tuple(replace(one, live=((1, len(items) - 1),)) for one in TALK.requests)
    assert found(replace(TALK, requests=live), TIGHT, "demands_missing") == []
