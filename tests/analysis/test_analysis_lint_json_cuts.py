"""Cuts inside JSON data, and what makes room for them."""

from __future__ import annotations

import json

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spec import profile, session

#: 60 words: 20 rows of three.
ROWS = json.dumps([{"at": at, "name": f"hotel{at} by the lake"} for at in range(20)])
TALK = "i1 user 2\ni2 assistant 2 call:a\ni3 tool 9 result:a\ni4 user 2"
CUT = "tool_result.cap=60 tool_result.overflow=truncate"


def test_data_that_a_cap_cuts_is_told_with_what_is_left() -> None:
    talk = session(TALK, texts={"i3": ROWS})
    one = only(talk, CUT, "json_cut")
    told = numbers(one)
    assert (one.item, told["row"], told["count"], told["before"]) == (
        "i3",
        "tool_result",
        1,
        len(ROWS.split()),
    )
    assert 0 < told["after"] < told["before"]
    assert "own_before" not in told
    # the charge of the result: its words and 3 of framing
    assert edits(one)[0] == {"budget.tool_result.cap": len(ROWS.split()) + 3}
    assert is_cured(talk, CUT, one)


def test_data_over_the_limit_of_one_item_needs_a_larger_one() -> None:
    talk = session(TALK, texts={"i3": ROWS})
    limit = "tool_result.per_item=50"
    one = only(talk, limit, "json_cut")
    assert edits(one)[0] == {"budget.tool_result.per_item": len(ROWS.split())}
    assert is_cured(talk, limit, one)


def test_several_are_told_together_and_the_largest_named() -> None:
    table = f"{TALK}\ni5 assistant 2 call:b\ni6 tool 9 result:b\ni7 user 2"
    talk = session(table, texts={"i3": ROWS, "i6": ROWS.replace("by the lake", "by")})
    one = only(talk, "tool_result.per_item=50", "json_cut")
    told = numbers(one)
    assert (one.item, told["count"], told["own_before"]) == ("i3", 2, len(ROWS.split()))


def test_cut_prose_is_no_cut_in_data() -> None:
    talk = session(TALK, texts={"i3": "The hotels are by the lake. " * 20})
    assert found(talk, CUT, "json_cut") == []


def test_fields_that_the_profile_chose_are_no_cut() -> None:
    talk = session(TALK, texts={"i3": ROWS})
    names = profile().set("gather.fields", [{"tool": "tool", "fields": "name"}])
    assert found(talk, names, "json_cut") == []
    # what is cut beyond that is, and is counted from there
    one = only(talk, names.set("budget.tool_result.per_item", 50), "json_cut")
    left = len(ROWS.split()) - 2 * 20
    assert numbers(one)["before"] == left
    assert edits(one)[0] == {"budget.tool_result.per_item": left}
