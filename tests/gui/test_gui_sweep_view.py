"""The Sweep page by what is seen and pressed: setup, results, the chosen variant, the sessions."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.by_hand import click, seen, words
from gui.sweep_sample import KEY, PLACES, SWEEP, partly
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.sweep_sessions import SweepSession
from ctxlab.gui.models.sweep_settings import Varied
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.sweep_sessions import SweepSessions
from ctxlab.gui.views.sweep_view import SweepView

LABELS = {0: {"m1": "under 300"}}


def put(widget: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(widget)
    widget.resize(700, 640)
    widget.show()
    qtbot.waitExposed(widget)


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> SweepView:
    made = SweepView(look)
    put(made, qtbot)
    made.setup.set_keys([(KEY, "history cap"), ("budget.recent.cap", "recent cap")])
    made.setup.add_line(Varied(KEY, "1000", "4000", "1000"))
    made.show_results(True)
    made.results.show_sweep(SWEEP, LABELS)
    return made


def test_the_best_of_the_front_is_chosen_at_the_end_and_not_before(qtbot: QtBot, look: Look) -> None:
    made = SweepView(look)
    put(made, qtbot)
    made.show_results(True)
    made.results.show_sweep(partly(2), LABELS)
    assert made.results.chosen is None
    assert not seen(made, "sweepApply").isEnabled()
    made.results.show_sweep(SWEEP, LABELS)
    assert made.results.chosen == 3
    assert seen(made, "sweepApply").isEnabled()


def test_one_variant_is_chosen_in_all_parts(view: SweepView, qtbot: QtBot) -> None:
    assert words(seen(view, "sweepVariant")).startswith("◆ history cap 4,000")
    with qtbot.waitSignal(view.results.variant_chosen) as chosen:
        QTest.mouseClick(view.results.front, Qt.MouseButton.LeftButton, pos=view.results.front.place_of(1))
    assert chosen.args == [1]
    assert view.results.table.current == 1
    assert view.results.chart.point is not None
    assert view.results.chart.point.variant == 1
    assert words(seen(view, "sweepVariant")).startswith("◆ history cap 2,000")
    assert "3/4 must-keeps kept (75.0 %)" in view.results.foot.said()


def test_arrow_keys_in_the_table_choose_the_variant(view: SweepView, qtbot: QtBot) -> None:
    view.results.choose(0)
    view.results.table.setFocus()
    with qtbot.waitSignal(view.results.variant_chosen) as chosen:
        QTest.keyClick(view.results.table, Qt.Key.Key_Down)
    assert chosen.args == [1]


def test_sessions_that_lose_are_named_and_open_under_the_variant(view: SweepView, qtbot: QtBot) -> None:
    view.results.choose(0)
    links = [one for one in view.results.foot.findChildren(QPushButton) if one.isVisible()]
    assert [one.text() for one in links if "Loser" in one.objectName()] == ["trip", "parser"]
    loser = seen(view, "sweepLoser-0")
    assert loser.accessibleName() == (
        "Open trip under this variant: loses 2 of 2: under 300, m2 · 500 tokens"
    )
    with qtbot.waitSignal(view.results.opened) as opened:
        click(loser)
    assert opened.args == [0, 0]


def test_a_cell_of_the_grid_chooses_its_variant_and_enter_opens_its_session(
    view: SweepView, qtbot: QtBot
) -> None:
    click(seen(view, "sweepWay-sessions"))
    grid = view.results.grid
    assert grid.isVisible()
    rect = grid.visualRect(grid.model().index(1, 0))
    with qtbot.waitSignal(view.results.variant_chosen) as chosen:
        click(grid.viewport(), rect.center())
    assert chosen.args == [0]
    assert view.results.said() == "parser; history cap 1,000; loses 1 of 2: m1 · 700 tokens"
    with qtbot.waitSignal(view.results.opened) as opened:
        QTest.keyClick(grid, Qt.Key.Key_Return)
    assert opened.args == [1, 0]


def test_apply_and_save_are_asked_for_the_chosen_variant(view: SweepView, qtbot: QtBot) -> None:
    view.results.choose(1)
    with qtbot.waitSignal(view.results.apply_requested) as applied:
        click(seen(view, "sweepApply"))
    with qtbot.waitSignal(view.results.save_requested) as saved:
        click(seen(view, "sweepSave"))
    assert (applied.args, saved.args) == ([1], [1])
    view.results.set_applicable("Open a session first")
    assert not seen(view, "sweepApply").isEnabled()
    assert "Open a session first" in seen(view, "sweepApply").toolTip()


def test_columns_that_say_nothing_are_left_out(view: SweepView) -> None:
    hidden = [column for column in range(10) if view.results.table.isColumnHidden(column)]
    # level, prefix and cost
    assert hidden == [7, 8, 9]


def test_the_line_of_a_setting_gives_what_is_typed(view: SweepView, qtbot: QtBot) -> None:
    field = seen(view, "sweepTo-1")
    assert isinstance(field, QLineEdit)
    with qtbot.waitSignal(view.setup.changed):
        field.selectAll()
        QTest.keyClicks(field, "6000")
    assert view.setup.varied() == [Varied(KEY, "1000", "6000", "1000")]
    click(seen(view, "sweepListed-1"))
    QTest.keyClicks(seen(view, "sweepValues-1"), "100, 200")
    assert view.setup.varied()[0].numbers() == (100, 200)


def test_a_line_can_be_added_and_taken_away(view: SweepView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.setup.setting_wanted):
        click(seen(view, "sweepAddSetting"))
    view.setup.add_line(Varied("budget.recent.cap", "1", "2", "1"))
    assert [one.key for one in view.setup.varied()] == [KEY, "budget.recent.cap"]
    with qtbot.waitSignal(view.setup.changed):
        click(seen(view, "sweepRemove-1"))
    assert [one.key for one in view.setup.varied()] == ["budget.recent.cap"]


def test_while_it_runs_the_button_stops_and_nothing_can_be_changed(view: SweepView, qtbot: QtBot) -> None:
    view.setup.show_running(True)
    start = seen(view, "sweepStart")
    assert isinstance(start, QPushButton)
    assert start.text() == "Stop"
    assert not seen(view, "sweepAddSetting").isEnabled()
    assert not seen(view, "sweepKey-1").isEnabled()
    with qtbot.waitSignal(view.setup.stop_requested):
        click(start)
    view.setup.show_running(False)
    with qtbot.waitSignal(view.setup.start_requested):
        click(start)


def test_a_flaw_is_marked_where_it_is(view: SweepView) -> None:
    view.setup.lines[0].show_flaw(True, "whole numbers only")
    assert seen(view, "sweepFrom-1").property("invalid")
    assert "whole numbers" in seen(view, "sweepFrom-1").toolTip()
    view.setup.lines[0].show_flaw(False)
    assert not seen(view, "sweepFrom-1").property("invalid")


@pytest.fixture
def sessions(qtbot: QtBot, look: Look) -> SweepSessions:
    made = SweepSessions(look)
    put(made, qtbot)
    listed = [SweepSession(str(at), one.title, "open", one.file, 3, 1) for at, one in enumerate(PLACES)]
    made.show_sessions(listed, "3 of 3 sessions", "", folders=False)
    return made


def test_space_turns_the_choice_of_a_session_over(sessions: SweepSessions, qtbot: QtBot) -> None:
    sessions.table.setCurrentIndex(sessions.rows.index(1, 2))
    with qtbot.waitSignal(sessions.rows.toggled) as turned:
        QTest.keyClick(sessions.table, Qt.Key.Key_Space)
    assert turned.args == ["1", False]


def test_a_folder_is_asked_for_or_dropped(sessions: SweepSessions, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(sessions.folder_wanted):
        click(seen(sessions, "sweepAddFolder"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, left, none)
    sessions.dragEnterEvent(enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(sessions.dropped) as dropped:
        sessions.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    assert dropped.args == [[tmp_path]]


def test_folders_can_be_removed_only_where_there_are_any(sessions: SweepSessions, qtbot: QtBot) -> None:
    assert not sessions.clear.isVisible()
    sessions.show_sessions([], "", "No session yet.", folders=True)
    assert "No session yet." in words(sessions)
    with qtbot.waitSignal(sessions.cleared):
        click(sessions.clear)
