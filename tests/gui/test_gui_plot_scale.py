"""Axes hold all they show, end close to it, and are marked at round numbers within."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.plot_scale import scale_over


@given(st.lists(st.integers(0, 10**7), max_size=40), st.integers(2, 12))
def test_every_value_is_on_the_scale_and_marks_are_within(values: list[int], most: int) -> None:
    scale = scale_over(values, most)
    assert all(0 <= scale.share(one) <= 1 for one in values)
    assert all(scale.low <= mark <= scale.high for mark in scale.marks)
    assert len(scale.marks) <= most + 1


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40))
def test_percentages_end_at_a_hundred(values: list[float]) -> None:
    scale = scale_over(values, 5, end=100)
    assert scale.high == 100
    assert all(0 <= scale.share(one) <= 1 for one in values)


def test_the_ends_are_close_to_what_is_shown() -> None:
    scale = scale_over([19_300, 32_300], 3)
    assert (scale.low, scale.high) == (18_000, 34_000)
    assert list(scale.marks) == [20_000, 30_000]
