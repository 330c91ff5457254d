"""Constraints in words."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ctxlab.explain import constraints
from ctxlab.model.constraint import Comparator, Kind, Tier, Value
from ctxlab.text.values import find_values

AT_MOST, EQUAL = Comparator.AT_MOST, Comparator.EQUAL


def _value(comparator: Comparator, number: str, unit: str = "", high: str | None = None) -> Value:
    return Value(0, 1, comparator, Decimal(number), unit, None if high is None else Decimal(high))


@pytest.mark.parametrize(
    ("one", "english", "chinese"),
    [
        (_value(AT_MOST, "3000", "CNY"), "≤ 3,000 CNY", "≤ 3,000 CNY"),
        (_value(AT_MOST, "3000", "money"), "≤ 3,000", "≤ 3,000"),
        (_value(AT_MOST, "1200", "time"), "≤ 20:00", "≤ 20:00"),
        (_value(AT_MOST, "7", "weekday"), "≤ Sunday", "≤ 周日"),
        (_value(EQUAL, "9", "weekday"), "9", "9"),
        (_value(EQUAL, "503", "date"), "5-3", "5-3"),
        (_value(EQUAL, "20260503", "date"), "2026-5-3", "2026-5-3"),
        (_value(Comparator.BETWEEN, "540", "time", "1020"), "09:00–17:00", "09:00–17:00"),
        (_value(Comparator.BELOW, "500000", "metre"), "< 500 km", "< 500 km"),
        (_value(EQUAL, "1.8", "metre"), "1.8 m", "1.8 m"),
        (_value(EQUAL, "0.05", "metre"), "5 cm", "5 cm"),
        (_value(Comparator.BETWEEN, "800", "metre", "1500"), "800–1,500 m", "800–1,500 m"),
        (_value(AT_MOST, "1500.0", "gram"), "≤ 1.5 kg", "≤ 1.5 kg"),
        (_value(AT_MOST, "7200", "second"), "≤ 2 hours", "≤ 2小时"),
        (_value(EQUAL, "5400", "second"), "90 minutes", "90分钟"),
        (_value(EQUAL, "86400", "second"), "1 day", "1天"),
        (_value(EQUAL, "0.2", "second"), "200 ms", "200 ms"),
        (_value(AT_MOST, "5000000", "byte"), "≤ 5 MB", "≤ 5 MB"),
        (_value(AT_MOST, "1073741824", "byte"), "≤ 1 GiB", "≤ 1 GiB"),
        (_value(AT_MOST, "70", "byte"), "≤ 70 bytes", "≤ 70字节"),
        (_value(EQUAL, "25", "degree"), "25 °C", "25 °C"),
        (_value(EQUAL, "0", "gram"), "0 g", "0 g"),
        (_value(AT_MOST, "50", "character"), "≤ 50 characters", "≤ 50字"),
        (_value(EQUAL, "1", "night"), "1 night", "1晚"),
        (_value(EQUAL, "3", "child"), "3 children", "3个孩子"),
        (_value(Comparator.BETWEEN, "4", "star", "4.5"), "4–4.5 stars", "4–4.5星"),
        (_value(AT_MOST, "500", "token"), "≤ 500 tokens", "≤ 500 个 token"),
        (_value(EQUAL, "9", "%"), "9%", "9%"),
        (_value(Comparator.ABOUT, "50"), "≈ 50", "≈ 50"),
    ],
)
def test_a_value_is_written_as_a_person_writes_it(one: Value, english: str, chinese: str) -> None:
    assert (constraints.value(one, "en"), constraints.value(one, "zh")) == (english, chinese)


@pytest.mark.parametrize(
    "text", ["500 km", "2 hours", "90 minutes", "1.5 kg", "200 words", "4 people", "3 days", "250 ml", "5 MB"]
)
def test_what_is_read_is_written_again(text: str) -> None:
    (found,) = find_values(text)
    assert constraints.value(found, "en") == text


def test_every_kind_and_tier_has_a_word_in_both_languages() -> None:
    for language in ("en", "zh"):
        assert len({constraints.kind(one, language) for one in Kind}) == len(Kind)
        assert len({constraints.tier(one, language) for one in Tier}) == len(Tier)
