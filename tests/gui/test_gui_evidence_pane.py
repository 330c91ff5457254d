"""What a verdict rests on, and what is said of an answer that broke it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.evidence_pane import Evidence, EvidencePane


@pytest.fixture
def pane(qtbot: QtBot, look: Look) -> EvidencePane:
    found = EvidencePane(look)
    qtbot.addWidget(found)
    found.resize(640, 300)
    found.show()
    return found


def test_the_choices_are_called_by_the_requests_that_they_name(pane: EvidencePane) -> None:
    pane.name_requests(8, 9)
    assert pane.tabs.button(Evidence.NEIGHBOURS).accessibleName() == "Evidence: Between request 8 and 9"
    pane.name_requests(None, 1)
    button = pane.tabs.button(Evidence.NEIGHBOURS)
    assert button.accessibleName() == f"Evidence: {button.text()}" == "Evidence: Against the request before"


def test_the_answer_that_broke_it_is_said_whole(pane: EvidencePane) -> None:
    said = pane.findChild(QLabel, "violationMarked")
    assert said is not None
    assert said.isHidden()
    words = "violation marked: answer of request 9, “" + "twelve laptops and " * 8 + "”"
    pane.show_violation(words)
    QApplication.processEvents()
    assert (said.text(), said.accessibleName()) == (words, words)
    assert said.height() >= said.heightForWidth(said.width())
    assert "twelve laptops" in said.toolTip()
    pane.show_violation("")
    assert said.isHidden()
