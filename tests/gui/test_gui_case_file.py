"""What the Investigate page says of a must-keep: true of its diagnosis, in the words of the item's way."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import counters
from PySide6.QtWidgets import QApplication

from ctxlab import paths
from ctxlab.gui.models.case_file import CaseFile, case_file
from ctxlab.gui.models.text_rows import Sign
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile

TRIP = Path(paths.sample_sessions("trip-hangzhou.ctx.json"))
AGENT = paths.sample_sessions("travel-agent.toml")


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> None:
    """Words are looked up in it."""


def case(request: int, *, history: int | None = None, recorded: bool = False) -> CaseFile:
    """What is said of the budget of the sample session, whose user names it in turn 2."""
    lab = Lab(counters=counters())
    session = lab.open(TRIP)
    profile: Profile = lab.profile("as-recorded" if recorded else AGENT)
    if history is not None:
        profile = profile.set("budget.history.cap", history)
    snapshot = session.at(request)
    found = lab.diagnose(snapshot, profile, None, "预算三千以内")
    trace = lab.build(snapshot, profile)
    return case_file(
        trace, found, "预算三千以内", "en", profile, recorded=recorded, displaced=["a (2,450)", "b (30)"]
    )


def test_one_that_stays_is_in_the_context() -> None:
    found = case(47, history=30_000)
    assert (found.pill, found.sign, found.under) == ("verbatim", Sign.GOOD, "under travel-agent")
    assert found.sentence.startswith("“预算三千以内” is in the context of request 47")
    assert not any(card.failed_here or card.displaced for card in found.cards)
    assert len(found.cards) == 4


def test_one_that_is_gone_was_lost_where_and_why_and_what_holds_its_room() -> None:
    found = case(47)
    assert found.sign is not Sign.GOOD
    assert "is not in the context of request 47" in found.sentence
    assert "Select" in found.sentence
    assert "1,200" in found.sentence, "the numbers of its row"
    assert [card.failed_here for card in found.cards] == [False, True, False, False]
    assert [card.displaced for card in found.cards] == ["", "Displaced by: a (2,450), b (30)", "", ""]


def test_a_verdict_says_under_what() -> None:
    assert case(47, recorded=True).under == "as recorded"


def test_before_it_was_said_no_stage_had_it() -> None:
    found = case(1)
    assert [card.failed_here for card in found.cards] == [False] * 4
    assert all(card.step.pill == "—" for card in found.cards)
