"""The text of the inspector: pieces, marks, and what is selected of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.item_text import FIRST_PART, PIECE, ItemText


@pytest.fixture
def body(qtbot: QtBot, look: Look) -> ItemText:
    made = ItemText(look)
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show()
    return made


def choose(body: ItemText, start: int, end: int) -> None:
    """Selects what is shown between two of Qt's offsets."""
    cursor = body.view.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    body.view.setTextCursor(cursor)


def button(body: ItemText, name: str) -> QPushButton:
    found = body.findChild(QPushButton, name)
    assert found is not None
    return found


def test_selected_words_are_those_of_the_text_not_of_what_is_shown(body: ItemText, qtbot: QtBot) -> None:
    text = "\u202e😀 say: 预算三千以内 please"
    body.show_text(text)
    shown = body.view.toPlainText()
    at = len(shown[: shown.index("预算")].encode("utf-16-le")) // 2
    # the blank before it is not part of the words
    choose(body, at - 1, at + 6)
    with qtbot.waitSignal(body.keep_requested) as asked:
        button(body, "keepSelection").click()
    assert asked.args == ["预算三千以内"]
    start = text.index("预算")
    with qtbot.waitSignal(body.fact_requested) as fact:
        button(body, "factFromSelection").click()
    assert fact.args == [start, start + 6]


def test_a_hidden_character_in_a_selection_is_kept_as_it_is(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("a\u202eb")
    body.view.selectAll()
    with qtbot.waitSignal(body.keep_requested) as asked:
        body.keep()
    assert asked.args == ["a\u202eb"]


def test_a_selection_over_a_broken_line_has_no_line_end(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("x" * 1_995 + "needle in hay" + "\n" + "y" * 10)
    choose(body, 1_995, 2_009)
    with qtbot.waitSignal(body.keep_requested) as asked:
        body.keep()
    assert asked.args == ["needle in hay"]


def test_ctrl_m_keeps_and_without_a_selection_does_nothing(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("one two")
    with qtbot.assertNotEmitted(body.keep_requested):
        QTest.keyClick(body.view, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    choose(body, 0, 3)
    with qtbot.waitSignal(body.keep_requested) as asked:
        QTest.keyClick(body.view, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == ["one"]


def test_links_come_with_a_selection_and_move_nothing(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("one two")
    qtbot.waitExposed(body)
    before = body.view.geometry()
    assert not button(body, "keepSelection").isVisible()
    choose(body, 0, 3)
    assert button(body, "keepSelection").isVisible()
    assert button(body, "factFromSelection").isVisible()
    QApplication.processEvents()
    assert body.view.geometry() == before
    choose(body, 3, 4)
    assert not button(body, "keepSelection").isVisible()


def test_what_a_stage_made_is_no_key_fact(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("a summary", can_be_fact=False)
    body.view.selectAll()
    assert button(body, "keepSelection").isVisible()
    assert not button(body, "factFromSelection").isVisible()
    with qtbot.assertNotEmitted(body.fact_requested):
        body.make_fact()


def test_words_are_highlighted_and_cuts_struck(body: ItemText, look: Look) -> None:
    body.show_text("keep 😀 this, cut that", ((13, 21),))
    body.set_highlights([(5, 6), (7, 11)])
    marks = [
        (mark.cursor.selectedText(), mark.format.fontStrikeOut()) for mark in body.view.extraSelections()
    ]
    assert marks == [("😀", False), ("this", False), ("cut that", True)]
    assert body.view.extraSelections()[0].format.background().color().name() == look.theme.highlight
    body.show_text("another text")
    assert body.view.extraSelections() == []


def test_a_long_text_comes_in_pieces_at_the_end(body: ItemText) -> None:
    text = "\n".join(f"line {n}" for n in range(60_000))
    body.show_text(text, ((0, 4), (len(text) - 5, len(text))))
    first = body.view.toPlainText()
    assert text.startswith(first)
    assert FIRST_PART - 1 <= len(first) < FIRST_PART + 20
    assert f"{PIECE:,} more" in body.more.text()
    choose(body, 5, 6)
    body.view.verticalScrollBar().setValue(100)
    place = body.view.verticalScrollBar().value()
    body.more.click()
    assert body.view.textCursor().selectedText() == "0"
    assert body.view.verticalScrollBar().value() == place
    assert len(body.view.extraSelections()) == 1
    while body.more.isVisible():
        body.more.click()
    assert body.view.toPlainText() == text
    assert len(body.view.extraSelections()) == 2


def test_a_long_line_is_cut_until_more_is_asked_for(body: ItemText) -> None:
    text = "first\n" + "x" * 1_000_000
    body.show_text(text)
    lines = body.view.toPlainText().split("\n")
    assert [len(line) for line in lines] == [5, 2_001]
    assert lines[1].endswith("…")
    while body.more.isVisible():
        body.more.click()
    lines = body.view.toPlainText().split("\n")
    assert lines[0] == "first"
    assert "".join(lines[1:]) == "x" * 1_000_000
    assert max(map(len, lines)) == 2_000


def test_the_menu_offers_what_can_be_done(body: ItemText, qtbot: QtBot) -> None:
    body.show_text("one two")
    for selected in (False, True):
        if selected:
            body.view.selectAll()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
        QApplication.sendEvent(body.view.viewport(), event)
        menu = body.findChild(QMenu)
        assert menu is not None
        possible = [action.isEnabled() for action in menu.actions() if not action.isSeparator()]
        assert possible == [selected, True, selected, selected, True]
        menu.close()
        qtbot.waitUntil(lambda: body.findChild(QMenu) is None)
