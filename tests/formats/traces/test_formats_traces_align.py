from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.traces.align import aligned


def test_as_many_as_possible_are_found_in_order() -> None:
    assert aligned([[0], [1], [2]]) == [0, 1, 2]
    assert aligned([[2], [0], [1]]) == [None, 0, 1]
    assert aligned([[], [3], []]) == [None, 3, None]
    assert aligned([]) == []


def test_of_several_ways_the_latest_is_taken() -> None:
    assert aligned([[0, 2, 4], [1, 3, 5]]) == [4, 5]
    assert aligned([[0, 5], [1]]) in ([0, 1],)


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_none_is_left_out_that_could_be_found(known: str, wanted: str) -> None:
    places = [[i for i, one in enumerate(known) if one == letter] for letter in wanted]
    found = aligned(places)
    picked = [one for one in found if one is not None]
    assert picked == sorted(set(picked))
    assert all(one in places[i] for i, one in enumerate(found) if one is not None)
    assert len(picked) == _longest(known, wanted)


def _longest(known: str, wanted: str) -> int:
    """How long the longest common subsequence is, by trying all."""
    for count in range(len(wanted), 0, -1):
        for letters in combinations(wanted, count):
            rest = iter(known)
            if all(letter in rest for letter in letters):
                return count
    return 0
