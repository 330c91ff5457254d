"""The pages: turning between them, where the keys are then."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import after, document_of, settle, write_profile
from gui.shell_desk import idle, write_side_chain
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow


def test_there_and_back_the_keys_are_where_they_were(talk: MainWindow) -> None:
    talk.activateWindow()
    table = talk.views.panes.tables[2]
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert talk.investigate_page.isVisible()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert talk.investigate_page.isAncestorOf(focus), "a key does something there"
    QTest.keyClick(focus, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert talk.page.isVisible()
    assert table.hasFocus()


def test_the_keys_begin_in_the_matrix_where_there_is_one(talk: MainWindow, qtbot: QtBot) -> None:
    talk.activateWindow()
    after(qtbot, talk, lambda: talk.marks.keep_item("i2"))
    talk.views.panes.tables[0].setFocus()
    talk.turn_to("investigate")
    assert talk.views.matrix.table.hasFocus(), "where the arrows go through what is kept and lost"


def test_keys_beside_the_pages_stay(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.views.budget.setFocus()
    for page in ("investigate", "runs", "tune"):
        talk.turn_to(page)
        assert talk.views.budget.hasFocus()
        assert talk.tools.pages.current == page


def test_the_control_turns_pages_and_follows_them(talk: MainWindow) -> None:
    talk.tools.pages.button("investigate").click()
    assert talk.investigate_page.isVisible()
    talk.commands.tune.trigger()
    assert talk.tools.pages.current == "tune"
    talk.commands.tune.trigger()
    assert talk.page.isVisible()


def test_the_item_in_focus_is_the_same_on_both_pages(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.presenter.choose("i8")
    window.turn_to("investigate")
    idle(qtbot, window)
    assert "is in the context of request 4" in window.views.verdict.said()
    window.views.must_keeps.item_chosen.emit("i0")
    idle(qtbot, window)
    assert window.views.verdict.said().startswith("“300 yuan” is not in the context")
    window.turn_to("tune")
    assert window.presenter.chosen == "i0"
    assert document_of(window).snapshot.request.index == 4


def test_reset_shares_the_height_out_as_it_comes(window: MainWindow) -> None:
    sizes = window.page._middle.sizes()
    window.page._middle.setSizes([100, sum(sizes) - 100])
    assert window.page._middle.sizes() != sizes
    window.commands.reset_layout.trigger()
    QApplication.processEvents()
    panes, details = window.page._middle.sizes()
    assert abs(panes - (panes + details) * 0.66) < 3
