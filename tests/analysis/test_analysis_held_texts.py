"""Which texts hold which must-keep, and how often a text is read for that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.spec import run, session

from ctxlab.analysis import held_texts as module
from ctxlab.analysis.held_texts import HeldTexts, Weight, weight_of
from ctxlab.analysis.screen import Keys
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Pool

BUDGET = MustKeep("budget", text="at most 3000 yuan")


def pool(**texts: str) -> Pool:
    """The pool of a talk with these texts."""
    table = "\n".join(f"{name} user 1" for name in texts)
    return run(session(table, texts=texts)).pool


def test_positions_that_have_something_of_it() -> None:
    held = HeldTexts(4)
    found = held.hits(BUDGET, pool(i1="Hello.", i2="At most 3,000 yuan.", i3="Bye."))
    ((position, survival),) = found
    assert (position, survival.verdict) == (1, Survived.VERBATIM)


def test_numbers_and_patterns_are_found_exactly() -> None:
    held = HeldTexts(4)
    talk = pool(i1="三千块", i2="It is 300.", i3="order 3000")
    assert [at for at, _ in held.hits(MustKeep("n", number="3000"), talk)] == [0, 2]
    ((at, found),) = held.hits(MustKeep("r", regex=r"\d{3}\b\."), talk)
    assert (at, found) == (1, Survival(Survived.VERBATIM, 6, 10))


def test_a_must_keep_that_comes_later_is_looked_for_in_what_is_known() -> None:
    held = HeldTexts(4)
    talk = pool(i1="At most 3000 yuan.", i2="Never by car.")
    assert [at for at, _ in held.hits(BUDGET, talk)] == [0]
    assert [at for at, _ in held.hits(MustKeep("car", text="never by car"), talk)] == [1]
    assert [at for at, _ in held.hits(BUDGET, talk)] == [0]


def test_each_text_is_read_once_for_each_must_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    class Counted(Keys):
        def __init__(self, text: str) -> None:
            read.append(text)
            super().__init__(text)

    monkeypatch.setattr(module, "Keys", Counted)
    held = HeldTexts(4)
    held.expect([BUDGET, MustKeep("i", item="i1"), MustKeep("s", source="user_message")])
    held.hits(BUDGET, pool(i1="At most 3000 yuan.", i2="Never by car."))
    held.hits(
        BUDGET,
        pool(i1="At most 3000 yuan.", i2="Never by car.", i3="Never by car.", i4="And at most 3000 yuan."),
    )
    assert sorted(read) == ["And at most 3000 yuan.", "At most 3000 yuan.", "Never by car."]


def test_nothing_can_be_said_of_what_cannot_be_found() -> None:
    held = HeldTexts(4)
    talk = pool(i1="At most 3000 yuan.")
    for one in (MustKeep("r", regex="("), MustKeep("n", number="many")):
        assert held.hits(one, talk) == []
        assert held.broken(one)
    assert not held.broken(BUDGET)


def test_a_pattern_that_runs_out_of_time_is_broken() -> None:
    slow = MustKeep("slow", regex="(a|aa)+$")
    held = HeldTexts(4)
    assert held.hits(slow, pool(i1="a" * 60 + "b")) == []
    assert held.broken(slow)


def test_how_much_an_items_words_count() -> None:
    table = """
        i1 system 1 prompt
        i2 user 1
        i3 assistant 2 call:a
        i4 tool 1 result:a
        i5 system 1 doc
        i6 system 1 note
        i7 system 1 state
        i8 system 1 summary
        i9 assistant 1
        i10 user 1
    """
    trace = run(table)
    found = [
        weight_of(item, source) for item, source in zip(trace.pool.items, trace.pool.source, strict=True)
    ]
    said, shown, stands = Weight.SAID, Weight.SHOWN, Weight.STANDS_FOR
    assert found == [said, said, shown, shown, shown, stands, stands, stands, shown, said]


def weighed(text: str, one: MustKeep = BUDGET) -> list[str]:
    """The verdicts on a text in an answer, a user's message and a note; `lost` for nothing of it."""
    table = "i1 user 1\ni2 assistant 1\ni3 user 1\ni4 system 1 note"
    held = HeldTexts(4)
    found = dict(held.hits(one, run(session(table, texts=dict.fromkeys(("i2", "i3", "i4"), text))).pool))
    return [found[at].verdict.value if at in found else "lost" for at in (1, 2, 3)]


def test_the_same_words_count_wherever_they_stand() -> None:
    assert weighed("It is at most 3000 yuan.") == ["verbatim"] * 3


def test_other_words_count_where_a_user_says_them() -> None:
    constraint = replace(BUDGET, meaning=True)
    assert weighed("不超过3000元", constraint) == ["lost", "reworded", "reworded"]
    # of words that are asked for they tell, and are none of them
    assert weighed("不超过3000元") == ["lost", "unsure", "unsure"]


def test_another_figure_counts_where_it_stands_for_what_was_said() -> None:
    assert weighed("The budget is at most 5000 yuan.") == ["lost", "lost", "changed"]


def test_beyond_so_many_must_keeps_it_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KEEPS_KEPT", 3)
    held = HeldTexts(4)
    talk = pool(i1="At most 3000 yuan.", i2="Never by car.")
    for round_of in range(3):
        for at in range(4):
            assert [hit for hit, _ in held.hits(MustKeep(f"m{at}", text="never by car"), talk)] == [1], (
                round_of
            )
        assert [hit for hit, _ in held.hits(BUDGET, talk)] == [0]
        assert not held.broken(BUDGET)


def test_a_pool_that_goes_on_takes_over_what_was_found() -> None:
    held = HeldTexts(4)
    texts = {"i1": "At most 3000 yuan.", "i2": "Never by car."}
    short, long = pool(**texts), pool(**texts, i3="At most 3000 yuan.")
    assert [at for at, _ in held.hits(BUDGET, short)] == [0]
    assert [at for at, _ in held.hits(BUDGET, long)] == [0, 2]
    other = HeldTexts(4)
    assert [at for at, _ in other.hits(BUDGET, long)] == [0, 2]
    assert [at for at, _ in other.hits(BUDGET, short)] == [0]
