"""The inspector: whole text as plain text, struck cuts, the way through the stages."""

from __future__ import annotations

import pytest
from gui.trace_builder import PROFILE, One, cut, kept, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.item_inspector import FIRST_PART, ItemInspector
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace


@pytest.fixture
def inspector(qtbot: QtBot, look: Look) -> ItemInspector:
    made = ItemInspector(look)
    qtbot.addWidget(made)
    made.resize(420, 500)
    return made


def struck(inspector: ItemInspector) -> list[str]:
    return [mark.cursor.selectedText() for mark in inspector.text.extraSelections()]


def one(text: str, *cuts: tuple[int, int]) -> Trace:
    item = One("i1", Row.HISTORY, text, tokens=100, line=7)
    return trace_of([cut(item, 40, *cuts) if cuts else kept(item)])


def test_what_an_item_is_and_what_became_of_it(inspector: ItemInspector) -> None:
    inspector.set_item(trip_trace(), "i8", PROFILE)
    assert inspector.objectName() == "itemInspector"
    assert inspector.said() == ("user · 2", "i8 · conversation · 38 tokens · line 12")
    assert inspector.text.toPlainText() == "周末想去杭州，预算三千以内，不吃辣"
    assert [row[:2] for row in inspector.steps.words()] == [
        ("passed", "Gather"),
        ("failed", "Select"),
        ("—", "Summarize"),
        ("—", "Construct"),
    ]
    assert "7,964 of 8,000" in inspector.steps.words()[1][2]


def test_only_cut_spans_are_struck(inspector: ItemInspector) -> None:
    inspector.set_item(one("keep 😀 this, cut that, keep the end", (13, 23)), "i1")
    assert struck(inspector) == ["cut that, "]


def test_a_new_run_strikes_anew_and_keeps_the_place(inspector: ItemInspector, qtbot: QtBot) -> None:
    text = "\n".join(f"line {n}" for n in range(500))
    inspector.show()
    inspector.set_item(one(text, (100, 200)), "i1")
    bar = inspector.text.verticalScrollBar()
    bar.setValue(300)
    first = one(text, (100, 200))
    inspector.set_item(first, "i1")
    bar.setValue(300)
    second = trace_of([cut(One("i1", Row.HISTORY, text, tokens=100), 30, (50, 60))], pool=first.pool)
    inspector.set_item(second, "i1")
    assert struck(inspector) == [text[50:60].replace("\n", "\u2029")]
    assert bar.value() == 300


def test_nothing_in_a_text_is_interpreted(inspector: ItemInspector) -> None:
    inspector.set_item(one("<b>bold</b> \x1b[31mred \u202edrow\u202c \x00"), "i1")
    shown = inspector.text.toPlainText()
    assert shown.startswith("<b>bold</b> ␛[31mred ")
    assert "\u202e" not in shown
    assert "\x00" not in shown


def test_a_long_line_is_broken_and_a_long_text_comes_in_parts(inspector: ItemInspector, qtbot: QtBot) -> None:
    text = "x" * 1_000_000
    inspector.show()
    inspector.set_item(one(text), "i1")
    lines = inspector.text.toPlainText().split("\n")
    assert max(map(len, lines)) == 2_000
    assert sum(map(len, lines)) == FIRST_PART
    more = inspector.findChild(QPushButton)
    assert more is not None
    assert f"{1_000_000 - FIRST_PART:,}" in more.text()
    more.click()
    assert sum(map(len, inspector.text.toPlainText().split("\n"))) == 1_000_000
    assert not more.isVisible()


def test_the_text_cannot_be_edited_or_undone(inspector: ItemInspector) -> None:
    assert inspector.text.isReadOnly()
    assert not inspector.text.isUndoRedoEnabled()


def test_a_made_item_names_what_it_is_made_of(inspector: ItemInspector) -> None:
    inspector.set_item(trip_trace(), "i18~summary")
    assert inspector.said()[1].endswith("made of i18, i19")


def test_no_item_and_an_item_of_another_run(inspector: ItemInspector) -> None:
    inspector.set_item(None, "")
    assert inspector.said() == ("No item chosen", "")
    inspector.set_item(trip_trace(), "i999")
    assert inspector.said() == ("Not in this run", "i999")
    assert inspector.steps.words() == []
    assert inspector.text.toPlainText() == ""
