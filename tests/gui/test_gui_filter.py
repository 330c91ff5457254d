"""The filter field's language."""

from __future__ import annotations

import pytest
from gui.trip_sample import trip_trace
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.filter import NO_FILTER, parse

TRACE = trip_trace()


def ids(text: str) -> list[str]:
    found = parse(text)
    assert found.problem is None
    return [TRACE.id(position) for position in found.of(TRACE, TRACE.order())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fate:dropped", ["i6", "i7", "i8", "i23", "i34"]),
        ("fate:drop", ["i6", "i7", "i8", "i23", "i34"]),
        ("fate:−", ["i6", "i7", "i8", "i23", "i34"]),
        ("fate:cut", ["i38"]),
        ("fate:truncated,added", ["i18~summary", "i23~placeholder", "i38"]),
        ("fate:dropped source:retrieved_doc", ["i34"]),
        ("row:retrieved", ["i32", "i33", "i34"]),
        ("turn:2", ["i8"]),
        ("turn:1..2", ["i6", "i7", "i8"]),
        ("tool:weather", ["i4", "i38"]),
        ("tokens>2,500", ["i17", "i34", "i38"]),
        ("tokens>=2567 tokens<3000", ["i17", "i34"]),
        ("预算", ["i8"]),
        ('"hostel"', ["i22"]),
        ('"a hostel"', ["i22"]),
        ("MUSEUMS fate:kept", ["i32"]),
        ("turn:14 -tool:weather", ["i37"]),
        ("-fate:kept -fate:dropped -fate:merged -fate:compressed", ["i18~summary", "i23~placeholder", "i38"]),
        ("<b>tea", ["i20"]),
    ],
)
def test_what_passes(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


@pytest.mark.parametrize("text", ["", "   ", "fate:", "source: ", "tokens>", '""'])
def test_what_is_still_being_typed_leaves_nothing_out(text: str) -> None:
    assert not parse(text)
    assert len(ids(text)) == len(TRACE)


@pytest.mark.parametrize(
    ("text", "term", "known"),
    [
        ("fate:lost", "fate:lost", "dropped"),
        ("x source:histery", "source:histery", "conversation"),
        ("row:nowhere", "row:nowhere", "history"),
        ("tokens>many", "tokens>many", "tokens>100"),
        ("turn:1...2", "turn:1...2", "turn:3..5"),
    ],
)
def test_what_means_nothing_is_named_with_what_it_may_be(text: str, term: str, known: str) -> None:
    problem = parse(text).problem
    assert problem is not None
    assert problem.term == term
    assert known in problem.known


@given(st.text(max_size=60))
def test_any_text_is_parsed(text: str) -> None:
    found = parse(text)
    if found.problem is None:
        assert set(found.of(TRACE, TRACE.order())) <= set(TRACE.order())


def test_no_filter_passes_all() -> None:
    assert NO_FILTER.of(TRACE, TRACE.order()) == TRACE.order()
