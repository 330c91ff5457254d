"""Duplicates: which texts stand more than once, and what that costs."""

from __future__ import annotations

from helpers.lint_bench import found, numbers, only
from helpers.spec import session

from ctxlab.model.lint import Severity

#: Twenty-five words, said again and again.
LONG = " ".join(f"row{at}" for at in range(25))
TALK = """i1 user 2
i2 assistant 2 call:a
i3 tool 25 result:a
i4 assistant 2 call:b
i5 tool 25 result:b
i6 user 2"""


def test_a_result_that_stands_twice_is_named_with_its_cost() -> None:
    talk = session(TALK, texts={"i3": LONG, "i5": f" {LONG}\n"})
    one = only(talk, "", "duplicates")
    told = numbers(one)
    assert (one.item, told["by"], told["times"], told["count"], told["tokens"]) == ("i3", "i5", 2, 1, 25)
    # 58 words, and 3 of framing for each of six messages and at the end
    assert told["share"] == round(100 * 25 / (58 + 7 * 3))
    assert one.severity is Severity.WARNING
    assert one.cures == ()


def test_the_most_costly_of_several_is_named() -> None:
    short = " ".join(f"s{at}" for at in range(20))
    table = f"{TALK}\ni7 assistant 20\ni8 user 20\ni9 assistant 20\ni10 user 20"
    talk = session(table, texts={"i3": LONG, "i5": LONG, **{f"i{at}": short for at in (7, 8, 9)}})
    told = numbers(only(talk, "", "duplicates"))
    assert (told["count"], told["tokens"], told["times"]) == (2, 25 + 2 * 20, 3)


def test_what_is_short_or_repeats_on_purpose_is_no_duplicate() -> None:
    short = session(TALK.replace("25", "3"), texts={"i3": "yes of course", "i5": "yes of course"})
    assert found(short, "", "duplicates") == []
    schemas = session("s1 system 25 schema\ns2 system 25 schema\ni1 user 2", texts={"s1": LONG, "s2": LONG})
    assert found(schemas, "", "duplicates") == []
    calls = (
        "i1 user 2\ni2 assistant 26 call:a\ni3 tool 2 result:a\ni4 assistant 26 call:b\ni5 tool 2 result:b"
    )
    assert found(session(calls, texts={"i2": LONG, "i4": LONG}), "", "duplicates") == []


def test_pictures_without_text_are_no_copies_of_each_other() -> None:
    pictures = session("i1 user 0 image\ni2 user 0 image\ni3 user 2")
    assert found(pictures, "", "duplicates") == []


def test_a_copy_that_was_dropped_costs_nothing() -> None:
    talk = session(TALK, texts={"i3": LONG, "i5": LONG})
    assert (
        found(talk, "tool_result.cap=30 tool_result.overflow=stop tool_result.order=newest", "duplicates")
        == []
    )
