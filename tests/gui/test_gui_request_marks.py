"""The bars of requests: where a must-keep is missing, of the chain that is looked at and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gui.gui_helpers import after, document_of, settle, write_profile
from gui.shell_desk import Answers, idle, write_side_chain
from model.test_model_branches import EDITED
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.dialogs import Answer
from ctxlab.gui.main_window import MainWindow


@pytest.fixture
def trip(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The session with a side chain, whose must-keep no longer fits the cap of history from request 3 on."""
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    idle(qtbot, window)
    return window


def missing(window: MainWindow) -> list[int]:
    bars = window.views.request_bar.bars
    return [mark.index for mark in bars._marks if mark.missing]


def chains(window: MainWindow) -> list[str]:
    picker = window.views.request_bar.chains
    return [picker.itemText(at) for at in range(picker.count())] if picker.isVisible() else []


def choose_chain(window: MainWindow, name: str) -> None:
    window.views.request_bar.chain_chosen.emit(name)


def test_what_is_lost_is_marked_and_gone_to(trip: MainWindow, qtbot: QtBot) -> None:
    assert missing(trip) == [3, 4]
    after(qtbot, trip, trip.commands.first_lost.trigger)
    assert document_of(trip).snapshot.request.index == 3
    assert trip.views.request_bar.said() == ("request 3 of 4", "turn 3 of 4")


def test_each_chain_numbers_and_marks_its_own_requests(trip: MainWindow, qtbot: QtBot) -> None:
    assert chains(trip) == ["conversation", "side"]
    after(qtbot, trip, lambda: choose_chain(trip, "side"))
    idle(qtbot, trip)
    assert trip.views.request_bar.said() == ("request 2 of 2", "turn 1 of 1")
    assert missing(trip) == [], "the must-keep is of the conversation"
    assert all(mark.tokens is None for mark in trip.views.request_bar.bars._marks), (
        "counted is the conversation"
    )
    trip.commands.first_lost.trigger()
    assert document_of(trip).snapshot.request.index == 2
    assert "No request" in trip.status.currentMessage()
    after(qtbot, trip, lambda: choose_chain(trip, ""))
    assert missing(trip) == [3, 4]


def test_steps_and_keys_stay_in_the_chain(trip: MainWindow, qtbot: QtBot) -> None:
    document = document_of(trip)
    after(qtbot, trip, lambda: choose_chain(trip, "side"))
    trip.commands.next_request.trigger()
    assert document.snapshot.request.index == 2, "there is none behind the last"
    after(qtbot, trip, trip.commands.previous_request.trigger)
    assert (document.snapshot.request.chain, document.snapshot.request.index) == ("side", 1)
    after(qtbot, trip, lambda: QTest.keyClick(trip.views.request_bar.bars, Qt.Key.Key_End))
    assert (document.snapshot.request.chain, document.snapshot.request.index) == ("side", 2)


def test_a_cap_that_holds_it_takes_the_marks_away_and_closing_the_chains(
    trip: MainWindow, qtbot: QtBot
) -> None:
    after(qtbot, trip, lambda: document_of(trip).edit("budget.history.cap", 900, "history"))
    idle(qtbot, trip)
    assert missing(trip) == []
    assert trip.presenter.requests.first_lost() is None
    trip.files.dialogs = Answers(trip, Answer.DISCARD)
    trip.commands.close_session.trigger()
    assert chains(trip) == []
    assert trip.views.request_bar.said() == ("no request", "")


def test_without_must_keeps_nothing_is_missing(trip: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, trip, lambda: trip.marks.remove_must_keep("m1"))
    assert missing(trip) == []
    after(qtbot, trip, document_of(trip).undo.undo)
    idle(qtbot, trip)
    assert missing(trip) == [3, 4]


def test_branches_are_offered_and_the_bars_are_those_of_one(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "edited.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in EDITED), encoding="utf-8")
    window.open(file)
    settle(qtbot, window)
    bar, document = window.views.request_bar, document_of(window)
    words = [bar.branches.itemText(at) for at in range(bar.branches.count())]
    assert bar.branches.isVisible()
    assert words == ["branch 1 · from request 1", "branch 2 · from request 3"]
    assert [mark.index for mark in bar.bars._marks] == [1, 3, 4]
    after(qtbot, window, lambda: bar.branch_chosen.emit(0))
    assert document.snapshot.request.index == 2
    assert [mark.index for mark in bar.bars._marks] == [1, 2]
    assert bar.branches.currentIndex() == 0
    window.commands.next_request.trigger()
    assert document.snapshot.request.index == 2, "the next request is on another branch"
    after(qtbot, window, window.commands.previous_request.trigger)
    assert (document.snapshot.request.index, document.branch) == (1, 0), "shared, but still on that branch"
    after(qtbot, window, lambda: document.look_at(4))
    assert bar.branches.currentIndex() == 1
