"""Broken pairs: what left with its other half, notes in place of results, what an API refuses."""

from __future__ import annotations

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spec import session

from ctxlab.model.lint import Severity

TALK = """
i1 user 2
i2 assistant 3 call:a
i3 tool 40 result:a
i4 assistant 3 call:b
i5 tool 40 result:b
i6 user 2
"""
NEWEST = "recent.rounds=0 tool_result.overflow=stop tool_result.order=newest"


def test_pairs_that_are_dropped_can_have_a_note_instead() -> None:
    settings = f"{NEWEST} select.pairs=drop tool_result.cap=43"
    one = only(TALK, settings, "pairs_dropped")
    assert (one.item, one.key, numbers(one)) == ("i2", "select.pairs", {"count": 1, "tokens": 3})
    assert edits(one) == [{"select.pairs": "placeholder"}]
    assert is_cured(TALK, settings, one)


def test_notes_in_place_of_most_results_are_told() -> None:
    settings = f"{NEWEST} tool_result.cap=10"
    one = only(TALK, settings, "results_left_out")
    assert numbers(one) == {"count": 2, "of": 2, "tokens": 80}
    assert one.severity is Severity.NOTE
    # both results with their framing
    assert edits(one)[0] == {"budget.tool_result.cap": 86}
    assert is_cured(TALK, settings, one)
    # one of two is as it has to be
    half = settings.replace("cap=10", "cap=43")
    assert found(TALK, half, "results_left_out") == []


def test_what_an_api_refuses_is_an_error() -> None:
    talk = session("s1 system 1 schema\ni1 user 2", texts={"s1": '{"title": "no tool"}'})
    one = only(talk, "", "refused")
    assert one.severity is Severity.ERROR
    assert numbers(one)["finding"] == "tool_shape"
    assert found(session("i1 user 2"), "", "refused") == []
