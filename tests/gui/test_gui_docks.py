"""The docks: closed, floated, stacked, and where they come from again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from ctxlab.gui.main_window import MainWindow


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
