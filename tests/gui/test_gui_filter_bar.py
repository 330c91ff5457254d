"""The bar above the panes: completing, clearing, help, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.filter_words import KnownWords
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.filter_bar import FilterBar
from ctxlab.gui.views.popover import Popover


@pytest.fixture
def bar(qtbot: QtBot, look: Look) -> Iterator[FilterBar]:
    made = FilterBar(look)
    qtbot.addWidget(made)
    made.resize(900, 40)
    made.set_words(KnownWords(("get_weather",), ("user",)))
    made.show()
    qtbot.waitExposed(made)
    made.field.setFocus()
    yield made
    made.field.popup.hide()


def test_a_key_then_its_value_are_completed(bar: FilterBar) -> None:
    field = bar.field
    QTest.keyClicks(field, "fa")
    assert field.popup.isVisible()
    assert field.offered() == ["fate:"]
    QTest.keyClick(field.popup, Qt.Key.Key_Down)
    QTest.keyClick(field.popup, Qt.Key.Key_Return)
    assert field.text() == "fate:"
    assert "dropped" in field.offered()
    QTest.keyClicks(field, "dr")
    assert field.offered() == ["dropped"]
    QTest.keyClick(field.popup, Qt.Key.Key_Down)
    QTest.keyClick(field.popup, Qt.Key.Key_Return)
    assert field.text() == "fate:dropped "
    assert bar.filter.text == "fate:dropped "
    assert not field.popup.isVisible()


def test_down_offers_all_keys_and_tools_are_those_at_hand(bar: FilterBar) -> None:
    field = bar.field
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert len(field.offered()) == 10
    QTest.keyClicks(field, "tool:")
    assert field.offered() == ["get_weather"]


def test_plain_text_opens_no_list(bar: FilterBar) -> None:
    QTest.keyClicks(bar.field, "museum ")
    assert not bar.field.popup.isVisible()
    assert bar.filter.text == "museum "


def test_esc_closes_the_list_and_then_clears(bar: FilterBar) -> None:
    QTest.keyClicks(bar.field, "fate:d")
    QTest.keyClick(bar.field.popup, Qt.Key.Key_Escape)
    assert not bar.field.popup.isVisible()
    assert bar.field.text() == "fate:d"
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.field.text() == ""
    assert not bar.filter


def test_what_is_wrong_is_said_in_full_instead_of_the_legend(bar: FilterBar) -> None:
    assert bar.legend.isVisible()
    bar.field.setText("row:nowhere")
    assert bar.said().startswith("“row:nowhere” is none of: ")
    assert "retrieved_doc" in bar.said()
    assert not bar.legend.isVisible()
    # however long it is, the bar asks for no more room
    assert bar.minimumSizeHint().width() < 800
    bar.field.setText("row:recent")
    assert bar.legend.isVisible()
    assert bar.said() == ""


def test_help_lists_what_may_be_typed_and_gives_the_keys_back(bar: FilterBar) -> None:
    QTest.mouseClick(bar.help_button, Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, Popover)
    told = [label.text() for label in popup.findChildren(QLabel)]
    assert {"turn:3..8", "must:lost", "is:pinned"} <= set(told)
    assert popup.width() >= popup.body.totalSizeHint().width()
    for label in popup.findChildren(QLabel):
        assert label.visibleRegion().boundingRect().width() >= label.sizeHint().width(), label.text()
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert QApplication.focusWidget() is bar.help_button


def test_the_arrangement_is_told_and_not_emitted_when_set(bar: FilterBar, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(bar.arrangement_chosen):
        bar.set_arrangement("own")
    assert bar.arrangement.text() == "own order ▾"
    assert bar.arrangement.accessibleName() == "Arrangement of the panes: Own order"
