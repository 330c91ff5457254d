from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.strange_text import strange_texts
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import CountError
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.protocols import Counter

DATA = Path(__file__).parents[1] / "data" / "bugs"
ALL: tuple[Counter, ...] = (DivisionCounter(3), DivisionCounter(4), FallbackCounter())


def text_of(name: str) -> str:
    return str(json.loads((DATA / name).read_text(encoding="utf-8"))["messages"][0]["content"])


@pytest.mark.parametrize(
    ("divisor", "text", "expected"),
    [
        (3, "", 0),
        (3, "ab", 0),
        (3, "abc", 1),
        (3, "预算三千以内", 2),
        (4, "abcd", 1),
        (4, "abcdefg", 1),
        (4, "预算三千以内", 1),
    ],
)
def test_division_rounds_down(divisor: int, text: str, expected: int) -> None:
    assert DivisionCounter(divisor).count(text) == expected
    assert DivisionCounter(divisor).count_all([text, text]) == [expected, expected]


def test_divisions_are_named_as_profiles_name_them() -> None:
    assert [DivisionCounter(n).encoding for n in (3, 4)] == ["chars/3", "chars/4"]
    with pytest.raises(CountError, match="by 5"):
        DivisionCounter(5)


def test_an_emoji_is_one_code_point_and_a_family_five() -> None:
    assert DivisionCounter(3).count("😀😀😀") == 1
    assert DivisionCounter(4).count("👩‍👩‍👧") == 1


def test_four_hundred_chinese_characters_are_300_tokens() -> None:
    """Case B58: at least 0.6 a character, so 240 to 600."""
    text = text_of("B58_zh_400.json")
    assert len(text) == 400
    assert FallbackCounter().count(text) == 300


def test_english_is_a_token_for_four_letters() -> None:
    text = text_of("B58_en_400.json")
    assert text.isascii()
    assert len(text) / 5 <= FallbackCounter().count(text) <= len(text) / 3


@given(
    ascii_part=st.text(st.characters(max_codepoint=127)),
    han=st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)),
)
def test_mixed_text_is_the_sum_of_both(ascii_part: str, han: str) -> None:
    counter = FallbackCounter()
    # Each part is rounded up, the whole once.
    assert 0 <= counter.count(ascii_part) + counter.count(han) - counter.count(ascii_part + han) <= 1


def test_no_text_but_the_empty_one_counts_nothing() -> None:
    counter = FallbackCounter()
    assert counter.count("") == 0
    assert [counter.count(text) for text in ("a", "é", "中", "\ud800")] == [1, 1, 1, 1]


def test_estimates_say_that_they_are_none_exact() -> None:
    assert not FallbackCounter().is_exact("x")
    assert not DivisionCounter(3).is_exact("x")


@given(text=strange_texts(surrogates=True), limit=st.integers(-2, 30), which=st.sampled_from(range(3)))
def test_a_prefix_is_the_longest_that_fits(text: str, limit: int, which: int) -> None:
    counter = ALL[which]
    end = counter.prefix(text, limit)
    if limit < 0:
        assert end == 0
        return
    assert counter.count(text[:end]) <= limit
    assert end == len(text) or counter.count(text[: end + 1]) > limit
