"""How the words of a stage's line give way where room is scarce."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui.gui_helpers import dispose

from ctxlab.gui.delegates.stage_delegate import LEAST_NAME, StageDelegate
from ctxlab.gui.models.stage_cells import StageCell
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import Look
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row


@pytest.fixture
def delegate(look: Look) -> Iterator[StageDelegate]:
    made = StageDelegate(StageModel(), look)
    yield made
    dispose(made)


def test_a_message_gives_its_share_away_before_its_number_and_other_places_are_cut(
    delegate: StageDelegate, look: Look
) -> None:
    width = look.text.width
    assert delegate._place("#11 at 60%", width("#11 at 60%"), 1.0) == "#11 at 60%"
    assert delegate._place("#11 at 60%", width("#11 at"), 1.0) == "#11"
    shown = delegate._place("in tools of the request", width("in tools of"), 1.0)
    assert shown.startswith("in tool")
    assert shown.endswith("…")


def test_a_name_keeps_more_than_a_few_letters_at_the_cost_of_the_turn(
    delegate: StageDelegate, look: Look
) -> None:
    cell = StageCell(Fate.DROPPED, Row.HISTORY, label="assistant · 12", when=" · 12")
    turn = look.strong.width(cell.when)
    assert delegate._label(cell, 200, 1.0) == "assistant · 12"
    assert delegate._label(cell, turn + LEAST_NAME, 1.0).endswith("… · 12")
    narrow = delegate._label(cell, turn + LEAST_NAME - 1, 1.0)
    assert "12" not in narrow
    assert narrow.startswith("assi")
