"""Must-keeps that were lost, that nothing states, that no request saw."""

from __future__ import annotations

from helpers.examine import keeps
from helpers.lint_bench import edits, found, is_cured, linted, numbers, only
from helpers.spoken import spoken

from ctxlab.model.lint import Severity
from ctxlab.model.marks import Marks, MustKeep

#: Charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
TIGHT = "recent.rounds=0 history.cap=12 history.order=newest history.overflow=stop"


def test_it_says_how_much_its_row_is_short_and_what_would_keep_it() -> None:
    marks = keeps(a="i3.1")
    one = only(TALK, TIGHT, "must_keep_lost", marks)
    told = numbers(one)
    assert (one.item, one.severity) == ("i3", Severity.ERROR)
    # 8 of 12 are used, 5 needed
    assert (told["stage"], told["row"], told["short"]) == ("select", "history", 1)
    assert edits(one)[0] == {"budget.history.cap": 13}
    assert is_cured(TALK, TIGHT, one, marks)


def test_behind_a_large_item_nothing_is_short() -> None:
    marks = keeps(a="i1.1")
    told = numbers(only(TALK, TIGHT.replace("12", "30"), "must_keep_lost", marks))
    assert "short" not in told


def test_the_newest_item_that_states_it_is_taken() -> None:
    talk = spoken(
        "user: under 300 yuan",
        "assistant: under 300 yuan it is",
        "user: and now",
        "assistant: ok",
        "user: go",
    )
    one = only(
        talk, TIGHT.replace("12", "9"), "must_keep_lost", Marks(must_keeps=(MustKeep("m", text="300 yuan"),))
    )
    assert one.item == "i2"


def test_an_item_and_a_source_may_be_named() -> None:
    marks = Marks(must_keeps=(MustKeep("m", item="i1"), MustKeep("s", source="retrieved_doc")))
    talk = f"{TALK}\ni6 system 9 doc"
    assert {
        one.item
        for one in found(
            talk, f"{TIGHT} retrieved_doc.cap=2 retrieved_doc.overflow=stop", "must_keep_lost", marks
        )
    } == {"i1", "i6"}


def test_what_nothing_states_is_a_slip() -> None:
    one = only(TALK, "", "must_keep_nowhere", keeps(a="i9.9"))
    assert (one.item, one.severity, one.cures) == ("", Severity.ERROR, ())


def test_what_no_request_saw_is_told_once_for_all() -> None:
    talk = spoken(
        "user: " + "x " * 20 + "under 300 yuan",
        "assistant: a",
        "user: b",
        "assistant: c",
        "user: d",
    )
    marks = Marks(must_keeps=(MustKeep("m", text="300 yuan", since="i1"),))
    settings = (
        "recent.rounds=0 history.cap=5 history.overflow=stop user_message.cap=5 user_message.overflow=stop"
    )
    codes = [one.code for one in linted(talk, settings, marks).problems if "must_keep" in one.code]
    assert codes == ["must_keep_never"]
    (never,) = found(talk, settings, "must_keep_never", marks)
    assert (never.item, numbers(never)["requests"], never.request) == ("i1", 3, 0)
