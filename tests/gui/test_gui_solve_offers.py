"""What can be done where a solution does not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.sweep_sample import IMPOSSIBLE, PLACES, SOLUTION

from ctxlab.explain import solve as words
from ctxlab.gui.models.solve_offers import Act, offers_of
from ctxlab.model.solution import Checked, Demand, Solution

TITLES = [one.title for one in PLACES]
ROWS, LIMIT, LOSE, STATED = Act.ROWS, Act.LIMIT, Act.LOSE, Act.STATED
NOTHING = replace(SOLUTION, before=Checked((0, 1)), after=Checked((0, 1)))
#: One of two sessions loses something under the best caps there are.
BEST = replace(SOLUTION, after=Checked((0, 1), judged=4, lost=(Demand(0, "m1", "x"),)))
FORCED = replace(IMPOSSIBLE, conflict=(), forced=(1,))


def acts(solution: Solution, *, rows_left: bool = True, document: bool = True) -> list[Act]:
    return [one.act for one in offers_of(solution, TITLES, rows_left=rows_left, document=document)]


@pytest.mark.parametrize(
    ("solution", "wanted"),
    [
        (SOLUTION, [Act.LEAVE]),
        (replace(SOLUTION, caps=SOLUTION.caps[:1]), []),
        (replace(SOLUTION, caps=SOLUTION.caps[1:]), []),
        (replace(BEST, allowed=1, caps=SOLUTION.caps[:1]), []),
        (IMPOSSIBLE, [ROWS, LIMIT, LOSE]),
        (BEST, [ROWS, LIMIT, LOSE]),
        (FORCED, [LOSE]),
        (replace(FORCED, kept_out=((Demand(1, "m3", "x"), "row"),)), [ROWS, LOSE]),
        (replace(FORCED, kept_out=((Demand(1, "", ""), "window"),)), [LIMIT, LOSE]),
        (NOTHING, [STATED]),
        (replace(NOTHING, stated=True), []),
    ],
)
def test_the_steps_follow_from_what_stands_in_the_way(solution: Solution, wanted: list[Act]) -> None:
    assert acts(solution) == wanted


def test_nothing_is_offered_that_cannot_be_done() -> None:
    assert acts(IMPOSSIBLE, rows_left=False, document=False) == [LOSE]
    # that all sessions lose is no solution
    assert acts(replace(IMPOSSIBLE, allowed=1), rows_left=False, document=False) == []


def test_as_many_may_lose_as_have_to() -> None:
    offer = offers_of(replace(FORCED, forced=(0,)), TITLES, rows_left=False, document=False)[-1]
    assert (offer.words, offer.count) == ("Let 1 session lose", 1)
    assert offer.told == "Solve again, and let 1 session lose must-keeps: trip"


@pytest.mark.parametrize(
    "reason", ["absent", "gather", "count", "relevance", "item_limit", "pair", "row", "window"]
)
def test_every_reason_has_a_step(reason: str) -> None:
    assert words.step(reason, "en") != words.step(reason, "zh") != ""
