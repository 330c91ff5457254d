"""The inspector: whole text as plain text, struck cuts, the way through the stages."""

from __future__ import annotations

import pytest
from gui.trace_builder import PROFILE, One, cut, kept, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.remedies import DisplacerLine, Remedy
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.item_inspector import DISPLACERS, ItemInspector
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


def titles(inspector: ItemInspector) -> list[str]:
    """The heads of the parts that are there."""
    labels = inspector.findChildren(QLabel)
    heads = ("What became of it", "Displaced by", "What would keep it")
    return [label.text() for label in labels if label.text() in heads and not label.isHidden()]


def test_before_an_item_was_chosen_no_part_is_headed(inspector: ItemInspector) -> None:
    inspector.show()
    titles = [label for label in inspector.findChildren(QLabel) if label.property("role") == "title"]
    assert [label.text() for label in titles if label.isVisible()] == ["No item chosen"]
    assert inspector.displaced.isHidden()
    assert inspector.remedies.isHidden()


def test_what_displaced_it_is_listed_and_gone_to(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.set_item(trip_trace(), "i8")
    assert titles(inspector) == ["What became of it"]
    inspector.show()
    inspector.set_displaced(
        [
            DisplacerLine("i20", "assistant · 8", 2450),
            DisplacerLine("i17", "<b>assistant</b> · 6", 2567, exact=False),
        ]
    )
    assert titles(inspector) == ["What became of it", "Displaced by"]
    lines = [inspector.displaced.rows.line(row) for row in range(2)]
    assert [(line.text, line.note) for line in lines if line] == [
        ("assistant · 8", "2,450"),
        ("<b>assistant</b> · 6", "≈2,567"),
    ]
    place = inspector.displaced.visualRect(inspector.displaced.rows.index(1, 0)).center()
    with qtbot.waitSignal(inspector.link_chosen) as chosen:
        QTest.mouseClick(inspector.displaced.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["i17"]


def test_a_long_list_of_what_displaced_it_is_scrolled(inspector: ItemInspector) -> None:
    inspector.set_item(trip_trace(), "i8")
    inspector.set_displaced([DisplacerLine(f"i{n}", f"user · {n}", n) for n in range(DISPLACERS)])
    height = inspector.displaced.height()
    inspector.set_displaced([DisplacerLine(f"i{n}", f"user · {n}", n) for n in range(40)])
    assert inspector.displaced.height() == height


def test_remedies_come_pending_found_or_not(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.set_item(trip_trace(), "i8")
    inspector.set_remedies_pending()
    assert titles(inspector)[-1] == "What would keep it"
    inspector.set_remedies([Remedy("cap", "history cap 8,000 → 8,002", "+38 tokens")])
    apply = inspector.findChild(QPushButton, "applyRemedy1")
    assert apply is not None
    with qtbot.waitSignal(inspector.remedy_applied) as applied:
        apply.click()
    assert applied.args == ["cap"]
    inspector.set_remedies_none("the window has no room")
    assert inspector.remedies.said() == "the window has no room"
    inspector.clear_remedies()
    assert titles(inspector) == ["What became of it"]


def test_another_item_starts_bare_and_a_new_run_of_the_same_does_not(inspector: ItemInspector) -> None:
    inspector.set_item(trip_trace(), "i8")
    inspector.set_displaced([DisplacerLine("i20", "assistant · 8", 2450)])
    inspector.set_remedies_pending()
    inspector.set_highlights([(7, 13)])
    inspector.set_item(trip_trace(), "i8")
    assert titles(inspector) == ["What became of it", "Displaced by", "What would keep it"]
    assert struck(inspector) == ["预算三千以内"]
    inspector.set_item(trip_trace(), "i7")
    assert titles(inspector) == ["What became of it"]
    assert struck(inspector) == []


def test_the_selection_is_asked_for_with_its_item(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.set_item(trip_trace(), "i8")
    assert not inspector.keep_selected()
    inspector.text.selectAll()
    with qtbot.waitSignal(inspector.must_keep_requested) as asked:
        assert inspector.keep_selected()
    assert asked.args == ["i8", "周末想去杭州，预算三千以内，不吃辣"]
    with qtbot.waitSignal(inspector.key_fact_requested) as fact:
        inspector.body.make_fact()
    assert fact.args == ["i8", 0, 17]


def test_a_made_item_is_no_key_fact(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.set_item(trip_trace(), "i18~summary")
    inspector.text.selectAll()
    with qtbot.assertNotEmitted(inspector.key_fact_requested):
        inspector.body.make_fact()


def test_the_keys_stay_when_the_button_that_had_them_goes(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.show()
    inspector.activateWindow()
    qtbot.waitUntil(inspector.isActiveWindow)
    inspector.set_item(trip_trace(), "i8")
    inspector.set_remedies([Remedy("cap", "history cap 8,000 → 8,002")])
    apply = inspector.findChild(QPushButton, "applyRemedy1")
    assert apply is not None
    apply.setFocus()
    assert apply.hasFocus()
    inspector.clear_remedies()
    assert inspector.text.hasFocus()


def test_what_has_no_room_is_scrolled_to(inspector: ItemInspector, qtbot: QtBot) -> None:
    inspector.resize(320, 220)
    inspector.show()
    inspector.set_item(trip_trace(), "i8")
    inspector.set_remedies([Remedy(str(n), f"remedy {n}", "+38 tokens") for n in range(5)])
    area = inspector.findChild(QScrollArea, "itemScroll")
    assert area is not None
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    last = inspector.findChild(QPushButton, "applyRemedy5")
    assert last is not None
    last.setFocus(Qt.FocusReason.TabFocusReason)
    area.ensureWidgetVisible(last)
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))
