"""The model of one stage in its own order: what it says, and that it is patched, not reset."""

from __future__ import annotations

import pytest
from gui.trace_builder import One, dropped, kept, trace_of
from gui.trip_sample import trip, trip_trace
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.filter import parse
from ctxlab.gui.models.stage_cells import FoldCell, HeadCell, StageCell
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.models.stage_own_lines import GONE, HEAD
from ctxlab.gui.models.stage_own_model import OwnOrderModel
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace


@pytest.fixture
def source(qtbot: QtBot) -> StageModel:
    made = StageModel()
    made.set_trace(trip_trace())
    return made


def own(source: StageModel, stage: int) -> OwnOrderModel:
    made = OwnOrderModel(source, stage, source)
    made.refresh()
    return made


def test_lines_say_what_the_aligned_ones_say(source: StageModel, qtmodeltester: ModelTester) -> None:
    select = own(source, 1)
    qtmodeltester.check(select)
    gone = select.row_for("i8")
    assert select.key(gone) == GONE + "i8"
    assert select.cell(gone) == source.cell(source.row_of("i8"), 1)
    assert select.item(gone) == "i8"
    index = select.index(gone, 0)
    assert "over its cap" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "7,964" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert select.headerData(0, Qt.Orientation.Horizontal) == "Select"


def test_a_head_says_how_many_went_and_is_no_item(source: StageModel) -> None:
    select = own(source, 1)
    row = select.row_of(HEAD + "dropped")
    cell = select.cell(row)
    assert cell == HeadCell(Fate.DROPPED, "dropped: 5")
    assert (select.item(row), select.items_of(row), select.positions_at(row)) == ("", (), ())
    assert select.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "dropped: 5"


def test_an_item_that_never_got_there_has_no_line(source: StageModel) -> None:
    assert own(source, 2).row_for("i8") == -1
    assert own(source, 2).row_for("nothing of that name") == -1


def test_folds_hold_their_items_and_open(source: StageModel) -> None:
    source.set_changes_only(True)
    gather = own(source, 0)
    row = gather.row_of(FOLD + "i2")
    cell = gather.cell(row)
    assert isinstance(cell, FoldCell)
    assert cell.text == "4 kept · tool schemas"
    assert gather.row_for("i4") == row
    assert gather.items_of(row) == ("i2", "i3", "i4", "i5")
    gather.open_fold(FOLD + "i2")
    assert gather.key(gather.row_for("i4")) == "i4"
    gather.close_folds()
    gather.refresh()
    assert gather.row_for("i4") == row


def test_without_a_trace_there_are_no_lines(source: StageModel) -> None:
    gather = own(source, 0)
    source.set_trace(None)
    gather.refresh()
    assert gather.rowCount() == 0
    assert gather.row_for("i4") == -1


def talk(gone: set[int], count: int = 30) -> Trace:
    ones = [One(f"i{n}", Row.HISTORY, f"text {n}", tokens=10) for n in range(count)]
    return trace_of([dropped(one) if n in gone else kept(one) for n, one in enumerate(ones)])


def test_what_goes_moves_below_the_head_without_a_reset(qtbot: QtBot) -> None:
    source = StageModel()
    source.set_trace(talk({3}))
    select = own(source, 1)
    held = QPersistentModelIndex(select.index(select.row_for("i20"), 0))
    source.set_trace(talk({3, 4, 5}))
    with qtbot.assertNotEmitted(select.modelReset):
        select.refresh(frozenset({4, 5}))
    assert held.row() == select.row_for("i20") == 17
    assert [select.item(row) for row in range(27, 31)] == ["", "i3", "i4", "i5"]
    assert select.cell(27) == HeadCell(Fate.DROPPED, "dropped: 3")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.lists(st.booleans(), min_size=len(trip()), max_size=len(trip())),
            st.booleans(),
            st.sampled_from(["", "fate:dropped", "row:history"]),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_any_sequence_ends_like_a_fresh_model(
    qtbot: QtBot, steps: list[tuple[list[bool], bool, str]]
) -> None:
    source = StageModel()
    models = [OwnOrderModel(source, stage, source) for stage in range(4)]
    for drops, folds, text in steps:
        ones = [
            dropped(one) if drop and one.made is None else one
            for one, drop in zip(trip(), drops, strict=True)
        ]
        source.set_changes_only(folds)
        source.set_filter(parse(text))
        source.set_trace(trace_of(ones))
        fresh = StageModel()
        fresh.set_changes_only(folds)
        fresh.set_filter(parse(text))
        fresh.set_trace(trace_of(ones))
        changes = source.changes
        for stage, model in enumerate(models):
            model.refresh(None if changes is None else changes.positions[stage])
            new = OwnOrderModel(fresh, stage, fresh)
            new.refresh()
            assert list(model.keys) == list(new.keys)
            assert [model.cell(row) for row in range(model.rowCount())] == [
                new.cell(row) for row in range(new.rowCount())
            ]
            for row in range(model.rowCount()):
                cell = model.cell(row)
                assert isinstance(cell, FoldCell | HeadCell) or (
                    isinstance(cell, StageCell) and cell.fate is not Fate.NONE
                )
                assert all(model.row_for(one) == row for one in model.items_of(row))
