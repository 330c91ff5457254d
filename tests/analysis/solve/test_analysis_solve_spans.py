"""Sets of caps against plain sets of numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.solve.spans import ALL, END, Spans, both, from_cap, holds, nearest, union, within

_PAIRS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6)
_CAPS = range(32)


def _numbers(spans: Spans) -> set[int]:
    return {cap for cap in _CAPS if holds(spans, cap)}


def _plain(pairs: list[tuple[int, int]]) -> set[int]:
    return {cap for first, end in pairs for cap in range(first, end)}


@given(_PAIRS)
def test_a_union_has_the_caps_of_all_in_apart_and_ascending_spans(pairs: list[tuple[int, int]]) -> None:
    found = union(pairs)
    assert _numbers(found) == _plain(pairs)
    edges = [edge for span in found for edge in span]
    assert edges == sorted(set(edges))


@given(_PAIRS, _PAIRS)
def test_both_has_the_caps_that_are_in_both(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    first, second = union(one), union(other)
    assert _numbers(both(first, second)) == _plain(one) & _plain(other)
    assert within(first, second) == (_plain(one) <= _plain(other))
    assert both(first, ALL) == first
    assert both(ALL, first) == first


@given(_PAIRS, st.integers(0, 31))
def test_the_nearest_cap_is_the_smaller_of_two_as_near(pairs: list[tuple[int, int]], cap: int) -> None:
    caps = _plain(pairs)
    wanted = min(caps, key=lambda one: (abs(one - cap), one), default=None)
    assert nearest(union(pairs), cap) == wanted


def test_from_a_cap_on_all_larger_ones_are_in() -> None:
    spans = from_cap(12)
    assert [holds(spans, cap) for cap in (0, 11, 12, 13, END - 1)] == [False, False, True, True, True]
    assert from_cap(-3) == ALL
