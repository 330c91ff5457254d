"""What is not as it was saved, and the menu that brings it back."""

from __future__ import annotations

from typing import Any

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.budget_columns import MORE, Column
from ctxlab.gui.models.budget_model import LIMIT
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import Tick

EDITED = (
    PROFILE.set("budget.history.cap", 8100)
    .set("budget.history.overflow", "skip")
    .set("window.buffer", 4000)
    .set("window.enforce_soft", False)
)


@pytest.fixture
def table(qtbot: QtBot, look: Look) -> BudgetTable:
    made = BudgetTable(look)
    qtbot.addWidget(made)
    made.resize(480, 480)
    made.set_state(EDITED, trip_trace())
    made.set_saved(PROFILE)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def menu_of(table: BudgetTable, row: str) -> QMenu:
    return table.menu_at(table.budget.index(table.budget.row_of(row), Column.CAP))


def action(menu: QMenu, name: str) -> QAction:
    found = menu.findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


def told(table: BudgetTable, row: str, column: Column) -> Any:
    index = table.budget.index(table.budget.row_of(row), column)
    return index.data(Qt.ItemDataRole.ToolTipRole)


def test_what_differs_from_the_saved_profile_is_marked(table: BudgetTable) -> None:
    table.set_unfolded(True)
    differs = {line.key: line.differs for line in table.budget.lines if line.differs}
    assert differs == {
        LIMIT: (Column.CAP,),
        "window.soft_limit": (Column.BAR,),
        "window.buffer": (Column.CAP,),
        "history": (Column.CAP, Column.OVERFLOW),
    }
    assert "saved: 8,000" in told(table, "history", Column.CAP)
    assert "saved: stop" in told(table, "history", Column.OVERFLOW)
    assert "saved: 27,000" in told(table, LIMIT, Column.CAP)
    assert "saved: 5,000" in told(table, "window.buffer", Column.CAP)
    assert "saved: on" in told(table, "window.soft_limit", Column.BAR)
    assert "saved" not in told(table, "recent", Column.CAP)
    table.set_saved(EDITED)
    assert not any(line.differs for line in table.budget.lines)


def test_a_mark_is_painted(table: BudgetTable) -> None:
    def cell() -> Any:
        rect = table.visualRect(table.budget.index(table.budget.row_of("history"), Column.CAP))
        return table.viewport().grab(rect).toImage()

    marked = cell()
    table.set_saved(EDITED)
    assert cell() != marked


def test_a_row_is_reset_to_what_was_saved_or_published(table: BudgetTable, qtbot: QtBot) -> None:
    menu = menu_of(table, "history")
    assert action(menu, "reset-saved").text() == "Reset to saved (8,000, overflow stop)"
    assert not action(menu, "reset-published").isEnabled()
    with qtbot.waitSignal(table.reset_requested) as asked:
        action(menu, "reset-saved").trigger()
    assert asked.args == ["history", "saved"]
    table.set_published(lambda: PROFILE.set("budget.history.cap", None))
    menu = menu_of(table, "history")
    assert action(menu, "reset-published").text() == "Reset to published (cap —, overflow stop)"
    with qtbot.waitSignal(table.reset_requested) as asked:
        action(menu, "reset-published").trigger()
    assert asked.args == ["history", "published"]
    # a row that the published profile does not name has no published figure
    assert not action(menu_of(table, "summary"), "reset-published").isEnabled()
    assert not action(menu_of(table, "recent"), "reset-saved").isEnabled()


def test_no_cap_and_sensitivity(table: BudgetTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.edit_requested) as asked:
        action(menu_of(table, "history"), "noCap").trigger()
    assert asked.args == ["history", "cap", None]
    assert not action(menu_of(table, "user_message"), "noCap").isEnabled()
    with qtbot.waitSignal(table.sensitivity_requested) as asked:
        action(menu_of(table, "recent"), "sensitivity").trigger()
    assert asked.args == ["recent"]


def test_ticks_are_stepped_through_from_the_menu(table: BudgetTable, qtbot: QtBot) -> None:
    assert not action(menu_of(table, "history"), "nextTick").isEnabled()
    table.set_ticks({Row.HISTORY: (Tick(9000, "i8"),)})
    table.choose("history")
    with qtbot.waitSignal(table.edit_requested) as asked:
        action(menu_of(table, "history"), "nextTick").trigger()
    assert asked.args == ["history", "cap", 9000]


def test_a_part_of_the_limit_is_reset(table: BudgetTable, qtbot: QtBot) -> None:
    table.set_unfolded(True)
    reset = action(menu_of(table, "window.buffer"), "reset-saved")
    assert reset.text() == "Reset to saved (5,000)"
    with qtbot.waitSignal(table.edit_requested) as asked:
        reset.trigger()
    assert asked.args == ["window", "buffer", 5000]
    with qtbot.waitSignal(table.edit_requested) as asked:
        action(menu_of(table, "window.soft_limit"), "reset-saved").trigger()
    assert asked.args == ["window", "enforce_soft", True]
    assert not action(menu_of(table, "window.size"), "reset-saved").isEnabled()


def test_columns_are_chosen_one_by_one(table: BudgetTable) -> None:
    def shown() -> object:
        return table.layout_state()["columns"]

    action(menu_of(table, "history"), "column-tier").trigger()
    assert shown() == ["tier"]
    assert table.head.button.isChecked()
    action(menu_of(table, "history"), "column-order").trigger()
    assert shown() == ["tier", "order"]
    action(menu_of(table, "history"), "column-tier").trigger()
    assert shown() == ["order"]
    action(menu_of(table, "history"), "allColumns").trigger()
    assert shown() == [one.name.lower() for one in MORE]
    action(menu_of(table, "history"), "fewColumns").trigger()
    assert shown() == []
    assert not table.head.button.isChecked()


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_keys_open_the_menu(
    table: BudgetTable, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    table.choose("history")
    QTest.keyClick(table, key, modifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.objectName() == "budgetMenu"
    assert len([one for one in table.findChildren(QMenu, "budgetMenu") if one.isVisible()]) == 1
    menu.close()
