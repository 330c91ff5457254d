"""What is taken as a cap, how arrow keys step, the scale of a bar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.budget_entry import nice_scale, parse_cap, step_of, stepped
from ctxlab.model.profile import MAX_TOKENS


@pytest.mark.parametrize(
    ("text", "cap"),
    [
        ("8000", 8000),
        (" 8,000 ", 8000),
        ("8 000", 8000),
        ("8_000", 8000),
        ("1.234.567", 1_234_567),
        ("８０００", 8000),
        ("８，０００", 8000),
        ("8k", 8000),
        ("2.4K", 2400),
        ("1.500k", 1500),
        ("1,500k", 1_500_000),
        ("0", 0),
        ("—", None),
        ("-", None),
        ("", None),
        ("none", None),
        ("无", None),
    ],
)
def test_what_is_taken(text: str, cap: int | None) -> None:
    assert parse_cap(text) == cap


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-5", "negative"),
        ("−5", "negative"),
        ("8.5", "not a number"),
        ("8,00", "not a number"),
        ("1e3", "not a number"),
        ("8k5", "not a number"),
        ("abc", "not a number"),
        ("8000000000", "too large"),
        ("9" * 5000, "too large"),
        ("99999999k", "too large"),
        ("9" * 500 + "k", "too large"),
        ("¹²", None),
    ],
)
def test_what_is_refused(text: str, reason: str | None) -> None:
    if reason is None:
        # NFKC makes plain digits of these
        assert parse_cap(text) == 12
        return
    with pytest.raises(ValueError, match=reason):
        parse_cap(text)


@given(st.text(max_size=30))
def test_any_text_is_a_cap_none_or_refused(text: str) -> None:
    try:
        cap = parse_cap(text)
    except ValueError:
        return
    assert cap is None or 0 <= cap <= MAX_TOKENS


@given(st.integers(0, MAX_TOKENS))
def test_a_written_number_is_read_back(cap: int) -> None:
    assert parse_cap(f"{cap:,}") == parse_cap(str(cap)) == cap


@pytest.mark.parametrize(
    ("value", "step"), [(0, 1), (500, 10), (1500, 20), (2400, 50), (8000, 100), (27_000, 500)]
)
def test_steps_are_round_and_about_a_fiftieth(value: int, step: int) -> None:
    assert step_of(value) == step


def test_stepping_goes_to_multiples_and_stays_in_bounds() -> None:
    assert stepped(8000, 1) == 8100
    assert stepped(8000, -1) == 7900
    assert stepped(8050, 1) == 8100
    assert stepped(8050, -1) == 8000
    assert stepped(None, 1) == 1
    assert stepped(0, -10) == 0
    assert stepped(MAX_TOKENS, 10) == MAX_TOKENS


@given(st.integers(1, 10_000_000))
def test_a_scale_holds_what_it_has_to_and_not_much_more(need: int) -> None:
    scale = nice_scale(need)
    assert scale >= need
    assert scale <= max(100, need * 2.5)
