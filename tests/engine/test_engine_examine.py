"""What a run hands out to analyses beside its trace."""

from __future__ import annotations

from helpers.examine import builder, examine
from helpers.spec import profile, run

from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Overflow

TALK = "i1 user 7\ni2 assistant 4 call:a\ni3 tool 9 result:a\ni4 user 2\ni5 assistant 5\ni6 user 1"


def test_the_trace_is_that_of_a_run() -> None:
    settings = "recent.rounds=0 history.cap=9 history.overflow=stop"
    assert examine(TALK, settings).trace.to_json() == run(TALK, settings).to_json()


def test_a_queue_has_the_units_in_the_order_of_serving() -> None:
    settings = "recent.rounds=0 history.cap=9 history.overflow=stop history.order=newest"
    found = examine(TALK, settings)
    queue = found.queues[Row.HISTORY]
    ids = [[found.trace.id(position) for position in unit.positions] for unit in queue.units]
    assert ids == [["i5"], ["i4"], ["i2"], ["i1"]]
    assert list(queue.charges) == [8, 5, 7, 10]
    assert list(queue.prefix) == [0, 8, 13, 20, 30]
    assert (queue.overflow, queue.cap, queue.given, queue.share) == (Overflow.STOP, 9, 9, 0)
    assert (queue.lead, queue.allowed, queue.aside) == (0, 4, 0)
    assert {found.trace.id(position): rank for position, rank in queue.rank.items()} == {
        "i5": 0,
        "i4": 1,
        "i2": 2,
        "i1": 3,
    }
    assert found.pairs == {1: (2,)}


def test_a_queue_tells_what_a_cut_at_the_cap_would_leave() -> None:
    table = "i1 user 100\ni2 assistant 5\ni3 user 1"
    settings = "recent.rounds=0 history.overflow=truncate history.order=newest history.cap=60"
    found = examine(table, settings)
    queue = found.queues[Row.HISTORY]
    # 8 for i2 leave i1 52 of 103; under 32 tokens it is not worth its place
    assert queue.cut(1, 52) == (0, found.trace.altered[0])
    assert queue.cut(1, 30) is None
    stop = examine(table, settings.replace("truncate", "stop")).queues[Row.HISTORY]
    assert stop.cut(1, 52) == queue.cut(1, 52)


def test_a_queue_is_the_same_whatever_the_rows_cap() -> None:
    build, base = builder(TALK), profile("recent.rounds=0 history.cap=9 history.overflow=stop")
    one, other = (build(base.set("budget.history.cap", cap)).queues[Row.HISTORY] for cap in (9, 20))
    assert one.source == other.source
    assert list(one.units) == list(other.units)
    newest = build(base.set("budget.history.order", "newest")).queues[Row.HISTORY]
    assert newest.source != one.source


def test_a_published_queue_is_the_same_whatever_the_cap() -> None:
    build = builder(TALK)
    base = profile("gather.strategy=gssc-published select.strategy=gssc-published history.cap=9")
    one, other = (build(base.set("budget.history.cap", cap)).queues[Row.HISTORY] for cap in (9, 20))
    assert one.source == other.source
    assert (one.overflow, build(base).queues[Row.USER_MESSAGE].overflow) == (Overflow.STOP, Overflow.KEEP)


def test_holders_state_a_must_keep_or_hold_it() -> None:
    keeps = (
        MustKeep("text", text="i5.2"),
        MustKeep("item", item="i2"),
        MustKeep("since", text="said nowhere", since="i1"),
        MustKeep("later", text="i4.1", since="i9"),
        MustKeep("source", source="tool_result"),
        MustKeep("broken", regex="("),
        MustKeep("none", number="abc"),
    )
    found = examine(TALK, marks=Marks(must_keeps=keeps))
    assert {found.trace.id(position) for position in found.holders} == {"i1", "i2", "i5"}
