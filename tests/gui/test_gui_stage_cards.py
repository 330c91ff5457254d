"""The four cards of the Investigate page."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.case_file import Card
from ctxlab.gui.models.item_story import Passage, Step
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.stage_cards import StageCards
from ctxlab.model.decision import Fate

PASSED = Card(Step(Passage.PASSED, "passed", Fate.KEPT, "Gather", "candidate 1 of 2"))
LOST = Card(
    Step(Passage.FAILED, "failed", Fate.DROPPED, "Select", "over its cap: a <b>bold</b> claim"),
    failed_here=True,
    displaced="Displaced by: the big one",
)
LESS = Card(Step(Passage.CHANGED, "truncated", Fate.TRUNCATED, "Select", "cut"), left="≲ weakened")
NEVER = tuple(
    Card(Step(Passage.NEVER, "—", Fate.NONE, stage, "never reached")) for stage in ("Summarize", "Construct")
)


def test_the_stage_that_lost_it_stands_out_and_says_so_in_words(qtbot: QtBot, look: Look) -> None:
    view = StageCards(look)
    qtbot.addWidget(view)
    view.resize(1000, 200)
    view.show()
    view.show_cards((PASSED, LOST, *NEVER))
    assert [card.property("role") for card in view.cards[:2]] == ["card", "failed-card"]
    QApplication.processEvents()
    lost = view.cards[1]
    assert lost.name.text() == "Select"
    assert lost.displaced.text() == "Displaced by: the big one"
    assert lost.accessibleName().startswith("Select")
    assert "Displaced by: the big one" in lost.accessibleName()
    assert lost.width() > view.cards[0].width(), "what says most has the most room"
    assert [card.isHidden() for card in view.cards] == [False, False, True, True]
    assert view.never.text() == "Summarize, Construct: never reached"


def test_another_item_leaves_nothing_of_the_one_before(qtbot: QtBot, look: Look) -> None:
    view = StageCards(look)
    qtbot.addWidget(view)
    view.show()
    view.show_cards((PASSED, LOST, *NEVER))
    view.show_cards((PASSED, LESS, PASSED, PASSED))
    assert [card.property("role") for card in view.cards] == ["card"] * 4
    assert all(card.displaced.isHidden() for card in view.cards)
    assert view.cards[1].left.text() == "Of the must-keep: ≲ weakened"
    assert view.cards[0].left.isHidden()
    assert not any(card.isHidden() for card in view.cards)
    assert view.never.isHidden()
    view.show_cards(())
    assert view.isHidden()


@pytest.mark.parametrize("width", [430, 560, 640, 1000])
def test_no_word_is_cut_however_narrow_the_row(qtbot: QtBot, look: Look, width: int) -> None:
    view = StageCards(look)
    qtbot.addWidget(view)
    view.resize(width, 240)
    view.show()
    stages = ("Gather", "Select", "Summarize", "Construct")
    steps = [Step(Passage.PASSED, "passed", Fate.KEPT, stage, "kept") for stage in stages]
    view.show_cards([Card(step) for step in steps])
    QApplication.processEvents()
    for card in view.cards:
        assert card.name.width() >= card.name.sizeHint().width()
        assert card.pill.width() >= card.pill.sizeHint().width()
        assert card.contentsRect().contains(card.pill.geometry())
    beside = {card.pill.y() < card.name.geometry().bottom() for card in view.cards}
    assert beside == {width == 1000}, "the heads are alike"
