"""The context against its limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gui.trace_builder import PROFILE, One, kept, trace_of
from gui.trip_sample import trip_trace
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.context_segments import (
    SegmentKind,
    context_scale,
    derivation,
    headline,
    over_words,
    row_tokens,
)
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile, Window
from ctxlab.model.trace import Trace


def simple(tokens: int, window: Window) -> Trace:
    """One kept history item; its message has 3 tokens of framing."""
    profile = Profile(name="p", window=window)
    return trace_of([kept(One("i1", Row.HISTORY, "x", tokens=tokens))], profile=profile)


def test_segments_are_to_scale_and_add_up(qtbot: QtBot) -> None:
    window = Window(size=1000, output_reserve=100, buffer=50, warn_at=800)
    scale = context_scale(simple(97, window), window, "en")
    assert [(s.kind, s.tokens) for s in scale.segments] == [
        (SegmentKind.ROW, 97),
        (SegmentKind.LEDGER, 3),
        (SegmentKind.FREE, 750),
        (SegmentKind.BUFFER, 50),
        (SegmentKind.RESERVE, 100),
    ]
    assert (scale.whole, scale.used, scale.limit, scale.warn_at) == (1000, 100, 850, 800)


def test_what_is_over_eats_into_buffer_and_reserve_and_then_beyond(qtbot: QtBot) -> None:
    window = Window(size=1000, output_reserve=100, buffer=50)
    scale = context_scale(simple(887, window), window, "en")
    assert [(s.kind, s.tokens) for s in scale.segments][2:] == [
        (SegmentKind.BUFFER, 10),
        (SegmentKind.RESERVE, 100),
    ]
    assert scale.whole == 1000
    assert context_scale(simple(1997, window), window, "en").whole == 2000
    assert over_words(simple(887, window)) == "over by 40"
    assert over_words(simple(10, window)) == ""


def test_a_soft_limit_hides_the_reserve(qtbot: QtBot) -> None:
    trace = trip_trace()
    kinds = [s.kind for s in context_scale(trace, PROFILE.window, "en").segments]
    assert SegmentKind.RESERVE not in kinds
    assert context_scale(trace, PROFILE.window, "en").whole == 32_000


def test_without_a_window_the_context_fills_the_bar(qtbot: QtBot) -> None:
    trace = simple(97, Window())
    scale = context_scale(trace, Window(), "en")
    assert (scale.whole, scale.limit) == (100, None)
    assert headline(trace) == "100 tokens"
    assert derivation(trace, Window(), "en").startswith("no window size stated")


def test_rows_hold_what_construct_kept(qtbot: QtBot) -> None:
    trace = trip_trace()
    tokens = row_tokens(trace)
    # dropped items hold nothing, the cut one 1,500, its placeholder row 9
    assert tokens[Row.TOOL_RESULT] == 1_509
    assert tokens[Row.RETRIEVED_DOC] == 1_800
    assert tokens[Row.SUMMARY] == 14
    assert sum(tokens.values()) == trace.stages[3].total


def test_a_moved_item_counts_in_its_new_row(qtbot: QtBot) -> None:
    trace = replace(simple(97, Window()), moved={0: Row.RECENT})
    assert {row: n for row, n in row_tokens(trace).items() if n} == {Row.RECENT: 97}


def test_words(qtbot: QtBot) -> None:
    trace = trip_trace()
    assert headline(trace) == f"≈{trace.totals.constructed:,} of 27,000 tokens"
    assert derivation(trace, PROFILE.window, "en") == (
        "limit = soft limit 32,000 − buffer 5,000 · window 128,000 · output reserve 4,096 · "
        "counts ≈: still being counted"
    )
    exact = simple(10, Window(size=100))
    assert derivation(exact, Window(size=100), "en") == (
        "limit = window 100 − output reserve 0 · counts exact (o200k_base)"
    )
    unknown = replace(exact, unknown=(Source.SYSTEM_PROMPT,))
    assert headline(unknown) == "at least 13 of 100 tokens"
    assert derivation(unknown, Window(size=100), "en").endswith("not in the file: system prompt")


def inexact(one: One, **changes: Any) -> str:
    """The words on a trace that is not exact, with the item's own part in place of plain text."""
    trace = replace(trace_of([kept(one)]), exact=False, **changes)
    return derivation(trace, Window(model="gpt-4o"), "en").rpartition(" · ")[2]


def test_why_counts_are_not_exact(qtbot: QtBot) -> None:
    schema = One("i1", Row.TOOL_SCHEMAS, "{}", exact=False)
    text = One("i1", Row.HISTORY, "x")
    stands_in = "counts ≈: o200k_base stands in for gpt-4o"
    assert inexact(schema) == "counts ≈: tool schemas cannot be counted exactly"
    assert inexact(text) == inexact(schema, wire="anthropic") == stands_in
    assert inexact(text, encoding="chars/3") == "counts ≈: estimated as chars/3"
    assert inexact(replace(text, exact=False)) == "counts ≈: still being counted"


@given(st.integers(0, 5000), st.integers(1, 4000), st.integers(0, 500), st.integers(0, 500))
def test_segments_always_fill_the_bar(tokens: int, size: int, reserve: int, buffer: int) -> None:
    window = Window(size=size + reserve, output_reserve=reserve, buffer=min(buffer, size - 1))
    scale = context_scale(simple(tokens, window), window, "en")
    assert sum(segment.tokens for segment in scale.segments) == scale.whole
    assert all(segment.tokens > 0 for segment in scale.segments)
    assert scale.used == tokens + 3
