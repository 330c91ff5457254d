"""The docks: closed, floated, stacked, and where they come from again."""

from __future__ import annotations

import pytest
from gui.gui_helpers import after, document_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_columns import Column
from ctxlab.gui.models.text_rows import Sign


def places(window: MainWindow) -> list[tuple[str, Qt.DockWidgetArea, bool, bool]]:
    return [
        (dock.objectName(), window.dockWidgetArea(dock), dock.isFloating(), dock.isVisible())
        for dock in window.docks.all
    ]


def test_whatever_became_of_them_they_come_back(window: MainWindow) -> None:
    docks, left, right = (
        window.docks,
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.DockWidgetArea.RightDockWidgetArea,
    )
    before = places(window)
    wide = docks.budget.width()
    assert [place[1:] for place in before] == [(left, False, True)] * 3 + [(right, False, True)] * 2
    docks.budget.setFloating(True)
    docks.must_keeps.close()
    window.addDockWidget(left, docks.item)
    window.tabifyDockWidget(docks.sessions, docks.item)
    window.resizeDocks([docks.sessions], [330], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    assert places(window) != before
    window.commands.reset_layout.trigger()
    QApplication.processEvents()
    assert places(window) == before
    assert docks.budget.width() == wide
    assert window.tabifiedDockWidgets(docks.sessions) == []
    above = [docks.sessions, docks.budget]
    below = [docks.must_keeps, docks.item]
    assert all(
        one.geometry().bottom() < other.geometry().top() for one, other in zip(above, below, strict=True)
    )


def test_a_narrow_window_folds_the_left_side_and_keeps_the_budget_readable(talk: MainWindow) -> None:
    docks = talk.docks
    left = (docks.sessions, docks.must_keeps, docks.problems)
    docks.problems.close()
    talk.resize(900, 700)
    QApplication.processEvents()
    assert talk.width() == 900
    assert not any(dock.isVisible() for dock in left)
    budget = talk.views.budget
    for column in (Column.NAME, Column.CAP, Column.USED):
        assert not budget.isColumnHidden(column)
    assert budget.horizontalHeader().length() <= budget.viewport().width()
    # one that is brought back stays
    docks.bring(docks.must_keeps)
    talk.resize(920, 700)
    QApplication.processEvents()
    assert docks.must_keeps.isVisible()
    talk.resize(1400, 700)
    QApplication.processEvents()
    assert [dock.isVisible() for dock in left] == [True, True, False], "what was closed stays closed"


@pytest.mark.parametrize("name", ["sessions", "must_keeps", "budget"])
def test_the_head_closes_a_dock_and_the_menu_opens_it(window: MainWindow, name: str) -> None:
    dock = getattr(window.docks, name)
    close = dock.findChild(QToolButton, f"{dock.objectName()}Close")
    assert close is not None
    assert dock.windowTitle() in close.accessibleName()
    close.click()
    assert not dock.isVisible()
    action = next(one for one in window.menus.panels.actions() if one.text() == dock.windowTitle())
    assert not action.isChecked()
    action.trigger()
    assert dock.isVisible()


def test_bring_opens_and_raises(window: MainWindow) -> None:
    docks = window.docks
    docks.item.close()
    docks.bring(docks.item)
    assert docks.item.isVisible()
    window.tabifyDockWidget(docks.budget, docks.item)
    docks.bring(docks.budget)
    QApplication.processEvents()
    assert window.views.budget.visibleRegion().boundingRect().isValid()
    docks.bring(docks.item)
    QApplication.processEvents()
    assert not window.views.budget.visibleRegion().boundingRect().isValid()


def test_the_keys_of_the_window_hold_in_a_dock_that_floats(talk: MainWindow) -> None:
    talk.docks.budget.setFloating(True)
    talk.docks.budget.activateWindow()
    talk.views.budget.setFocus()
    QApplication.processEvents()
    assert talk.views.budget.hasFocus()
    QTest.keyClick(talk.views.budget, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    assert talk.views.panes.filter_bar.field.hasFocus()
    assert talk.isActiveWindow()


@pytest.mark.parametrize("page", ["tune", "investigate"])
def test_no_words_that_are_said_change_the_widths_of_the_docks(
    talk: MainWindow, qtbot: QtBot, page: str
) -> None:
    talk.turn_to(page)
    QApplication.processEvents()
    views, docks = talk.views, talk.docks.all
    before = [dock.width() for dock in docks]
    long = "words that go on and on, much further than there is room for them, " * 2
    views.verdict.show_verdict("≲ weakened", Sign.BAD, long, long)
    views.verdict.offer([("one", long), ("two", long)])
    views.verdict.show_first_lost(4711)
    views.matrix.say(long)
    views.violation.show_places(long, 12)
    views.evidence.show_violation(long)
    views.evidence.name_requests(47110, 47111)
    views.keeps.show_list("found")
    for key in ("stated", "found"):
        views.keeps.tabs.name(key, "Found 123,456")
    talk.docks.problems.show_count(123_456)
    talk.tools.show_profile(long, changed=True)
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 70, long))
    QApplication.processEvents()
    assert [dock.width() for dock in docks] == before
    talk.resize(1680, 1000)
    QApplication.processEvents()
    assert [dock.width() for dock in docks] == before, "what is won goes to the page"
