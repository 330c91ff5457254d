"""What the Investigate page says of an item: true of the item, and of the must-keep that it states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.trace_builder import One, compressed, cut, dropped, kept, trace_of
from PySide6.QtWidgets import QApplication

from ctxlab.gui.models.case_file import CaseFile, Stated, case_file
from ctxlab.gui.models.text_rows import Sign
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile

ITEM = One("i1", Row.HISTORY, "keep it under 300 yuan")
PROFILE = Profile(name="p")


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> None:
    """Words are looked up in it."""


def case(one: One, *stated: Stated, displaced: tuple[str, ...] = ()) -> CaseFile:
    return case_file(trace_of([one]), 0, "en", PROFILE, stated, displaced)


def merged(one: One) -> One:
    whole = kept(one)
    return replace(
        whole,
        acts=(*whole.acts[:2], (Fate.MERGED, Reason.SUMMARISED, 0, (("items", 3), ("by", "s1")))),
    )


def test_an_item_that_stays_is_in_the_context() -> None:
    found = case(kept(ITEM))
    assert (found.pill, found.sign, found.under) == ("in the context", Sign.GOOD, "under p")
    assert found.sentence.startswith("“user · 1” is in the context of request ")
    assert found.sentence.endswith(": message 1 of 1")
    assert not any(card.failed_here or card.displaced for card in found.cards)
    assert len(found.cards) == 4


def test_a_dropped_item_was_lost_where_and_why_and_what_holds_its_room() -> None:
    found = case(dropped(ITEM), displaced=("a", "b"))
    assert (found.pill, found.sign) == ("− lost", Sign.BAD)
    assert "is not in the context of request" in found.sentence
    assert "It was lost in Select: " in found.sentence
    assert [card.failed_here for card in found.cards] == [False, True, False, False]
    assert [card.displaced for card in found.cards] == ["", "Displaced by: a, b", "", ""]


def test_a_must_keep_that_is_lost_with_the_item_is_named() -> None:
    found = case(dropped(ITEM), Stated("300 yuan", Stage.SELECT))
    assert found.sentence.startswith("“300 yuan” is not in the context of request ")


def test_a_must_keep_that_another_item_still_holds_is_not_called_lost() -> None:
    found = case(dropped(ITEM), Stated("300 yuan", None))
    assert found.sentence.startswith("“user · 1” itself was lost in Select, but request ")
    assert (found.pill, found.sign) == ("kept elsewhere", Sign.WARNING)
    later = case(dropped(ITEM), Stated("300 yuan", Stage.CONSTRUCT))
    assert later.sentence.startswith("“user · 1” is not in the context of request ")
    # of several the one that went with it
    two = case(dropped(ITEM), Stated("yuan", None), Stated("300", Stage.SELECT))
    assert two.sentence.startswith("“300” is not")


def test_a_must_keep_whose_words_were_cut_away_is_lost_though_its_item_stays() -> None:
    found = case(cut(ITEM, 4, (14, 22)), Stated("300 yuan", Stage.SELECT))
    assert (found.pill, found.sign) == ("− lost", Sign.BAD)
    assert found.sentence.startswith("“300 yuan” is not in the context of request ")
    assert "It was lost in Select: " in found.sentence
    assert [card.failed_here for card in found.cards] == [False, True, False, False]
    stays = case(cut(ITEM, 4, (14, 22)), Stated("keep it", None))
    assert (stays.pill, stays.sign) == ("changed", Sign.WARNING)
    assert stays.sentence.startswith("“keep it” is in the context of request ")


def test_a_must_keep_that_went_elsewhere_says_nothing_of_an_item_that_stays() -> None:
    found = case(kept(ITEM), Stated("of another item", Stage.SELECT))
    assert (found.pill, found.sign) == ("in the context", Sign.GOOD)
    assert found.sentence.startswith("“user · 1” is in the context")


def test_a_compressed_item_is_changed() -> None:
    found = case(compressed(ITEM, 4))
    assert (found.pill, found.sign) == ("changed", Sign.WARNING)


def test_a_merged_item_is_itself_not_there() -> None:
    found = case(merged(ITEM))
    assert (found.pill, found.sign) == ("merged", Sign.WARNING)
    assert found.sentence.startswith("“user · 1” itself is not in the context of request ")
    assert "never reached" not in found.sentence
    lost = case(merged(ITEM), Stated("300 yuan", Stage.SUMMARIZE))
    assert (lost.pill, lost.sign) == ("− lost", Sign.BAD)
    assert "“300 yuan” is not in the context" in lost.sentence
