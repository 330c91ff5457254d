"""The randomisation test on paired differences, against counting all signs by hand and by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.paired import sign_flip


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([], 1.0),
        ([Fraction(0), Fraction(0)], 1.0),
        # one pair can have either sign: both are as far from 0
        ([Fraction(1)], 1.0),
        ([Fraction(1), Fraction(1)], 0.5),
        # all six in one direction: two of 64 ways
        ([Fraction(1)] * 6, 2 / 64),
        # sums of 1, 1, -1: 3, 1, -1, -3 in 1, 3, 3, 1 ways; all are at least 1 from 0
        ([Fraction(1), Fraction(1), Fraction(-1)], 1.0),
        # 1/2 and 1/3 the same way: 5/6 and -5/6 of 5/6, 1/6, -1/6, -5/6
        ([Fraction(1, 2), Fraction(1, 3)], 0.5),
    ],
)
def test_by_hand(differences: list[Fraction], p: float) -> None:
    assert sign_flip(differences) == p


@given(st.lists(st.fractions(-1, 1, max_denominator=5), max_size=8))
def test_it_counts_every_way_to_set_the_signs(differences: list[Fraction]) -> None:
    seen = abs(sum(differences))
    ways = [
        abs(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    assert sign_flip(differences) == pytest.approx(sum(way >= seen for way in ways) / len(ways))


def test_many_pairs_are_no_burden() -> None:
    """All 200 the same way: 2 of 2^200."""
    assert sign_flip([Fraction(1, 3)] * 200) == pytest.approx(2.0**-199)
