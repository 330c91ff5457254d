"""The model of the panes: what lines say, and that a new trace patches them."""

from __future__ import annotations

from typing import Any

from gui.trace_builder import One, compressed, dropped, kept, long_ones, pool_of, trace_of
from gui.trip_sample import trip, trip_trace
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab import explain
from ctxlab.gui.models.filter import parse
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.stage_cells import FoldCell, StageCell
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.model.decision import STAGES, Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace


def cell(model: StageModel, key: str, stage: int) -> StageCell:
    found = model.cell(model.row_of(key), stage)
    assert isinstance(found, StageCell)
    return found


def contents(model: StageModel) -> list[list[Any]]:
    return [[model.cell(row, stage) for stage in range(4)] for row in range(model.rowCount())]


def test_every_item_is_a_line_in_every_stage(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    trace = trip_trace()
    model = StageModel()
    model.set_trace(trace)
    qtmodeltester.check(model)
    assert list(model.keys) == [trace.id(position) for position in trace.order()]
    assert model.columnCount() == len(STAGES)


def test_what_a_dropped_item_shows_stage_by_stage(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    gather, select, summarize, construct = (cell(model, "i8", stage) for stage in range(4))
    assert (gather.label, gather.words, gather.tokens, gather.pill) == (
        "user · 2",
        "周末想去杭州，预算三千以内，不吃辣",
        "38",
        "",
    )
    assert (select.fate, select.pill, select.tokens) == (Fate.DROPPED, "dropped", "−38")
    assert select.note == "over its cap"
    assert summarize.fate is Fate.NONE
    assert construct.fate is Fate.NONE


def test_labels_say_who_and_when(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    labels = {key: cell(model, key, 0).label for key in ("i1", "i2", "i7", "i23", "i32", "i35", "i36")}
    assert labels == {
        "i1": "system",
        "i2": "search_trains",
        "i7": "assistant · 1",
        "i23": "search_trains · 4",
        "i32": "doc · 0.91",
        "i35": "task state",
        "i36": "note",
    }


def test_what_an_earlier_stage_did_shows_in_later_ones(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    assert cell(model, "i38", 1).pill == "cut"
    assert [cell(model, "i38", stage).shade for stage in range(4)] == [
        Fate.KEPT,
        Fate.TRUNCATED,
        Fate.TRUNCATED,
        Fate.TRUNCATED,
    ]
    assert cell(model, "i38", 2).pill == ""
    assert cell(model, "i38", 1).tokens == "≈1,500"
    assert cell(model, "i17", 3).shade is Fate.COMPRESSED


def test_construct_says_message_and_place(qtbot: QtBot) -> None:
    trace = trip_trace()
    model = StageModel()
    model.set_trace(trace)
    assert cell(model, "i1", 3).place == "#1 at 0%"
    assert cell(model, "i2", 3).place == "in tools"
    before = sum(message.tokens for message in trace.context[:1])
    whole = sum(message.tokens for message in trace.context)
    assert cell(model, "i9", 3).place == f"#2 at {before * 100 // whole}%"
    assert cell(model, "i9", 2).place == ""


def test_a_run_of_dropped_items_is_one_line_that_says_how_many_why_and_what_was_lost(qtbot: QtBot) -> None:
    gone = [dropped(One(f"i{n}", Row.HISTORY, "so", "user", 1, 10), by="x") for n in range(12)]
    model = StageModel()
    model.set_trace(trace_of([*gone, kept(One("x", Row.RECENT, "now", "user", 2, 5))]))
    model.set_changes_only(True)
    assert model.rowCount() == 2
    gather, select, summarize, construct = (model.cell(0, column) for column in range(4))
    assert gather == FoldCell(Row.HISTORY, "12 kept · history", "120")
    reason = explain.reason(Reason.BEHIND_OVERFLOW, "en")
    assert select == FoldCell(Row.HISTORY, "12 dropped", "−120", Fate.DROPPED, reason)
    assert summarize == FoldCell(Row.HISTORY, "", "", Fate.NONE, reason, 1)
    assert construct == FoldCell(Row.HISTORY, "", "", Fate.NONE, reason, 2)
    told = [model.index(0, at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(4)]
    assert told[1] == f"12 dropped, {reason}, −120 tokens"
    assert told[3] == "never reached Construct"
    assert model.index(0, 1).data(Role.FATE) is Fate.DROPPED
    assert model.items_of(0) == tuple(f"i{n}" for n in range(12))
    assert model.row_for("i7") == 0
    model.open_fold(model.key(0))
    assert model.rowCount() == 13
    # the empty cells of a line say why, too
    cell = model.cell(model.row_of("i7"), 3)
    assert isinstance(cell, StageCell)
    assert (cell.fate, cell.note, cell.since) == (Fate.NONE, reason, 2)


def test_the_fate_is_spoken(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    model.set_starred({"i8"})
    index = model.index(model.row_of("i8"), 1)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("must keep, user · 2, dropped, over its cap, −38 tokens")
    assert "kept" in model.index(model.row_of("i1"), 0).data(Qt.ItemDataRole.AccessibleTextRole)
    unreached = model.index(model.row_of("i8"), 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert unreached == "never reached Construct"
    assert index.data(Role.FATE) is Fate.DROPPED
    assert index.data(Role.KEY) == "i8"


def test_tooltips_give_the_sentence_and_are_no_markup(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    told = model.index(model.row_of("i8"), 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "7,964" in told
    assert "<b>" not in model.index(model.row_of("i20"), 0).data(Qt.ItemDataRole.ToolTipRole)


def test_chinese_words(qtbot: QtBot) -> None:
    model = StageModel(language="zh")
    model.set_trace(trip_trace())
    assert cell(model, "i8", 1).pill == "丢弃"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "选择"


def test_a_new_trace_tells_only_the_lines_that_differ(qtbot: QtBot) -> None:
    ones = [kept(one) for one in long_ones(40, 0)]
    pool = pool_of(ones)
    model = StageModel()
    model.set_trace(trace_of(ones, pool=pool))
    held = QPersistentModelIndex(model.index(20, 1))
    told: list[tuple[int, int, int, int]] = []
    model.dataChanged.connect(lambda a, b, _=None: told.append((a.row(), b.row(), a.column(), b.column())))
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    # compressed to as many tokens as before: no place in the context moves
    changed = {n: compressed(ones[n], ones[n].tokens) for n in (30, 31, 39)}
    model.set_trace(trace_of([changed.get(n, one) for n, one in enumerate(ones)], pool=pool))
    assert told == [(30, 31, 2, 3), (39, 39, 2, 3)]
    assert resets == []
    assert held.row() == 20


def test_the_same_trace_tells_nothing(qtbot: QtBot) -> None:
    trace = trip_trace()
    model = StageModel()
    model.set_trace(trace)
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_trace(trace)


def test_filter_and_folds_change_lines_not_contents(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    model.set_filter(parse("fate:dropped"))
    assert list(model.keys) == ["i6", "i7", "i8", "i23", "i34"]
    model.set_filter(parse("fate:nonsense"))
    assert model.rowCount() == 5
    model.set_filter(parse(""))
    model.set_changes_only(True)
    row = model.row_of(FOLD + "i2")
    fold = model.cell(row, 0)
    assert isinstance(fold, FoldCell)
    assert (fold.text, fold.tokens) == ("4 kept · tool schemas", "488")
    assert model.row_for("i3") == row
    model.open_fold(FOLD + "i2")
    assert model.row_for("i3") == model.row_of("i3") >= 0
    model.set_changes_only(False)
    assert model.rowCount() == len(trip_trace())


def test_no_trace_is_an_empty_table(qtbot: QtBot) -> None:
    model = StageModel()
    model.set_trace(trip_trace())
    model.set_trace(None)
    assert model.rowCount() == 0
    assert model.cell(0, 0) is None
    model.set_trace(trip_trace())
    assert model.rowCount() == len(trip_trace())


ONES = trip()
KINDS = ("as it is", "kept", "dropped", "gone")


def variant(kinds: list[str]) -> Trace:
    """The trip with some fates changed and some made items missing."""
    out = []
    for one, kind in zip(ONES, kinds, strict=True):
        if one.made is not None:
            if kind != "gone":
                out.append(one)
        elif kind == "kept":
            out.append(kept(one))
        elif kind == "dropped":
            out.append(dropped(one))
        else:
            out.append(one)
    return trace_of(out)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(KINDS), min_size=len(ONES), max_size=len(ONES)),
            st.booleans(),
            st.sampled_from(["", "fate:dropped", "row:history", "tokens>200"]),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_any_sequence_of_traces_ends_like_a_fresh_model(
    qtbot: QtBot, steps: list[tuple[list[str], bool, str]]
) -> None:
    model = StageModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    told: set[tuple[str, int]] = set()
    model.dataChanged.connect(
        lambda a, b, _=None: told.update(
            (model.key(row), column)
            for row in range(a.row(), b.row() + 1)
            for column in range(a.column(), b.column() + 1)
        )
    )
    reset: list[bool] = []
    model.modelReset.connect(lambda: reset.append(True))
    for kinds, changes_only, text in steps:
        before = dict(zip(model.keys, contents(model), strict=True))
        told.clear()
        reset.clear()
        trace = variant(kinds)
        model.set_changes_only(changes_only)
        model.set_filter(parse(text))
        model.set_trace(trace)
        fresh = StageModel()
        fresh.set_changes_only(changes_only)
        fresh.set_filter(parse(text))
        fresh.set_trace(trace)
        assert list(model.keys) == list(fresh.keys)
        assert contents(model) == contents(fresh)
        if not reset:
            for key, cells in zip(model.keys, contents(model), strict=True):
                for column, (was, now) in enumerate(zip(before.get(key, cells), cells, strict=True)):
                    assert was == now or (key, column) in told
