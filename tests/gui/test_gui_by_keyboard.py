"""The window without a mouse: its parts in turn, a cap, why, undo, save; and the list of keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import document_of, settle, write_profile, write_talk
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.keys import KeysDialog, keys
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_model import Column
from ctxlab.model.items import Row
from ctxlab.profiles import load_profile

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def talk(tmp_path: Path, window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the small talk under the small profile, ready for keys."""
    window.activateWindow()
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    return window


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_f6_goes_through_the_parts_of_the_window_and_back(talk: MainWindow) -> None:
    talk.views.panes.tables[2].setFocus()
    seen: list[str] = []
    for _ in range(10):
        QTest.keyClick(talk, Qt.Key.Key_F6)
        seen.append(focus().objectName())
    assert seen == [
        *("diffLines", "budgetTable", "itemText", "requestBars", "sessionsList"),
        *("mustKeepTable", "problemsView", "stageFilter", "stageGather", "diffLines"),
    ]
    QTest.keyClick(talk, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert focus().objectName() == "stageGather"


def test_a_cap_is_edited_undone_and_saved_with_keys_alone(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    document = document_of(talk)
    QTest.keyClick(talk, Qt.Key.Key_B, CONTROL)
    assert focus() is talk.views.budget
    while talk.views.budget.budget.key(talk.views.budget.currentIndex().row()) != "history":
        QTest.keyClick(focus(), Qt.Key.Key_Down)
    QTest.keyClick(focus(), Qt.Key.Key_Return)
    field = focus()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "500")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert focus() is talk.views.budget
    assert document.profile.row(Row.HISTORY).cap == 500
    QTest.keyClick(focus(), Qt.Key.Key_Z, CONTROL)
    assert document.profile.row(Row.HISTORY).cap == 60
    QTest.keyClick(focus(), Qt.Key.Key_Y, CONTROL)
    settle(qtbot, talk)
    QTest.keyClick(focus(), Qt.Key.Key_S, CONTROL)
    assert load_profile(tmp_path / "small.toml").row(Row.HISTORY).cap == 500


def test_the_cap_that_has_the_focus_can_be_read(talk: MainWindow) -> None:
    table = talk.views.budget
    table.setFocus()
    table.choose("history")
    QApplication.processEvents()
    rect = table.visualRect(table.budget.index(table.currentIndex().row(), Column.CAP)).adjusted(3, 3, -3, -4)
    # whole, as the screen is painted: bars before the cell leave their mark on the painter
    picture = table.viewport().grab().copy(rect).toImage()
    dark = [
        QPoint(x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).lightness() < 100
    ]
    assert dark, "the number is painted over"


def test_whatever_takes_keys_has_a_name(talk: MainWindow) -> None:
    nameless = [
        f"{type(one).__name__} {one.objectName()}"
        for one in talk.findChildren(QWidget)
        if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not one.accessibleName() and not (isinstance(one, QAbstractButton | QLabel) and one.text())
    ]
    assert nameless == []


def test_f1_lists_every_key_of_the_menus(talk: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(talk, Qt.Key.Key_F1)
    dialog = talk.findChild(KeysDialog)
    assert isinstance(dialog, KeysDialog)
    listed = {dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())}
    form = QKeySequence.SequenceFormat.NativeText
    bound = {one.shortcut().toString(form) for one in talk.commands.findChildren(QAction)} - {""}
    assert {"F6", "F7", "Ctrl+Z", "Ctrl+S", "W"} <= bound
    assert bound <= listed
    dialog.close()


def test_the_list_of_keys_calls_undo_by_its_plain_name(talk: MainWindow) -> None:
    talk.views.budget.edit_requested.emit("history", "cap", 500)
    assert "500" in talk.commands.undo.text()
    assert ("Ctrl+Z", "Undo") in keys(talk.commands)


def test_the_keys_are_grouped_and_searched(talk: MainWindow) -> None:
    dialog = KeysDialog(talk.commands, talk)
    table = dialog.table

    def shown() -> list[tuple[str, str]]:
        rows = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
        return [(table.item(row, 0).text(), table.item(row, 1).text()) for row in rows]

    assert shown()[0] == ("Menus", "Menus")
    assert ("Lists and fields", "Lists and fields") in shown()
    alt = [key for key, _words in shown() if key.startswith("Alt+") and key[4:].isdigit()]
    assert alt == sorted(alt)
    dialog.search.setText("smallest caps")
    assert shown() == [("Menus", "Menus"), ("Alt+6", "Solve for the smallest caps")]
    dialog.search.setText("no such key")
    assert shown() == []
    dialog.search.clear()
    assert len(shown()) == table.rowCount()
    dialog.close()
    dialog.deleteLater()
