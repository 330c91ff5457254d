from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import ProfileError
from ctxlab.model.patterns import too_large
from ctxlab.model.profile import MustKeepRule, Profile

LARGE = [
    "a{1000000000}",
    "a{0,1000000000}",
    "a{,1000000000}",
    "a{" + "9" * 5000 + "}",
    "(a{1000}){1000}",
    "((((a{10}){10}){10}){10}){10}{10}",
    "(?:[abc]{400}x){300}",
    r"(\d{400}-){300}",
    "(a{99999}b)(c{99999})",
    "(" * 3 + "a{1000}" + "){1000}" * 3,
]
SMALL = [
    "",
    "x{",
    "{5}",
    "a{}",
    r"\d{4}-\d{2}-\d{2}",
    r"\{1000000000}",
    "[{1000000000}]",
    "[]a{1000000000}]",
    r"[\]{1000000000}]",
    "(a|b|c){1,9999}",
    "a{1000}" * 50,
    "(((",
    ")))",
    "a{e<=1}",
]


@pytest.mark.parametrize("pattern", LARGE)
def test_counted_repetitions_multiply(pattern: str) -> None:
    assert too_large(pattern)


@pytest.mark.parametrize("pattern", SMALL)
def test_what_is_no_repetition_or_a_small_one_is_fine(pattern: str) -> None:
    assert not too_large(pattern)


@pytest.mark.parametrize("pattern", [*LARGE, "(" * 5000 + ")" * 5000])
def test_a_profile_refuses_such_a_pattern_at_once(pattern: str) -> None:
    with pytest.raises((ProfileError, ValueError)):
        MustKeepRule(regex=pattern)


@given(st.text(alphabet="ab(){},019[]\\^?*+|", max_size=40))
def test_any_text_is_judged_and_what_is_small_compiles_or_is_an_error(pattern: str) -> None:
    if too_large(pattern):
        return
    try:
        regex.compile(pattern)
    except (regex.error, OverflowError, RecursionError):
        return


def test_ordinary_patterns_are_taken() -> None:
    rule = MustKeepRule(regex=r"¥\s*\d{1,3}(,\d{3})*")
    assert Profile(must_keep=(rule,)).must_keep[0] == rule
