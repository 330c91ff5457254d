"""The four cards of the Investigate page."""

from __future__ import annotations

from gui.trace_builder import One, dropped, kept, trace_of
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.case_file import case_file
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.stage_cards import StageCards
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile

ITEM = One("i1", Row.HISTORY, "a <b>bold</b> claim")


def test_the_stage_that_lost_it_stands_out_and_says_so_in_words(qtbot: QtBot, look: Look) -> None:
    view = StageCards(look)
    qtbot.addWidget(view)
    view.resize(1000, 200)
    view.show()
    trace = trace_of([dropped(ITEM)])
    view.show_cards(case_file(trace, 0, "en", Profile(name="p"), (), ("the big one",)).cards)
    assert [card.property("role") for card in view.cards] == ["card", "failed-card", "card", "card"]
    QApplication.processEvents()
    lost = view.cards[1]
    assert lost.name.text() == "Select"
    assert lost.displaced.text() == "Displaced by: the big one"
    assert lost.accessibleName().startswith("Select")
    assert "Displaced by: the big one" in lost.accessibleName()
    assert lost.width() > view.cards[2].width(), "what says most has the most room"
    assert view.cards[2].sentence.text() == "never reached"
    assert view.cards[2].pill.isHidden()


def test_another_item_leaves_nothing_of_the_one_before(qtbot: QtBot, look: Look) -> None:
    view = StageCards(look)
    qtbot.addWidget(view)
    view.show()
    profile = Profile(name="p")
    view.show_cards(case_file(trace_of([dropped(ITEM)]), 0, "en", profile, (), ("other",)).cards)
    view.show_cards(case_file(trace_of([kept(ITEM)]), 0, "en", profile).cards)
    assert [card.property("role") for card in view.cards] == ["card"] * 4
    assert all(card.displaced.isHidden() for card in view.cards)
    assert not any(card.pill.isHidden() for card in view.cards)
    view.show_cards(())
    assert view.isHidden()
