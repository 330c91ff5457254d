"""Sweeps in a window: planned, run by real processes, stopped, applied, saved, opened at what they lose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.by_hand import click, lines, row_of, seen, table, words
from gui.gui_helpers import PATIENCE_MS, dispose, document_of, make_window, settle
from gui.sweep_helpers import LONG_MS, PARSER, PROFILE, TRIP, Chooser, chooser, read, write_samples
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.sweep_rows import VariantColumn
from ctxlab.gui.models.sweep_settings import value_of
from ctxlab.profiles import load_profile

KEY = "budget.history.cap"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two samples with must-keeps, and a file that is broken."""
    found = write_samples(tmp_path)
    (found / "broken.ctx.json").write_text("{", encoding="utf-8")
    return found


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
def trip(window: MainWindow, folder: Path, qtbot: QtBot) -> MainWindow:
    """The window on the travel sample under its profile, turned to the page."""
    window.open(folder / TRIP, str(folder.parent / PROFILE))
    settle(qtbot, window)
    window.turn_to("sweep")
    return window


def type_in(window: MainWindow, name: str, text: str) -> None:
    field = seen(window, name)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, text)


def vary(window: MainWindow, low: int, high: int, step: int) -> None:
    for name, value in (("sweepFrom-1", low), ("sweepTo-1", high), ("sweepStep-1", step)):
        type_in(window, name, str(value))


def plan(window: MainWindow) -> str:
    return window.views.sweep.setup.progress.said()


def sweep(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.casework.sweep.runner.ended, timeout=LONG_MS):
        click(seen(window, "sweepStart"))


def test_without_sessions_the_page_says_how_to_get_some(
    window: MainWindow, qtbot: QtBot, folder: Path
) -> None:
    window.turn_to("sweep")
    assert "No session is open." in words(seen(window, "sweepView"))
    assert not seen(window, "sweepStart").isEnabled()
    chooser(window).folder = folder
    click(seen(window, "sweepEmptyAdd"))
    read(qtbot, window)
    assert " variants × 2 sessions = " in plan(window)
    vary(window, 1000, 2000, 1000)
    sweep(qtbot, window)
    # nothing is open: there is no profile that could be edited, but one that can be saved
    assert "Open a session first" in seen(window, "sweepApply").toolTip()
    assert not seen(window, "sweepApply").isEnabled()
    assert seen(window, "sweepSave").isEnabled()


