"""Equal things of two lists, paired in order: the latest of several, and never crossed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.forensic import matching
from ctxlab.analysis.forensic.matching import pairs_in_order


@pytest.mark.parametrize(
    ("left", "right", "pairs"),
    [
        ("abc", "abc", {0: 0, 1: 1, 2: 2}),
        ("abcabc", "abc", {0: 3, 1: 4, 2: 5}),
        ("sabab", "sab", {0: 0, 1: 3, 2: 4}),
        ("abc", "", {}),
        ("", "abc", {}),
        # one of the two has to give way
        ("ab", "ba", {1: 0}),
        ("xayaza", "zaa", {0: 4, 1: 5}),
    ],
)
def test_by_hand(left: str, right: str, pairs: dict[int, int]) -> None:
    assert pairs_in_order(left, right) == pairs


@given(st.text("abcd", max_size=30), st.data())
def test_what_is_left_of_a_list_is_found_whole(left: str, data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(left), max_size=len(left)))
    right = "".join(char for char, keep in zip(left, kept, strict=True) if keep)
    pairs = pairs_in_order(left, right)
    assert len(pairs) == len(right)
    assert [left[before] for before in pairs.values()] == list(right)


@given(st.text("abcde", max_size=30), st.text("abcde", max_size=30))
def test_pairs_are_equal_and_rise(left: str, right: str) -> None:
    pairs = pairs_in_order(left, right)
    assert all(right[at] == left[before] for at, before in pairs.items())
    assert list(pairs) == sorted(pairs)
    assert list(pairs.values()) == sorted(set(pairs.values()))


@given(st.text("abcd", max_size=30), st.data())
def test_what_is_too_much_work_is_paired_from_the_end(left: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(left)))
    most = matching.MOST_WORK
    try:
        matching.MOST_WORK = 0
        pairs = pairs_in_order(left, left[start:])
    finally:
        matching.MOST_WORK = most
    assert pairs == {at: start + at for at in range(len(left) - start)}
