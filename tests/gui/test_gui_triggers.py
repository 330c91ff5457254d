"""What the actions do: Before, W and Space in lists and nowhere else, tabs and docks that are closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_profile, write_talk
from gui.shell_desk import dropped, idle, write_side_chain
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.diff_choices import BeforeKind

Find = Callable[[MainWindow], QWidget]


def press(widget: QWidget, key: Qt.Key) -> None:
    widget.activateWindow()
    widget.setFocus()
    assert widget.hasFocus()
    QTest.keyClick(widget, key)
    QApplication.processEvents()


LISTS: list[Find] = [
    lambda window: window.views.panes.tables[2],
    lambda window: window.views.diff.table,
    lambda window: window.views.must_keeps.table,
]

OTHERS: list[Find] = [
    lambda window: window.views.panes.filter_bar.changes_only,
    lambda window: window.views.diff.modes.button("split"),
    lambda window: window.views.request_bar.bars,
    lambda window: window.views.budget,
    lambda window: window.views.sessions.list,
]


@pytest.mark.parametrize("find", LISTS)
def test_in_lists_a_blank_pins_and_w_asks_why(talk: MainWindow, qtbot: QtBot, find: Find) -> None:
    item = dropped(talk)[0]
    talk.presenter.choose(item)
    after(qtbot, talk, lambda: press(find(talk), Qt.Key.Key_Space))
    assert document_of(talk).marks.pins == (item,)
    press(find(talk), Qt.Key.Key_W)
    assert talk.views.inspector.text.hasFocus()


@pytest.mark.parametrize("find", OTHERS)
def test_elsewhere_a_blank_presses_what_has_the_focus(talk: MainWindow, find: Find) -> None:
    widget = find(talk)
    was_on = talk.views.panes.filter_bar.changes_only.isChecked()
    press(widget, Qt.Key.Key_Space)
    press(widget, Qt.Key.Key_W)
    assert document_of(talk).marks.pins == ()
    assert not talk.views.inspector.text.hasFocus()
    toggled = widget is talk.views.panes.filter_bar.changes_only
    assert (talk.views.panes.filter_bar.changes_only.isChecked() != was_on) is toggled


def test_the_panes_in_their_own_order_are_lists_too(talk: MainWindow, qtbot: QtBot) -> None:
    item = dropped(talk)[0]
    talk.presenter.choose(item)
    talk.views.panes.set_arrangement("own")
    after(qtbot, talk, lambda: press(talk.views.panes.tables[0], Qt.Key.Key_Space))
    assert document_of(talk).marks.pins == (item,)
    after(qtbot, talk, lambda: press(talk.views.panes.tables[0], Qt.Key.Key_Space))
    assert document_of(talk).marks.pins == ()


def test_before_is_the_state_as_it_stands_and_by_the_same_key_the_saved_one_again(
    talk: MainWindow, qtbot: QtBot
) -> None:
    document, act = document_of(talk), talk.commands.set_before
    after(qtbot, talk, lambda: document.edit("budget.history.cap", 2000, "history"))
    held = document.profile
    after(qtbot, talk, act.trigger)
    assert (document.before.kind, document.before.profile) == (BeforeKind.STATE, held)
    assert talk.views.diff.said()[1] == "no difference"
    # another profile, and other marks, are another state: that is held, not let go of
    after(qtbot, talk, lambda: document.edit("budget.history.cap", 60, "history"))
    after(qtbot, talk, act.trigger)
    assert (document.before.kind, document.before.profile) == (BeforeKind.STATE, document.profile)
    after(qtbot, talk, lambda: talk.marks.toggle_pin(dropped(talk)[0]))
    assert talk.views.diff.said()[1] != "no difference"
    after(qtbot, talk, act.trigger)
    assert document.before.kind is BeforeKind.STATE
    assert document.before.marks == document.marks
    assert talk.views.diff.said()[1] == "no difference"
    after(qtbot, talk, act.trigger)
    assert document.before.kind is BeforeKind.SAVED
    assert talk.views.diff.said()[0].startswith("before: small.toml as saved")


def test_tabs_are_come_to_with_the_keys_in_them(talk: MainWindow) -> None:
    talk.activateWindow()
    act, views = talk.commands, talk.views
    talk.turn_to("investigate")
    for action, view, keys in (
        (act.show_messages, views.wire, views.wire.table),
        (act.show_sensitivity, views.sensitivity, views.sensitivity.rows),
        (act.show_diff, views.diff, views.diff.table),
    ):
        action.trigger()
        assert view.isVisible()
        assert keys.hasFocus()
        assert talk.tools.pages.current == "tune"


def test_what_stands_in_a_closed_dock_opens_it(talk: MainWindow) -> None:
    talk.activateWindow()
    for dock in talk.docks.all:
        dock.close()
    talk.commands.why.trigger()
    assert talk.docks.item.isVisible()
    assert talk.views.inspector.text.hasFocus()
    talk.commands.show_problems.trigger()
    assert talk.docks.problems.isVisible()
    assert talk.views.problems.hasFocus()
    talk.commands.edit_caps.trigger()
    assert talk.docks.budget.isVisible()
    assert talk.views.budget.hasFocus()
    # behind another one in the same place
    talk.tabifyDockWidget(talk.docks.budget, talk.docks.item)
    talk.docks.budget.raise_()
    QApplication.processEvents()
    assert not talk.views.inspector.text.visibleRegion().boundingRect().isValid()
    talk.commands.why.trigger()
    QApplication.processEvents()
    assert talk.views.inspector.text.visibleRegion().boundingRect().isValid()


def test_find_leads_from_any_page_to_the_filter(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.turn_to("investigate")
    talk.views.panes.filter_bar.field.setText("fate:dropped")
    talk.commands.find.trigger()
    assert talk.views.panes.filter_bar.field.hasFocus()
    assert talk.views.panes.filter_bar.field.selectedText() == "fate:dropped"


def test_words_are_a_must_keep_only_where_some_are_selected(talk: MainWindow, qtbot: QtBot) -> None:
    talk.presenter.choose("i2")
    talk.commands.must_keep.trigger()
    assert "Select words" in talk.status.currentMessage()
    assert document_of(talk).marks.must_keeps == ()
    text = talk.views.inspector.text
    text.setFocus()
    text.selectAll()
    after(qtbot, talk, talk.commands.must_keep.trigger)
    (stated,) = document_of(talk).marks.must_keeps
    assert stated.since == "i2"
    assert stated.text.startswith("user 1: word")


def test_f7_goes_through_the_changes_of_the_page_in_sight(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.turn_to("investigate")
    idle(qtbot, window)
    window.commands.next_change.trigger()
    assert window.views.evidence.difference.table.currentIndex().isValid()
    assert not window.views.diff.table.currentIndex().isValid()


def test_run_again_makes_a_new_run_of_the_same_state(talk: MainWindow, qtbot: QtBot) -> None:
    document = document_of(talk)
    old = document.run
    assert old is not None
    after(qtbot, talk, talk.commands.run_again.trigger)
    assert document.run is not None
    assert document.run is not old
    assert document.run.trace.to_json() == old.trace.to_json()
    assert document.undo.count() == 0


def test_a_closed_session_is_opened_again(talk: MainWindow, qtbot: QtBot) -> None:
    act = talk.commands
    assert not act.reopen_session.isEnabled()
    file = talk.workspace.file(document_of(talk))
    act.close_session.trigger()
    assert talk.workspace.active is None
    assert act.reopen_session.isEnabled()
    act.reopen_session.trigger()
    assert not act.reopen_session.isEnabled()
    settle(qtbot, talk)
    assert talk.workspace.file(document_of(talk)) == file


def test_opening_many_files_can_be_stopped(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    stop = window.commands.stop_opening
    for at in range(200):
        write_talk(tmp_path, name=f"talk{at:03}.json")
    # a disabled action does nothing when it is triggered
    window.workspace.progressed.connect(lambda done, _count: stop.trigger() if done == 3 else None)
    assert not stop.isEnabled()
    with qtbot.waitSignal(window.workspace.all_read, timeout=PATIENCE_MS):
        window.open(tmp_path)
    assert 0 < len(window.workspace.documents) < 200
    assert not stop.isEnabled()
