"""A constraint whose very words stand in a text is verbatim there, unless their clause takes them back."""

from __future__ import annotations

import pytest

from ctxlab.model.constraint import Survived
from ctxlab.text.survival import survival

V, R, W, C, U = Survived.VERBATIM, Survived.REWORDED, Survived.WEAKENED, Survived.CHANGED, Survived.UNSURE


@pytest.mark.parametrize(
    "words",
    [
        "30 dollars per passenger",
        "not above $1,000.50",
        "budget\r\nat most 3000\r\nyuan",
        "Do not touch db/migrations/",
        "No cash unless the amount is small",
        "use tabs if possible",
        "whether or not it rains",
        "不吃辣",
        "尽量靠窗",
    ],
)
def test_a_constraint_is_verbatim_in_its_own_text(words: str) -> None:
    found = survival(words, words, semantic=False)
    assert found.verdict is V
    assert words[found.start : found.end] == words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("30 dollars per passenger", "If you have extra bags, it is 30 dollars per passenger."),
        ("not above $1,000.50", "It is fine, the price is not above $1,000.50 please. Nothing else matters."),
        ("in a Shakespearean style", "I would like you to write an itinerary in a Shakespearean style."),
        ("with a heart button", "can you add an option to like images with a heart button"),
        ("bacon and mushrooms", "can i have a small pizza with bacon and mushrooms"),
        ("before the summer", "Could you cancel my account before the summer? I do not want the new tariff."),
        ("budget\r\nat most 3000\r\nyuan", "Please note: budget\r\nat most 3000\r\nyuan. Thanks!"),
        ("Keep replies under 100 words", "Keep replies under 100 words. Now write a report of 500 words."),
        ("适合露营", "有没有适合露营的帐篷？"),
        ("精确到秒", "不要按分钟取整 精确到秒"),
    ],
)
def test_the_same_words_are_verbatim_whatever_else_is_said(words: str, text: str) -> None:
    assert survival(words, text, semantic=False).verdict is V


@pytest.mark.parametrize(
    ("words", "text", "verdict"),
    [
        ("use tabs", "Do not use tabs.", C),
        ("use tabs", "The user no longer wants to use tabs.", C),
        ("use tabs", "He asked whether to use tabs.", U),
        ("use tabs", "Ideally use tabs.", W),
        ("no pets", "No pets, except dogs.", W),
        ("above $1,000.50", "not above $1,000.50", C),
        (
            "budget at most 3000 yuan",
            "Budget at most 3000 yuan. Later she raised the budget to 5000 yuan.",
            C,
        ),
        ("the hotel must have a pool", "The demand that the hotel must have a pool was dropped.", C),
        ("吃辣", "他不吃辣。", C),
    ],
)
def test_words_that_their_clause_takes_back_are_not_verbatim(
    words: str, text: str, verdict: Survived
) -> None:
    assert survival(words, text, semantic=False).verdict is verdict


@pytest.mark.parametrize(
    "text",
    [
        "Leave db/migrations/ alone",
        "Leave `db/migrations/` alone.",
        "db/migrations/ stays as is.",
        "Hands off db/migrations/",
        "Keep out of db/migrations/.",
        "db/migrations/ 保持原样。",
    ],
)
def test_what_is_left_alone_is_not_touched(text: str) -> None:
    assert survival("Do not touch db/migrations/", text, semantic=False).verdict is R


@pytest.mark.parametrize(
    "words", ["不要编①", "at most ② files", "no more than ½ cup of sugar", "keep 10² lines"]
)
def test_signs_that_are_no_plain_numbers_stand_where_they_stand(words: str) -> None:
    assert survival(words, words, semantic=False).verdict is Survived.VERBATIM
    assert survival(words, f"Well. {words}. So.", semantic=False).verdict is Survived.VERBATIM
