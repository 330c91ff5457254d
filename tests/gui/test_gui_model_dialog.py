"""Asking a model for constraints in the window, against a real server: by visible controls alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, document_of, settle
from gui.shell_desk import idle
from helpers.model_server import ANSWER, TALK, ModelServer, status
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.model_dialog import ModelDialog


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelDialog:
    for name in ("CTXLAB_MODEL", "CTXLAB_MODEL_ADDRESS", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "talk.json"
    file.write_text(json.dumps({"messages": TALK}), encoding="utf-8")
    window.open(file)
    settle(qtbot, window)
    window.turn_to("investigate")
    idle(qtbot, window)
    window.views.keeps.show_list("found")
    button = window.views.keeps.findChild(QPushButton, "askForConstraints")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    found = window.casework.model.dialog
    assert found is not None
    return found


def button(dialog: ModelDialog, name: str) -> QPushButton:
    found = dialog.findChild(QPushButton, name)
    assert found is not None
    return found


def enter(field: QLineEdit, text: str) -> None:
    field.setFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Tab)


def choose(dialog: ModelDialog, server: ModelServer, qtbot: QtBot) -> None:
    enter(dialog.address, server.address)
    enter(dialog.name, "small")
    qtbot.waitUntil(button(dialog, "askModel").isEnabled, timeout=PATIENCE_MS)


def test_what_the_model_finds_becomes_marks_that_one_undo_takes_back(
    window: MainWindow, dialog: ModelDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(ANSWER)
    assert dialog.plan() == "Enter a model above."
    assert not button(dialog, "askModel").isEnabled()
    choose(dialog, server, qtbot)
    assert dialog.plan().startswith("1 call · ≈ ")
    assert "cost unknown" in dialog.plan()
    assert server.asked == [], "nothing is sent before Ask"
    QTest.mouseClick(button(dialog, "askModel"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(button(dialog, "markFound").isVisible, timeout=PATIENCE_MS)
    assert [line.text for line in dialog.list.rows.lines()] == ["two blanks"]
    assert dialog.told() == "1 known already; 1 not taken, as nobody said it"
    assert button(dialog, "markFound").text() == "Mark 1 constraint"
    document = document_of(window)
    before = document.marks
    QTest.mouseClick(button(dialog, "markFound"), Qt.MouseButton.LeftButton)
    assert [document.session.items[0].text[one.start : one.end] for one in document.marks.constraints] == [
        "two blanks"
    ]
    settle(qtbot, window)
    idle(qtbot, window)
    assert "two blanks" in [line.text for line in window.views.constraints.table.rows.lines()]
    window.commands.undo.trigger()
    assert document.marks == before
    assert window.preferences.settings.endpoint.name == "small"


def test_a_failure_is_told_and_the_model_may_be_asked_again(
    dialog: ModelDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(status(401, "wrong key"))
    choose(dialog, server, qtbot)
    QTest.mouseClick(button(dialog, "askModel"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "refuses the key" in dialog.told(), timeout=PATIENCE_MS)
    server.will("[]")
    QTest.mouseClick(button(dialog, "askModel"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.told() == "", timeout=PATIENCE_MS)
    assert not button(dialog, "markFound").isVisible()


def test_waiting_is_stopped_by_a_button_and_by_closing(
    window: MainWindow, dialog: ModelDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(status(429, Retry_After="30"))
    choose(dialog, server, qtbot)
    QTest.mouseClick(button(dialog, "askModel"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(server.asked) == 1, timeout=PATIENCE_MS)
    QTest.mouseClick(button(dialog, "stopModel"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.told() == "Stopped; nothing was taken.", timeout=PATIENCE_MS)
    QTest.mouseClick(button(dialog, "askModel"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(button(dialog, "closeModel"), Qt.MouseButton.LeftButton)
    assert window.casework.model.dialog is None
    assert document_of(window).marks.constraints == ()


def test_the_dialog_goes_with_its_session(window: MainWindow, dialog: ModelDialog, qtbot: QtBot) -> None:
    window.commands.close_session.trigger()
    qtbot.waitUntil(lambda: window.casework.model.dialog is None, timeout=PATIENCE_MS)


def test_what_the_environment_says_is_shown_and_cannot_be_edited(
    window: MainWindow, dialog: ModelDialog, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.reject()
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    window.commands.ask_model.trigger()
    again = window.casework.model.dialog
    assert again is not None
    assert again.address.text() == server.address
    assert again.address.isReadOnly()
    assert "set by CTXLAB_MODEL_ADDRESS" in again.address.toolTip()
    assert not again.name.isReadOnly()


def test_what_the_environment_says_is_never_kept_as_a_setting(
    window: MainWindow,
    dialog: ModelDialog,
    server: ModelServer,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dialog.reject()
    before = window.preferences.settings.endpoint.address
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    window.commands.ask_model.trigger()
    again = window.casework.model.dialog
    assert again is not None
    qtbot.waitUntil(again.isActiveWindow, timeout=PATIENCE_MS)
    enter(again.name, "small")
    kept = window.preferences.settings.endpoint
    assert (kept.address, kept.name) == (before, "small")