def test_the_sessions_are_those_that_are_open_and_those_of_a_folder(
    trip: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    trip.pages.sweep.show_tab(trip.views.sweep_sessions)
    listed = table(trip, "sweepSessionsTable")
    assert lines(listed) == ["trip-hangzhou; chosen"]
    (folder / "notes.md").write_text("no session", encoding="utf-8")
    chooser(trip).folder = folder
    click(seen(trip, "sweepAddFolder"))
    read(qtbot, trip)
    # the sample that is open already is not listed twice
    said = lines(listed)
    assert said[:2] == ["trip-hangzhou; chosen", f"{PARSER}; chosen"]
    assert said[2].startswith("broken.ctx.json; cannot be read: ")
    told = trip.views.sweep_sessions.said()
    assert told.startswith("2 of 2 sessions · 12 must-keeps · files that cannot be read: 1")
    assert told.endswith(f" · files passed over that are no sessions: 1 ({folder.name}/notes.md)")
    assert trip.pages.sweep.tabs.tabText(2) == "Sessions (2)"
    listed.setCurrentIndex(listed.model().index(row_of(listed, PARSER), 0))
    QTest.keyClick(listed, Qt.Key.Key_Space)
    assert lines(listed)[1] == f"{PARSER}; not chosen"
    assert trip.pages.sweep.tabs.tabText(2) == "Sessions (1)"
    click(seen(trip, "sweepClear"))
    assert lines(listed) == ["trip-hangzhou; chosen"]


def test_a_sweep_shows_what_each_value_keeps(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 1200, 2400, 400)
    assert plan(trip) == "4 variants × 1 session = 4 builds"
    sweep(qtbot, trip)
    rows = table(trip, "sweepTable")
    shown = [[str(rows.model().index(row, column).data()) for column in (1, 2)] for row in range(4)]
    assert [name for name, _ in shown] == [
        f"history cap {cap}" for cap in ("1,200", "1,600", "2,000", "2,400")
    ]
    kept = [int(one.split("/")[0]) for _, one in shown]
    assert kept == sorted(kept)
    assert kept[0] < kept[-1] == 8
    assert trip.views.sweep.results.chosen is not None
    assert not trip.casework.sweep.busy


def test_the_chosen_variant_is_applied_as_one_edit_that_can_be_undone(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 1200, 2400, 400)
    sweep(qtbot, trip)
    trip.views.sweep.results.choose(3)
    click(seen(trip, "sweepApply"))
    settle(qtbot, trip)
    document = document_of(trip)
    assert value_of(document.profile, KEY) == 2400
    assert document.profile.provenance[-1].by == "sweep"
    assert document.undo.undoText() == "sweep: history cap 2,400"
    assert "now 2,400" in words(seen(trip, "sweepSetting-1"))
    document.undo.undo()
    assert value_of(document.profile, KEY) == 1200


def test_the_chosen_variant_is_saved_as_a_profile_of_its_own(
    trip: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    vary(trip, 1200, 2400, 400)
    sweep(qtbot, trip)
    trip.views.sweep.results.choose(2)
    chooser(trip).chosen = tmp_path / "chosen.toml"
    click(seen(trip, "sweepSave"))
    saved = load_profile(tmp_path / "chosen.toml")
    assert value_of(saved, KEY) == 2000
    assert [one.by for one in saved.provenance] == ["sweep"]
    assert value_of(document_of(trip).profile, KEY) == 1200


def test_a_session_that_loses_opens_where_one_sees_what_became_of_it(
    trip: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    chooser(trip).folder = folder
    trip.pages.sweep.show_tab(trip.views.sweep_sessions)
    click(seen(trip, "sweepAddFolder"))
    read(qtbot, trip)
    trip.pages.sweep.show_tab(trip.views.sweep)
    vary(trip, 400, 800, 400)
    sweep(qtbot, trip)
    trip.views.sweep.results.choose(0)
    loser = next(
        one
        for one in seen(trip, "sweepVariant").findChildren(QPushButton)
        if one.isVisible() and one.text() == PARSER
    )
    with qtbot.waitSignal(trip.casework.sweep.page_wanted, timeout=PATIENCE_MS) as page:
        click(loser)
    settle(qtbot, trip)
    assert page.args == ["investigate"]
    assert trip.tools.pages.current == "investigate"
    document = document_of(trip)
    assert trip.workspace.file(document).name == PARSER
    assert value_of(document.profile, KEY) == 400
    # what was the profile of that session is one step back
    assert document.undo.undoText() == "sweep: history cap 400"


def test_a_second_start_makes_nothing_anew(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 1200, 2400, 400)
    sweep(qtbot, trip)
    found: list[int] = []
    trip.casework.sweep.runner.told.connect(lambda one: found.append(one.builds))
    sweep(qtbot, trip)
    assert found[-1] == 0
    assert trip.views.sweep.results.sweep is not None
    assert trip.views.sweep.results.sweep.whole


def test_a_sweep_that_is_stopped_keeps_what_is_done(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 100, 5000, 20)
    started = seen(trip, "sweepStart")
    click(started)
    qtbot.waitUntil(lambda: trip.views.sweep.results.sweep is not None, timeout=LONG_MS)
    with qtbot.waitSignal(trip.casework.sweep.runner.ended, timeout=PATIENCE_MS):
        click(started)
    assert plan(trip).startswith("stopped at ")
    assert isinstance(started, QPushButton)
    assert started.text() == "Sweep"
    assert trip.views.sweep.results.sweep is not None


def test_closing_while_a_sweep_runs_ends_it(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 100, 5000, 20)
    click(seen(trip, "sweepStart"))
    qtbot.waitUntil(lambda: trip.views.sweep.results.sweep is not None, timeout=LONG_MS)
    with qtbot.assertNotEmitted(trip.casework.sweep.runner.ended):
        trip.close()
    # nothing is left to wait for: no thread, no process (the tests of the runner look at those)
    assert not trip.isVisible()


def test_mistakes_are_told_before_the_start(trip: MainWindow) -> None:
    type_in(trip, "sweepFrom-1", "9000")
    type_in(trip, "sweepTo-1", "1000")
    assert plan(trip) == "history cap: the first value has to be the smaller one"
    assert not seen(trip, "sweepStart").isEnabled()
    assert seen(trip, "sweepFrom-1").property("invalid")
    vary(trip, 1000, 2000, 1000)
    type_in(trip, "sweepPrice", "cheap")
    assert plan(trip) == "The price has to be a number, such as 2.5."
    type_in(trip, "sweepPrice", "2.5")
    assert seen(trip, "sweepStart").isEnabled()


def test_a_price_gives_costs(trip: MainWindow, qtbot: QtBot) -> None:
    vary(trip, 1200, 1600, 400)
    type_in(trip, "sweepPrice", "2")
    sweep(qtbot, trip)
    found = trip.views.sweep.results.sweep
    assert found is not None
    assert found.figures[0].cost == pytest.approx(found.figures[0].tokens * 2 / 1_000_000)
    shown = trip.views.sweep.results.rows.index(0, VariantColumn.COST).data()
    assert shown == f"{found.figures[0].cost:.4f}"


def test_must_keeps_that_are_not_saved_are_told_to_be_left_out(trip: MainWindow) -> None:
    document = document_of(trip)
    trip.marks.keep_words(document.session.items[0].id, "no such words")
    trip.pages.sweep.show_tab(trip.views.sweep_sessions)
    note = table(trip, "sweepSessionsTable").model().index(0, 4).data()
    assert document.marks_changed
    assert note == "unsaved must-keeps are left out: save first"


def test_a_second_setting_is_about_something_else(trip: MainWindow) -> None:
    click(seen(trip, "sweepAddSetting"))
    varied = trip.views.sweep.setup.varied()
    assert len({one.key for one in varied}) == 2
    assert " variants × 1 session" in plan(trip)


def test_the_page_is_reached_by_its_key_and_the_palette_knows_it(trip: MainWindow) -> None:
    trip.turn_to("tune")
    QTest.keyClick(trip, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert seen(trip, "sweepPage").isVisible()
    assert trip.tools.pages.current == "sweep"
    QTest.keyClick(trip, Qt.Key.Key_6, Qt.KeyboardModifier.AltModifier)
    assert seen(trip, "solvePanel").isVisible()
    assert seen(trip, "solveStart").mapTo(trip, QPoint(0, 0)).x() > 0
