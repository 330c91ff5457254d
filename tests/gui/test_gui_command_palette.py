"""The palette over a window: keys, mouse, focus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.palette_rows import PaletteEntry
from ctxlab.gui.theme.palette import DARK, LIGHT
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.command_palette import CommandPalette


class Window(QWidget):
    """A window with a field that has the keys, and a palette of four entries."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.resize(900, 600)
        self.done: list[str] = []
        self.before = QLineEdit()
        layout = QVBoxLayout(self)
        layout.addWidget(self.before)
        layout.addWidget(QLabel("page"), 1)
        self.palette_view = CommandPalette(look, self)
        entries = [self.entry("Open"), self.entry("Save"), self.entry("Save as"), self.entry("Revert", "why")]
        self.palette_view.set_sources([lambda _query: entries])

    def entry(self, title: str, reason: str = "") -> PaletteEntry:
        return PaletteEntry(title, lambda: self.done.append(title), reason, enabled=not reason)


@pytest.fixture
def window(qtbot: QtBot, look: Look) -> Iterator[Window]:
    made = Window(look)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.before.setFocus()
    yield made
    made.palette_view.close_palette()


def shown(window: Window) -> list[str]:
    model = window.palette_view.entries
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_it_takes_the_keys_and_stands_at_the_middle_top(window: Window) -> None:
    palette = window.palette_view
    palette.open()
    assert palette.field.hasFocus()
    assert shown(window) == ["Open", "Save", "Save as", "Revert"]
    assert abs(palette.geometry().center().x() - window.rect().center().x()) <= 1
    assert palette.geometry().top() < 60


def test_typing_and_enter_run_the_best(window: Window, qtbot: QtBot) -> None:
    window.palette_view.open()
    QTest.keyClicks(window.palette_view.field, "sav")
    assert shown(window) == ["Save", "Save as"]
    QTest.keyClick(window.palette_view.field, Qt.Key.Key_Return)
    assert window.done == ["Save"]
    assert window.palette_view.isHidden()
    assert window.before.hasFocus()


def test_arrows_go_round_and_esc_gives_the_keys_back(window: Window, qtbot: QtBot) -> None:
    palette = window.palette_view
    palette.open()
    for key, row in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Up, 3), (Qt.Key.Key_PageUp, 0)):
        QTest.keyClick(palette.field, key)
        assert palette.table.currentIndex().row() == row
    with qtbot.waitSignal(palette.closed):
        QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert window.before.hasFocus()
    assert window.done == []


def test_what_cannot_be_done_says_why_and_does_nothing(window: Window) -> None:
    palette = window.palette_view
    palette.open("revert")
    assert palette.field.accessibleDescription() == "Revert, why"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.done == []
    assert palette.isVisible()


def test_a_click_runs_a_line_and_a_click_beside_shuts_it(window: Window) -> None:
    palette = window.palette_view
    palette.open()
    rect = palette.table.visualRect(palette.entries.index(2, 0))
    QTest.mouseClick(palette.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert window.done == ["Save as"]
    palette.open()
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=QPoint(20, 580))
    assert palette.isHidden()
    assert window.done == ["Save as"]


def test_what_was_used_comes_first_the_next_time(window: Window) -> None:
    palette = window.palette_view
    palette.open("save as")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    palette.open()
    assert shown(window)[0] == "Save as"
    other = CommandPalette(Look(), window)
    other.set_recent(palette.recent)
    assert other.recent == palette.recent


def test_nothing_found_says_what_can_be_typed(window: Window) -> None:
    palette = window.palette_view
    palette.open("<b>zzz</b>")
    assert shown(window) == []
    assert "“<b>zzz</b>”" in palette.field.accessibleDescription()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_it_stays_in_the_middle_of_a_window_that_changes(window: Window, qtbot: QtBot) -> None:
    palette = window.palette_view
    palette.open()
    window.resize(500, 600)
    qtbot.waitUntil(lambda: palette.geometry().right() <= 500)
    assert abs(palette.geometry().center().x() - 250) <= 1


def test_sources_are_asked_anew_each_time_it_opens(window: Window) -> None:
    asked: list[str] = []

    def source(query: str) -> list[PaletteEntry]:
        asked.append(query)
        return []

    window.palette_view.set_sources([source])
    assert asked == []
    window.palette_view.open()
    window.palette_view.close_palette()
    window.palette_view.open()
    assert asked == ["", ""]


def test_it_wears_the_theme(window: Window, qtbot: QtBot) -> None:
    look = window.palette_view._look
    window.palette_view.open()
    look.set_theme(DARK)
    grabbed = window.palette_view.grab().toImage()
    assert grabbed.pixelColor(grabbed.width() // 2, 20).name() == DARK.base
    look.set_theme(LIGHT)
