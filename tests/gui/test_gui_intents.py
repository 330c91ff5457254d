"""Wishes of the views become edits of the document that is looked at, and of no other."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import after, document_of, settle, write_profile, write_talk
from gui.shell_desk import write_side_chain
from pytestqt.qtbot import QtBot

from ctxlab.gui.intents import published
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.items import Row


def test_a_row_is_reset_to_what_is_saved_or_published(talk: MainWindow, qtbot: QtBot) -> None:
    document, budget = document_of(talk), talk.views.budget
    after(qtbot, talk, lambda: document.edit("budget.history.cap", 5, "history"))
    after(qtbot, talk, lambda: document.edit("budget.history.overflow", "skip", "history"))
    after(qtbot, talk, lambda: budget.reset_requested.emit("history", "published"))
    assert document.profile.row(Row.HISTORY) == published().row(Row.HISTORY)
    after(qtbot, talk, lambda: budget.reset_requested.emit("history", "saved"))
    assert document.profile.row(Row.HISTORY) == document.saved.row(Row.HISTORY)
    assert document.undo.count() == 4


def test_a_setting_that_the_profile_cannot_take_changes_nothing_and_says_why(talk: MainWindow) -> None:
    document = document_of(talk)
    told: list[str] = []
    talk.intents.failed.connect(told.append)
    talk.intents.set_setting("budget.nowhere.cap", 5)
    talk.intents.set_setting("window.size", "many")
    assert told[0] == "unknown setting (the nearest valid name is budget.system_prompt.cap)"
    assert len(told) == 2
    assert document.undo.count() == 0
    talk.intents.set_setting("window.size", 5000)
    assert len(told) == 2
    assert document.undo.undoText() == "window.size 5,000"


def test_a_drag_ends_where_another_document_comes_under_it(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first, budget = document_of(talk), talk.views.budget
    talk.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json"))
    qtbot.waitUntil(lambda: document_of(talk) is not first)
    second = document_of(talk)
    after(qtbot, talk, lambda: talk.workspace.activate(first))
    budget.drag_started.emit("history")
    budget.dragged.emit("history", 100)
    after(qtbot, talk, lambda: talk.workspace.activate(second))
    budget.dragged.emit("history", 300)
    budget.drag_finished.emit("history", 400)
    assert not second.changed
    assert first.profile.row(Row.HISTORY).cap == 100
    assert not first.in_gesture
    after(qtbot, talk, lambda: talk.workspace.activate(first))
    after(qtbot, talk, lambda: first.edit("budget.history.cap", 200, "again"))
    assert first.undo.count() == 2, "the next edit is a step of its own"


def test_requests_and_turns_of_either_chain(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    document, intents = document_of(window), window.intents
    window.views.request_bar.chain_chosen.emit("side")
    assert document.snapshot.request.chain == "side"
    intents.look_at(1)
    assert (document.snapshot.request.chain, document.snapshot.request.index) == ("side", 1)
    intents.look_at(4)
    assert "there is no request 4" in window.status.currentMessage()
    assert (document.snapshot.request.chain, document.snapshot.request.index) == ("side", 1)
    intents.look_at_turn(3, chain="")
    assert (document.snapshot.request.chain, document.snapshot.request.index) == ("", 3)
    intents.look_at_turn(9)
    assert "there is no turn 9" in window.status.currentMessage()
    window.views.request_bar.chain_chosen.emit("nowhere")
    assert "nowhere" in window.status.currentMessage()
    settle(qtbot, window)
