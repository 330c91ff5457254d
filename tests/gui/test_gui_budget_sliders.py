"""Caps set by their ticks: dragged, clicked, stepped through; and the room that the bar gives them."""

from __future__ import annotations

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from ctxlab.gui.delegates.budget_bar import bar_rect
from ctxlab.gui.models.budget_columns import Column
from ctxlab.gui.models.budget_lines import NOTE
from ctxlab.gui.models.budget_ticks import place
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.model.items import Row
from ctxlab.model.profile import MAX_TOKENS
from ctxlab.model.sensitivity import Tick

#: The bar of history, with a cap of 8,000, stands for 20,000.
TICKS = {Row.HISTORY: (Tick(4321, "i9"), Tick(8002, "i8", must_keep=True), Tick(15_000, "i6"))}
PRESS, MOVE, RELEASE = (
    QMouseEvent.Type.MouseButtonPress,
    QMouseEvent.Type.MouseMove,
    QMouseEvent.Type.MouseButtonRelease,
)
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def table(qtbot: QtBot, look: Look) -> BudgetTable:
    made = BudgetTable(look)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.set_state(PROFILE, trip_trace())
    made.set_ticks(TICKS, {"i8": "user · 2", "i9": "user · 3", "i6": "user · 1"}.__getitem__)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def scale(table: BudgetTable, row: str = "history") -> int:
    line = table.budget.line(table.budget.row_of(row))
    assert line is not None
    return line.scale


def at_cap(table: BudgetTable, cap: int, pixels: int = 0) -> QPoint:
    """The place of a cap on history's bar, and so many pixels beside it."""
    track = bar_rect(table.visualRect(table.budget.index(table.budget.row_of("history"), Column.BAR)))
    return QPoint(track.left() + place(cap, track.width(), scale(table)) + pixels, track.center().y())


def mouse(table: BudgetTable, kind: QMouseEvent.Type, where: QPoint, *, shift: bool = False) -> None:
    button = Qt.MouseButton.LeftButton
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    at = QPointF(where)
    event = QMouseEvent(kind, at, table.viewport().mapToGlobal(at), button, button, held)
    QApplication.sendEvent(table.viewport(), event)


def test_a_drag_snaps_to_a_tick_within_six_pixels(table: BudgetTable, qtbot: QtBot) -> None:
    assert scale(table) == 20_000
    said: list[str] = []
    table.told.connect(said.append)
    mouse(table, PRESS, at_cap(table, 12_000))
    for pixels in (6, 3, -6):
        mouse(table, MOVE, at_cap(table, 8002, pixels))
        assert table.budget.cap(table.budget.row_of("history")) == 8002
    mouse(table, MOVE, at_cap(table, 8002, 7))
    assert table.budget.cap(table.budget.row_of("history")) != 8002
    mouse(table, MOVE, at_cap(table, 4321, 2))
    with qtbot.waitSignal(table.drag_finished) as finished:
        mouse(table, RELEASE, at_cap(table, 4321, 2))
    assert finished.args == ["history", 4321]
    assert said == ["8,002: user · 2 enters (must-keep)", "4,321: user · 3 enters"]


def test_shift_frees_a_drag_from_ticks(table: BudgetTable) -> None:
    mouse(table, PRESS, at_cap(table, 12_000), shift=True)
    mouse(table, MOVE, at_cap(table, 8002, 2), shift=True)
    cap = table.budget.cap(table.budget.row_of("history"))
    assert cap is not None
    assert cap != 8002
    assert abs(cap - 8002) < 20_000 * 4 / 100
    mouse(table, RELEASE, at_cap(table, 8002, 2), shift=True)


def test_no_drag_leads_to_more_than_a_cap_may_be(table: BudgetTable, qtbot: QtBot) -> None:
    most = PROFILE.set("budget.history.cap", MAX_TOKENS)
    table.set_state(most, trip_trace())
    assert scale(table) > MAX_TOKENS
    for shift in (False, True):
        mouse(table, PRESS, at_cap(table, MAX_TOKENS // 2), shift=shift)
        mouse(table, MOVE, at_cap(table, scale(table), 50), shift=shift)
        with qtbot.waitSignal(table.drag_finished) as finished:
            mouse(table, RELEASE, at_cap(table, scale(table), 50), shift=shift)
        assert finished.args == ["history", MAX_TOKENS]
        table.set_state(most, trip_trace())


def test_a_click_on_a_tick_sets_it(table: BudgetTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.drag_finished) as finished:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at_cap(table, 15_000, 1))
    assert finished.args == ["history", 15_000]


def test_alt_and_arrows_step_through_ticks(table: BudgetTable, qtbot: QtBot) -> None:
    table.choose("history")
    with qtbot.waitSignal(table.edit_requested) as wish, qtbot.waitSignal(table.told) as told:
        QTest.keyClick(table, Qt.Key.Key_Right, ALT)
    assert wish.args == ["history", "cap", 8002]
    assert told.args == ["8,002: user · 2 enters (must-keep)"]
    table.set_state(PROFILE.set("budget.history.cap", 8002), trip_trace())
    with qtbot.waitSignal(table.edit_requested) as wish:
        QTest.keyClick(table, Qt.Key.Key_Left, ALT)
    assert wish.args == ["history", "cap", 4321]
    table.set_state(PROFILE.set("budget.history.cap", 15_000), trip_trace())
    with qtbot.assertNotEmitted(table.edit_requested):
        QTest.keyClick(table, Qt.Key.Key_Right, ALT)
        table.choose("recent")
        QTest.keyClick(table, Qt.Key.Key_Right, ALT)
        table.choose("user_message")
        QTest.keyClick(table, Qt.Key.Key_Left, ALT)


def test_the_windows_shortcuts_do_not_take_the_stepping_keys(table: BudgetTable) -> None:
    def taken(key: Qt.Key) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, ALT)
        event.ignore()
        QApplication.sendEvent(table, event)
        return event.isAccepted()

    assert taken(Qt.Key.Key_Right)
    assert taken(Qt.Key.Key_Left)
    assert not taken(Qt.Key.Key_Up)


