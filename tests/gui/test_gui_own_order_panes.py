"""The panes in their own order: one chosen item for all, links between lines, folds, a menu by key."""

from __future__ import annotations

import pytest
from gui.trace_builder import dropped, kept, long_ones, pool_of, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.own_order_panes import OwnOrderPanes
from ctxlab.gui.views.stage_panes import StagePanes
from ctxlab.gui.views.stage_table import OwnTable


@pytest.fixture
def panes(qtbot: QtBot, look: Look) -> StagePanes:
    made = StagePanes(look)
    qtbot.addWidget(made)
    made.resize(1200, 400)
    made.set_trace(trip_trace())
    made.set_arrangement("own")
    made.show()
    qtbot.waitExposed(made)
    return made


def own(panes: StagePanes) -> OwnOrderPanes:
    assert panes.own is not None
    return panes.own


def current(table: OwnTable) -> str:
    return table.own.item(table.currentIndex().row())


def in_sight(table: OwnTable, item_id: str) -> bool:
    at = table.rowViewportPosition(table.own.row_for(item_id))
    return 0 <= at < table.viewport().height()


def test_the_arrangement_is_chosen_by_keyboard(qtbot: QtBot, look: Look, qapp: QApplication) -> None:
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.resize(1200, 400)
    panes.set_trace(trip_trace())
    panes.show()
    qtbot.waitExposed(panes)
    panes.choose("i8")
    QTest.keyClick(panes.filter_bar.arrangement, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    with qtbot.waitSignal(panes.arrangement_changed) as told:
        QTest.keyClick(menu, Qt.Key.Key_Return)
    assert told.args == ["own"]
    assert panes.arrangement() == "own"
    assert panes.filter_bar.arrangement.text() == "own order ▾"
    assert [table.objectName() for table in panes.tables] == [
        "ownGather",
        "ownSelect",
        "ownSummarize",
        "ownConstruct",
    ]
    assert all(table.isVisible() and table.accessibleName() for table in panes.tables)
    assert not any(table.isVisible() for table in panes.aligned.tables)
    assert [current(table) for table in own(panes).tables[:2]] == ["i8", "i8"]
    panes.set_arrangement("aligned")
    assert all(table.isVisible() for table in panes.aligned.tables)
    assert not any(part.isVisible() for part in (*own(panes).tables, *own(panes).strips))


def test_an_item_chosen_in_one_pane_is_marked_and_in_sight_in_all(panes: StagePanes, qtbot: QtBot) -> None:
    gather, select, summarize, construct = own(panes).tables
    row = gather.own.row_for("i38")
    gather.scrollTo(gather.own.index(row, 0))
    with qtbot.waitSignal(panes.item_chosen) as chosen:
        QTest.mouseClick(
            gather.viewport(),
            Qt.MouseButton.LeftButton,
            pos=gather.visualRect(gather.own.index(row, 0)).center(),
        )
    assert chosen.args == ["i38"]
    assert panes.chosen() == "i38"
    for table in (gather, select, summarize, construct):
        assert current(table) == "i38"
        assert in_sight(table, "i38")
    with qtbot.assertNotEmitted(panes.item_chosen):
        assert panes.choose("i38")


def test_a_dropped_item_is_marked_where_it_stands_and_nowhere_behind(panes: StagePanes) -> None:
    panes.choose("i8")
    gather, select, summarize, construct = own(panes).tables
    assert current(gather) == current(select) == "i8"
    assert in_sight(select, "i8")
    assert not summarize.selectionModel().hasSelection()
    assert not construct.selectionModel().hasSelection()


def test_keys_move_within_a_pane_and_aside_to_the_next(panes: StagePanes, qapp: QApplication) -> None:
    select = own(panes).tables[1]
    panes.choose("i6")
    select.setFocus()
    QTest.keyClick(select, Qt.Key.Key_Down)
    assert panes.chosen() == "i7"
    QTest.keyClick(select, Qt.Key.Key_Up)
    QTest.keyClick(select, Qt.Key.Key_Up)
    # a head is no item: the last one stays chosen
    assert panes.chosen() == "i6"
    QTest.keyClick(select, Qt.Key.Key_Right)
    assert qapp.focusWidget() is own(panes).tables[2]


def test_panes_scroll_on_their_own(panes: StagePanes) -> None:
    gather, select = own(panes).tables[:2]
    before = select.verticalScrollBar().value()
    gather.verticalScrollBar().setValue(120)
    assert select.verticalScrollBar().value() == before
    assert gather.verticalScrollBar().value() == 120


def test_links_join_lines_that_both_panes_show(panes: StagePanes) -> None:
    gather, select = own(panes).tables[:2]
    strip = own(panes).strips[0]
    shown = [link for link in strip.links() if not link.chosen]
    seen = range(gather.rowAt(0), gather.rowAt(gather.viewport().height() - 1) + 1)
    both = [row for row in seen if in_sight(select, gather.own.item(row))]
    assert len(shown) == len(both) > 5
    first = shown[0]
    middle = gather.rowViewportPosition(both[0]) + 11 + gather.viewport().y()
    assert (first.left, first.right, first.gone) == (middle, middle, False)
    panes.choose("i8")
    focus = [link for link in strip.links() if link.chosen]
    assert len(focus) == 1
    assert focus[0].right > focus[0].left
    assert any(link.gone for link in strip.links())
    # Construct has no line of it: nothing leads there
    assert not any(link.chosen for link in own(panes).strips[1].links())


def test_links_stay_within_the_strip_and_the_chosen_one_is_strong(panes: StagePanes, look: Look) -> None:
    panes.choose("i1")
    strip = own(panes).strips[0]
    link = strip.links()[-1]
    assert link.chosen
    image = strip.grab().toImage()
    assert image.width() == strip.width() == 28
    assert image.pixelColor(14, int(link.left)) == color(look.theme.link)
    panes.resize(700, 400)
    assert strip.width() == 16


def test_folds_lead_to_folds(panes: StagePanes) -> None:
    panes.filter_bar.changes_only.setChecked(True)
    gather, select = own(panes).tables[:2]
    row = gather.own.row_of(FOLD + "i2")
    assert row >= 0
    assert len([link for link in own(panes).strips[0].links() if not link.chosen]) >= 3
    gather.setFocus()
    gather.setCurrentIndex(gather.own.index(row, 0))
    QTest.keyClick(gather, Qt.Key.Key_Return)
    assert gather.own.row_of("i3") >= 0
    assert select.own.row_of(FOLD + "i2") >= 0
    panes.filter_bar.changes_only.setChecked(False)
    panes.filter_bar.changes_only.setChecked(True)
    assert gather.own.row_of("i3") < 0


def test_filter_and_new_runs_reach_all_panes(panes: StagePanes, qtbot: QtBot) -> None:
    panes.filter_bar.field.setText("fate:dropped")
    assert [table.own.rowCount() for table in own(panes).tables] == [5, 6, 0, 0]
    assert "5 of 40" in panes.filter_bar.said()
    panes.filter_bar.field.setText("")
    ones = long_ones(300, 100)
    pool = pool_of(ones)
    panes.set_trace(trace_of([kept(one) for one in ones], pool=pool))
    panes.choose("i250")
    select = own(panes).tables[1]
    scrolled = select.verticalScrollBar().value()
    with qtbot.assertNotEmitted(select.own.modelReset):
        panes.set_trace(
            trace_of([dropped(one) if n > 290 else kept(one) for n, one in enumerate(ones)], pool=pool)
        )
    assert current(select) == "i250"
    assert select.verticalScrollBar().value() == scrolled
    assert select.own.rowCount() == 301
    panes.set_trace(None)
    assert {table.own.rowCount() for table in own(panes).tables} == {0}


def test_what_changed_while_aligned_shows_on_coming_back(panes: StagePanes) -> None:
    panes.set_arrangement("aligned")
    panes.set_trace(trace_of([kept(one) for one in long_ones(5, 5)]))
    panes.set_arrangement("own")
    assert [table.own.rowCount() for table in own(panes).tables] == [5, 5, 5, 5]


def test_the_menu_belongs_to_the_line(panes: StagePanes, qtbot: QtBot) -> None:
    panes.choose("i8")
    select = own(panes).tables[1]
    rect = select.visualRect(select.currentIndex())
    select.menu_wanted.emit(select.currentIndex().row(), select.viewport().mapToGlobal(QPoint(5, rect.y())))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(panes.why_requested) as asked:
        next(action for action in menu.actions() if action.objectName() == "why").trigger()
    assert asked.args == ["i8"]
    menu.close()
