"""A list to choose from says when its words are cut short."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from ctxlab.gui.views.choice_box import ChoiceBox

WORDS = "as built: OpenAI chat completions"


def box(qtbot: QtBot, width: int) -> ChoiceBox:
    made = ChoiceBox()
    qtbot.addWidget(made)
    made.addItem(WORDS)
    made.setFixedWidth(width)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_words_without_room_end_in_an_ellipsis_and_are_told_in_full(qtbot: QtBot) -> None:
    made = box(qtbot, 120)
    assert made.shown_text().endswith("…")
    assert WORDS.startswith(made.shown_text()[:-1])
    at = QPoint(4, 4)
    QApplication.sendEvent(made, QHelpEvent(QEvent.Type.ToolTip, at, made.mapToGlobal(at)))
    assert WORDS in QToolTip.text()


def test_words_with_room_stay_as_they_are(qtbot: QtBot) -> None:
    assert box(qtbot, 480).shown_text() == WORDS
