"""Ticks: which of them a bar shows, which one a place of the mouse means, which one comes next."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.budget_ticks import GAP, Mark, Ticks, place
from ctxlab.model.sensitivity import Tick

FEW = Ticks((Tick(800, "c"), Tick(100, "a"), Tick(400, "b", must_keep=True), Tick(400, "d")))


def test_ticks_are_stepped_through_in_order() -> None:
    assert [tick.cap for tick in FEW.all] == [100, 400, 400, 800]
    assert FEW.after(0) == Tick(100, "a")
    assert FEW.after(100) == Tick(400, "b", must_keep=True)
    assert FEW.after(400) == Tick(800, "c")
    assert FEW.after(800) is None
    assert FEW.before(None) == Tick(800, "c")
    assert FEW.before(800) == Tick(400, "b", must_keep=True)
    assert FEW.before(400) == Tick(100, "a")
    assert FEW.before(100) is None
    assert FEW.at(400) == Tick(400, "b", must_keep=True)
    assert FEW.at(401) is None
    assert not Ticks()


def test_a_bar_shows_what_can_be_told_apart() -> None:
    # 100 pixels for 1,000 tokens: ten tokens a pixel; 410 and 430 are too near to the must-keep at 400
    ticks = Ticks(
        (
            *(Tick(cap, str(cap)) for cap in (100, 110, 120, 150, 410, 430, 440, 1000, 1001)),
            Tick(400, "red", must_keep=True),
        )
    )
    assert [(mark.x, mark.tick.item, mark.more) for mark in ticks.marks(100, 1000)] == [
        (10, "100", 2),
        (15, "150", 0),
        (40, "red", 0),
        (44, "440", 0),
        (100, "1000", 0),
    ]


def test_a_narrow_bar_shows_must_keeps_only() -> None:
    assert FEW.marks(30, 1000) == (Mark(12, Tick(400, "b", must_keep=True)),)
    assert FEW.marks(0, 1000) == ()


def test_what_a_bar_shows_is_worked_out_once() -> None:
    ticks = Ticks((Tick(5, "a"),))
    assert ticks.marks(100, 1000) is ticks.marks(100, 1000)
    assert ticks.marks(100, 1000) is not ticks.marks(200, 1000)


def test_the_nearest_mark_in_reach_is_meant() -> None:
    ticks = Ticks((Tick(100, "a"), Tick(200, "b"), Tick(280, "c", must_keep=True)))
    near = ticks.near(14, 100, 1000)
    assert near is not None
    assert near.tick.item == "a"
    # as far from b (20) as from c (28): the must-keep is meant
    near = ticks.near(24, 100, 1000)
    assert near is not None
    assert near.tick.item == "c"
    assert ticks.near(35, 100, 1000) is None
    assert ticks.near(33, 100, 1000, reach=4) is None


@pytest.mark.parametrize(
    ("cap", "used", "need"),
    [(200, 150, 400), (150, 0, 400), (100, 0, 0), (100, 140, 400), (400, 400, 0), (None, 300, 0)],
)
def test_a_must_keep_gets_room_up_to_three_times_the_cap(cap: int | None, used: int, need: int) -> None:
    assert FEW.need(cap, used) == need


CAPS = st.lists(st.tuples(st.integers(0, 60_000), st.booleans()), max_size=60)


@given(CAPS, st.integers(1, 400), st.integers(100, 50_000))
def test_every_must_keep_is_shown_and_nothing_touches(
    caps: list[tuple[int, bool]], width: int, scale: int
) -> None:
    ticks = Ticks(Tick(cap, f"i{n}", must) for n, (cap, must) in enumerate(caps))
    marks = ticks.marks(width, scale)
    red = [mark for mark in marks if mark.tick.must_keep]
    assert {mark.tick for mark in red} == {tick for tick in ticks.all if tick.must_keep and tick.cap <= scale}
    assert all(mark.x == place(mark.tick.cap, width, scale) <= width for mark in marks)
    for left, right in pairwise(marks):
        assert right.x - left.x >= GAP or (left.tick.must_keep and right.tick.must_keep)


@given(CAPS)
def test_stepping_on_meets_every_cap_once(caps: list[tuple[int, bool]]) -> None:
    ticks = Ticks(Tick(cap, f"i{n}", must) for n, (cap, must) in enumerate(caps))
    met: list[int] = []
    at = -1
    while (tick := ticks.after(at)) is not None:
        met.append(at := tick.cap)
    assert met == sorted({cap for cap, _ in caps})
