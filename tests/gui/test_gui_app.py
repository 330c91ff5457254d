"""Starting the window: the smoke test, the sample, and that mistakes end in a dialog and not in a crash."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, make_window, settle, write_profile, write_talk
from helpers.cli import process
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.gui import app
from ctxlab.gui.error_dialog import ErrorCatcher, ErrorDialog
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.start_desk import SAMPLE_PROFILE
from ctxlab.paths import config_dir, sample_sessions


@pytest.fixture
def catcher(qtbot: QtBot) -> ErrorCatcher:
    return ErrorCatcher()


def test_smoke_opens_a_file_paints_and_ends_well(qtbot: QtBot, tmp_path: Path) -> None:
    hooks = sys.excepthook, threading.excepthook
    assert app.main([str(write_talk(tmp_path))], smoke=True, profile=str(write_profile(tmp_path))) == 0
    assert (sys.excepthook, threading.excepthook) == hooks
    assert not (config_dir() / "settings.toml").exists(), "a smoke test remembers nothing"


def test_smoke_says_what_does_not_work(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.main([str(tmp_path / "missing.json")], smoke=True) == 1
    assert "no such file" in capsys.readouterr().err


def test_smoke_in_a_process_of_its_own_shows_the_sample() -> None:
    done = process("--smoke", QT_QPA_PLATFORM="offscreen")
    assert (done.code, done.out) == (0, ""), done.err


def test_without_files_the_sample_is_opened_under_its_profile(window: MainWindow, qtbot: QtBot) -> None:
    app.open_first(window, [], None, None)
    settle(qtbot, window)
    assert window.windowTitle().startswith("trip-hangzhou.ctx.json · travel-agent.toml")
    assert window.views.must_keeps.rows.rowCount() > 0
    # something happened there, and the focus is on it
    assert window.presenter.chosen
    assert window.views.panes.filter_bar.changes_only.isChecked()


def test_nothing_is_saved_over_what_came_with_ctxlab(window: MainWindow, qtbot: QtBot) -> None:
    app.open_first(window, [], None, None)
    settle(qtbot, window)
    before = sample_sessions(SAMPLE_PROFILE).read_bytes()
    window.views.budget.edit_requested.emit("history", "cap", 1)
    asked: list[Path] = []
    window.files.dialogs.profile_to_save = asked.append  # type: ignore[method-assign]
    window.commands.save.trigger()
    assert len(asked) == 1
    assert sample_sessions(SAMPLE_PROFILE).read_bytes() == before


def test_a_mistake_in_a_slot_opens_one_dialog_with_details_to_copy(
    window: MainWindow, qtbot: QtBot, catcher: ErrorCatcher
) -> None:
    catcher.caught.connect(lambda details: catcher.show(details, window))
    for text in ("first mistake", "second <b>mistake</b>"):
        error = ZeroDivisionError(text)
        catcher._hook(type(error), error, None)
    dialogs = window.findChildren(ErrorDialog)
    assert len(dialogs) == 1
    details = dialogs[0].findChild(QPlainTextEdit)
    copy = dialogs[0].findChild(QPushButton, "copyDetails")
    assert details is not None
    assert copy is not None
    assert "first mistake" in details.toPlainText()
    assert "second <b>mistake</b>" in details.toPlainText()
    assert "ctxlab 0" in details.toPlainText()
    copy.click()
    assert QGuiApplication.clipboard().text() == details.toPlainText()
    dialogs[0].reject()
    # the next one opens a new dialog
    again = catcher.show("third mistake", window)
    assert "first" not in again.details.toPlainText()
    again.reject()


def test_the_hooks_catch_mistakes_of_slots_and_of_threads(qtbot: QtBot, catcher: ErrorCatcher) -> None:
    def broken() -> None:
        raise ZeroDivisionError("in a slot")

    def broken_thread() -> None:
        raise ZeroDivisionError("in a thread")

    with capture_exceptions():
        catcher.install()
        try:
            QTimer.singleShot(0, broken)
            qtbot.waitUntil(lambda: len(catcher.errors) == 1, timeout=PATIENCE_MS)
            thread = threading.Thread(target=broken_thread)
            thread.start()
            thread.join()
        finally:
            catcher.remove()
    assert ["in a slot" in catcher.errors[0], "in a thread" in catcher.errors[1]] == [True, True]


def test_closing_while_everything_is_under_way_leaves_no_thread(qtbot: QtBot, tmp_path: Path) -> None:
    # texts that no other test has counted
    words = [{"role": "user", "content": f"{n} " + "word " * 200} for n in range(400)]
    path = write_talk(tmp_path, words)
    before = threading.active_count()
    for step in range(20):
        window = make_window()
        window.show()
        window.open(path, "gssc")
        if step % 2:
            qtbot.waitUntil(lambda shown=window: shown.workspace.active is not None, timeout=PATIENCE_MS)
            window.views.budget.edit_requested.emit("history", "cap", step)
        assert window.close()
        window.deleteLater()
        QGuiApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QGuiApplication.processEvents()
    assert threading.active_count() == before


def test_after_a_smoke_test_nothing_is_left_that_would_end_other_loops(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SMOKE_MS", 3_000)
    assert app.main([str(write_talk(tmp_path))], smoke=True, profile=str(write_profile(tmp_path))) == 0
    began = time.monotonic()
    turns = 0

    def late() -> bool:
        nonlocal turns
        turns += 1
        return time.monotonic() - began > 3.2

    # a loop that is ended at once turns round thousands of times and lets nothing through
    qtbot.waitUntil(late, timeout=PATIENCE_MS)
    assert turns < 1_000
