"""The dialog in which a report is looked through: ticks, patterns, the preview, and what may be written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.secret_rows import INSTEAD, KIND, PLACES, WORDS, SecretRowsModel, masked
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.report_dialog import ReportDialog, Subject
from ctxlab.model.redaction import Review, Secret, SecretKind, Sighting

HERE = Sighting("Head", "mail to ", " today")
THERE = Sighting("Before and after", "ask ", "")
MAIL = Secret("[e-mail 1]", SecretKind.EMAIL, "email", "bob@corp.example", (HERE, THERE))
KEY = Secret("[key 1]", SecretKind.KEY, "openai", "sk-proj-abcdefghijklmnop", (HERE,))
SAID = Secret("[phone 1]", SecretKind.PHONE, "phone", "+86 138 0013 8000", (THERE,), kept=True)
PIN = Secret("[password 1]", SecretKind.PASSWORD, "password", "hunter2!", (HERE,), kept=True)
REVIEW = Review((MAIL, KEY, SAID))
SUBJECT = Subject("at most 3000", 3, 14, 2, "", "travel-agent")


@pytest.fixture
def dialog(qtbot: QtBot, look: Look) -> ReportDialog:
    found = ReportDialog(look, "en")
    qtbot.addWidget(found)
    found.show()
    found.show_building(SUBJECT)
    return found


@pytest.fixture
def reviewed(dialog: ReportDialog) -> ReportDialog:
    dialog.show_review(REVIEW)
    dialog.show_preview("ask [e-mail 1] and\n\n| \\[e-mail 1\\] | \\[key 1\\] |\n\n+86 138 0013 8000\n")
    return dialog


def _line(model: SecretRowsModel, row: int) -> list[str]:
    columns = (KIND, WORDS, PLACES, INSTEAD)
    return [str(model.index(row, column).data()) for column in columns]


def test_a_line_says_kind_words_places_and_what_stands_instead(reviewed: ReportDialog) -> None:
    rows = reviewed.table.rows
    assert _line(rows, 0) == ["e-mail", "bob@corp.example", "2", "[e-mail 1]"]
    assert _line(rows, 1) == ["key", "sk-p··········op", "1", "[key 1]"]
    assert _line(rows, 2) == ["phone", "+86 138 0013 8000", "1", "stays: a must-keep says it"]
    assert rows.hidden == {"[e-mail 1]", "[key 1]"}
    assert reviewed.told() == "2 of 3 will be replaced, in 3 places"


def test_of_credentials_only_the_ends_are_shown_and_nothing_of_short_ones() -> None:
    assert masked(KEY) == "sk-p··········op"
    assert masked(PIN) == "········"
    assert masked(replace(KEY, text="abcdefghijkl")) == "abcd······kl"
    assert masked(MAIL) == "bob@corp.example"


def test_a_password_of_a_must_keep_is_replaced_and_that_is_said(dialog: ReportDialog) -> None:
    dialog.show_review(Review((PIN,)))
    assert _line(dialog.table.rows, 0)[INSTEAD] == "[password 1], though a must-keep says it"
    assert dialog.told() == "1 of 1 will be replaced, in 1 place"


def test_space_ticks_the_line_in_any_column(reviewed: ReportDialog, qtbot: QtBot) -> None:
    table = reviewed.table
    for column in (KIND, INSTEAD):
        table.setCurrentIndex(table.rows.index(2, column))
        with qtbot.waitSignal(reviewed.decided):
            QTest.keyClick(table, Qt.Key.Key_Space)
    table.setCurrentIndex(table.rows.index(1, WORDS))
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert reviewed.hidden == {"[e-mail 1]"}
    assert reviewed.told() == "1 of 3 will be replaced, in 2 places"
    assert _line(table.rows, 1)[INSTEAD] == "stays"
    assert "stays" in str(table.rows.index(1, KIND).data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_click_on_the_box_ticks(reviewed: ReportDialog, qtbot: QtBot) -> None:
    table = reviewed.table
    rect = table.visualRect(table.rows.index(0, KIND))
    at = rect.topLeft()
    at.setX(at.x() + 10)
    at.setY(rect.center().y())
    with qtbot.waitSignal(reviewed.decided):
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert reviewed.hidden == {"[key 1]"}
    for one in (reviewed.table.rows.index(0, WORDS), reviewed.table.rows.index(9, KIND)):
        assert not table.rows.setData(one, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)


def test_what_was_decided_holds_when_the_report_is_looked_through_anew(reviewed: ReportDialog) -> None:
    reviewed.table.rows.toggle(0)
    reviewed.table.rows.toggle(2)
    numbered = replace(SAID, stand_in="[phone 2]")
    reviewed.show_review(Review((replace(KEY, stand_in="[key 2]"), numbered, MAIL)))
    assert reviewed.hidden == {"[key 2]", "[phone 2]"}


def test_the_places_and_the_preview_follow_the_line(reviewed: ReportDialog) -> None:
    said = [row.said for row in reviewed.places.rows.lines()]
    assert said == ["Head: mail to bob@corp.example today", "Before and after: ask bob@corp.example"]
    assert reviewed.preview.marked() == 2
    reviewed.table.selectRow(1)
    assert [row.text for row in reviewed.places.rows.lines()] == ["mail to sk-p··········op today"]
    assert reviewed.preview.marked() == 1
    reviewed.table.selectRow(2)
    assert reviewed.preview.marked() == 1
    assert reviewed.preview.textCursor().selectedText() == ""


def test_the_words_of_a_key_are_not_copied_from_the_list(reviewed: ReportDialog) -> None:
    reviewed.table.selectRow(1)
    QTest.keyClick(reviewed.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "sk-p··········op"


def test_nothing_goes_out_before_it_was_looked_through(dialog: ReportDialog, qtbot: QtBot) -> None:
    assert not dialog.save.isEnabled()
    assert not dialog.copy.isEnabled()
    dialog.show_review(REVIEW)
    assert dialog.save.isEnabled()
    assert dialog.copy.isEnabled()
    with qtbot.waitSignal(dialog.searched) as told:
        QTest.keyClicks(dialog.own.patterns, "ACME-")
        assert not dialog.save.isEnabled()
        assert dialog.told() == "looking…"
    assert told.args == [("ACME-",), False]
    assert not dialog.save.isEnabled()
    dialog.show_review(REVIEW)
    assert dialog.save.isEnabled()


def test_a_wrong_pattern_is_said_beneath_and_nothing_is_lost(reviewed: ReportDialog, qtbot: QtBot) -> None:
    reviewed.table.rows.toggle(0)
    with qtbot.waitSignal(reviewed.searched):
        reviewed.own.patterns.setPlainText("a+\n\n  (b \na+")
    reviewed.show_wrong("the pattern '(b' cannot be read")
    assert reviewed.problem() == "the pattern '(b' cannot be read"
    assert reviewed.told() == "a pattern is wrong"
    assert reviewed.own.written == ("a+", "(b")
    assert reviewed.table.rows.rowCount() == 3
    assert reviewed.hidden == {"[key 1]"}
    assert not reviewed.save.isEnabled()
    reviewed.show_review(REVIEW)
    assert reviewed.problem() == ""
    assert reviewed.hidden == {"[key 1]"}


def test_addresses_are_looked_for_when_asked(reviewed: ReportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(reviewed.searched) as told:
        reviewed.own.addresses.click()
    assert told.args == [(), True]


def test_a_new_report_is_looked_through_with_the_patterns_that_are_there(
    reviewed: ReportDialog, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(reviewed.searched):
        reviewed.own.patterns.setPlainText("ACME")
    reviewed.show_building(SUBJECT)
    with qtbot.waitSignal(reviewed.searched) as told:
        reviewed.show_review(REVIEW)
    assert told.args == [("ACME",), False]
    assert not reviewed.save.isEnabled()


def test_without_secrets_that_is_said(dialog: ReportDialog) -> None:
    dialog.show_review(Review())
    assert dialog.told() == "nothing is replaced"
    assert dialog.save.isEnabled()
    assert dialog.places.rows.rowCount() == 0


def test_it_says_what_it_is_on_and_of_what_state(dialog: ReportDialog, qtbot: QtBot) -> None:
    assert dialog.state() == "request 3 of 14 · turn 2 · under travel-agent"
    dialog.show_edited(True)
    with qtbot.waitSignal(dialog.anew_requested):
        _anew(dialog).click()
    dialog.show_building(replace(SUBJECT, must_keep=None, chain="side"))
    assert "side chain side" in dialog.state()
    assert not _anew(dialog).isVisible()


def test_what_kept_it_from_being_built_or_written_is_said(dialog: ReportDialog) -> None:
    dialog.show_failed("the must-keep cannot be judged")
    assert dialog.failure() == "the must-keep cannot be judged"
    assert not dialog.save.isEnabled()
    dialog.show_building(SUBJECT)
    assert dialog.failure() == ""


def test_the_buttons_ask_for_the_chosen_form(reviewed: ReportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(reviewed.save_requested) as told:
        reviewed.save.click()
    assert told.args == ["html"]
    QTest.keyClick(reviewed.forms, Qt.Key.Key_Right)
    with qtbot.waitSignal(reviewed.save_requested) as told:
        QTest.keyClick(reviewed, Qt.Key.Key_Return)
    assert told.args == ["md"]
    with qtbot.waitSignal(reviewed.copy_requested):
        reviewed.copy.click()
    reviewed.show_copied()
    assert reviewed.copy.text() == "Copied"
    with qtbot.waitSignal(reviewed.rejected):
        QTest.keyClick(reviewed, Qt.Key.Key_Escape)


def test_tab_goes_through_everything_once(reviewed: ReportDialog) -> None:
    reviewed.activateWindow()
    reviewed.table.setFocus()
    visited: list[str] = []
    for _ in range(9):
        focus = QApplication.focusWidget()
        assert focus is not None
        visited.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert visited == [
        "secretTable",
        "secretPlaces",
        "replaceAddresses",
        "ownPatterns",
        "reportPreview",
        "cancelReport",
        "copyReport",
        "saveReport",
        "reportForm-html",
    ]
    assert QApplication.focusWidget() is reviewed.table
    for name in ("secretTable", "secretPlaces", "ownPatterns", "reportPreview"):
        found = reviewed.findChild(QWidget, name)
        assert found is not None
        assert found.accessibleName()


def test_another_theme_marks_anew(reviewed: ReportDialog, look: Look) -> None:
    assert _marked_in(reviewed) == look.theme.highlight
    look.set_theme(DARK)
    assert _marked_in(reviewed) == DARK.highlight


def _marked_in(dialog: ReportDialog) -> str:
    mark = dialog.preview.extraSelections()[0]
    form = mark.format
    return form.background().color().name()


def _anew(dialog: ReportDialog) -> QPushButton:
    found = dialog.findChild(QPushButton, "buildReportAnew")
    assert found is not None
    return found


def test_the_preview_says_that_it_shows_the_words_of_a_page_and_no_page(
    reviewed: ReportDialog, qtbot: QtBot
) -> None:
    said = reviewed.findChild(QLabel, "previewForm")
    assert said is not None
    assert reviewed.forms.current == "html"
    assert said.text() == "the words of the page, as Markdown"
    qtbot.mouseClick(reviewed.forms.button("md"), Qt.MouseButton.LeftButton)
    assert said.text() == "as Markdown, as it will be written"
    qtbot.mouseClick(reviewed.forms.button("html"), Qt.MouseButton.LeftButton)
    assert said.text() == "the words of the page, as Markdown"
