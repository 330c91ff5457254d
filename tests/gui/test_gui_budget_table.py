"""The budget table: editing by keyboard, dragging, refusing at the cell."""

from __future__ import annotations

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from ctxlab.gui.delegates.budget_delegate import bar_rect
from ctxlab.gui.models.budget_model import LIMIT, Column
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable


@pytest.fixture
def table(qtbot: QtBot, look: Look) -> BudgetTable:
    made = BudgetTable(look)
    qtbot.addWidget(made)
    made.resize(480, 360)
    made.set_state(PROFILE, trip_trace())
    made.show()
    qtbot.waitExposed(made)
    return made


def editor(table: BudgetTable) -> QLineEdit:
    found = table.viewport().findChild(QLineEdit)
    assert found is not None
    return found


def note(table: BudgetTable) -> str:
    found = table.viewport().findChild(QLabel, "budgetNote")
    return found.text() if isinstance(found, QLabel) and found.isVisible() else ""


def on_bar(table: BudgetTable, row: str, part: float) -> QPoint:
    rect = bar_rect(table.visualRect(table.budget.index(table.budget.row_of(row), Column.BAR)))
    return QPoint(rect.left() + round(part * rect.width()), rect.center().y())


def drag(table: BudgetTable, kind: QMouseEvent.Type, place: QPoint, *, shift: bool = False) -> None:
    button = Qt.MouseButton.LeftButton
    modifiers = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    at = QPointF(place)
    event = QMouseEvent(kind, at, table.viewport().mapToGlobal(at), button, button, modifiers)
    QApplication.sendEvent(table.viewport(), event)


PRESS, MOVE, RELEASE = (
    QMouseEvent.Type.MouseButtonPress,
    QMouseEvent.Type.MouseMove,
    QMouseEvent.Type.MouseButtonRelease,
)


def test_names(table: BudgetTable) -> None:
    assert table.objectName() == "budgetTable"
    assert table.accessibleName() == "Budget"


def test_digits_enter_a_cap(table: BudgetTable, qtbot: QtBot) -> None:
    table.choose("history")
    table.setFocus()
    QTest.keyClicks(table, "9")
    QTest.keyClicks(editor(table), "000")
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(editor(table), Qt.Key.Key_Return)
    assert asked.args == ["history", "cap", 9000]


@pytest.mark.parametrize("key", [Qt.Key.Key_F2, Qt.Key.Key_Return])
def test_arrows_step_in_the_editor(table: BudgetTable, qtbot: QtBot, key: Qt.Key) -> None:
    table.choose("history")
    table.setFocus()
    QTest.keyClick(table, key)
    assert editor(table).text() == "8000"
    for step in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp):
        QTest.keyClick(editor(table), step)
    assert editor(table).text() == "9100"
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(editor(table), Qt.Key.Key_Return)
    assert asked.args == ["history", "cap", 9100]


def test_escape_asks_for_nothing(table: BudgetTable, qtbot: QtBot) -> None:
    table.edit_cap("history")
    with qtbot.assertNotEmitted(table.edit_requested), qtbot.assertNotEmitted(table.refused):
        QTest.keyClicks(editor(table), "5")
        QTest.keyClick(editor(table), Qt.Key.Key_Escape)


def test_bad_input_stays_at_the_cell_with_its_reason(table: BudgetTable, qtbot: QtBot) -> None:
    table.edit_cap("history")
    field = editor(table)
    field.setText("lots")
    assert field.property("invalid") is True
    assert "whole number" in field.accessibleDescription()
    assert "whole number" in note(table)
    with qtbot.assertNotEmitted(table.edit_requested), qtbot.waitSignal(table.refused) as refused:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert refused.args is not None
    assert refused.args[0] == "history"
    assert "whole number" in refused.args[1]
    assert editor(table).text() == "lots"
    field.setText("7,500")
    assert note(table) == ""
    assert field.property("invalid") is False
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == ["history", "cap", 7500]


def test_a_new_run_does_not_disturb_an_open_editor(table: BudgetTable, qtbot: QtBot) -> None:
    table.edit_cap("history")
    QTest.keyClicks(editor(table), "123")
    table.set_state(PROFILE.set("budget.recent.cap", 100), trip_trace())
    assert editor(table).text() == "123"


