"""The panel that looks for caps: what is asked, what was found in words and figures, what cannot be kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.by_hand import click, lines, seen, words
from gui.sweep_sample import IMPOSSIBLE, PLACES, SOLUTION
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.solve_offers import offers_of
from ctxlab.gui.models.solve_words import cards_of, solving_words, verdict_words
from ctxlab.gui.models.solved_rows import CapColumn, SolvedRowsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.solve_panel import SolvePanel
from ctxlab.model.solution import Aim, Checked, Demand, Proof, Solution, Solving, Step

TITLES = [one.title for one in PLACES]


@pytest.fixture
def panel(qtbot: QtBot, look: Look) -> SolvePanel:
    made = SolvePanel(look)
    qtbot.addWidget(made)
    made.resize(720, 620)
    made.show()
    qtbot.waitExposed(made)
    made.rows.set_rows([("history", "history"), ("tool_result", "tool results")])
    return made


def test_caps_stand_before_and_after_with_what_decides_each(look: Look, qtmodeltester: ModelTester) -> None:
    model = SolvedRowsModel(look, "en")
    qtmodeltester.check(model)
    model.set_caps(SOLUTION.caps, TITLES)
    shown = [[model.index(row, column).data() for column in CapColumn] for row in range(2)]
    assert shown == [
        ["history", "2,000", "3,500", "+1,500", "under 300 · trip"],
        ["tool results", "1,000", "0", "−1,000", "nothing asks for it: 0 empties the row"],
    ]
    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "history; 2,000 → 3,500; under 300 · trip"


def test_a_solution_is_told_in_words_and_figures(panel: SolvePanel) -> None:
    panel.show_solution(SOLUTION, TITLES, "")
    told = words(panel)
    assert "All 4 must-keeps in 2 sessions survive. No smaller caps do; shown by real runs." in told
    assert panel.cards.texts() == [
        ("Sum of caps", "3,500", "3,000 → 3,500\n2 of 2 rows changed"),
        ("Must-keeps kept", "4/4", "before 2/4\nlosing 2 → 0"),
        ("Tokens", "2,600", "before 1,900\npeak 1,500"),
        ("Held out", "1/2", "before 2/2\n1 session · losing 1"),
    ]
    # what the held-out session loses is named
    assert lines(panel.troubles) == ["lost, held out: plain: by train"]


def test_copies_are_told_where_sessions_are_held_out_and_estimates_marked() -> None:
    assert "Copies" not in cards_of(SOLUTION)[3].told
    assert SOLUTION.after is not None
    found = replace(SOLUTION, copies=((0, 1),), after=replace(SOLUTION.after, exact=False))
    cards = cards_of(found)
    assert "Copies of one session are on the same side: 2 sessions." in cards[3].told
    assert (cards[2].figure, cards[2].notes) == ("≈2,600", ("before 1,900", "peak ≈1,500"))


def test_a_conflict_is_told_by_its_demands_and_gives_nothing_to_apply(panel: SolvePanel) -> None:
    panel.show_solution(IMPOSSIBLE, TITLES, "")
    assert "No caps keep all of them." in words(panel)
    assert lines(panel.troubles) == [
        "conflict: trip: under 300",
        "conflict: trip: no meat",
        "out of reach: parser: by train",
    ]
    assert [one.note for one in panel.troubles.rows.lines()] == [
        "",
        "",
        "pin it, or ask for less relevance; it is not relevant enough",
    ]
    for button in (panel.apply, panel.save, panel.export):
        assert not button.isVisible()


@pytest.mark.parametrize(
    ("solution", "told"),
    [
        (replace(SOLUTION, proof=Proof.DESCENT), "No single cap can be smaller"),
        (replace(SOLUTION, before=Checked((0,)), after=Checked((0,))), "No must-keep was judged"),
        (
            replace(SOLUTION, after=Checked((0, 1), judged=4, lost=(Demand(0, "m1", "x"),)), allowed=1),
            "3 of 4 must-keeps survive in 2 sessions; 1 may lose, as allowed.",
        ),
        (
            replace(SOLUTION, after=Checked((0, 1), judged=4, lost=(Demand(0, "m1", "x"),))),
            "still lose must-keeps in 1 of 2 sessions",
        ),
    ],
)
def test_the_verdict_says_how_far_it_goes(solution: Solution, told: str) -> None:
    assert told in verdict_words(solution)


def test_every_step_has_words() -> None:
    told = {solving_words(Solving(step, 1, 2)) for step in Step}
    assert len(told) == len(Step)
    assert all(one.endswith(": 1 of 2") for one in told)


def test_what_is_asked_for_stands_in_the_controls(panel: SolvePanel, qtbot: QtBot) -> None:
    assert panel.rows.rows() == ["history", "tool_result"]
    with qtbot.waitSignal(panel.changed):
        click(seen(panel, "solveAim-nearest"))
    assert panel.aim.current == Aim.NEAREST
    with qtbot.waitSignal(panel.changed):
        panel.hold_out.setValue(50)
    assert panel.hold_out.text() == "50 %"
    panel.rows.menu().actions()[1].trigger()
    assert panel.rows.rows() == ["history"]
    # another profile's rows: what was turned off stays so
    panel.rows.set_rows([("tool_result", "tool results"), ("recent", "recent")])
    assert panel.rows.rows() == ["recent"]


def test_the_button_starts_and_stops(panel: SolvePanel, qtbot: QtBot) -> None:
    start = seen(panel, "solveStart")
    assert isinstance(start, QPushButton)
    with qtbot.waitSignal(panel.solve_requested):
        click(start)
    panel.show_running(True)
    assert start.text() == "Stop"
    assert not panel.may_lose.isEnabled()
    with qtbot.waitSignal(panel.stop_requested):
        click(start)


def test_what_cannot_be_applied_says_why_and_can_be_exported_all_the_same(panel: SolvePanel) -> None:
    panel.show_solution(SOLUTION, TITLES, "")
    panel.allow("Open a session first")
    assert not panel.apply.isEnabled()
    assert "Open a session first" in panel.apply.toolTip()
    assert panel.export.isEnabled()
    panel.allow("")
    assert panel.apply.isEnabled()


def test_what_cannot_be_kept_leads_to_its_session(panel: SolvePanel, qtbot: QtBot) -> None:
    panel.show_solution(IMPOSSIBLE, TITLES, "")
    assert "A line opens its session" in words(panel)
    with qtbot.waitSignal(panel.session_chosen) as told:
        panel.troubles.clicked.emit(panel.troubles.rows.index(2, 0))
    assert told.args == [1]


def test_what_was_not_built_or_judged_is_named(panel: SolvePanel) -> None:
    unknown = ((1, ("tool_schemas",)),)
    before = replace(IMPOSSIBLE.before, failed=((2, "no such file"),), unknown=unknown)
    found = replace(IMPOSSIBLE, before=before, conflict=(), kept_out=(), unjudged=(Demand(0, "m4", "x"),))
    panel.show_solution(found, TITLES, "")
    assert lines(panel.troubles) == [
        "not built: plain: no such file",
        "not judged: trip: x",
        "not judged: parser: whether it fits is not known: no size of tool_schemas",
    ]


def test_a_step_is_taken_by_its_button(panel: SolvePanel, qtbot: QtBot) -> None:
    panel.show_solution(IMPOSSIBLE, TITLES, "")
    assert not panel.offers.isVisible()
    offers = offers_of(IMPOSSIBLE, TITLES, rows_left=True, document=True)
    panel.offers.show_offers(offers)
    with qtbot.waitSignal(panel.offer_taken) as told:
        click(seen(panel, "offer-lose"))
    assert told.args == [offers[-1]]
    panel.show_solution(SOLUTION, TITLES, "")
    assert not panel.offers.isVisible()


def test_without_a_solution_it_teaches(panel: SolvePanel) -> None:
    panel.show_solution(None, (), "Open sessions first.")
    assert "Open sessions first." in words(panel)
    assert not panel.apply.isVisible()


def test_caps_that_nothing_asked_for_are_a_warning_above_apply(panel: SolvePanel) -> None:
    panel.show_solution(SOLUTION, TITLES, "")
    assert not panel.warning.isHidden()
    assert panel.warning.text().startswith("No must-keep speaks for tool results 1,000 → 0: ")
    assert panel.apply.property("role") == ""
    panel.show_solution(replace(SOLUTION, caps=SOLUTION.caps[:1]), TITLES, "")
    assert panel.warning.isHidden()
    assert panel.apply.property("role") == "primary"
