"""The head of the budget table: the limit folded to one line, or with its parts, each edited like a cap."""

from __future__ import annotations

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.budget_model import LIMIT, BudgetModel, Column
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable

FIELDS = ["size", "output_reserve", "soft_limit", "warn_at", "buffer"]


@pytest.fixture
def table(qtbot: QtBot, look: Look) -> BudgetTable:
    made = BudgetTable(look)
    qtbot.addWidget(made)
    made.resize(480, 480)
    made.set_state(PROFILE, trip_trace())
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def fold(table: BudgetTable) -> None:
    """The focus on the fold."""
    table.setCurrentIndex(table.budget.index(0, Column.BAR))


def text(table: BudgetTable, field: str, column: Column) -> str:
    return str(table.budget.index(table.budget.row_of(f"window.{field}"), column).data())


def test_the_limit_is_unfolded_by_a_click_and_folded_by_another(table: BudgetTable) -> None:
    assert list(table.budget.keys)[:2] == [LIMIT, "system_prompt"]
    spoken = table.budget.index(0, Column.BAR).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Limit, soft 32,000 − buffer 5,000, Enter shows its parts"
    place = table.visualRect(table.budget.index(0, Column.BAR)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert list(table.budget.keys)[:7] == [LIMIT, *(f"window.{field}" for field in FIELDS), "system_prompt"]
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert list(table.budget.keys)[:2] == [LIMIT, "system_prompt"]


@pytest.mark.parametrize(
    ("there", "back"),
    [
        (Qt.Key.Key_Right, Qt.Key.Key_Left),
        (Qt.Key.Key_Return, Qt.Key.Key_Return),
        (Qt.Key.Key_Space, Qt.Key.Key_Space),
    ],
)
def test_keys_fold_and_unfold(table: BudgetTable, there: Qt.Key, back: Qt.Key) -> None:
    fold(table)
    QTest.keyClick(table, there)
    assert table.budget.unfolded
    assert table.currentIndex().row() == 0
    QTest.keyClick(table, back)
    assert not table.budget.unfolded
    # folded, Left goes to the cell beside it
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().column() == Column.CAP


def test_the_parts_say_what_the_limit_is_made_of(table: BudgetTable) -> None:
    table.set_unfolded(True)
    assert [text(table, field, Column.CAP) for field in FIELDS] == [
        "128,000",
        "4,096",
        "32,000",
        "25,000",
        "5,000",
    ]
    assert text(table, "size", Column.BAR) == "gpt-4o"
    # 25,000 of 27,000
    assert text(table, "warn_at", Column.BAR) == "93 % of limit"
    row = table.budget.row_of("window.buffer")
    assert table.columnSpan(row, Column.BAR) == 4
    table.set_unfolded(False)
    # what took the place of the part has cells of its own
    assert table.columnSpan(row, Column.BAR) == 1


def test_a_part_is_edited_like_a_cap(table: BudgetTable, qtbot: QtBot) -> None:
    table.set_unfolded(True)
    table.choose("window.buffer")
    QTest.keyClicks(table, "4")
    field = table.viewport().findChild(QLineEdit)
    assert field is not None
    assert field.accessibleName() == "buffer"
    QTest.keyClicks(field, "k")
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == ["window", "buffer", 4000]


def test_what_has_to_be_a_number_is_not_cleared(table: BudgetTable, qtbot: QtBot) -> None:
    table.set_unfolded(True)
    model = table.budget
    with qtbot.assertNotEmitted(table.edit_requested), qtbot.waitSignal(table.refused) as refused:
        assert not model.setData(model.index(model.row_of("window.buffer"), Column.CAP), "—")
    assert refused.args == ["window", "this is a whole number of tokens, 0 for none"]
    with qtbot.waitSignal(table.edit_requested) as asked:
        assert model.setData(model.index(model.row_of("window.warn_at"), Column.CAP), "—")
    assert asked.args == ["window", "warn_at", None]


def test_the_soft_limit_has_a_box_that_enforces_it(table: BudgetTable, qtbot: QtBot) -> None:
    table.set_unfolded(True)
    index = table.budget.index(table.budget.row_of("window.soft_limit"), Column.BAR)
    assert index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "soft limit, enforced on"
    table.setCurrentIndex(index)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        with qtbot.waitSignal(table.edit_requested) as asked:
            QTest.keyClick(table, key)
        assert asked.args == ["window", "enforce_soft", False]
    with qtbot.waitSignal(table.edit_requested) as asked:
        place = table.visualRect(index).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == ["window", "enforce_soft", False]


def test_what_the_profile_cannot_take_is_said_at_the_part(table: BudgetTable, qtbot: QtBot) -> None:
    table.set_unfolded(True)
    table.edit_requested.connect(lambda row, _field, _value: table.budget.refused.emit(row, "leaves no room"))
    table.choose("window.output_reserve")
    QTest.keyClick(table, Qt.Key.Key_F2)
    field = table.viewport().findChild(QLineEdit)
    assert field is not None
    field.setText("200,000")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    note = table.viewport().findChild(QLabel, "budgetNote")
    assert isinstance(note, QLabel)
    assert note.isVisible()
    assert note.text() == "leaves no room"
    cell = table.visualRect(table.budget.index(table.budget.row_of("window.output_reserve"), Column.CAP))
    assert note.geometry().top() == cell.bottom() + 3
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not note.isVisible()


def test_a_part_in_focus_gives_the_focus_to_the_limit_when_it_goes(table: BudgetTable) -> None:
    table.set_unfolded(True)
    table.choose("window.buffer")
    table.set_unfolded(False)
    assert table.budget.key(table.currentIndex().row()) == LIMIT
    table.choose("history")
    table.set_unfolded(True)
    assert table.budget.key(table.currentIndex().row()) == "history"


def test_a_limit_without_a_share_says_none(qtbot: QtBot) -> None:
    model = BudgetModel()
    model.set_state(PROFILE.set("window.warn_at", None).set("window.size", None), None)
    model.set_unfolded(True)
    row = model.row_of("window.warn_at")
    assert model.index(row, Column.CAP).data() == "—"
    assert model.index(row, Column.BAR).data() == ""
