"""What a demand is about, once the words of bounds, units, prices and change are gone."""

from __future__ import annotations

import pytest

from ctxlab.analysis.topics import changes, languages, topics_of


@pytest.mark.parametrize(
    ("clause", "own", "generic"),
    [
        ("The hotel must cost at most 400 yuan a night", "hotel night", ""),
        ("Keep the total budget under 3000 CNY", "", "total budget"),
        ("hotels and prices", "hotel", "price"),
        ("总共预算三千元以内", "", "预算"),
        ("酒店每晚不超过400元", "酒店 店每 每晚", ""),
        ("改成五千", "", ""),
    ],
)
def test_words_of_its_own_and_words_of_money(clause: str, own: str, generic: str) -> None:
    found = topics_of(clause)
    assert found.own == set(own.split())
    assert found.generic == set(generic.split())


def test_the_share_is_of_the_smaller_one() -> None:
    long, short = topics_of("hotel and breakfast and parking"), topics_of("hotel")
    assert long.shared(short) == short.shared(long) == 1
    assert topics_of("hotel breakfast").shared(topics_of("hotel parking")) == 0.5


def test_a_price_of_something_is_not_a_price_in_all() -> None:
    budget, hotel = topics_of("budget"), topics_of("hotel budget")
    assert budget.shared(topics_of("total budget")) == 1
    assert budget.shared(hotel) == hotel.shared(budget) == 0
    assert topics_of("").shared(topics_of("")) == 0


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Make it 5000 instead.", True),
        ("Actually, 5000.", True),
        ("Not 3000 but 5000.", True),
        ("预算改成五千。", True),
        ("不是三千，是五千。", True),
        ("At most 5000.", False),
        ("You know that I do not.", False),
        ("预算五千以内。", False),
    ],
)
def test_whether_something_is_to_be_otherwise(sentence: str, said: bool) -> None:
    assert changes(sentence) is said


def test_languages_go_by_one_name() -> None:
    assert languages("Answer in English, 不要用中文") == {"english", "chinese"}
    assert languages("Answer briefly") == frozenset()
