"""Counts times a factor: rounded up one by one, never exact, never taken for another factor's."""

from __future__ import annotations

import pytest
from helpers.strange_text import strange_texts
from helpers.word_counter import WordCounter
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter, first_tokens, is_exact
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.scaled import ScaledCounter, scaled


@pytest.mark.parametrize(
    ("percent", "words", "expected"),
    [(107, 1, 2), (107, 100, 107), (107, 50, 54), (150, 3, 5), (50, 3, 2), (10, 0, 0), (1000, 7, 70)],
)
def test_each_count_is_rounded_up(percent: int, words: int, expected: int) -> None:
    counter, text = scaled(WordCounter(), percent), "word " * words
    assert counter.count(text) == expected
    assert counter.count_all([text, text]) == [expected, expected]


def test_a_factor_of_100_is_the_counter_itself() -> None:
    counter = WordCounter()
    assert scaled(counter, 100) is counter


def test_no_scaled_count_is_exact_and_no_two_factors_share_a_name() -> None:
    inner = WordCounter()
    one, other = scaled(inner, 107), scaled(inner, 108)
    assert is_exact(inner, "a b")
    assert not is_exact(one, "a b")
    assert one.encoding == inner.encoding
    assert len({inner.vocabulary, one.vocabulary, other.vocabulary}) == 3


def test_a_provisional_count_stays_one() -> None:
    inner = ProvisionalCounter(CachedCounter(WordCounter()), FallbackCounter(), generation=7)
    counter = ScaledCounter(inner, 120)
    assert (counter.provisional, counter.generation) == (True, 7)
    assert (ScaledCounter(WordCounter(), 120).provisional, ScaledCounter(WordCounter(), 120).generation) == (
        False,
        0,
    )


def test_what_is_counted_is_kept_by_the_inner_counter_as_it_is() -> None:
    inner = CachedCounter(WordCounter())
    assert scaled(inner, 200).count("one two three") == 6
    assert inner.known("one two three") == 3


@given(strange_texts(), st.integers(0, 60), st.integers(10, 1000))
def test_a_prefix_never_counts_more_than_the_limit(text: str, limit: int, percent: int) -> None:
    for inner in (DivisionCounter(3), FallbackCounter()):
        counter = ScaledCounter(inner, percent)
        assert counter.count(text[: counter.prefix(text, limit)]) <= limit
        assert counter.count(first_tokens(counter, text, limit)) <= limit
