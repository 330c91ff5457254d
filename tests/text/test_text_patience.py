"""A pattern that a user wrote ends, whatever it is and however many texts there are."""

from __future__ import annotations

import time

import pytest

from ctxlab.errors import ProfileError
from ctxlab.text.patience import PATIENCE, PATIENCE_IN_ALL, PatientPattern

ENDLESS = "^(a|a)+$"


def test_it_finds_what_the_pattern_matches() -> None:
    pattern = PatientPattern(r"\p{Han}+")
    assert pattern.found("to 京都")
    assert not pattern.found("to Kyoto")
    assert list(pattern.spans("京 to 都")) == [(0, 1), (5, 6)]
    assert not pattern.too_slow


def test_an_empty_match_is_found_and_has_no_span() -> None:
    pattern = PatientPattern("x*")
    assert pattern.found("abc")
    assert list(pattern.spans("abc")) == []


@pytest.mark.parametrize("ask", ["found", "spans"])
def test_an_endless_search_gives_up_for_good(ask: str) -> None:
    pattern = PatientPattern(ENDLESS)
    began = time.process_time()
    for _ in range(3):
        found = pattern.found("a" * 60 + "b") if ask == "found" else list(pattern.spans("a" * 60 + "b"))
        assert not found
    assert pattern.too_slow
    assert time.process_time() - began < 3 * PATIENCE
    assert not pattern.found("a")


def test_many_searches_that_are_slow_each_give_up_too() -> None:
    pattern = PatientPattern(ENDLESS)
    length = 15
    # A text that takes a good part of the patience (which is counted in processor time), yet not all of it.
    while True:
        began = time.process_time()
        PatientPattern(ENDLESS).found("a" * length + "b")
        if time.process_time() - began > PATIENCE / 5:
            break
        length += 1
    began = time.process_time()
    for _ in range(1000):
        pattern.found("a" * length + "b")
    assert pattern.too_slow
    assert time.process_time() - began < 2 * PATIENCE_IN_ALL


@pytest.mark.parametrize("pattern", ["(", "((a{999}){999}){999}"])
def test_what_is_no_pattern_is_an_error(pattern: str) -> None:
    with pytest.raises(ProfileError, match="the pattern"):
        PatientPattern(pattern)
