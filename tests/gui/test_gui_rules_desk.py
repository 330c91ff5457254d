"""The dialog of source rules in a whole window: proposed, counted, added, changed, removed, undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, document_of, settle, write_profile, write_talk
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.rules_dialog import RulesDialog
from ctxlab.model.items import Source
from ctxlab.model.profile import GatherRule
from ctxlab.profiles.common_rules import rules_named

TALK = [
    {"role": "user", "content": "<system-reminder>be brief</system-reminder>"},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "<system-reminder>mind the budget</system-reminder>"},
    {"role": "assistant", "content": "I do."},
    {"role": "user", "content": "NOTES (old): she likes trains"},
]


@pytest.fixture
def noted(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window.open(write_talk(tmp_path, TALK), str(write_profile(tmp_path)))
    settle(qtbot, window)
    return window


def dialog_of(window: MainWindow) -> RulesDialog:
    dialog = window.casework.rules.dialog
    assert dialog is not None
    return dialog


def said(qtbot: QtBot, dialog: RulesDialog, words: str) -> None:
    qtbot.waitUntil(lambda: dialog.said() == words, timeout=PATIENCE_MS)


def rules(window: MainWindow) -> tuple[GatherRule, ...]:
    return document_of(window).profile.gather.rule


def sources(window: MainWindow) -> list[Source]:
    run = document_of(window).run
    assert run is not None
    return list(run.trace.pool.source)


def test_a_rule_from_an_item_is_one_undoable_edit(noted: MainWindow, qtbot: QtBot) -> None:
    first = document_of(noted).session.items[0].id
    noted.views.panes.rule_requested.emit(first)
    dialog = dialog_of(noted)
    assert (dialog.draft().regex, dialog.draft().role) == ("^<system-reminder>", "user")
    said(qtbot, dialog, "2 items of the session match")
    assert [row.text for row in dialog.matches.rows.lines()] == [TALK[0]["content"], TALK[2]["content"]]
    dialog.apply.click()
    settle(qtbot, noted)
    assert rules(noted) == (GatherRule(regex="^<system-reminder>", role="user", source=Source.AGENT_NOTE),)
    assert sources(noted).count(Source.AGENT_NOTE) == 2
    assert "source rule" in document_of(noted).undo.undoText()
    noted.commands.undo.trigger()
    settle(qtbot, noted)
    assert rules(noted) == ()
    assert not dialog.rules.rows.lines()
    assert sources(noted).count(Source.AGENT_NOTE) == 0


def test_a_selection_gives_the_pattern(noted: MainWindow, qtbot: QtBot) -> None:
    last = document_of(noted).session.items[-1].id
    noted.presenter.choose(last)
    body = noted.views.inspector.body
    cursor = body.view.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(len("NOTES (old)"), cursor.MoveMode.KeepAnchor)
    body.view.setTextCursor(cursor)
    body.make_rule()
    dialog = dialog_of(noted)
    assert dialog.draft().regex == r"^NOTES \(old\)"
    said(qtbot, dialog, "1 item of the session matches")


def test_typing_counts_anew_and_says_what_is_wrong(noted: MainWindow, qtbot: QtBot) -> None:
    noted.commands.rules.trigger()
    dialog = dialog_of(noted)
    assert not dialog.apply.isEnabled()
    QTest.keyClicks(dialog.regex, "I do")
    said(qtbot, dialog, "1 item of the session matches")
    assert dialog.apply.isEnabled()
    QTest.keyClicks(dialog.regex, "(")
    assert not dialog.apply.isEnabled()
    qtbot.waitUntil(lambda: "is no regular expression" in dialog.said(), timeout=PATIENCE_MS)
    assert not dialog.apply.isEnabled()


def test_rules_are_changed_and_removed(noted: MainWindow, qtbot: QtBot) -> None:
    document = document_of(noted)
    own = (GatherRule(regex="^NOTES", exclude=True), GatherRule(regex="^I", source=Source.SUMMARY))
    document.change(document.profile.set("gather.rule", list(own)), document.marks, "x")
    noted.commands.rules.trigger()
    dialog = dialog_of(noted)
    assert len(dialog.rules.rows.lines()) == 2
    dialog.rules.selectRow(0)
    assert (dialog.draft().regex, dialog.draft().target) == ("^NOTES", "")
    dialog.target.setCurrentIndex(dialog.target.findData("agent_note"))
    dialog.target.activated.emit(dialog.target.currentIndex())
    said(qtbot, dialog, "1 item of the session matches")
    dialog.apply.click()
    assert rules(noted) == (GatherRule(regex="^NOTES", source=Source.AGENT_NOTE), own[1])
    dialog.rules.selectRow(1)
    dialog.remove.click()
    assert [rule.regex for rule in rules(noted)] == ["^NOTES"]
    assert len(dialog.rules.rows.lines()) == 1
    assert not dialog.remove.isEnabled()
    settle(qtbot, noted)


def test_one_click_adds_the_common_rules(noted: MainWindow, qtbot: QtBot) -> None:
    noted.commands.rules.trigger()
    dialog = dialog_of(noted)
    dialog.add_common.click()
    settle(qtbot, noted)
    assert rules(noted) == rules_named()
    assert sources(noted).count(Source.AGENT_NOTE) == 2
    assert not dialog.add_common.isEnabled()
    assert dialog.rules.rows.lines()[0].note == "reminder blocks"
    noted.commands.undo.trigger()
    settle(qtbot, noted)
    assert rules(noted) == ()
    assert dialog.add_common.isEnabled()


def test_every_control_has_a_name_and_the_keys_reach_it(noted: MainWindow, qtbot: QtBot) -> None:
    noted.commands.rules.trigger()
    dialog = dialog_of(noted)
    qtbot.waitExposed(dialog)
    controls: list[QWidget] = [
        *dialog.findChildren(QLineEdit),
        *dialog.findChildren(QComboBox),
        *dialog.findChildren(QAbstractButton),
        dialog.rules,
        dialog.matches,
    ]
    for control in controls:
        name = control.accessibleName() or (control.text() if isinstance(control, QAbstractButton) else "")
        assert name or not control.isVisible(), control.objectName()
        assert not control.isVisible() or control.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert dialog.regex.hasFocus() or not dialog.isActiveWindow()


def test_the_dialog_goes_with_its_session(noted: MainWindow, qtbot: QtBot) -> None:
    noted.commands.rules.trigger()
    noted.workspace.close_document(document_of(noted))
    assert noted.casework.rules.dialog is None
