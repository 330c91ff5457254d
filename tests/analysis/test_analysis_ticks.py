"""Ticks: from which cap on each unit is in, worked by hand and against what the row really serves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.examine import builder, capped, examine, keeps, talks, whole
from helpers.spec import pins, profile
from helpers.tree import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.admission import Admission, entry_cap, entry_caps
from ctxlab.analysis.ticks import Ticks
from ctxlab.engine.pipeline import Examined
from ctxlab.lab import Lab
from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import MustKeepRule, Overflow, Profile
from ctxlab.stages.protocol import Queue
from ctxlab.stages.select.plan import Plan
from ctxlab.stages.select.serve import serve

#: Three words of framing a message: charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
OLD = "recent.rounds=0 history.cap=12"


def _ticks(run: Examined, row: Row = Row.HISTORY) -> list[tuple[int, str]]:
    return [(tick.cap, tick.item) for tick in Ticks().of(run)[row]]


@pytest.mark.parametrize("overflow", ["stop", "truncate"])
def test_a_row_that_stops_takes_each_unit_at_the_sum_up_to_it(overflow: str) -> None:
    run = examine(TALK, f"{OLD} history.overflow={overflow}")
    assert _ticks(run) == [(10, "i1"), (30, "i2"), (35, "i3"), (43, "i4")]
    newest = examine(TALK, f"{OLD} history.overflow={overflow} history.order=newest")
    assert _ticks(newest) == [(8, "i4"), (13, "i3"), (33, "i2"), (43, "i1")]


def test_a_row_that_skips_takes_a_unit_as_soon_as_those_before_it_leave_it_room() -> None:
    """At 5 only i3 fits, at 10 only i1, which then leaves i3 room again from 15 on.

    i4 needs 8 behind i3, whose 5 are no more than that, and 13 behind i1, whose 10 are no more: 23. i2 is too
    large for the 20 that are there behind nothing; i1 goes in first, so that it needs 30.
    """
    run = examine(TALK, f"{OLD} history.overflow=skip")
    assert _ticks(run) == [(5, "i3"), (10, "i1"), (23, "i4"), (30, "i2")]


def test_a_row_that_compresses_has_to_leave_room_for_the_summary_until_all_fits() -> None:
    run = examine(TALK, f"{OLD} history.overflow=compress summarize.max_tokens=6")
    # 10 + 6, 30 + 6, 35 + 6; the last needs no summary beside it, and then neither does the third.
    assert _ticks(run) == [(16, "i1"), (36, "i2"), (41, "i3"), (43, "i4")]
    larger = examine(TALK, f"{OLD} history.overflow=compress summarize.max_tokens=20")
    assert _ticks(larger) == [(30, "i1"), (43, "i2"), (43, "i3"), (43, "i4")]
    paid = examine(TALK, f"{OLD} history.overflow=compress summarize.max_tokens=6 summary.cap=50")
    assert _ticks(paid) == [(10, "i1"), (30, "i2"), (35, "i3"), (43, "i4")]


def test_what_is_in_at_every_cap_or_at_none_has_no_tick() -> None:
    assert _ticks(examine(TALK, f"{OLD} history.overflow=keep")) == []
    pinned = examine(TALK, f"{OLD} history.overflow=stop", pins("i3"))
    assert _ticks(pinned) == [(15, "i1"), (35, "i2"), (43, "i4")]
    counted = examine(TALK, f"{OLD} history.overflow=stop history.max_items=2")
    assert _ticks(counted) == [(10, "i1"), (30, "i2")]
    current = examine("i1 user 3\ni2 assistant 9", "recent.overflow=stop recent.cap=1")
    assert _ticks(current, Row.RECENT) == []


def test_a_row_without_a_cap_has_the_ticks_that_it_would_have_with_one() -> None:
    run = examine(TALK, "recent.rounds=0 history.overflow=stop")
    assert _ticks(run) == [(10, "i1"), (30, "i2"), (35, "i3"), (43, "i4")]


def test_an_elastic_row_needs_no_more_than_what_it_is_not_given() -> None:
    table = f"{TALK}\ni6 system 4 doc"
    run = examine(table, f"{OLD} history.overflow=stop history.elastic=yes retrieved_doc.cap=20")
    # The documents leave 16: those that this brings in have no tick, the rest need so much less.
    assert _ticks(run) == [(14, "i2"), (19, "i3"), (27, "i4")]


def test_a_unit_that_states_or_holds_a_must_keep_is_marked() -> None:
    marks = Marks(
        must_keeps=(
            MustKeep("held", text="i2.3"),
            MustKeep("stated", text="nowhere said", since="i3"),
            MustKeep("later", text="i1.1", since="i99"),
            MustKeep("broken", regex="("),
            MustKeep("whole", source="conversation"),
        )
    )
    run = examine(TALK, f"{OLD} history.overflow=stop", marks)
    assert [tick.item for tick in Ticks().of(run)[Row.HISTORY] if tick.must_keep] == ["i2", "i3"]
    one = examine(TALK, f"{OLD} history.overflow=stop", Marks(must_keeps=(MustKeep("m", item="i4"),)))
    assert [tick.item for tick in Ticks().of(one)[Row.HISTORY] if tick.must_keep] == ["i4"]
    ruled = replace(profile(f"{OLD} history.overflow=stop"), must_keep=(MustKeepRule(regex="i1[.]7"),))
    assert [tick.item for tick in Ticks().of(examine(TALK, ruled))[Row.HISTORY] if tick.must_keep] == ["i1"]


def test_the_published_select_has_the_ticks_of_rows_that_stop() -> None:
    table = "i1 system 3\ni2 user 4\ni3 assistant 6\ni4 user 1\ni5 system 2 doc rel:0.9"
    settings = "gather.strategy=gssc-published select.strategy=gssc-published system_prompt.cap=1"
    run = examine(table, settings)
    charge = {item.id: run.trace.pool.charge[at] for at, item in enumerate(run.trace.pool.items)}
    assert _ticks(run) == [(charge["i3"], "i3"), (charge["i3"] + charge["i2"], "i2")]
    assert _ticks(run, Row.RETRIEVED_DOC) == [(charge["i5"], "i5")]
    # It takes these whole, whatever their cap.
    assert _ticks(run, Row.SYSTEM_PROMPT) == _ticks(run, Row.USER_MESSAGE) == []


def test_ticks_are_remembered_and_follow_what_matters() -> None:
    build, ticks = builder(TALK, keeps(m="i2.1")), Ticks()
    base = profile(f"{OLD} history.overflow=stop")
    first = ticks.of(build(base))[Row.HISTORY]
    assert ticks.of(build(base.set("budget.history.cap", 31)))[Row.HISTORY] is first
    newest = ticks.of(build(base.set("budget.history.order", "newest")))[Row.HISTORY]
    assert [tick.item for tick in newest] == ["i4", "i3", "i2", "i1"]
    skipping = ticks.of(build(base.set("budget.history.overflow", "skip")))[Row.HISTORY]
    assert [tick.item for tick in skipping] == ["i3", "i1", "i4", "i2"]


def test_the_lab_marks_the_caps_that_bring_the_travel_samples_must_keeps_back() -> None:
    lab = Lab(store=False)
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    one = lab.profile(ROOT / "sessions" / "travel-agent.toml")
    found = lab.ticks(session.at(), one)
    assert set(found) == set(one.table())
    red = [tick for tick in found[Row.HISTORY] if tick.must_keep]
    # The newest first; two demands are said twice, so that the cap of 2,024 has brought all of them back.
    assert [tick.item for tick in red] == ["i52", "i44", "i30", "i22", "i18", "i11", "i8"]
    assert (red[-2].cap, red[-1].cap) == (2024, 2085)
    kept = lab.build(session.at(), capped(one, Row.HISTORY, red[-2].cap))
    assert all(verdict.lost_at is None for verdict in kept.must_keeps)
    assert lab.demand(kept)[Row.HISTORY] == found[Row.HISTORY][-1].cap
    lab.close()


def _served(queue: Queue, cap: int) -> list[bool]:
    """Whether each unit is in, whole and as itself, as Select serves it."""
    assert isinstance(queue.source, Plan)
    most = None if queue.allowed == len(queue.units) else queue.allowed
    found = serve(queue.source, cap, queue.overflow, lambda *_: None, most=most, aside=queue.aside)
    inside = (Reason.FITS, Reason.KEPT_OVER_CAP, Reason.REQUIRED, Reason.PINNED)
    return [verdict in inside for verdict in found.verdict]


PROFILES = st.builds(
    lambda overflow, order, aside, most: profile(
        f"recent.rounds=0 history.cap=20 history.overflow={overflow} history.order={order} "
        f"summarize.max_tokens={aside} history.max_items={most}"
    ),
    st.sampled_from([one.value for one in Overflow]),
    st.sampled_from(["oldest", "newest"]),
    st.sampled_from([0, 3, 9]),
    st.sampled_from(["-", 3]),
)


@given(talks(), PROFILES, st.sets(st.integers(1, 9), max_size=2))
@settings(max_examples=60)
def test_an_entry_cap_is_the_smallest_at_which_the_row_serves_the_unit(
    table: str, one: Profile, pinned: set[int]
) -> None:
    queue = examine(table, one, pins(*(f"i{at}" for at in pinned))).queues[Row.HISTORY]
    highest = queue.prefix[-1] + 1
    at_caps = [_served(queue, cap) for cap in range(highest + 1)]
    first = {
        rank: next((cap for cap, inside in enumerate(at_caps) if inside[rank]), None)
        for rank in range(len(queue.units))
    }
    found = entry_caps(queue)
    assert found == sorted(found)
    for cap, rank in found:
        assert cap == first[rank]
    always = {rank for rank in first if all(inside[rank] for inside in at_caps)}
    never = {rank for rank in first if first[rank] is None}
    assert set(first) - {rank for _, rank in found} == always | never
    assert {rank: entry_cap(queue, rank) for rank in first} == first
    admission, sizes = Admission(queue), [len(unit.positions) for unit in queue.units]
    steps, complete = admission.steps()
    assert complete
    for cap, inside in enumerate(at_caps):
        items = sum(size for size, one in zip(sizes, inside, strict=True) if one)
        tokens = sum(charge for charge, one in zip(queue.charges, inside, strict=True) if one)
        assert admission.at(cap) == (items, tokens)
        if cap and inside != at_caps[cap - 1]:
            assert cap in steps


@given(talks(), PROFILES)
@settings(max_examples=25)
def test_a_real_run_takes_the_unit_at_its_tick_and_not_one_below(table: str, one: Profile) -> None:
    build = builder(table)
    for tick in Ticks().of(build(one))[Row.HISTORY]:
        assert tick.item in whole(build(capped(one, Row.HISTORY, tick.cap)), Row.HISTORY)
        assert tick.item not in whole(build(capped(one, Row.HISTORY, tick.cap - 1)), Row.HISTORY)
