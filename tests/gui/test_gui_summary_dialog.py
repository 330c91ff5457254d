"""Asking a model for summaries in the window, against a real server: by visible controls alone."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS, document_of, settle
from gui.shell_desk import idle
from helpers.model_server import ModelServer, saying, status
from helpers.summaries import DOC, GOOD, OLD, TALK, profile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from werkzeug import Response

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.summary_dialog import SummaryDialog
from ctxlab.lab import Lab
from ctxlab.profiles import dumps


@pytest.fixture
def opened(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer
) -> MainWindow:
    """The window on a session that lacks two summaries."""
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    monkeypatch.setenv("CTXLAB_MODEL", "small")
    server.will(lambda: _answer(server))
    file = tmp_path / "talk.json"
    # windows of tests share their counters, and with them the summaries: the words are each test's own
    own = "".join(chr(ord("a") + byte % 26) for byte in sha256(tmp_path.name.encode()).digest()[:12])
    first, *others = TALK[:-1]
    value = {
        "system_prompt": "You plan trips.",
        "user_message": "Which towns are old?",
        "conversation_history": [{**first, "content": f"{first['content']} We call it {own}."}, *others],
        "retrieved_docs": [{"content": f"{DOC}It is called {own}.", "score": 0.9}],
    }
    file.write_text(json.dumps(value), encoding="utf-8")
    chosen = tmp_path / "model.toml"
    chosen.write_text(dumps(profile(Lab(store=False))), encoding="utf-8")
    window.open(file, str(chosen))
    settle(qtbot, window)
    return window


def _answer(server: ModelServer) -> Response:
    said = server.asked[-1]["messages"][1]["content"]
    return saying(OLD if "market in the long square" in said else GOOD)


def button(dialog: SummaryDialog, name: str) -> QPushButton:
    found = dialog.findChild(QPushButton, name)
    assert found is not None
    return found


def press(dialog: SummaryDialog, name: str) -> None:
    QTest.mouseClick(button(dialog, name), Qt.MouseButton.LeftButton)


def asking(window: MainWindow, qtbot: QtBot) -> SummaryDialog:
    window.commands.summarize.trigger()
    dialog = window.casework.summaries.dialog
    assert dialog is not None
    qtbot.waitUntil(button(dialog, "askModel").isEnabled, timeout=PATIENCE_MS)
    return dialog


def shown(window: MainWindow) -> str:
    run = document_of(window).run
    assert run is not None
    return json.dumps(run.trace.messages)


def test_what_came_is_used_by_the_run_that_is_shown(
    opened: MainWindow, server: ModelServer, qtbot: QtBot
) -> None:
    assert GOOD not in shown(opened)
    dialog = asking(opened, qtbot)
    assert dialog.plan().startswith("2 calls · ≈ ")
    assert server.asked == [], "nothing is sent before Ask"
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: dialog.told() == "2 summaries kept", timeout=PATIENCE_MS)
    assert {line.text for line in dialog.list.rows.lines()} == {GOOD, OLD}
    settle(qtbot, opened)
    assert GOOD in shown(opened)
    assert OLD in shown(opened)
    run = document_of(opened).run
    assert run is not None
    press(dialog, "closeModel")
    opened.commands.summarize.trigger()
    again = opened.casework.summaries.dialog
    assert again is not None
    qtbot.waitUntil(lambda: "nothing to send" in again.plan(), timeout=PATIENCE_MS)
    assert len(server.asked) == 2


def test_a_problem_leads_to_the_dialog_and_goes_once_it_is_mended(
    opened: MainWindow, server: ModelServer, qtbot: QtBot
) -> None:
    view = opened.views.problems

    def lines() -> list[int]:
        every = (view.rows.line(row) for row in range(view.rows.rowCount()))
        return [row for row, line in enumerate(every) if line is not None and line.asks]

    idle(qtbot, opened)
    qtbot.waitUntil(lambda: len(lines()) == 2, timeout=PATIENCE_MS)
    opened.commands.show_problems.trigger()
    view.clicked.emit(view.rows.index(lines()[0], 0))
    dialog = opened.casework.summaries.dialog
    assert dialog is not None
    qtbot.waitUntil(button(dialog, "askModel").isEnabled, timeout=PATIENCE_MS)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: lines() == [], timeout=PATIENCE_MS)


def test_a_refusal_is_told_and_changes_nothing(opened: MainWindow, server: ModelServer, qtbot: QtBot) -> None:
    server.will("I'm sorry, but I cannot help with that.")
    before = shown(opened)
    dialog = asking(opened, qtbot)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: dialog.told().startswith("0 summaries kept"), timeout=PATIENCE_MS)
    assert "the model declines to answer" in dialog.told()
    settle(qtbot, opened)
    assert shown(opened) == before


def test_an_endpoint_that_refuses_the_key_is_told(
    opened: MainWindow, server: ModelServer, qtbot: QtBot
) -> None:
    server.will(status(401))
    dialog = asking(opened, qtbot)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: "refuses the key" in dialog.told(), timeout=PATIENCE_MS)
    qtbot.waitUntil(button(dialog, "askModel").isEnabled, timeout=PATIENCE_MS)


def test_stopping_keeps_what_came_and_the_rest_may_be_asked_for(
    opened: MainWindow, server: ModelServer, qtbot: QtBot
) -> None:
    go = Event()

    def first_only() -> Response:
        if len(server.asked) > 1:
            go.wait(30)
        return _answer(server)

    server.will(first_only)
    settings = opened.preferences.settings.endpoint
    opened.preferences.set_endpoint(settings.model_copy(update={"parallel": 1}))
    dialog = asking(opened, qtbot)
    press(dialog, "askModel")
    qtbot.waitUntil(lambda: len(server.asked) == 2, timeout=PATIENCE_MS)
    press(dialog, "stopModel")
    qtbot.waitUntil(lambda: dialog.told() == "Stopped; 1 summary kept", timeout=PATIENCE_MS)
    go.set()
    qtbot.waitUntil(lambda: dialog.plan().startswith("1 call · "), timeout=PATIENCE_MS)


def test_another_strategy_takes_none(opened: MainWindow, qtbot: QtBot) -> None:
    document = document_of(opened)
    document.edit("summarize.strategy", "extractive", "x")
    settle(qtbot, opened)
    opened.commands.summarize.trigger()
    dialog = opened.casework.summaries.dialog
    assert dialog is not None
    assert "choose the strategy model" in dialog.plan()
    assert not button(dialog, "askModel").isEnabled()
    dialog.reject()
    assert opened.casework.summaries.dialog is None
    opened.commands.undo.trigger()


def test_all_requests_may_be_meant_and_the_dialog_goes_with_its_session(
    opened: MainWindow, qtbot: QtBot
) -> None:
    dialog = asking(opened, qtbot)
    dialog.scope.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.plan().startswith("2 calls"), timeout=PATIENCE_MS)
    assert dialog.every
    opened.commands.close_session.trigger()
    qtbot.waitUntil(lambda: opened.casework.summaries.dialog is None, timeout=PATIENCE_MS)
