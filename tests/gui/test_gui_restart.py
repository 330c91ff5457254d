"""The program started anew: its command line, and a window that closes for it."""

from __future__ import annotations

import sys
from pathlib import Path

from gui.gui_helpers import after, dispose, document_of, make_window, settle, write_profile, write_talk
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.restart import arguments, start
from ctxlab.gui.start_desk import SAMPLE
from ctxlab.gui.text import menu_words
from ctxlab.paths import sample_sessions

PROGRAM = [sys.executable, "-m", "ctxlab"]


def test_it_opens_the_same_files_profile_and_request(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    assert arguments(window.workspace) == PROGRAM
    talk, trip, profile = write_talk(tmp_path), sample_sessions(SAMPLE), write_profile(tmp_path)
    window.open(talk)
    settle(qtbot, window)
    window.open(trip, str(profile), 31)
    qtbot.waitUntil(lambda: len(window.workspace.documents) == 2)
    settle(qtbot, window)
    told = [*PROGRAM, str(trip), str(talk), "--profile", str(profile), "--request", "31"]
    assert arguments(window.workspace) == told
    window.workspace.activate(window.workspace.documents[0])
    assert arguments(window.workspace)[3:5] == [str(talk), str(trip)]
    assert arguments(window.workspace)[-2:] == ["--request", "1"]


def test_a_built_in_profile_is_named(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write_talk(tmp_path), "gssc")
    settle(qtbot, window)
    assert arguments(window.workspace)[4:6] == ["--profile", "gssc"]


def test_a_program_is_started_that_outlives_its_caller(qtbot: QtBot, tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    assert start([sys.executable, "-c", f"open({str(mark)!r}, 'w').close()"])
    qtbot.waitUntil(mark.exists, timeout=10_000)
    assert not start([str(tmp_path / "no such program")])


def choose_chinese(window: MainWindow) -> QPushButton:
    action = next(one for one in window.commands.languages.actions() if one.data() == "zh")
    action.trigger()
    banner = window.views.messages.banner("language")
    assert banner is not None
    return next(one for one in banner.findChildren(QPushButton) if one.text() == "Restart now")


def answer(box_button: QMessageBox.StandardButton) -> None:
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    box.button(box_button).click()


def test_one_click_after_another_language_was_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(ask=True)
    window.show()
    started: list[list[str]] = []
    window.start_anew = started.append
    talk = write_talk(tmp_path)
    window.open(talk, str(write_profile(tmp_path)))
    settle(qtbot, window)
    after(qtbot, window, lambda: document_of(window).edit("budget.history.cap", 50, "an edit"))
    # not as long as unsaved edits are wanted back
    QTimer.singleShot(0, lambda: answer(QMessageBox.StandardButton.Cancel))
    choose_chinese(window).click()
    assert window.isVisible()
    assert started == []
    QTimer.singleShot(0, lambda: answer(QMessageBox.StandardButton.Discard))
    choose_chinese(window).click()
    assert not window.isVisible()
    assert [command[3] for command in started] == [str(talk)]
    dispose(window)


def test_the_language_of_the_window_needs_no_restart(window: MainWindow) -> None:
    choose_chinese(window)
    for action in window.commands.languages.actions():
        if action.data() == window.language:
            action.trigger()
    assert window.views.messages.banner("language") is None


def test_menus_are_named_without_the_marks_of_letters() -> None:
    assert menu_words("&Open…") == "Open…"
    assert menu_words("打开(&O)…") == "打开…"
    assert menu_words("Save && quit (all)") == "Save & quit (all)"


def test_a_profile_without_a_name_of_its_own_is_not_named(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_talk(tmp_path), "gssc")
    settle(qtbot, window)
    document = document_of(window)
    document.change(document.profile.with_parts(name="renamed"), document.marks, "another name")
    assert arguments(window.workspace)[4:6] == ["--profile", "gssc"], "the saved one is what can be loaded"
    document.use_profile(document.profile, None)
    assert "--profile" not in arguments(window.workspace)