def test_a_tick_under_the_mouse_is_named(table: BudgetTable) -> None:
    index = table.budget.index(table.budget.row_of("history"), Column.BAR)
    line = table.budget.line(index.row())
    assert line is not None
    rect = table.visualRect(index)
    words = table._delegate.words_at
    assert words(rect, line, at_cap(table, 8002, 2).x()) == "8,002: user · 2 enters (must-keep)"
    assert words(rect, line, at_cap(table, 11_000).x()) == ""
    where = at_cap(table, 8002)
    help_event = QHelpEvent(QEvent.Type.ToolTip, where, table.viewport().mapToGlobal(where))
    QApplication.sendEvent(table.viewport(), help_event)
    assert "user · 2 enters" in QToolTip.text()
    QToolTip.hideText()


def test_a_tick_says_how_many_stand_close_to_it(table: BudgetTable) -> None:
    table.set_ticks({Row.HISTORY: [Tick(4000 + n, f"i{n}") for n in range(5)]}, lambda item: item)
    index = table.budget.index(table.budget.row_of("history"), Column.BAR)
    line = table.budget.line(index.row())
    assert line is not None
    told = table._delegate.words_at(table.visualRect(index), line, at_cap(table, 4000).x())
    assert told == "4,000: i0 enters\nand 4 more close to it"


def test_ticks_are_painted_a_must_keep_taller(table: BudgetTable) -> None:
    def inks(cap: int, below: int) -> str:
        image = table.viewport().grab().toImage()
        where = at_cap(table, cap)
        ratio = image.devicePixelRatio()
        return image.pixelColor(round(where.x() * ratio), round((where.y() + below) * ratio)).name()

    theme = Look().theme
    # beyond the ring, which is drawn over ticks near the cap
    table.set_state(PROFILE.set("budget.history.cap", 12_000), trip_trace())
    assert inks(15_000, 3) == theme.muted
    assert inks(15_000, 6) != theme.muted
    assert inks(8002, 6) == theme.failed.ink
    table.set_ticks({})
    assert inks(8002, 6) != theme.failed.ink


def test_a_bar_makes_room_for_a_must_keep_beyond_its_cap(table: BudgetTable) -> None:
    # 8,000 and half as much again would be 20,000; three times the cap is 24,000
    table.set_ticks({Row.HISTORY: (Tick(23_000, "i8", must_keep=True),)})
    assert scale(table) == 50_000
    table.set_ticks({Row.RECENT: (Tick(12_001, "i8", must_keep=True),)})
    assert scale(table, "recent") == 10_000
    table.set_ticks({Row.RECENT: (Tick(12_000, "i8", must_keep=True),)})
    assert scale(table, "recent") == 20_000


def test_a_bar_does_not_jump_under_a_drag(table: BudgetTable) -> None:
    table.set_ticks({Row.HISTORY: (Tick(15_000, "i8", must_keep=True), Tick(40_000, "i6", must_keep=True))})
    assert scale(table) == 20_000
    mouse(table, PRESS, at_cap(table, 8000))
    mouse(table, MOVE, at_cap(table, 16_000))
    table.set_state(PROFILE.set("budget.history.cap", 16_000), trip_trace())
    assert scale(table) == 20_000
    mouse(table, RELEASE, at_cap(table, 16_000))
    table.set_state(PROFILE.set("budget.history.cap", 16_000), trip_trace())
    assert scale(table) == 50_000


def test_a_line_says_what_the_ticks_are(table: BudgetTable) -> None:
    row = table.budget.row_of(NOTE)
    assert row == table.budget.rowCount() - 1
    assert "Alt+→ next tick" in table.budget.index(row, 0).data()
    assert not table.budget.flags(table.budget.index(row, 0))
    one = table.rowHeight(row)
    table.resize(320, 400)
    QApplication.processEvents()
    assert table.rowHeight(row) > one
    table.choose("sum")
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.budget.key(table.currentIndex().row()) == "sum"
    table.set_ticks({})
    assert table.budget.row_of(NOTE) == -1


def test_ticks_are_kept_when_the_head_unfolds(table: BudgetTable) -> None:
    mouse(table, PRESS, at_cap(table, 8000))
    table.set_unfolded(True)
    mouse(table, MOVE, at_cap(table, 15_000))
    assert table.budget.cap(table.budget.row_of("history")) == 15_000
    assert table.budget.cap(table.budget.row_of("recent")) == 4000
    mouse(table, RELEASE, at_cap(table, 15_000))
