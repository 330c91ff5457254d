"""What stood in the way of an item that Select dropped."""

from __future__ import annotations

from helpers import degrading
from helpers.spec import pins, run

from ctxlab.analysis.displaced import displaced
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row

#: Charges of i1 to i5 are 10, 20, 5, 8 and 6.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 3\ni6 user 1"
NEWEST = "recent.rounds=0 history.order=newest"


def _held(item: str, tokens: int, *, blocks: bool = False) -> Displacer:
    return Displacer(item, Row.HISTORY, tokens, blocks)


def test_the_largest_that_were_served_before_it_until_its_lack_is_covered() -> None:
    """i5, i4 and i3 hold 19 of 27: i2 lacks 12 of its 20, which the 8 and the 6 cover."""
    trace = run(TALK, f"{NEWEST} history.cap=27 history.overflow=stop")
    assert displaced(trace, "i2") == (_held("i4", 8), _held("i5", 6))


def test_where_the_row_had_stopped_the_one_it_stopped_at_comes_first() -> None:
    trace = run(TALK, f"{NEWEST} history.cap=27 history.overflow=stop")
    # i1 needs 10 of the 8 that are left: 2 are lacking beside.
    assert displaced(trace, "i1") == (_held("i2", 0, blocks=True), _held("i4", 8))
    roomy = run(TALK, f"{NEWEST} history.cap=37 history.overflow=stop")
    # 18 are left for its 10: it lacks nothing, the row had stopped.
    assert displaced(roomy, "i1") == (_held("i2", 0, blocks=True),)


def test_a_row_that_skips_is_held_by_those_before_it_only() -> None:
    """Served 10, 20, 5, 8, 6 under 16: i1 and i3 are in, i4 lacks 7 of its 8 and i5 lacks 5 of its 6."""
    trace = run(TALK, "recent.rounds=0 history.cap=16 history.overflow=skip")
    assert displaced(trace, "i4") == (_held("i1", 10),)
    assert displaced(trace, "i2") == (_held("i1", 10),)
    assert displaced(trace, "i3") == ()


def test_pinned_items_hold_tokens_too() -> None:
    trace = run(TALK, f"{NEWEST} history.cap=27 history.overflow=stop", pins("i1"))
    # 10 for the pin, then 6, 8: i3 does not fit what is left, 3 of its 5.
    assert displaced(trace, "i3") == (_held("i1", 10),)


def test_what_was_cut_or_goes_into_a_summary_was_displaced_as_well() -> None:
    table = "i1 user 97\ni2 assistant 47\ni3 user 1"
    cut = run(table, f"{NEWEST} history.cap=100 history.overflow=truncate")
    assert cut.altered
    assert displaced(cut, "i1") == (_held("i2", 50),)
    merged = run(TALK, f"{NEWEST} history.cap=27 history.overflow=compress summarize.max_tokens=4")
    # 4 are set aside and 19 held: of its 20 it lacks 16.
    assert [one.item for one in displaced(merged, "i2")] == ["i4", "i5", "i3"]


def test_over_the_window_it_is_whatever_kept_its_place() -> None:
    table = f"{TALK}\ni7 system 30 doc"
    # 49 for the talk, 4 for the question, 30, heading, framing of the documents and the end.
    whole = run(table, NEWEST).totals.constructed
    trace = run(table, f"{NEWEST} window.size={whole - 1} history.tier=3 retrieved_doc.tier=2")
    assert [trace.id(p) for p in range(len(trace.pool)) if trace.fate(p).word == "dropped"] == ["i1"]
    # Its 10 went and 9 of them are left over: 1 was lacking.
    assert displaced(trace, "i1") == (Displacer("i7", Row.RETRIEVED_DOC, 30),)


def test_of_any_other_item_there_are_none() -> None:
    table = "i1 user 9 gone\ni2 assistant 4 call:a\ni3 tool 40 result:a\ni4 user 1"
    trace = run(table, "recent.rounds=0 history.cap=2 history.overflow=stop")
    assert displaced(trace, "i1") == ()
    assert displaced(trace, "i3") == ()
    assert displaced(trace, "i4") == ()
    assert displaced(trace, "i99") == ()
    counted = run(TALK, f"{NEWEST} history.max_items=2")
    assert displaced(counted, "i1") == ()


def test_what_a_level_of_degradation_took_was_displaced_by_what_stands() -> None:
    """As worked out in `degrading`: i5 needs 33 where 26 of 199 are left."""
    trace = run(degrading.TALK, f"{degrading.LEVELS} window.size=199")
    assert trace.totals.constructed == 173
    assert displaced(trace, "i5") == (Displacer("i8", Row.RETRIEVED_DOC, 30, False),)
