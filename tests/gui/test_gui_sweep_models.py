"""The models of the Sweep page: variants, the grid, points, sessions; what they say and how they sort."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.sweep_sample import KEY, OUTCOMES, PLACES, SWEEP, VARIANTS, partly, variant
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.sweep_grid import Mark, SweepGridModel, cell_of
from ctxlab.gui.models.sweep_points import points_of_front, points_over, swept_keys
from ctxlab.gui.models.sweep_rows import SweepRowsModel
from ctxlab.gui.models.sweep_rows import VariantColumn as Column
from ctxlab.gui.models.sweep_sessions import SessionColumn, SweepSession, SweepSessionsModel
from ctxlab.gui.models.sweep_words import (
    figures_words,
    names_of,
    outcome_words,
    share_words,
    short_names,
    variant_words,
)
from ctxlab.gui.theme.style import Look
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Outcome, Sweep

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def texts(model: SweepRowsModel, column: Column) -> list[str]:
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def test_sessions_of_unknown_size_are_not_said_to_fit() -> None:
    unsized = Outcome(tokens=400, judged=("m1",), unknown=("tool_schemas",))
    assert outcome_words(unsized) == (
        "keeps all 1 · whether it fits is not known: no size of tool_schemas · 400 tokens"
    )
    found = replace(SWEEP, outcomes=((unsized, *OUTCOMES[0][1:]), *OUTCOMES[1:]))
    assert "whether 1 fit is not known" in figures_words(found.figures[0])
    assert "not known" not in figures_words(found.figures[1])


@pytest.fixture
def rows(look: Look, qtmodeltester: ModelTester) -> SweepRowsModel:
    model = SweepRowsModel(look, "en")
    qtmodeltester.check(model)
    model.set_sweep(SWEEP)
    return model


def test_a_row_a_variant_with_its_figures(rows: SweepRowsModel) -> None:
    assert texts(rows, Column.VARIANT) == [
        f"history cap {cap}" for cap in ("1,000", "2,000", "3,000", "4,000")
    ]
    assert texts(rows, Column.KEPT) == ["1/4", "3/4", "3/4", "4/4"]
    assert texts(rows, Column.TOKENS) == ["1,500", "2,300", "2,900", "3,600"]
    assert texts(rows, Column.LOSING) == ["2", "1", "1", "0"]
    assert texts(rows, Column.OVER) == ["0", "0", "0", "1"]
    assert texts(rows, Column.PEAK) == ["700", "1,000", "1,200", "1,500"]
    assert texts(rows, Column.COST) == ["–"] * 4


def test_the_front_has_a_sign_and_says_so(rows: SweepRowsModel) -> None:
    assert texts(rows, Column.FRONT) == ["◆", "◆", "", "◆"]
    told = [rows.index(row, Column.FRONT).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 2)]
    assert told == ["on the front", "not on the front"]


def test_it_sorts_by_each_column_and_keeps_the_order_of_equal_ones(rows: SweepRowsModel) -> None:
    rows.sort(Column.KEPT, DESCENDING)
    assert texts(rows, Column.KEPT) == ["4/4", "3/4", "3/4", "1/4"]
    assert texts(rows, Column.VARIANT)[1:3] == ["history cap 2,000", "history cap 3,000"]
    rows.sort(Column.FRONT, DESCENDING)
    assert texts(rows, Column.FRONT) == ["◆", "◆", "◆", ""]
    rows.sort(Column.VARIANT, DESCENDING)
    assert texts(rows, Column.VARIANT)[0] == "history cap 4,000"
    for column in Column:
        rows.sort(column, ASCENDING)
        assert sorted(rows.keys) == ["0", "1", "2", "3"]


def test_outcomes_that_come_are_patched_in(rows: SweepRowsModel, qtbot: QtBot, look: Look) -> None:
    model = SweepRowsModel(look, "en")
    model.set_sweep(partly(0))
    assert texts(model, Column.TOKENS) == ["–"] * 4
    assert model.words(0) == "not built yet"
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_sweep(partly(1))
    assert texts(model, Column.TOKENS) == ["500", "900", "1,200", "1,500"]
    with qtbot.waitSignal(model.modelReset):
        model.set_sweep(None)
    assert model.rowCount() == 0


def test_a_variant_in_words(rows: SweepRowsModel) -> None:
    assert rows.words(0) == (
        "1/4 must-keeps kept (25.0 %) · 2 of 3 sessions lose one · 1,500 tokens in all, 700 at most"
    )
    said = rows.index(0, Column.VARIANT).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"history cap 1,000; {rows.words(0)}"


def test_a_failed_session_is_told_apart_from_a_lost_must_keep(look: Look) -> None:
    broken = ((Outcome(error="cannot be read"), *OUTCOMES[0][1:]), *OUTCOMES[1:])
    model = SweepRowsModel(look, "en")
    model.set_sweep(replace(SWEEP, outcomes=broken))
    assert "1 could not be built" in model.words(0)
    # another variant has more sessions: they cannot be weighed against each other
    assert texts(model, Column.FRONT) == ["", "◆", "", "◆"]


def test_names_tell_the_profile_where_there_are_several() -> None:
    other = variant(1000, Profile(name="other"))
    both = Sweep(PLACES, (VARIANTS[0], other), OUTCOMES[:2])
    assert names_of(both, "en") == ("agent · history cap 1,000", "other · history cap 1,000")
    assert short_names(SWEEP, "zh") == ("1,000", "2,000", "3,000", "4,000")


def test_a_share_says_all_only_where_nothing_is_missing() -> None:
    assert [share_words(one) for one in (None, 0.0, 1.0, 0.25, 0.99999, 0.00001)] == [
        "–",
        "0 %",
        "100 %",
        "25.0 %",
        "99.9 %",
        "0.1 %",
    ]


@pytest.fixture
def grid(qtmodeltester: ModelTester) -> SweepGridModel:
    model = SweepGridModel("en")
    qtmodeltester.check(model)
    model.set_sweep(SWEEP, {0: {"m1": "under 300"}})
    return model


def test_the_grid_has_those_that_lose_most_at_the_top(grid: SweepGridModel) -> None:
    titles = [grid.headerData(row, Qt.Orientation.Vertical) for row in range(3)]
    assert titles == ["trip", "parser", "plain"]
    shown = [[grid.index(row, column).data() for column in range(4)] for row in range(3)]
    assert shown == [["−2", "−1", "−1", "✓"], ["−1", "✓", "✓", "▲"], ["·", "·", "·", "·"]]


def test_a_cell_says_what_is_lost_by_its_words(grid: SweepGridModel) -> None:
    said = grid.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "trip; history cap 2,000; loses 1 of 2: under 300 · 900 tokens"
    over = grid.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert over == "parser; history cap 4,000; keeps all 2 · 20 tokens over the limit · 1,500 tokens"


def test_while_outcomes_come_no_session_of_the_grid_moves(qtbot: QtBot) -> None:
    model = SweepGridModel("en")
    model.set_sweep(partly(0))
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_sweep(partly(2))
    assert [model.index(row, 0).data() for row in range(3)] == ["−2", "−1", "…"]


def test_marks_of_single_outcomes() -> None:
    assert cell_of(None).mark is Mark.PENDING
    assert cell_of(Outcome(error="gone")).mark is Mark.FAILED


def test_points_over_a_value_are_those_that_differ_in_it_alone() -> None:
    assert swept_keys(SWEEP) == (KEY,)
    points = points_over(SWEEP, KEY, None)
    assert [(one.value, one.tokens, one.survival) for one in points] == [
        (1000, 1500, 25.0),
        (2000, 2300, 75.0),
        (3000, 2900, 75.0),
        (4000, 3600, 100.0),
    ]
    other = variant(5000, Profile(name="other"))
    wide = Sweep(PLACES, (*VARIANTS, other), (*OUTCOMES, OUTCOMES[0]))
    assert [one.variant for one in points_over(wide, KEY, 4)] == [4]
    assert [one.variant for one in points_over(wide, KEY, 0)] == [0, 1, 2, 3]


def test_points_of_the_front_are_all_that_were_judged() -> None:
    points = points_of_front(SWEEP)
    assert [(one.variant, one.front) for one in points] == [(0, True), (1, True), (2, False), (3, True)]
    assert points_of_front(partly(0)) == ()


def sessions() -> list[SweepSession]:
    return [
        SweepSession("a", "trip", "open", "/a", 4, 2),
        SweepSession("b", "parser", "logs", "/b"),
        SweepSession("c", "broken.json", "logs", "/c", problem="line 1: no JSON"),
    ]


def test_sessions_can_be_chosen_except_those_that_cannot_be_read(
    look: Look, qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    model = SweepSessionsModel(look)
    qtmodeltester.check(model)
    model.set_sessions(sessions())
    box = model.index(0, SessionColumn.SESSION)
    with qtbot.waitSignal(model.toggled) as turned:
        model.setData(box, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert turned.args == ["a", False]
    with qtbot.waitSignal(model.toggled) as turned:
        model.toggle(1)
    assert turned.args == ["b", False]
    with qtbot.assertNotEmitted(model.toggled):
        model.toggle(2)
        assert not model.setData(QModelIndex(), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert model.index(2, 0).data(Qt.ItemDataRole.CheckStateRole) is None


def test_sessions_say_what_is_known_of_them(look: Look) -> None:
    model = SweepSessionsModel(look)
    model.set_sessions(sessions())
    shown = [[str(model.index(row, column).data()) for column in SessionColumn] for row in range(3)]
    assert shown == [
        ["trip", "open", "4", "2", ""],
        ["parser", "logs", "…", "…", ""],
        ["broken.json", "logs", "–", "–", "line 1: no JSON"],
    ]
    said = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert said == ["trip; chosen", "parser; chosen", "broken.json; cannot be read: line 1: no JSON"]


def test_of_several_settings_caps_go_by_their_rows() -> None:
    base = VARIANTS[0]
    both = replace(base, settings=((KEY, "1000"), ("budget.recent.rounds", "2")))
    assert variant_words(base, "en") == "history cap 1,000"
    assert variant_words(both, "en") == "history 1,000, recent conversation rounds 2"
