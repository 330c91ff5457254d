"""Solving in a window: planned, found by real processes, applied, saved, and told where it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.by_hand import click, lines, seen, table, words
from gui.gui_helpers import dispose, document_of, make_window, settle, write_profile, write_talk
from gui.sweep_helpers import LONG_MS, PARSER, PROFILE, TRIP, Chooser, chooser, write_samples
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.sweep_settings import value_of
from ctxlab.profiles import load_profile

KEY = "budget.history.cap"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = make_window()
    made.files.dialogs = made.exports.dialogs = Chooser(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    dispose(made)


@pytest.fixture
def trip(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """The window on both samples under the profile of the first, turned to the panel."""
    folder = write_samples(tmp_path)
    window.open(folder / TRIP, str(tmp_path / PROFILE))
    settle(qtbot, window)
    window.workspace.open_many([folder / PARSER, folder / TRIP])
    qtbot.waitUntil(lambda: len(window.workspace.documents) == 2)
    window.workspace.activate(window.workspace.documents[0])
    settle(qtbot, window)
    turn(window)
    return window


def turn(window: MainWindow) -> None:
    window.turn_to("sweep")
    window.pages.sweep.show_tab(window.views.solve)


def solve(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.casework.solve.runner.ended, timeout=LONG_MS):
        click(seen(window, "solveStart"))


def plan(window: MainWindow) -> str:
    return window.views.solve.progress.said()


def spin(window: MainWindow, name: str) -> QSpinBox:
    found = seen(window, name)
    assert isinstance(found, QSpinBox)
    return found


def test_caps_are_found_applied_saved_and_taken_back(trip: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    assert plan(trip) == "caps of travel-agent · 2 sessions"
    solve(qtbot, trip)
    assert "All 12 must-keeps in 2 sessions survive." in words(seen(trip, "solvePanel"))
    history = next(line for line in lines(table(trip, "solveCaps")) if line.startswith("history; "))
    assert history.startswith("history; 1,200 → ")
    # what was found can be exported before it is applied
    click(seen(trip, "solveExport"))
    dialog = trip.casework.export.dialog
    assert dialog is not None
    assert dialog.state() == "as it was found; what is open stays as it is"
    assert 'by = "solve"' in dialog.preview.toPlainText()
    assert value_of(document_of(trip).profile, KEY) == 1200
    chooser(trip).chosen = tmp_path / "found.toml"
    dialog.save.click()
    assert value_of(load_profile(tmp_path / "found.toml"), KEY) != 1200
    dialog.reject()
    click(seen(trip, "solveApply"))
    settle(qtbot, trip)
    document = document_of(trip)
    cap = value_of(document.profile, KEY)
    assert cap is not None
    assert history.startswith(f"history; 1,200 → {cap:,};")
    entry = document.profile.provenance[-1]
    assert (entry.by, entry.kept, entry.judged, entry.session_count) == ("solve", 12, 12, 2)
    assert not seen(trip, "solveApply").isEnabled()
    chooser(trip).chosen = tmp_path / "solved.toml"
    click(seen(trip, "solveSave"))
    assert value_of(load_profile(tmp_path / "solved.toml"), KEY) == cap
    document.undo.undo()
    settle(qtbot, trip)
    assert value_of(document.profile, KEY) == 1200
    assert seen(trip, "solveApply").isEnabled()


def test_sessions_that_are_held_out_are_told_apart(trip: MainWindow, qtbot: QtBot) -> None:
    spin(trip, "solveHoldOut").setValue(50)
    assert plan(trip) == "caps of travel-agent · 2 sessions · 1 of them held out"
    solve(qtbot, trip)
    title, figure, notes = trip.views.solve.cards.texts()[3]
    assert title == "Held out"
    assert "/" in figure
    assert notes.startswith("before ")


def test_as_many_sessions_may_lose_as_is_said(trip: MainWindow, qtbot: QtBot) -> None:
    spin(trip, "solveMayLose").setValue(1)
    solve(qtbot, trip)
    solution = trip.views.solve.solution
    assert solution is not None
    assert solution.after is not None
    assert solution.after.losing <= 1 == solution.allowed
    assert "1 may lose, as allowed" in words(seen(trip, "solvePanel")) or not solution.after.lost


def test_a_search_that_is_stopped_says_so(trip: MainWindow, qtbot: QtBot) -> None:
    click(seen(trip, "solveStart"))
    with qtbot.waitSignal(trip.casework.solve.runner.ended, timeout=LONG_MS):
        click(seen(trip, "solveStart"))
    assert plan(trip) == "stopped"
    assert trip.views.solve.solution is None


def test_without_sessions_or_must_keeps_it_says_what_to_do(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    turn(window)
    assert "No session is chosen." in words(seen(window, "solvePanel"))
    assert not seen(window, "solveStart").isEnabled()
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    told = words(seen(window, "solvePanel"))
    assert "No must-keep is stated in these sessions" in told
    assert "take stated constraints" in told
    assert seen(window, "solveStart").isEnabled()


def test_without_a_row_there_is_nothing_to_solve(trip: MainWindow) -> None:
    for action in trip.views.solve.rows.menu().actions():
        action.trigger()
    assert plan(trip).startswith("No row is chosen")
    assert not seen(trip, "solveStart").isEnabled()


@pytest.fixture
def tight(trip: MainWindow, qtbot: QtBot) -> MainWindow:
    """The same under a window that holds next to nothing, which no caps can help."""
    document = document_of(trip)
    profile = document.profile.set("window.buffer", 0).set("window.warn_at", None)
    document.change(profile.set("window.soft_limit", 300), document.marks, "tight")
    settle(qtbot, trip)
    return trip


def test_where_nothing_is_found_the_next_steps_are_buttons(tight: MainWindow, qtbot: QtBot) -> None:
    solve(qtbot, tight)
    assert "No caps" in words(seen(tight, "solvePanel"))
    told = lines(tight.views.solve.troubles)
    assert any(line.startswith(("conflict: ", "out of reach: ")) for line in told)
    assert "raise the limit" in "".join(one.note for one in tight.views.solve.troubles.rows.lines())
    click(seen(tight, "offer-limit"))
    budget = tight.views.budget
    assert budget.budget.key(budget.currentIndex().row()) == "window.size"


def test_a_must_keep_that_stands_in_the_way_is_looked_at_in_its_session(
    tight: MainWindow, qtbot: QtBot
) -> None:
    solve(qtbot, tight)
    troubles, solution = tight.views.solve.troubles, tight.views.solve.solution
    assert solution is not None
    place = int(troubles.rows.lines()[0].item)
    troubles.clicked.emit(troubles.rows.index(0, 0))
    assert tight.workspace.title(document_of(tight)) == solution.places[place].title
    assert tight.pages.currentWidget() is tight.pages.investigate


def test_a_profile_without_caps_says_that_another_one_is_needed(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    turn(window)
    window.open(write_talk(tmp_path), "as-recorded")
    settle(qtbot, window)
    assert plan(window) == "as-recorded has no cap to solve. Choose another profile above, such as gssc."
    assert not seen(window, "solveStart").isEnabled()
