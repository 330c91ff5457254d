"""The columns that fold out: settings edited in place, published names, use over sessions."""

from __future__ import annotations

from typing import Any

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.errors import ProfileError
from ctxlab.gui.models.budget_columns import ALWAYS, FIELDS, MORE, RULES, Column, header, meaning
from ctxlab.gui.models.budget_entry import MOST_ITEMS
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_layout import BAR_GOOD
from ctxlab.gui.views.budget_more import MoreColumns
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.model.items import Row
from ctxlab.model.profile import MAX_TOKENS, RowBudget
from ctxlab.model.row_stats import RowStats


@pytest.fixture
def table(qtbot: QtBot, look: Look) -> BudgetTable:
    made = BudgetTable(look)
    qtbot.addWidget(made)
    made.resize(480, 400)
    made.set_state(PROFILE, trip_trace())
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def cell(table: BudgetTable, row: str, column: Column) -> Any:
    return table.budget.index(table.budget.row_of(row), column)


def visible(table: BudgetTable) -> list[Column]:
    return [column for column in Column if not table.isColumnHidden(column)]


def test_each_setting_of_a_row_has_a_column() -> None:
    assert set(FIELDS.values()) == set(RowBudget.model_fields)
    assert all(meaning(column) for column in Column)
    assert all(header(column) for column in Column if column is not Column.BAR)


@pytest.mark.parametrize(
    ("key", "field"),
    [("budget.recent", "rounds"), ("budget.recent", "max_items"), ("budget.recent", "cap")],
)
def test_a_rule_allows_what_the_profile_allows(key: str, field: str) -> None:
    most = RULES[field].most
    assert most == (MAX_TOKENS if field == "cap" else MOST_ITEMS)
    assert getattr(PROFILE.set(f"{key}.{field}", most).row(Row.RECENT), field) == most
    with pytest.raises(ProfileError, match=field):
        PROFILE.set(f"{key}.{field}", most + 1)


def test_the_button_opens_what_a_row_may_be_told(table: BudgetTable, qtbot: QtBot) -> None:
    assert visible(table) == [column for column in ALWAYS if column is not Column.OVERFLOW]
    assert table.columnWidth(Column.BAR) >= BAR_GOOD
    button = table.findChild(QPushButton, "budgetMoreColumns")
    assert isinstance(button, QPushButton)
    assert button.isVisible()
    assert button.accessibleName() == "More columns"
    button.setFocus()
    table.choose("history")
    QTest.keyClick(button, Qt.Key.Key_Space)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, MoreColumns)
    grid = popup.grid
    # nothing is published or counted over sessions here
    shown = [column for column in Column if not grid.isColumnHidden(column)]
    assert shown == [Column.NAME, Column.CAP, Column.OVERFLOW, *MORE[: MORE.index(Column.PUBLISHED)]]
    assert grid.currentIndex() == cell(table, "history", Column.OVERFLOW)
    QTest.keyClick(grid, Qt.Key.Key_Right)
    grid.setCurrentIndex(cell(table, "history", Column.MAX_ITEMS))
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(grid, Qt.Key.Key_1)
        field = grid.viewport().findChild(QLineEdit)
        assert field is not None
        QTest.keyClicks(field, "2")
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == ["history", "max_items", 12]
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert not button.isChecked()


def test_the_button_folds_away_what_is_folded_out(table: BudgetTable) -> None:
    table.show_columns(MORE)
    assert visible(table) == list(Column)
    button = table.head.button
    assert button.isChecked()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert visible(table) == [column for column in ALWAYS if column is not Column.OVERFLOW]


def test_what_is_folded_out_can_be_kept_and_had_back(table: BudgetTable, qtbot: QtBot, look: Look) -> None:
    table.show_columns((Column.ORDER, Column.TIER))
    table.set_unfolded(True)
    state = table.layout_state()
    assert state == {"unfolded": True, "columns": ["tier", "order"]}
    other = BudgetTable(look)
    qtbot.addWidget(other)
    other.restore_layout(state)
    other.set_state(PROFILE, None)
    assert other.layout_state() == state
    assert other.budget.row_of("window.buffer") == 5
    other.restore_layout({"columns": "all", "unfolded": "yes"})
    assert other.layout_state() == {"unfolded": False, "columns": []}


