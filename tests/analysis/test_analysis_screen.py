"""The cheap test before the judge: it lets through whatever the judge would find."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice

import pytest
from helpers.tree import ROOT

from ctxlab.analysis.screen import Keys, Screen, Vocabulary
from ctxlab.model.constraint import Survived
from ctxlab.text.survival import prepared

PAIRS = ROOT / "tests" / "data" / "constraints" / "survival.jsonl"


@cache
def labelled() -> tuple[tuple[str, str], ...]:
    """Constraints, each with the text that it was labelled for."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return tuple((row["constraint"], row["text"]) for row in rows)


def passes(constraint: str, text: str) -> tuple[bool, bool]:
    """Whether a text may keep a constraint, and whether it may state any of it."""
    vocabulary = Vocabulary()
    screen = Screen(constraint, vocabulary)
    keys = Keys(text)
    mask = vocabulary.mask(keys)
    return screen.may_keep(mask, keys), screen.may_state(mask, keys)


def test_what_is_kept_or_stated_otherwise_in_a_labelled_text_is_let_through() -> None:
    for constraint, text in labelled():
        found = prepared(constraint, semantic=False).survival(text).verdict
        keeps, states = passes(constraint, text)
        assert keeps or not found.kept, constraint
        assert states or found is Survived.LOST, constraint


def test_what_is_kept_in_any_other_text_is_let_through() -> None:
    texts = sorted({text for _, text in labelled()})
    for at, (constraint, _) in enumerate(labelled()):
        for text in islice(texts, at % 6, None, 6):
            if prepared(constraint, semantic=False).survival(text).verdict.kept:
                assert passes(constraint, text)[0], (constraint, text)


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("at most 3000 yuan", "It is at most ３,０００ yuan."),
        ("预算三千以内", "The budget is at most 3000."),
        ("within 90 minutes", "It may take 1.5 hours."),
        ("at most two rooms", "no more than 2 rooms"),
        ("not after noon", "not later than 12:00"),
        ("人均不超过300元", "everyone may spend 300 yuan"),
    ],
)
def test_values_pass_however_they_are_written(constraint: str, text: str) -> None:
    assert passes(constraint, text)[0]


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("at most 3000 yuan", "It is at most 5000 yuan."),
        ("never touch the migrations", "The tests pass in a minute."),
        ("不吃辣", "高铁最方便，一个半小时左右到。"),
        ("under 40 lines", "if cursor is under 41 lines"),
    ],
)
def test_what_has_not_enough_of_it_does_not(constraint: str, text: str) -> None:
    assert not passes(constraint, text)[0]


def test_another_value_may_state_it_otherwise() -> None:
    assert passes("at most 3000 yuan", "It costs 5000 yuan.") == (False, True)
    assert passes("at most 3000 yuan", "It costs nothing.") == (False, False)


def test_words_that_say_nothing_pass_everywhere() -> None:
    assert passes("!!!", "Hello.") == (True, True)


def test_one_vocabulary_serves_all() -> None:
    vocabulary = Vocabulary()
    first, second = (
        Screen("never touch the migrations", vocabulary),
        Screen("never touch the tests", vocabulary),
    )
    assert first.touched & second.touched
    assert first.touched != second.touched
    size = vocabulary.size
    Screen("never touch the migrations", vocabulary)
    assert vocabulary.size == size
    assert vocabulary.mask(Keys("the migration")) & first.needed
    assert not vocabulary.mask(Keys("hello"))
