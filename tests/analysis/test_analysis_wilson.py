"""Wilson intervals, against values worked out by hand from the formula."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.wilson import wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # z = 1.96: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)
        (1, 15, 0.0119, 0.2982),
        (1, 60, 0.0029, 0.0886),
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_known_intervals(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_share_lies_within_and_the_interval_within_0_and_1(pair: tuple[int, int]) -> None:
    hits, of = pair
    low, high = wilson(hits, of)
    assert 0 <= low <= hits / of <= high <= 1
    other = wilson(of - hits, of)
    assert (1 - other[1], 1 - other[0]) == pytest.approx((low, high))
