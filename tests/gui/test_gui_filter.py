"""The filter field's language."""

from __future__ import annotations

import pytest
from gui.trace_builder import One, dropped, kept, trace_of
from gui.trip_sample import trip_trace
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.filter import NO_FILTER, parse
from ctxlab.gui.models.filter_columns import FilterColumns, ItemTexts, Marked, deciding_stages, fates
from ctxlab.model.decision import STAGES
from ctxlab.model.items import Row

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
        ("turn:1,2", ["i6", "i7", "i8"]),
        ("turn:2,14 fate:dropped,cut", ["i8", "i38"]),
        ("turn<2 turn>0", ["i6", "i7"]),
        ("tokens:2500..2600", ["i17"]),
        ('"a hostel', ["i22"]),
        ("fate:丢弃 row:历史对话", ["i6", "i7", "i8"]),
        ('row:"retrieved docs"', ["i32", "i33", "i34"]),
        ("stage:summarize", ["i17", "i18", "i18~summary", "i19", "i20"]),
        ("stage:select -fate:kept", ["i6", "i7", "i8", "i23", "i23~placeholder", "i34", "i38"]),
        ("is:made", ["i18~summary", "i23~placeholder"]),
        ("role:tool fate:dropped", ["i23"]),
    ],
)
def test_what_passes(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


@pytest.mark.parametrize("text", ["", "   ", "fate:", "fate:,", "source: ", "tokens>", '""', '"', "turn:,"])
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
        ("turn>1..2", "turn>1..2", "turn:3..5"),
        ("stage:built", "stage:built", "construct"),
        ("must:maybe", "must:maybe", "lost"),
        ("is:nice", "is:nice", "pinned"),
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


def test_the_deciding_stage_is_that_of_the_outcome() -> None:
    found = deciding_stages(TRACE, fates(TRACE))
    assert [STAGES[at] for at in found] == [TRACE.outcome(position).stage for position in range(len(TRACE))]


def marked(text: str) -> list[str]:
    marks = Marked({"i8": True, "i20": False}, frozenset({"i20", "i35", "not there"}))
    columns = FilterColumns(TRACE, marked=marks)
    return [TRACE.id(position) for position in parse(text).of(TRACE, TRACE.order(), columns)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("must:lost", ["i8"]),
        ("must:kept", ["i20"]),
        ("must:any", ["i8", "i20"]),
        ("must:lost,kept", ["i8", "i20"]),
        ("is:must", ["i8", "i20"]),
        ("is:pinned", ["i20", "i35"]),
        ("is:pinned,made", ["i18~summary", "i20", "i23~placeholder", "i35"]),
        ("is:pinned -is:must", ["i35"]),
    ],
)
def test_marks_are_asked_for(text: str, expected: list[str]) -> None:
    assert marked(text) == expected


def test_texts_are_kept_as_long_as_the_items_are_the_same() -> None:
    texts = ItemTexts()
    before = trace_of([kept(One("a", Row.HISTORY, "Tea at NOON")), kept(One("b", Row.HISTORY, "coffee"))])
    found = parse("noon")
    assert found.of(before, [0, 1], FilterColumns(before, texts)) == [0]
    # the same ids over other texts, as after the file was opened again
    after = trace_of([kept(One("a", Row.HISTORY, "tea")), dropped(One("b", Row.HISTORY, "at Noon"))])
    assert found.of(after, [0, 1], FilterColumns(after, texts)) == [1]
    assert found.of(before, [0, 1], FilterColumns(before, texts)) == [0]


def test_text_of_made_items_is_found_anew_with_each_trace() -> None:
    texts = ItemTexts()
    for _ in range(2):
        columns = FilterColumns(TRACE, texts)
        found = parse("omitted").of(TRACE, TRACE.order(), columns)
        assert [TRACE.id(position) for position in found] == ["i23~placeholder"]
