"""The curve of a row: worked by hand, and against a run at every cap."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.examine import builder, capped, keeps, talks, whole
from helpers.spec import profile
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.admission import Admission
from ctxlab.analysis.curve_plan import thinned
from ctxlab.analysis.sensitivity import Build, curves
from ctxlab.engine.pipeline import Examined
from ctxlab.errors import CancelledError
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.sensitivity import Curve

#: Charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
NEWEST = "recent.rounds=0 history.cap=12 history.order=newest"


def _curve(
    table: str, one: str | Profile, row: Row = Row.HISTORY, marks: Marks | None = None, most: int = 64
) -> Curve:
    chosen = profile(one) if isinstance(one, str) else one
    *_, last = curves(builder(table, marks), chosen, row, most=most)
    return last


def _steps(curve: Curve) -> list[tuple[int, int, int, int]]:
    return list(zip(curve.caps, curve.kept, curve.tokens, curve.must_keeps, strict=True))


def test_a_row_that_stops() -> None:
    curve = _curve(TALK, f"{NEWEST} history.overflow=stop", marks=keeps(a="i2.2", b="i5.1"))
    # The cap as it is now is a step of its own, though it changes nothing.
    assert _steps(curve) == [
        (0, 0, 0, 1),
        (8, 1, 8, 1),
        (12, 1, 8, 1),
        (13, 2, 13, 1),
        (33, 3, 33, 2),
        (43, 4, 43, 2),
    ]
    assert (curve.judged, curve.of, curve.now, curve.exact) == (2, 4, 12, True)
    assert curve.runs == curve.caps
    assert [curve.at(cap) for cap in (0, 7, 8, 32, 33, 999, None)] == [0, 0, 1, 3, 4, 5, 5]


def test_a_row_that_skips_may_keep_less_at_a_larger_cap() -> None:
    """In the order in which they were said: 10, 20, 5, 8. At 10 the 10 goes in instead of the 5."""
    one = "recent.rounds=0 history.cap=12 history.overflow=skip"
    assert [(cap, kept, used) for cap, kept, used, _ in _steps(_curve(TALK, one))] == [
        (0, 0, 0),
        (5, 1, 5),
        (10, 1, 10),
        (12, 1, 10),
        (15, 2, 15),
        (23, 3, 23),
        (30, 2, 30),
        (35, 3, 35),
        (43, 4, 43),
    ]


def test_a_row_that_truncates_counts_no_cut_piece() -> None:
    table = "i1 user 97\ni2 assistant 97\ni3 user 1"
    curve = _curve(table, "recent.rounds=0 history.cap=150 history.overflow=truncate")
    assert [(cap, kept, used) for cap, kept, used, _ in _steps(curve)] == [
        (0, 0, 0),
        (100, 1, 100),
        (150, 1, 100),
        (200, 2, 200),
    ]
    assert curve.exact
    # A must-keep in it may survive in the piece, at any cap between two steps.
    assert not _curve(
        table, "recent.rounds=0 history.cap=150 history.overflow=truncate", marks=keeps(a="i2.1")
    ).exact


def test_a_row_that_compresses_counts_what_stands_beside_the_summary() -> None:
    one = f"{NEWEST} history.overflow=compress summarize.max_tokens=6"
    curve = _curve(TALK, one)
    # 8 + 6, 13 + 6, 33 + 6; with 43 all fits and no summary is needed.
    assert [(cap, kept, used) for cap, kept, used, _ in _steps(curve)] == [
        (0, 0, 0),
        (12, 0, 0),
        (14, 1, 8),
        (19, 2, 13),
        (39, 3, 33),
        (43, 4, 43),
    ]
    assert curve.exact
    assert not _curve(TALK, one, marks=keeps(a="i2.2")).exact


def test_a_row_that_keeps_all_has_one_level() -> None:
    curve = _curve(TALK, f"{NEWEST} history.overflow=keep")
    assert [(cap, kept, used) for cap, kept, used, _ in _steps(curve)] == [(0, 4, 43), (12, 4, 43)]
    assert curve.exact


def test_a_row_without_a_cap_is_looked_at_under_one() -> None:
    one = "recent.rounds=0 history.order=newest history.overflow=stop"
    curve = _curve(TALK, one, marks=keeps(a="i2.2"))
    assert curve.now is None
    assert _steps(curve) == [(0, 0, 0, 0), (8, 1, 8, 0), (13, 2, 13, 0), (33, 3, 33, 1), (43, 4, 43, 1)]
    assert curve.at(curve.now) == 4


def test_under_a_limit_the_steps_are_what_the_limit_leaves() -> None:
    """The limit of 30 leaves room for i3 and i4 beside the question: 4 for it, 3 at the end, 13 for both."""
    one = f"{NEWEST} history.overflow=stop window.size=30 history.tier=3"
    curve = _curve(TALK, one, marks=keeps(a="i2.2"))
    assert _steps(curve) == [
        (0, 0, 0, 0),
        (8, 1, 8, 0),
        (12, 1, 8, 0),
        (13, 2, 13, 0),
        (33, 2, 13, 0),
        (43, 2, 13, 0),
    ]
    assert curve.exact


def test_broken_pairs_are_told_as_they_are() -> None:
    """i2 is gone for good, and with it its result, whatever the cap of the results."""
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 assistant 3 call:b\ni5 tool 9 result:b"
    one = (
        "recent.rounds=0 history.cap=6 history.order=newest history.overflow=stop "
        "tool_result.cap=20 tool_result.order=newest tool_result.overflow=stop"
    )
    curve = _curve(f"{table}\ni6 user 1", one, Row.TOOL_RESULT)
    assert [(cap, kept, used) for cap, kept, used, _ in _steps(curve)] == [
        (0, 0, 0),
        (12, 1, 12),
        (20, 1, 12),
        (55, 1, 12),
    ]


def test_few_runs_look_at_must_keeps_first_and_say_that_they_are_few() -> None:
    table = "\n".join(f"i{at} {'user' if at % 2 else 'assistant'} 4" for at in range(1, 41))
    one = "recent.rounds=0 history.cap=100 history.order=oldest history.overflow=stop"
    curve = _curve(f"{table}\ni41 user 1", one, marks=keeps(a="i13.1"), most=8)
    assert not curve.exact
    assert len(curve.runs) <= 8
    # The row admits what every run found, so that all of its steps can be told: 7 for each of 40 and now.
    assert (len(curve.caps), curve.kept[-1], curve.tokens[-1]) == (42, 40, 280)
    assert curve.must_keeps[curve.at(13 * 7 - 1)] == 0
    assert curve.must_keeps[curve.at(13 * 7)] == 1


def test_a_must_keep_that_none_of_the_rows_units_holds_is_searched_for() -> None:
    """It stands in a result, which goes with its call."""
    table = "\n".join(f"i{at} {'user' if at % 2 else 'assistant'} 4" for at in range(1, 61))
    table += "\ni61 assistant 4 call:a\ni62 tool 9 result:a\ni63 user 1"
    one = "recent.rounds=0 history.cap=20 history.order=oldest history.overflow=stop"
    curve = _curve(table, one, marks=keeps(a="i62.3"), most=24)
    # 60 messages of 7, then the call.
    assert curve.must_keeps[curve.at(60 * 7)] == 0
    assert curve.must_keeps[curve.at(61 * 7)] == 1
    assert len(curve.runs) <= 24


def test_where_few_runs_show_that_more_is_at_work_only_they_are_told() -> None:
    table = "\n".join(f"i{at} {'user' if at % 2 else 'assistant'} 4" for at in range(1, 41))
    one = "recent.rounds=0 history.cap=100 history.order=oldest history.overflow=stop window.size=150"
    curve = _curve(f"{table}\ni41 user 1", one, most=8)
    assert not curve.exact
    assert curve.caps == curve.runs
    # 20 messages of 7 fit the limit beside the question and the end.
    assert max(curve.tokens) == 140


def test_a_row_that_skips_with_endless_steps_is_looked_at_here_and_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ctxlab.analysis.admission._MOST_STEPS", 20)
    curve = _curve(TALK, "recent.rounds=0 history.cap=12 history.overflow=skip")
    assert not curve.exact
    assert set(curve.runs) == set(curve.caps) == {0, 5, 10, 12, 23, 30}


def test_a_curve_gets_better_with_every_run() -> None:
    found = list(
        curves(builder(TALK, keeps(a="i2.2")), profile(f"{NEWEST} history.overflow=stop"), Row.HISTORY)
    )
    assert [len(curve.runs) for curve in found] == [1, 2, 3, 4, 5, 6]
    assert [curve.exact for curve in found] == [False] * 5 + [True]
    # The first is the run that everyone has seen, at the cap as it is.
    assert found[0].runs == (12,)
    assert found[0].kept == found[-1].kept


def test_what_is_elastic_is_not_exact() -> None:
    table = f"{TALK}\ni6 system 4 doc"
    one = f"{NEWEST} history.overflow=stop retrieved_doc.cap=20 retrieved_doc.overflow=stop"
    assert not _curve(table, f"{one} history.elastic=yes").exact
    assert _curve(table, f"{one} retrieved_doc.elastic=yes").exact
    assert not _curve(table, f"{one} retrieved_doc.elastic=yes", marks=keeps(a="i6.1")).exact


def test_a_select_that_hands_out_no_queue_has_one_step() -> None:
    build = builder(TALK, keeps(a="i4.1"))

    def bare(one: Profile) -> Examined:
        return replace(build(one), queues={})

    (curve,) = curves(bare, profile(f"{NEWEST} history.overflow=stop"), Row.HISTORY)
    assert _steps(curve) == [(0, 1, 8, 1)]
    assert (curve.judged, curve.of, curve.now, curve.exact) == (1, 4, 12, False)


def test_nobody_waiting_ends_the_search() -> None:
    build, runs = builder(TALK), 0

    def stopped(one: Profile) -> Examined:
        nonlocal runs
        runs += 1
        if runs > 2:
            raise CancelledError("the run was stopped")
        return build(one)

    with pytest.raises(CancelledError):
        list(curves(stopped, profile(f"{NEWEST} history.overflow=stop"), Row.HISTORY))


def test_caps_are_thinned_evenly() -> None:
    assert thinned([1, 2, 3], 5) == [1, 2, 3]
    assert thinned(list(range(0, 101, 10)), 3) == [0, 50, 100]
    assert thinned([], 4) == []


SETTINGS = st.builds(
    lambda overflow, order, cap, pairs, size: (
        f"recent.rounds=0 history.cap={cap} history.overflow={overflow} history.order={order} "
        f"summarize.max_tokens=5 select.pairs={pairs} window.size={size} history.tier=3"
    ),
    st.sampled_from([one.value for one in Overflow]),
    st.sampled_from(["oldest", "newest"]),
    st.sampled_from([0, 7, 40]),
    st.sampled_from(["placeholder", "drop"]),
    st.sampled_from(["-", 45]),
)


def _agrees(build: Build, one: Profile, curve: Curve, cap: int) -> None:
    """A run at that cap shows what the curve says."""
    run = build(capped(one, Row.HISTORY, cap))
    at = curve.at(cap)
    assert len(whole(run, Row.HISTORY)) == curve.kept[at]
    saved = sum(1 for verdict in run.trace.must_keeps if verdict.lost_at is None)
    assert saved == curve.must_keeps[at] or not curve.exact


@given(talks(), SETTINGS)
@settings(max_examples=40)
def test_a_run_at_every_cap_and_one_below_agrees(table: str, wanted: str) -> None:
    build, one = builder(table, keeps(a="i1.1", b="i2.1")), profile(wanted)
    *_, curve = curves(build, one, Row.HISTORY)
    for cap in curve.caps:
        _agrees(build, one, curve, cap)
        if cap:
            _agrees(build, one, curve, cap - 1)
    _agrees(build, one, curve, curve.caps[-1] + 50)
    queue = build(one).queues[Row.HISTORY]
    assert curve.of == Admission(queue).of