def test_the_rule_is_chosen_from_a_list(table: BudgetTable, qtbot: QtBot) -> None:
    index = table.budget.index(table.budget.row_of("history"), Column.OVERFLOW)
    table.setCurrentIndex(index)
    table.edit(index)
    box = table.viewport().findChild(QComboBox)
    assert box is not None
    assert [box.itemText(i) for i in range(box.count())] == ["keep", "stop", "skip", "truncate", "compress"]
    assert box.currentText() == "stop"
    box.setCurrentIndex(2)
    with qtbot.waitSignal(table.edit_requested) as asked:
        box.activated.emit(2)
    assert asked.args == ["history", "overflow", "skip"]


def test_a_drag_is_one_gesture(table: BudgetTable, qtbot: QtBot) -> None:
    seen: list[tuple[object, ...]] = []
    table.drag_started.connect(lambda row: seen.append(("start", row)))
    table.dragged.connect(lambda row, cap: seen.append(("drag", row, cap)))
    table.drag_finished.connect(lambda row, cap: seen.append(("end", row, cap)))
    line = table.budget.line(table.budget.row_of("history"))
    assert line is not None
    # 8,000 and half as much again: the bar stands for 20,000
    assert line.scale == 20_000
    drag(table, PRESS, on_bar(table, "history", 0.4))
    drag(table, MOVE, on_bar(table, "history", 0.5))
    assert table.budget.cap(table.budget.row_of("history")) == 10_000
    drag(table, RELEASE, on_bar(table, "history", 0.5))
    assert seen[0] == ("start", "history")
    assert seen[-2:] == [("drag", "history", 10_000), ("end", "history", 10_000)]
    assert table.budget.cap(table.budget.row_of("history")) == 8_000


def test_shift_frees_a_drag_from_round_numbers_and_escape_ends_it(table: BudgetTable, qtbot: QtBot) -> None:
    drag(table, PRESS, on_bar(table, "history", 0.4), shift=True)
    drag(table, MOVE, on_bar(table, "history", 0.0), shift=True)
    drag(table, MOVE, on_bar(table, "history", 0.0) + QPoint(1, 0), shift=True)
    cap = table.budget.cap(table.budget.row_of("history"))
    assert cap is not None
    assert 0 < cap < 20_000 // 20
    with qtbot.waitSignal(table.drag_cancelled) as cancelled:
        QTest.keyClick(table, Qt.Key.Key_Escape)
    assert cancelled.args == ["history"]
    assert table.budget.cap(table.budget.row_of("history")) == 8_000


def test_rows_without_a_cap_cannot_be_dragged(table: BudgetTable, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(table.drag_started):
        drag(table, PRESS, on_bar(table, "user_message", 0.5))
        drag(table, RELEASE, on_bar(table, "user_message", 0.5))


def test_the_chosen_row_survives_new_states(table: BudgetTable) -> None:
    table.choose("tool_result")
    assert table.budget.key(table.currentIndex().row()) == "tool_result"
    table.set_state(PROFILE.set("budget.history.cap", 10), trip_trace())
    assert table.budget.key(table.currentIndex().row()) == "tool_result"


def test_pending_numbers_are_painted_muted(table: BudgetTable, look: Look) -> None:
    def inks() -> set[str]:
        rect = table.visualRect(table.budget.index(table.budget.row_of("recent"), Column.USED))
        image = table.viewport().grab(rect).toImage()
        return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}

    sure = inks()
    table.set_pending(True)
    assert inks() != sure
    table.set_pending(False)
    assert inks() == sure


def test_the_limit_row_spans_its_words(table: BudgetTable) -> None:
    row = table.budget.row_of(LIMIT)
    assert table.columnSpan(row, Column.BAR) == 4
    assert table.columnSpan(row + 1, Column.BAR) == 1


@pytest.mark.parametrize("width", [360, 410, 480, 900])
def test_all_columns_stand_in_sight_and_hold_their_numbers(table: BudgetTable, width: int) -> None:
    table.resize(width, 240)  # too low for all rows: the vertical scroll bar takes its room, too
    QApplication.processEvents()
    assert table.verticalScrollBar().isVisible()
    assert not table.horizontalScrollBar().isVisible()
    assert table.horizontalHeader().length() == table.viewport().width()
    wide = Look().strong.width("12/12")
    assert table.columnWidth(Column.KEPT) > wide
