"""What a person says of items, made undoable edits of the marks of the session that is looked at."""

from __future__ import annotations

import pytest
from gui.gui_helpers import after, document_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.model.marks import KeyFactMark


@pytest.fixture
def said(talk: MainWindow) -> list[str]:
    """What was said to have been done, or refused."""
    told: list[str] = []
    talk.marks.done.connect(told.append)
    talk.marks.refused.connect(told.append)
    return told


def test_a_pin_is_set_and_taken_away(talk: MainWindow, said: list[str]) -> None:
    document = document_of(talk)
    talk.marks.toggle_pin("i3")
    talk.marks.toggle_pin("i2")
    assert document.marks.pins == ("i3", "i2")
    talk.marks.toggle_pin("i3")
    assert document.marks.pins == ("i2",)
    assert [one.partition(" ")[0] for one in said] == ["pin", "pin", "unpin"]
    assert document.undo.count() == 3
    document.undo.undo()
    assert document.marks.pins == ("i3", "i2")
    # what the session does not have
    for unknown in ("", "nowhere"):
        talk.marks.toggle_pin(unknown)
    assert document.undo.index() == 2


def test_words_are_kept_once(talk: MainWindow, said: list[str]) -> None:
    document = document_of(talk)
    talk.marks.keep_words("i2", "  user 1 ")
    (stated,) = document.marks.must_keeps
    assert (stated.id, stated.text, stated.since) == ("m1", "user 1", "i2")
    talk.marks.keep_words("i2", "user 1")
    assert said[-1] == "This is a must-keep already."
    talk.marks.keep_words("i2", " \n")
    assert "Select words" in said[-1]
    talk.marks.keep_item("i4")
    talk.marks.keep_item("nowhere")
    assert [(one.id, one.item, one.since) for one in document.marks.must_keeps[1:]] == [("m2", "i4", "i4")]
    assert document.undo.count() == 2


def test_words_are_replaced_and_taken_back(talk: MainWindow, said: list[str]) -> None:
    document = document_of(talk)
    talk.marks.keep_words("i2", "user 1")
    talk.marks.keep_item("i4")
    talk.marks.edit_must_keep("m1", " user 2 ")
    assert document.marks.must_keeps[0].text == "user 2"
    assert said[-1] == "must keep “user 1” → “user 2”"
    talk.marks.edit_must_keep("m2", "words")
    assert "can be edited here" in said[-1]
    talk.marks.edit_must_keep("m1", "")
    assert document.marks.must_keeps[0].text == "user 2"
    talk.marks.remove_must_keep("m1")
    assert [one.id for one in document.marks.must_keeps] == ["m2"]
    talk.marks.remove_must_keep("profile:1")
    assert "stands in the profile" in said[-1]
    assert document.undo.count() == 4


def test_a_key_fact_is_a_part_of_a_text(talk: MainWindow, said: list[str]) -> None:
    document = document_of(talk)
    talk.marks.add_key_fact("i2", 0, 6)
    assert document.marks.key_facts == (KeyFactMark("i2", 0, 6),)
    assert said == ["key fact “user 1”"]
    talk.marks.add_key_fact("i2", 0, 6)
    assert said[-1] == "These words are a key fact already."
    talk.marks.add_key_fact("i2", 6, 6)
    talk.marks.add_key_fact("nowhere", 0, 6)
    assert document.undo.count() == 1


def test_the_list_and_the_inspector_ask_for_them(talk: MainWindow, qtbot: QtBot) -> None:
    document, views = document_of(talk), talk.views
    after(qtbot, talk, lambda: views.inspector.must_keep_requested.emit("i2", "user 1"))
    assert views.must_keeps.table.model().rowCount() == 1
    after(qtbot, talk, lambda: views.must_keeps.edit_requested.emit("m1", "user 2"))
    assert document.marks.must_keeps[0].text == "user 2"
    after(qtbot, talk, lambda: views.must_keeps.remove_requested.emit("m1"))
    assert document.marks.must_keeps == ()
    after(qtbot, talk, lambda: views.inspector.key_fact_requested.emit("i2", 0, 4))
    assert document.marks.key_facts == (KeyFactMark("i2", 0, 4),)


def test_a_blank_while_words_of_a_must_keep_are_edited_is_typed(talk: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, talk, lambda: talk.marks.keep_words("i2", "user 1"))
    table = talk.views.must_keeps.table
    talk.activateWindow()
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.clear()
    QTest.keyClicks(field, "a w ")
    assert field.text() == "a w "
    assert document_of(talk).marks.pins == ()
