"""Profiles side by side in the window: two are picked, compared, looked back on, and one is taken over."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, PROFILE, after, document_of, settle, write_talk
from gui.shell_desk import Answers
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.system_choices import OWN
from ctxlab.gui.profile_choices import FILE, SAVED
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.profile_dialog import ProfileDialog
from ctxlab.gui.views.profile_gallery import ProfileGallery
from ctxlab.profiles import builtin, builtin_names, save_profile
from ctxlab.profiles.provenance import stamped


def opened(window: MainWindow) -> ProfileDialog:
    window.commands.history.trigger()
    found = window.casework.profiles.dialog
    assert found is not None
    return found


def pick(box: ChoiceBox, key: str) -> None:
    """Chooses as a person does, by the place of a line."""
    at = box.findData(key)
    assert at >= 0, key
    box.setCurrentIndex(at)
    box.activated.emit(at)


def lines(dialog: ProfileDialog) -> list[str]:
    return [f"{row.note}: {row.text}" for row in dialog.differences.rows.lines()]


def test_what_was_edited_is_shown_and_follows_the_edits(talk: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 90, "history"))
    dialog = opened(talk)
    assert dialog.pair.keys == (SAVED, OWN)
    assert lines(dialog) == ["budget.history.cap: may use 30 tokens more (60 → 90)"]
    assert dialog.tabs.button("difference").text() == "Difference (1)"
    assert not dialog.use.isEnabled(), "that is the profile in use"
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 70, "history"))
    assert lines(dialog) == ["budget.history.cap: may use 10 tokens more (60 → 70)"]
    after(qtbot, talk, talk.commands.undo.trigger)
    after(qtbot, talk, talk.commands.undo.trigger)
    # without edits there is no saved one beside it
    assert dialog.pair.before.findData(SAVED) == -1


def test_without_edits_it_begins_with_a_built_in_one_and_all_profiles_are_offered(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first = document_of(talk)
    other = tmp_path / "other.toml"
    other.write_text(PROFILE.replace('"small"', '"other"').replace("cap = 60", "cap = 61"), encoding="utf-8")
    talk.open(write_talk(tmp_path, name="second.json"), str(other))
    qtbot.waitUntil(lambda: talk.workspace.active is not first, timeout=PATIENCE_MS)
    settle(qtbot, talk)
    talk.workspace.activate(first)
    settle(qtbot, talk)
    dialog = opened(talk)
    assert dialog.pair.keys[1] == OWN
    assert dialog.pair.keys[0] in builtin_names()
    box = dialog.pair.before
    offered = {str(box.itemData(at)) for at in range(box.count()) if box.itemData(at)}
    assert {OWN, FILE, *builtin_names()} <= offered
    heads = [at for at in range(box.count()) if box.itemData(at) is None]
    assert heads
    assert not any(box.model().flags(box.model().index(at, 0)) & Qt.ItemFlag.ItemIsEnabled for at in heads)
    second = next(key for key in offered if key.startswith("document:"))
    pick(dialog.pair.before, OWN)
    pick(dialog.pair.after, second)
    assert "budget.history.cap: may use 1 token more (60 → 61)" in lines(dialog)
    assert dialog.use.text() == "Use “other”"


def test_a_profile_is_taken_over_undoably(talk: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(talk)
    before = document_of(talk).profile
    pick(dialog.pair.before, OWN)
    pick(dialog.pair.after, "gssc")
    after(qtbot, talk, dialog.use.click)
    assert document_of(talk).profile == builtin("gssc")
    assert talk.workspace.undo.undoText() == "use gssc"
    assert not dialog.use.isEnabled()
    assert dialog.differences.placeholder == "Both set the same."
    after(qtbot, talk, talk.commands.undo.trigger)
    assert document_of(talk).profile == before
    assert dialog.use.isEnabled()


def test_the_pair_is_swapped(talk: MainWindow) -> None:
    dialog = opened(talk)
    first = dialog.pair.keys
    swap = dialog.findChild(QPushButton, "swapProfiles")
    assert swap is not None
    swap.click()
    assert dialog.pair.keys == first[::-1]
    assert dialog.use.isEnabled()


def test_a_profile_from_a_file_and_one_that_is_broken(talk: MainWindow, tmp_path: Path) -> None:
    answers = talk.exports.dialogs = Answers(talk)
    dialog = opened(talk)
    keys = dialog.pair.keys
    pick(dialog.pair.after, FILE)
    assert dialog.pair.keys == keys, "cancelled"
    answers.chosen = tmp_path / "mine.toml"
    answers.chosen.write_text(PROFILE.replace("cap = 60", "cap = 5"), encoding="utf-8")
    pick(dialog.pair.before, OWN)
    pick(dialog.pair.after, FILE)
    assert dialog.pair.keys == (OWN, str(answers.chosen))
    assert lines(dialog) == ["budget.history.cap: may use 55 tokens less (60 → 5)"]
    answers.chosen.write_text("name = [", encoding="utf-8")
    pick(dialog.pair.after, str(answers.chosen))
    assert "mine.toml" in dialog.told()
    assert not dialog.use.isEnabled()
    assert not dialog.run.isEnabled()
    assert lines(dialog) == []
    pick(dialog.pair.after, "gssc")
    assert dialog.told() == ""
    assert dialog.run.isEnabled()


def test_the_figures_of_both_over_the_open_sessions(
    talk: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(talk)
    talk.marks.keep_words("i2", "user 1")
    assert talk.files.save()
    dialog = opened(talk)
    pick(dialog.pair.before, OWN)
    pick(dialog.pair.after, "gssc")
    assert dialog.run.text() == "Compare on 1 session"
    assert "Builds the open sessions" in dialog.figures.placeholder
    dialog.run.click()
    assert dialog.stop.isVisible()
    qtbot.waitUntil(lambda: not talk.casework.profiles.errand.busy, timeout=3 * PATIENCE_MS)
    rows = {row.lead: row for row in dialog.figures.rows.lines()}
    assert rows["must-keeps that survive"].text == "0/1 → 1/1"
    assert rows["must-keeps that survive"].pill == "better"
    assert rows["talk"].text.startswith("keeps “")
    assert rows["tokens in all"].text.endswith(" → 267") or int(rows["tokens in all"].note) > 0
    # another pair has no figures yet
    pick(dialog.pair.after, OWN)
    assert dialog.figures.rows.rowCount() == 0
    after(qtbot, talk, lambda: document.edit("budget.history.cap", 0, "history"))
    assert dialog.figures.rows.rowCount() == 0


def test_stopping_says_so_and_unsaved_must_keeps_are_told_of(talk: MainWindow, qtbot: QtBot) -> None:
    talk.marks.keep_words("i2", "user 1")
    dialog = opened(talk)
    assert dialog.progress.said() == "must-keeps that are not saved do not count"
    dialog.run.click()
    dialog.stop.click()
    qtbot.waitUntil(lambda: not talk.casework.profiles.errand.busy, timeout=3 * PATIENCE_MS)
    assert "Stopped" in dialog.figures.placeholder
    assert dialog.run.isVisible()


def test_how_a_profile_came_about(talk: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = opened(talk)
    dialog.turn_to("history")
    assert dialog.history.steps.rows.rowCount() == 0
    assert "Nothing is recorded" in dialog.history.steps.placeholder
    document = document_of(talk)
    after(qtbot, talk, lambda: document.edit("budget.history.cap", 90, "history"))
    assert talk.files.save()
    settle(qtbot, talk)
    (step,) = dialog.history.steps.rows.lines()
    assert (step.pill, step.text) == ("edited", "1 setting changed")
    (change,) = dialog.history.changes.rows.lines()
    assert "history" in change.text
    assert dialog.history.sessions.placeholder == "It looked at no session."
    assert dialog.tabs.button("history").text() == "History of small (1)"
    # a profile with more steps, of which any can be looked at
    made = stamped(document.saved.set("budget.history.cap", 99), by="solve", kept=2, judged=2)
    file = tmp_path / "made.toml"
    save_profile(made, file)
    talk.casework.profiles.open_for(str(file))
    assert dialog.pair.keys == (OWN, str(file))
    assert [line.pill for line in dialog.history.steps.rows.lines()] == ["solved", "edited"]
    dialog.history.steps.selectRow(1)
    assert "history" in dialog.history.changes.rows.lines()[0].text


def test_the_gallery_opens_it_on_the_profile_that_is_looked_at(talk: MainWindow) -> None:
    talk.commands.gallery.trigger()
    view = next(one for one in talk.findChildren(ProfileGallery) if one.isVisible())
    view.table.selectRow(view.cards.row_of("gssc"))
    view.history.click()
    assert not view.isVisible()
    dialog = talk.casework.profiles.dialog
    assert dialog is not None
    assert dialog.pair.keys == (OWN, "gssc")


def test_the_palette_has_it_and_it_goes_with_its_session(talk: MainWindow) -> None:
    box = talk.palette_box
    box.open("difference and history")
    line = box.entries.line(0)
    assert line is not None
    assert line.title == "Difference and history"
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert talk.casework.profiles.dialog is not None
    talk.workspace.close_document(document_of(talk))
    assert talk.casework.profiles.dialog is None
