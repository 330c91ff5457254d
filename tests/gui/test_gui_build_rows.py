"""The table of recorded builds: its cells, what lines tell, and sorting that keeps the focus."""

from __future__ import annotations

import pytest
from helpers.builds import figures, recorded
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.build_rows import BuildColumn, BuildRowsModel, told
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.build_table import LINE_HEIGHT, BuildTable
from ctxlab.model.recorded import RecordedBuild

AT = 1_780_000_000.0

BUILDS = (
    recorded(
        3, figures("b", request=9, counted=30_000, limit=27_000, over=3000, must_keeps=4, lost=("m1",)), AT
    ),
    recorded(2, figures("a", request=12, counted=1000, exact=False, dropped=7, truncated=1), AT - 60),
    recorded(1, figures("a", request=2, counted=500, level=2, limit=27_000), AT - 90, milliseconds=12.6),
)


@pytest.fixture
def model(look: Look) -> BuildRowsModel:
    made = BuildRowsModel(look)
    made.set_builds(BUILDS)
    return made


def cells(model: BuildRowsModel, row: int) -> list[str]:
    return [str(model.index(row, column).data()) for column in range(1, model.columnCount())]


def test_cells_tell_the_figures(model: BuildRowsModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)
    assert cells(model, 0) == ["about b", "9", "p", "30,000", "111.1 %", "50.0 %", "–", "–", "1/4", "10"]
    assert cells(model, 1) == ["about a", "12", "p", "≈1,000", "–", "50.0 %", "~1  −7", "–", "–", "10"]
    assert cells(model, 2) == ["about a", "2", "p", "500", "1.9 %", "50.0 %", "–", "2", "–", "13"]


def test_what_is_lost_and_what_is_over_is_red(model: BuildRowsModel, look: Look) -> None:
    red = color(look.theme.failed.ink)
    role = Qt.ItemDataRole.ForegroundRole
    inks = [model.index(0, column).data(role) for column in BuildColumn]
    assert {column for column in BuildColumn if inks[column] == red} == {
        BuildColumn.TOKENS,
        BuildColumn.USE,
        BuildColumn.LOST,
    }
    assert model.index(1, BuildColumn.LOST).data(role) is None


def test_the_tooltip_has_what_a_line_is_too_short_for() -> None:
    one = recorded(7, figures("s", lost=("budget", "no-chilli"), must_keeps=3, over=5), AT, kept=False)
    lines = told(one).splitlines()
    assert lines[1] == "build 7 of about s, request 1, turn 1"
    assert "lost: budget, no-chilli" in lines
    assert "over the limit by 5 tokens" in lines
    assert lines[-1] == "what it was made from is not kept any more"
    hidden = recorded(8, figures("s"), AT, hidden=2)
    assert told(hidden).endswith("keys and passwords hidden in the kept session: 2")


def test_titles_are_shown_as_plain_text_on_one_line(look: Look) -> None:
    model = BuildRowsModel(look)
    model.set_builds([recorded(1, figures("s"), title="<b>bold</b>\nand \u202eturned")])
    shown = model.index(0, BuildColumn.SESSION).data()
    assert "\n" not in shown
    assert "\u202e" not in shown
    assert "&lt;b&gt;" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(
    ("column", "ascending"),
    [
        (BuildColumn.TIME, ["1", "2", "3"]),
        (BuildColumn.SESSION, ["1", "2", "3"]),
        (BuildColumn.REQUEST, ["1", "3", "2"]),
        (BuildColumn.TOKENS, ["1", "2", "3"]),
        (BuildColumn.CUTS, ["1", "3", "2"]),
        (BuildColumn.LEVEL, ["2", "3", "1"]),
        (BuildColumn.LOST, ["1", "2", "3"]),
        (BuildColumn.DURATION, ["2", "3", "1"]),
    ],
)
def test_every_column_sorts_by_its_value(model: BuildRowsModel, column: int, ascending: list[str]) -> None:
    model.sort(column, Qt.SortOrder.AscendingOrder)
    assert list(model.keys) == ascending
    model.sort(column, Qt.SortOrder.DescendingOrder)
    assert list(model.keys) == ascending[::-1]
    model.set_builds([*BUILDS, recorded(4, figures("c", request=99, counted=99_999), AT + 1)])
    assert len(model.keys) == 4


@pytest.fixture
def table(qtbot: QtBot, model: BuildRowsModel, look: Look) -> BuildTable:
    made = BuildTable(model, look)
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_sorting_keeps_the_focus_on_its_build(table: BuildTable) -> None:
    table.choose(2)
    table.sortByColumn(BuildColumn.REQUEST, Qt.SortOrder.AscendingOrder)
    assert (table.current, table.chosen) == (2, [2])
    assert not table.choose(99)
    assert table.current == 2


def test_all_lines_have_one_height(table: BuildTable) -> None:
    assert {table.rowHeight(row) for row in range(3)} == {LINE_HEIGHT}


def test_keys_open_and_delete(qtbot: QtBot, table: BuildTable) -> None:
    table.choose(3)
    with qtbot.waitSignal(table.opened) as opened:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert opened.args == [3]
    table.selectAll()
    with qtbot.waitSignal(table.delete_pressed):
        QTest.keyClick(table, Qt.Key.Key_Delete)
    assert (table.chosen, table.chosen_count) == ([3, 2, 1], 3)


def test_where_room_is_scarce_the_less_telling_columns_go(table: BuildTable) -> None:
    assert not any(table.isColumnHidden(column) for column in BuildColumn)
    table.resize(520, 300)
    assert table.isColumnHidden(BuildColumn.DURATION)
    shown = {column for column in BuildColumn if not table.isColumnHidden(column)}
    assert shown >= {BuildColumn.TIME, BuildColumn.SESSION, BuildColumn.TOKENS, BuildColumn.LOST}
    assert sum(table.columnWidth(column) for column in shown) <= table.viewport().width()
    table.resize(900, 300)
    assert not any(table.isColumnHidden(column) for column in BuildColumn)


def test_ten_thousand_builds_are_shown_and_sorted(look: Look) -> None:
    model = BuildRowsModel(look)
    many: list[RecordedBuild] = [recorded(n, figures(f"s{n % 50}", counted=n)) for n in range(10_000, 0, -1)]
    model.set_builds(many)
    model.sort(BuildColumn.TOKENS, Qt.SortOrder.AscendingOrder)
    assert (model.rowCount(), model.key(0)) == (10_000, "1")
