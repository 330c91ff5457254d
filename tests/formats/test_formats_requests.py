"""Ranges of positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.requests import to_ranges, without

POSITIONS = st.sets(st.integers(0, 30))


def test_ranges_less_others() -> None:
    assert without(((0, 9),), ((2, 3), (5, 5))) == ((0, 1), (4, 4), (6, 9))
    assert without(((0, 1), (4, 6)), ((1, 4),)) == ((0, 0), (5, 6))
    assert without(((2, 3),), ((0, 9),)) == ()
    assert without(((2, 3),), ()) == ((2, 3),)


@given(POSITIONS, POSITIONS)
def test_what_is_left_is_the_difference_of_the_positions(kept: set[int], gone: set[int]) -> None:
    left = without(to_ranges(sorted(kept)), to_ranges(sorted(gone)))
    assert left == to_ranges(sorted(kept - gone))
