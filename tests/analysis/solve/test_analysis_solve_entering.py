"""At which caps a row has a unit, against real runs at every cap."""

from __future__ import annotations

import pytest
from helpers.examine import builder, capped, talks, whole
from helpers.spec import profile
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.solve.entering import Entering
from ctxlab.analysis.solve.spans import ALL, END, holds
from ctxlab.engine.pipeline import Examined
from ctxlab.model.items import Row
from ctxlab.model.trace import Altered

#: Charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
NEWEST = "recent.rounds=0 history.cap=12 history.order=newest"


def _entering(run: Examined) -> tuple[Entering, dict[str, int]]:
    queue = run.queues[Row.HISTORY]
    names = {run.trace.pool.items[unit.positions[0]].id: rank for rank, unit in enumerate(queue.units)}
    return Entering(queue), names


@pytest.mark.parametrize(
    ("overflow", "spans"),
    [
        ("stop", {"i4": ((8, END),), "i3": ((13, END),), "i2": ((33, END),), "i1": ((43, END),)}),
        # i3 is out again from 8 on, where i4 is in, until 13 hold both; i1 comes in where i2 does not fit.
        (
            "skip",
            {"i4": ((8, END),), "i3": ((5, 8), (13, END)), "i2": ((33, END),), "i1": ((23, 33), (43, END))},
        ),
        # 6 are set aside for a summary of what does not fit.
        ("compress", {"i4": ((14, END),), "i3": ((19, END),), "i2": ((39, END),), "i1": ((43, END),)}),
        ("keep", {"i4": ALL, "i3": ALL, "i2": ALL, "i1": ALL}),
    ],
)
def test_each_overflow_rule_has_its_caps(
    overflow: str, spans: dict[str, tuple[tuple[int, int], ...]]
) -> None:
    run = builder(TALK)(profile(f"{NEWEST} history.overflow={overflow} summarize.max_tokens=6"))
    entering, ranks = _entering(run)
    assert {name: entering.whole(rank) for name, rank in ranks.items()} == spans
    assert entering.proven


def test_units_over_a_count_never_are() -> None:
    run = builder(TALK)(profile(f"{NEWEST} history.overflow=stop history.max_items=1"))
    entering, ranks = _entering(run)
    assert entering.whole(ranks["i3"]) == ()


@settings(max_examples=60)
@given(
    talks(), st.sampled_from(["stop", "skip", "truncate", "compress"]), st.sampled_from(["newest", "oldest"])
)
def test_runs_at_every_cap_agree(table: str, overflow: str, order: str) -> None:
    build = builder(table)
    one = profile(f"recent.rounds=0 history.cap=0 history.overflow={overflow} history.order={order}")
    one = one.set("summarize.max_tokens", 5)
    entering, ranks = _entering(build(one))
    entering.expect(ranks.values())
    for cap in range(entering.queue.prefix[-1] + 2):
        there = whole(build(capped(one, Row.HISTORY, cap)), Row.HISTORY)
        assert {name for name, rank in ranks.items() if holds(entering.whole(rank), cap)} == there & set(
            ranks
        )


@pytest.mark.parametrize("words", [90, 400])
def test_a_row_that_truncates_has_a_unit_where_enough_is_left_of_it(words: int) -> None:
    """Served i2 with 13, then i1: its first word stands in every cut that leaves something useful."""
    build = builder(f"i1 user {words}\ni2 assistant 10\ni3 user 1")
    one = profile("recent.rounds=0 history.cap=0 history.order=newest history.overflow=truncate")
    entering, ranks = _entering(build(one))

    def says(_at: int, cut: Altered) -> bool:
        return "i1.1 " in cut.text

    spans = entering.cut(ranks["i1"], says)
    # beside the 13 of i2 and the framing of 3, less than 32 would not be useful
    assert spans[0][0] >= 13 + 3 + 32
    assert spans[-1][1] == 13 + 3 + words
    # of small units all rooms are looked at
    assert entering.proven is (words == 90)
    for cap in range(40, 13 + 3 + words, 1 if words == 90 else 7):
        run = build(capped(one, Row.HISTORY, cap))
        assert holds(spans, cap) is any("i1.1 " in str(one) for one in run.trace.messages)