@pytest.mark.parametrize(
    ("row", "column", "typed", "wish"),
    [
        ("history", Column.MAX_ITEMS, "12", ("max_items", 12)),
        ("history", Column.PER_ITEM, "1.5k", ("per_item", 1500)),
        ("recent", Column.ROUNDS, "3", ("rounds", 3)),
        ("history", Column.TIER, 3, ("tier", 3)),
        ("history", Column.ORDER, "newest", ("order", "newest")),
        ("history", Column.ITEM_ACTION, "compress", ("per_item_action", "compress")),
    ],
)
def test_settings_are_asked_for(
    table: BudgetTable, qtbot: QtBot, row: str, column: Column, typed: object, wish: tuple[str, object]
) -> None:
    with qtbot.waitSignal(table.edit_requested) as asked:
        assert table.budget.setData(cell(table, row, column), typed)
    assert asked.args == [row, *wish]
    # what is asked for can be taken
    changed = PROFILE.set(f"budget.{row}.{wish[0]}", wish[1])
    table.set_state(changed, trip_trace())
    with qtbot.assertNotEmitted(table.edit_requested):
        assert table.budget.setData(cell(table, row, column), typed)


@pytest.mark.parametrize(
    ("row", "column", "typed", "reason"),
    [
        ("history", Column.MAX_ITEMS, "some", "this is a whole number, or — for none"),
        ("history", Column.MAX_ITEMS, "1000001", "over 1,000,000 is more than any session has"),
        ("history", Column.PER_ITEM, "-3", "this cannot be negative"),
        ("recent", Column.ROUNDS, "—", "this is a whole number"),
        ("history", Column.ORDER, "backwards", "no such rule: backwards"),
    ],
)
def test_what_cannot_be_is_refused(
    table: BudgetTable, qtbot: QtBot, row: str, column: Column, typed: str, reason: str
) -> None:
    with qtbot.assertNotEmitted(table.edit_requested), qtbot.waitSignal(table.refused) as refused:
        assert not table.budget.setData(cell(table, row, column), typed)
    assert refused.args == [row, reason]


def test_elastic_is_a_box(table: BudgetTable, qtbot: QtBot) -> None:
    table.show_columns(MORE)
    index = cell(table, "history", Column.ELASTIC)
    table.setCurrentIndex(index)
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(table, Qt.Key.Key_Space)
    assert asked.args == ["history", "elastic", True]
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())
    assert asked.args == ["history", "elastic", True]
    table.set_state(PROFILE.set("budget.history.elastic", True), trip_trace())
    assert index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "history, elastic on"


def test_a_choice_is_made_with_keys(table: BudgetTable, qtbot: QtBot) -> None:
    table.show_columns(MORE)
    table.setCurrentIndex(cell(table, "history", Column.ORDER))
    QTest.keyClick(table, Qt.Key.Key_Return)
    box = table.viewport().findChild(QComboBox)
    assert isinstance(box, QComboBox)
    assert box.accessibleName() == "order of history"
    assert [box.itemText(at) for at in range(box.count())] == [
        *("given", "newest", "oldest", "relevance", "priority")
    ]
    qtbot.waitUntil(lambda: box.view().isVisible())
    QTest.keyClick(box.view(), Qt.Key.Key_Down)
    with qtbot.waitSignal(table.edit_requested) as asked:
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert asked.args == ["history", "order", "newest"]
    qtbot.waitUntil(lambda: not table.viewport().findChildren(QComboBox))


