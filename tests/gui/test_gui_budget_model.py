"""The budget table's model: what it shows, what it asks for, what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gui.trace_builder import PROFILE
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab import paths
from ctxlab.gui.models.budget_model import LIMIT, SUM, BudgetModel, Column
from ctxlab.gui.models.roles import Role
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile, Window


@pytest.fixture
def model(qtbot: QtBot) -> BudgetModel:
    made = BudgetModel()
    made.set_state(PROFILE, trip_trace())
    return made


def text(model: BudgetModel, row: str, column: Column) -> Any:
    return model.index(model.row_of(row), column).data()


def with_cap(cap: int) -> Profile:
    return PROFILE.set("budget.history.cap", cap)


def test_lines_stand_in_table_order_between_limit_and_sum(
    model: BudgetModel, qtmodeltester: ModelTester
) -> None:
    qtmodeltester.check(model)
    assert list(model.keys) == [LIMIT, *(row.value for row in PROFILE.table()), SUM]


def test_a_row_shows_cap_used_overflow_and_kept(model: BudgetModel) -> None:
    # kept history: 8 of 274, compressed 2567 and 2450, merged 21 and 33, 9 and 702 tokens; three were dropped
    assert text(model, "history", Column.CAP) == "8,000"
    assert text(model, "history", Column.USED) == f"≈{8 * 274 + 2567 + 2450 + 21 + 33 + 9 + 702:,}"
    assert text(model, "history", Column.OVERFLOW) == "stop"
    assert text(model, "history", Column.KEPT) == "14/17"
    line = model.line(model.row_of("history"))
    assert line is not None
    assert line.short
    assert text(model, "user_message", Column.CAP) == "—"


def test_the_ends_show_limit_and_sum(model: BudgetModel) -> None:
    assert text(model, LIMIT, Column.CAP) == "27,000"
    assert text(model, LIMIT, Column.BAR) == "soft 32,000 − buffer 5,000"
    assert text(model, SUM, Column.CAP) == "24,400"
    assert text(model, SUM, Column.BAR) == "90 % of limit"
    assert text(model, SUM, Column.USED) == f"≈{sum(use.used for use in trip_trace().rows):,}"


def test_a_sum_of_no_caps_is_none(model: BudgetModel) -> None:
    free = PROFILE
    for row, budget in PROFILE.budget:
        free = free if budget.cap is None else free.set(f"budget.{row.value}.cap", None)
    model.set_state(free, trip_trace())
    assert text(model, SUM, Column.CAP) == "—"
    assert text(model, SUM, Column.BAR) == ""


def test_counts_that_become_exact_lose_their_sign(model: BudgetModel) -> None:
    trace = trip_trace()
    model.set_state(PROFILE, replace(trace, exact=True))
    assert text(model, "system_prompt", Column.USED) == "1,620"
    model.set_state(PROFILE, trace)
    assert text(model, "system_prompt", Column.USED) == "≈1,620"


def test_a_row_over_its_cap_is_marked_and_says_why() -> None:
    # 25 results of 1,000 and more tokens under a cap of 1,500: what stands in for those left out is beyond it
    session = ctxlab.open(paths.sample_sessions("trip-hangzhou.ctx.json"))
    profile = ctxlab.profile(str(paths.sample_sessions("travel-agent.toml"))).set(
        "budget.tool_result.cap", 1500
    )
    trace = ctxlab.build(session.at(), profile)
    use = next(one for one in trace.rows if one.row is Row.TOOL_RESULT)
    assert use.used > 1500
    model = BudgetModel()
    model.set_state(profile, trace)
    index = model.index(model.row_of("tool_result"), Column.USED)
    assert index.data() == f"!≈{use.used:,}"
    told = index.data(Qt.ItemDataRole.ToolTipRole)
    assert f"over its cap by ≈{use.used - 1500:,} tokens" in told
    assert "a placeholder for a result that was left out" in told
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(f"≈{use.used:,}, over its cap")
    assert text(model, "history", Column.USED).startswith("≈")


@pytest.mark.parametrize(
    ("window", "words"),
    [
        (Window(), "no window size stated"),
        (Window(size=8000, output_reserve=1000), "window 8,000 − output 1,000"),
        (Window(size=8000, soft_limit=9000, enforce_soft=True), "window 8,000"),
        (
            Window(size=8000, buffer=10, unknown=((Source.SYSTEM_PROMPT, 700),)),
            "window 8,000 − buffer 10 − system prompt 700",
        ),
    ],
)
def test_where_the_limit_comes_from(model: BudgetModel, window: Window, words: str) -> None:
    assert model.derivation(window) == words


def test_an_edit_is_asked_for_and_not_made(model: BudgetModel, qtbot: QtBot) -> None:
    index = model.index(model.row_of("history"), Column.CAP)
    with qtbot.waitSignal(model.edit_requested) as asked:
        assert model.setData(index, "9,000")
    assert asked.args == ["history", "cap", 9000]
    assert index.data() == "8,000"
    with qtbot.waitSignal(model.edit_requested) as asked:
        assert model.setData(index, "—")
    assert asked.args == ["history", "cap", None]
    with qtbot.waitSignal(model.edit_requested) as asked:
        assert model.setData(model.index(index.row(), Column.OVERFLOW), "skip")
    assert asked.args == ["history", "overflow", "skip"]


def test_the_same_value_again_is_no_edit(model: BudgetModel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(model.edit_requested):
        assert model.setData(model.index(model.row_of("history"), Column.CAP), "8000")
        assert model.setData(model.index(model.row_of("history"), Column.OVERFLOW), "stop")


@pytest.mark.parametrize(
    ("value", "reason"),
    [("-1", "cannot be negative"), ("many", "whole number"), ("9000000000", "no model has")],
)
def test_bad_input_is_refused_with_its_reason(
    model: BudgetModel, qtbot: QtBot, value: str, reason: str
) -> None:
    with qtbot.assertNotEmitted(model.edit_requested), qtbot.waitSignal(model.refused) as told:
        assert not model.setData(model.index(model.row_of("history"), Column.CAP), value)
    assert told.args is not None
    assert told.args[0] == "history"
    assert reason in told.args[1]
    assert reason in model.refusal(value)


def test_limit_and_sum_take_no_edit(model: BudgetModel, qtbot: QtBot) -> None:
    editable = [
        (key, Column(column))
        for row, key in enumerate(model.keys)
        for column in range(model.columnCount())
        if model.flags(model.index(row, column)) & Qt.ItemFlag.ItemIsEditable
    ]
    assert {key for key, _ in editable} == {row.value for row in Row}
    settings = {Column.CAP, Column.OVERFLOW, Column.TIER, Column.MAX_ITEMS, Column.PER_ITEM}
    assert {column for _, column in editable} == {
        *settings,
        *(Column.ITEM_ACTION, Column.ORDER, Column.ROUNDS),
    }
    assert [key for key, column in editable if column is Column.ROUNDS] == ["recent"]
    with qtbot.assertNotEmitted(model.edit_requested):
        assert not model.setData(model.index(0, Column.CAP), "5")


def test_a_new_profile_changes_only_its_lines(model: BudgetModel) -> None:
    told: list[int] = []
    model.dataChanged.connect(lambda a, b, _=None: told.extend(range(a.row(), b.row() + 1)))
    model.set_state(with_cap(8100), trip_trace())
    assert text(model, "history", Column.CAP) == "8,100"
    assert text(model, SUM, Column.CAP) == "24,500"
    assert sorted(told) == [model.row_of("history"), model.row_of(SUM)]


def test_the_scale_of_a_bar_stays_while_the_cap_has_room(model: BudgetModel) -> None:
    def scale() -> int:
        line = model.line(model.row_of("history"))
        assert line is not None
        return line.scale

    first = scale()
    for cap in (9000, 8000, 100, first):
        model.set_state(with_cap(cap), trip_trace())
        assert scale() == first
    model.set_state(with_cap(first + 1), trip_trace())
    assert scale() > first


def test_a_drag_shows_before_it_is_taken_over(model: BudgetModel) -> None:
    row = model.row_of("history")
    model.set_preview("history", 5000)
    assert model.cap(row) == 5000
    assert model.cap(model.row_of("recent")) == 4000
    model.set_preview("history", None)
    assert model.cap(row) == 8000


def test_cells_are_spoken_with_the_rows_name(model: BudgetModel) -> None:
    spoken = model.index(model.row_of("history"), Column.KEPT).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "history, kept 14/17"
    bar = model.index(model.row_of("history"), Column.BAR).data(Qt.ItemDataRole.AccessibleTextRole)
    assert bar == "history: ≈7,974 used of 8,000"
    assert model.index(0, 0).data(Role.KEY) == LIMIT


def test_without_a_run_the_used_cells_are_empty(qtbot: QtBot) -> None:
    model = BudgetModel()
    model.set_state(PROFILE, None)
    assert text(model, "history", Column.USED) == ""
    model.set_state(None, None)
    assert model.rowCount() == 0


def test_a_sum_far_over_the_limit_is_told_as_a_multiple_of_it(model: BudgetModel) -> None:
    tight = PROFILE.with_parts(window=Window(size=1_600), budget=with_cap(18_000).budget)
    model.set_state(tight, trip_trace())
    caps = sum(line.cap or 0 for _, line in tight.budget)
    assert caps >= 16_000
    assert text(model, SUM, Column.BAR) == f"{caps / 1_600:.0f} × of limit"
