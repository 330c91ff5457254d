"""Scales, thinned steps and notable caps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.curve_steps import Column, Notable, marks_of, notable, round_up, scale_of, thinned
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import Curve

CURVE = Curve(
    Row.HISTORY,
    caps=(0, 100, 250, 300, 8002),
    kept=(0, 1, 2, 1, 4),
    tokens=(0, 100, 250, 300, 7990),
    must_keeps=(1, 1, 2, 1, 3),
    judged=3,
    of=4,
    exact=True,
    now=300,
)


@pytest.mark.parametrize(
    ("value", "rounded"), [(0, 1), (1, 1), (3, 5), (11, 20), (21, 25), (26, 50), (800, 1000), (1001, 2000)]
)
def test_round_numbers(value: float, rounded: int) -> None:
    assert round_up(value) == rounded


def test_the_scale_has_room_for_steps_and_caps() -> None:
    # 8,482 with what is free behind it, in steps of 1,000
    assert scale_of(CURVE, None) == 9_000
    assert scale_of(CURVE, 20_000) == 22_500
    assert marks_of(9_000, 5) == [0, 2_000, 4_000, 6_000, 8_000]


def test_notable_caps_gain_or_lose_a_must_keep_or_keep_all() -> None:
    assert notable(CURVE) == [
        Notable(2, 250, 1, whole=False),
        Notable(3, 300, -1, whole=False),
        Notable(4, 8002, 2, whole=True),
    ]


def test_steps_of_one_pixel_become_one_column() -> None:
    assert thinned((0, 100, 250, 300, 8002), CURVE.kept, 9_000, 90) == [
        Column(0, 0, 0, 0),
        Column(1, 0, 1, 1),
        Column(2, 1, 2, 2),
        Column(3, 1, 2, 1),
        Column(80, 1, 4, 4),
    ]
    assert thinned((0, 100, 250, 300, 8002), CURVE.kept, 9_000, 9) == [
        Column(0, 0, 2, 1),
        Column(8, 1, 4, 4),
    ]


@given(
    st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 50)), min_size=1, max_size=200),
    st.integers(1, 80),
)
def test_a_thinned_curve_ends_and_peaks_where_the_curve_does(
    steps: list[tuple[int, int]], width: int
) -> None:
    found = dict(sorted(steps))
    caps, values = tuple(found), tuple(found.values())
    columns = thinned(caps, values, 5_000, width)
    assert columns[-1].last == values[-1]
    assert max(one.most for one in columns) == max(values)
    assert min(one.least for one in columns) == min(values)
    assert len(columns) <= width + 1
