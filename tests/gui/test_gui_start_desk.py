"""A window without a session: one card says what can be done, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, dispose, make_window, settle, write_talk
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.start_desk import SAMPLE


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = make_window()
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    dispose(made)


def test_the_card_stands_in_place_of_the_pages_of_a_session(window: MainWindow, qtbot: QtBot) -> None:
    start = window.pages.start
    qtbot.waitUntil(start.isVisible, timeout=PATIENCE_MS)
    assert not window.views.must_keeps.add.isEnabled()
    window.turn_to("investigate")
    assert start.isVisible()
    window.turn_to("sweep")
    assert not start.isVisible()
    window.turn_to("tune")
    assert start.isVisible()


def test_the_sample_is_opened_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    start = window.pages.start
    qtbot.waitUntil(start.isVisible, timeout=PATIENCE_MS)
    start.sample.setFocus()
    QTest.keyClick(start.sample, Qt.Key.Key_Space)
    assert not start.isVisible()
    settle(qtbot, window)
    assert window.workspace.active is not None
    assert window.workspace.file(window.workspace.active).name == SAMPLE
    assert window.views.must_keeps.add.isEnabled()
    assert window.pages.currentWidget() is window.pages.tune


def test_the_card_comes_back_when_the_last_session_is_closed_or_none_could_be_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    start = window.pages.start
    window.open(write_talk(tmp_path))
    settle(qtbot, window)
    assert not start.isVisible()
    window.commands.close_session.trigger()
    assert start.isVisible()
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    window.open(tmp_path / "broken.json")
    assert not start.isVisible()
    qtbot.waitUntil(start.isVisible, timeout=PATIENCE_MS)
