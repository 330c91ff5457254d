"""The palette over a window: what it finds, and that it does nothing that cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import after, document_of, settle, write_profile
from gui.shell_desk import write_side_chain
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.palette_rows import PaletteEntry


def find(window: MainWindow, query: str, title: str) -> PaletteEntry:
    box = window.palette_box
    box.open(query)
    found = [line_at(window, row) for row in range(box.entries.rowCount())]
    return next(one for one in found if one.title == title)


def line_at(window: MainWindow, row: int) -> PaletteEntry:
    line = window.palette_box.entries.line(row)
    assert line is not None
    return line.entry


@pytest.mark.parametrize("query", ["save", "run again", "pin or unpin", "export profile", "undo"])
def test_without_a_session_nothing_is_run_and_it_is_said_why(window: MainWindow, query: str) -> None:
    box = window.palette_box
    box.open(query)
    first = line_at(window, 0)
    assert not first.enabled
    assert first.note == "open a session first"
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.views.messages.text() == ""
    assert box.isVisible(), "it stays, for something else"
    box.close_palette()


def test_what_became_impossible_since_it_was_listed_is_not_done(talk: MainWindow) -> None:
    entry = find(talk, "save profile as", "Save profile as")
    assert entry.enabled
    talk.files.close_active()
    entry.run()
    assert talk.views.messages.text() == ""
    assert talk.workspace.active is None
    talk.palette_box.close_palette()


def test_a_request_of_the_conversation_is_gone_to_from_a_side_chain(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    after(qtbot, window, lambda: window.views.request_bar.chain_chosen.emit("side"))
    after(qtbot, window, find(window, "request 3", "request 3").run)
    request = document_of(window).snapshot.request
    assert (request.chain, request.index) == ("", 3)
    window.palette_box.close_palette()


def test_a_row_is_gone_to_though_its_dock_is_closed(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.docks.budget.close()
    box = talk.palette_box
    find(talk, "cap", "history cap")
    entry = find(talk, "history", "history cap")
    assert entry.note == "60"
    box.close_palette()
    entry.run()
    QApplication.processEvents()
    assert talk.views.budget.hasFocus()
    assert talk.views.budget.budget.key(talk.views.budget.currentIndex().row()) == "history"
