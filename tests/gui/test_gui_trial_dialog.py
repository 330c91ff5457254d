"""Trying two profiles with a model in the window, against a real server: by visible controls alone."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gui.gui_helpers import PATIENCE_MS, document_of, settle, write_talk
from helpers.model_server import ModelServer, saying, status
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from werkzeug import Response

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.trial_words import Breach
from ctxlab.gui.views.trial_dialog import TrialDialog


@pytest.fixture
def dialog(talk: MainWindow, monkeypatch: pytest.MonkeyPatch) -> TrialDialog:
    for name in ("CTXLAB_MODEL", "CTXLAB_MODEL_ADDRESS", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    talk.commands.compare.trigger()
    button = talk.views.compare.findChild(QPushButton, "tryWithModel")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    found = talk.casework.trial.dialog
    assert found is not None
    return found


def press(dialog: TrialDialog, name: str) -> None:
    found = dialog.findChild(QPushButton, name)
    assert found is not None
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def enter(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Tab)


def ready(dialog: TrialDialog, server: ModelServer, qtbot: QtBot, expect: str = "yes") -> None:
    qtbot.waitUntil(dialog.isActiveWindow, timeout=PATIENCE_MS)
    enter(dialog.address, server.address)
    enter(dialog.name, "small")
    enter(dialog.fields.expect, expect)
    qtbot.waitUntil(dialog.ask.isEnabled, timeout=PATIENCE_MS)


def problem(dialog: QWidget, name: str) -> str:
    label = dialog.findChild(QLabel, f"trialProblem-{name}")
    assert label is not None
    return label.text() if label.isVisible() else ""


def long_contexts_say_yes(asked: dict[str, Any]) -> Response:
    """The whole talk is answered with yes, what a profile leaves of it with no."""
    return saying("yes" if "assistant 1" in str(asked["messages"]) else "no")


def test_both_contexts_are_tried_and_judged(
    talk: MainWindow, dialog: TrialDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will("yes")
    assert dialog.plan() == "Enter a model above."
    ready(dialog, server, qtbot)
    enter(dialog.fields.times, "3")
    assert dialog.plan().startswith("1 session · 6 calls · ≈ ")
    assert server.asked == [], "nothing is sent before Try"
    server.reads = long_contexts_say_yes
    press(dialog, "askModel")
    qtbot.waitUntil(dialog.rates.isVisible, timeout=PATIENCE_MS)
    assert len(server.asked) == 6
    assert dialog.rates.accessibleName() == (
        "A unmanaged: 3 of 3 hold · 100 % (44 to 100 %); B small: 0 of 3 hold · 0 % (0 to 56 %)"
    )
    assert dialog.test().startswith("By session B is better in 0, worse in 1, alike in 0.")
    rows = dialog.list.rows.lines()
    assert rows[0].note == "A 3/3 · B 0/3"
    assert [(row.pill, row.lead, row.text) for row in rows[1:]] == [("breaks it", "B", "no")] * 3
    assert dialog.told() == "66 tokens there, 42 back"
    assert dialog.rates.grab().width() > 0
    assert talk.preferences.settings.endpoint.name == "small"


def test_bad_input_is_told_at_its_field(dialog: TrialDialog, server: ModelServer, qtbot: QtBot) -> None:
    enter(dialog.address, server.address)
    enter(dialog.name, "small")
    qtbot.waitUntil(lambda: dialog.told().startswith("Say what an answer holds with"), timeout=PATIENCE_MS)
    assert not dialog.ask.isEnabled()
    enter(dialog.fields.expect, "(yes")
    assert "cannot be read" in problem(dialog, "expect")
    qtbot.waitUntil(lambda: dialog.told() == "Mend what is marked above first.", timeout=PATIENCE_MS)
    dialog.fields.expect.clear()
    enter(dialog.fields.expect, "yes")
    assert problem(dialog, "expect") == ""
    box = dialog.fields.breach
    box.setCurrentIndex(box.findData(Breach.BOUND))
    box.activated.emit(box.currentIndex())
    enter(dialog.fields.broken_by, "lots")
    assert "states no number" in problem(dialog, "broken_by")
    for bad in ("0", "101", "many", "²"):
        enter(dialog.fields.times, bad)
        assert problem(dialog, "times") == "Trials of each: a whole number from 1 to 100."
    assert not dialog.ask.isEnabled()


def test_all_open_sessions_are_tried_where_that_is_wanted(
    talk: MainWindow, dialog: TrialDialog, server: ModelServer, qtbot: QtBot, tmp_path: Path
) -> None:
    server.will("yes")
    dialog.reject()
    talk.open(write_talk(tmp_path, name="other.json"))
    settle(qtbot, talk)
    talk.commands.try_model.trigger()
    again = talk.casework.trial.dialog
    assert again is not None
    ready(again, server, qtbot)
    assert again.plan().startswith("1 session · 2 calls")
    QTest.mouseClick(again.fields.sessions.button("everywhere"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: again.plan().startswith("2 sessions · 4 calls"), timeout=PATIENCE_MS)
    press(again, "askModel")
    qtbot.waitUntil(again.rates.isVisible, timeout=PATIENCE_MS)
    assert [row.text for row in again.list.rows.lines()] == ["talk", "other"]


def test_faults_of_the_endpoint_are_told_in_words(
    dialog: TrialDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(status(401, "wrong key"))
    ready(dialog, server, qtbot)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: "refuses the key" in dialog.told(), timeout=PATIENCE_MS)
    assert dialog.ask.isEnabled()
    assert not dialog.rates.isVisible()


def test_waiting_is_stopped_by_a_button_and_by_closing(
    talk: MainWindow, dialog: TrialDialog, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(status(429, Retry_After="30"))
    ready(dialog, server, qtbot)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: len(server.asked) >= 1, timeout=PATIENCE_MS)
    assert not dialog.fields.expect.isEnabled()
    press(dialog, "stopModel")
    qtbot.waitUntil(lambda: dialog.told() == "Stopped; nothing is judged.", timeout=PATIENCE_MS)
    press(dialog, "askModel")
    press(dialog, "closeModel")
    assert talk.casework.trial.dialog is None


def test_an_edit_of_the_profile_is_planned_anew(
    talk: MainWindow, dialog: TrialDialog, server: ModelServer, qtbot: QtBot
) -> None:
    ready(dialog, server, qtbot)
    before = dialog.plan()
    document = document_of(talk)
    document.edit("budget.history.cap", 0, "no history")
    qtbot.waitUntil(lambda: dialog.ask.isEnabled() and dialog.plan() != before, timeout=PATIENCE_MS)
    assert dialog.fields.own.text() == "small ●"
    talk.workspace.close_document(document)
    assert talk.casework.trial.dialog is None


def test_a_key_in_the_keyring_is_known_to_be_there(
    talk: MainWindow, dialog: TrialDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = talk.preferences.settings.endpoint.key
    shown = dialog.findChild(QLabel, "modelKey")
    assert shown is not None
    assert f"keyring set ctxlab {key}" in shown.text()
    dialog.reject()
    ring, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    vars(errors)["KeyringError"] = RuntimeError
    vars(ring).update(errors=errors, get_password=lambda _service, name: "secret" if name == key else None)
    monkeypatch.setitem(sys.modules, "keyring", ring)
    talk.commands.try_model.trigger()
    again = talk.casework.trial.dialog
    assert again is not None
    told = again.findChild(QLabel, "modelKey")
    assert told is not None
    assert told.text() == key
