"""Which lines the panes show."""

from __future__ import annotations

from gui.trace_builder import One, dropped, kept, trace_of
from gui.trip_sample import trip_trace

from ctxlab.gui.models.filter import parse
from ctxlab.gui.models.stage_lines import FOLD, LEAST_DROPPED, fates, lines_of
from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace

TRACE = trip_trace()


def test_without_a_filter_every_item_is_a_line_in_order() -> None:
    lines = lines_of(TRACE, TRACE.order())
    assert lines.keys == [TRACE.id(position) for position in TRACE.order()]
    assert (lines.items, lines.shown, lines.folds) == (40, 40, {})


def test_the_column_of_fates_is_the_worst_of_the_stages() -> None:
    column = fates(TRACE)
    assert [Fate(value) for value in column] == [TRACE.fate(position) for position in range(len(TRACE))]


def test_runs_of_kept_items_of_one_row_fold() -> None:
    lines = lines_of(TRACE, TRACE.order(), changes_only=True)
    shown = [key.removeprefix(FOLD) + ("+" if key.startswith(FOLD) else "") for key in lines.keys]
    # the single kept item i1 stays a line; i2 to i5 are the schemas, i9 to i16 history, i24 to i31 recent
    assert shown[:7] == ["i1", "i2+", "i6", "i7", "i8", "i9+", "i17"]
    fold = lines.folds[FOLD + "i24"]
    assert (fold.row, len(fold.positions)) == (Row.RECENT, 8)
    held = [position for fold in lines.folds.values() for position in fold.positions]
    assert len(held) + sum(not key.startswith(FOLD) for key in lines.keys) == len(TRACE)


def test_results_of_tools_fold_together_with_the_talk_around_them() -> None:
    talk = [
        kept(One("a", Row.HISTORY, "go", "user", 1, 5)),
        kept(One("b", Row.TOOL_RESULT, "done", "tool", 1, 5)),
        kept(One("c", Row.HISTORY, "well", "assistant", 1, 5)),
        dropped(One("d", Row.TOOL_RESULT, "gone", "tool", 1, 5)),
        kept(One("e", Row.TOOL_RESULT, "one", "tool", 2, 5)),
        kept(One("f", Row.TOOL_RESULT, "two", "tool", 2, 5)),
        kept(One("g", Row.RECENT, "now", "user", 2, 5)),
    ]
    trace = trace_of(talk)
    lines = lines_of(trace, trace.order(), changes_only=True)
    assert lines.keys == [FOLD + "a", "d", FOLD + "e", "g"]
    assert (lines.folds[FOLD + "a"].row, lines.folds[FOLD + "a"].positions) == (Row.HISTORY, (0, 1, 2))


def _long_talk(gone: int) -> Trace:
    """So many items that came behind the one that ended their row, one that was over the cap, one kept."""
    behind = [dropped(One(f"i{n}", Row.HISTORY, "so", "user", 1, 10), by="x") for n in range(gone)]
    over = dropped(One("x", Row.HISTORY, "big", "user", 1, 90))
    return trace_of([*behind, over, kept(One("z", Row.RECENT, "now", "user", 2, 5))])


def test_a_long_run_dropped_for_one_reason_folds_and_a_short_one_does_not() -> None:
    trace = _long_talk(LEAST_DROPPED)
    lines = lines_of(trace, trace.order(), changes_only=True)
    assert lines.keys == [FOLD + "i0", "x", "z"]
    fold = lines.folds[FOLD + "i0"]
    assert (fold.reason, fold.positions) == (Reason.BEHIND_OVERFLOW, tuple(range(LEAST_DROPPED)))
    opened = lines_of(trace, trace.order(), changes_only=True, opened={FOLD + "i0"})
    assert opened.keys == [trace.id(position) for position in trace.order()]
    # a must-keep among them is in sight, and parts the run
    starred = lines_of(trace, trace.order(), changes_only=True, starred={"i3"})
    assert starred.folds == {}
    short = _long_talk(LEAST_DROPPED - 1)
    assert lines_of(short, short.order(), changes_only=True).folds == {}
    # of a filter the fold holds what passes
    passing = lines_of(trace, trace.order(), parse("fate:dropped"), changes_only=True)
    assert passing.keys == [FOLD + "i0", "x"]


def test_an_opened_fold_shows_its_items_and_a_starred_item_is_never_folded() -> None:
    opened = lines_of(TRACE, TRACE.order(), changes_only=True, opened={FOLD + "i2"})
    assert opened.keys[1:5] == ["i2", "i3", "i4", "i5"]
    starred = lines_of(TRACE, TRACE.order(), changes_only=True, starred={"i12"})
    assert "i12" in starred.keys
    assert [key for key in starred.folds if key in (FOLD + "i9", FOLD + "i13")] == [FOLD + "i9", FOLD + "i13"]


def test_a_filter_and_folds_work_together() -> None:
    lines = lines_of(TRACE, TRACE.order(), parse("row:history"), changes_only=True)
    assert lines.keys[:4] == ["i6", "i7", "i8", FOLD + "i9"]
    assert lines.shown == 17