def test_a_choice_that_is_not_made_asks_for_nothing(table: BudgetTable, qtbot: QtBot) -> None:
    table.setCurrentIndex(cell(table, "history", Column.OVERFLOW))
    QTest.keyClick(table, Qt.Key.Key_F2)
    box = table.viewport().findChild(QComboBox)
    assert isinstance(box, QComboBox)
    qtbot.waitUntil(lambda: box.view().isVisible())
    with qtbot.assertNotEmitted(table.edit_requested):
        QTest.keyClick(box.view(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not table.viewport().findChildren(QComboBox))
    assert table.hasFocus()


def test_published_names_and_use_over_sessions(table: BudgetTable) -> None:
    table.set_published_names({Row.HISTORY: "history_max"})
    table.set_stats([RowStats(Row.HISTORY, 1200, 9800, 15_000, 4), RowStats(Row.SUMMARY, 0, 0, 0, 0)])
    assert cell(table, "history", Column.PUBLISHED).data() == "history_max"
    stats = (Column.P50, Column.P90, Column.MOST)
    assert [cell(table, "history", column).data() for column in stats] == ["1,200", "9,800", "15,000"]
    # no session was looked at: nothing is known
    assert [cell(table, "summary", column).data() for column in stats] == ["", "", ""]
    assert "published as history_max" in cell(table, "history", Column.NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert "4 sessions" in cell(table, "history", Column.P90).data(Qt.ItemDataRole.ToolTipRole)


def test_names_stay_in_sight_when_columns_are_scrolled(table: BudgetTable) -> None:
    table.show_columns(MORE)
    QApplication.processEvents()
    bar = table.horizontalScrollBar()
    assert bar.maximum() > 0
    assert table.held_width == 0
    table.setCurrentIndex(cell(table, "history", Column.MOST))
    assert bar.value() == bar.maximum()
    name = cell(table, "history", Column.NAME)
    width = table.columnWidth(Column.NAME)
    assert table.visualRect(name).left() == 0
    assert table.indexAt(table.visualRect(name).center()) == name
    # a cell that comes into focus is not behind the names
    for _ in range(8):
        QTest.keyClick(table, Qt.Key.Key_Left)
        assert table.visualRect(table.currentIndex()).left() >= width
    # a click on a name scrolls nothing
    before = bar.value()
    assert before > 0
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(name).center())
    assert bar.value() == before
    assert table.currentIndex() == name


def test_the_names_are_painted_over_what_is_scrolled(table: BudgetTable) -> None:
    def names() -> Any:
        rect = table.visualRect(cell(table, "recent", Column.NAME)).adjusted(0, 1, -2, -2)
        return table.viewport().grab(rect).toImage()

    still = names()
    table.show_columns(MORE)
    table.horizontalScrollBar().setValue(60)
    assert names() == still


def test_an_empty_table_says_what_to_do(qtbot: QtBot, look: Look) -> None:
    table = BudgetTable(look)
    qtbot.addWidget(table)
    table.resize(300, 200)
    table.show()
    qtbot.waitExposed(table)
    assert table._empty.isVisible()
    assert table._empty.text() == "The budget of an open session is tuned here."
    assert not table.head.button.isVisible()
    table.set_state(PROFILE, None)
    assert not table._empty.isVisible()
    assert table.head.button.isVisible()
    table.set_state(None, None)
    assert table._empty.isVisible()


def test_short_names_leave_their_room_to_the_bars(table: BudgetTable, qtbot: QtBot, look: Look) -> None:
    chinese = BudgetTable(look, language="zh")
    qtbot.addWidget(chinese)
    chinese.resize(table.size())
    chinese.set_state(PROFILE, trip_trace())
    chinese.show()
    qtbot.waitExposed(chinese)
    assert chinese.columnWidth(Column.NAME) < table.columnWidth(Column.NAME)
    assert not chinese.isColumnHidden(Column.OVERFLOW)
    assert table.isColumnHidden(Column.OVERFLOW)
    longest = max(line.texts[Column.NAME] for line in chinese.budget.lines)
    assert chinese.columnWidth(Column.NAME) > look.text.width(longest)
