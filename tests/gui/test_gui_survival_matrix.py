"""The view of the survival matrix, by mouse and by keys."""

from __future__ import annotations

import pytest
from gui.matrix_sample import matrix
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.delegates.matrix_delegate import ROW_HEIGHT, ColumnHeads
from ctxlab.gui.models.survived_words import SIGNS, word
from ctxlab.gui.pages import LEAST
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.survival_matrix import MatrixLegend, SurvivalMatrix
from ctxlab.model.matrix import Under

ROWS = {"x": ".vvll", "y": "vvvvv"}


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> SurvivalMatrix:
    found = SurvivalMatrix(look)
    qtbot.addWidget(found)
    found.resize(900, 260)
    found.set_matrix(matrix("abcde", ROWS), {"x": "turn 2 · budget"})
    found.show()
    qtbot.waitExposed(found)
    return found


@pytest.fixture
def chosen(view: SurvivalMatrix) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    view.cell_chosen.connect(lambda key, request: found.append((key, request)))
    return found


def click(view: SurvivalMatrix, qtbot: QtBot, row: int, column: int) -> None:
    place = view.table.visualRect(view.rows.index(row, column)).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_goes_to_the_must_keep_at_that_request(
    view: SurvivalMatrix, chosen: list[tuple[str, int]], qtbot: QtBot
) -> None:
    click(view, qtbot, 0, 3)
    assert chosen == [("x", 4)]


def test_the_arrow_keys_go_from_cell_to_cell(
    view: SurvivalMatrix, chosen: list[tuple[str, int]], qtbot: QtBot
) -> None:
    view.show_place("x", 2)
    assert chosen == [], "what the program marks is nobody's choice"
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(view.table, key)
    assert chosen == [("x", 3), ("y", 3), ("y", 5)]


def test_f_and_a_click_on_the_words_go_to_the_first_loss(
    view: SurvivalMatrix, chosen: list[tuple[str, int]], qtbot: QtBot
) -> None:
    view.show_place("x", 2)
    qtbot.keyClick(view.table, Qt.Key.Key_F)
    assert chosen == [("x", 4)]
    heads = view.table.verticalHeader()
    place = heads.sectionViewportPosition(1) + 5
    qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, place))
    assert chosen[1:] == [("y", 4)], "one that is never lost stays at the request that is looked at"


def test_another_matrix_leaves_the_marked_cell(view: SurvivalMatrix) -> None:
    view.show_place("x", 4)
    view.set_matrix(matrix("abcde", {"x": ".vvvl", "y": "vvvvv"}), {"x": "turn 2 · budget"})
    at = view.table.currentIndex()
    assert (at.row(), at.column()) == (0, 3)


def test_without_room_for_signs_it_folds_and_keeps_the_marked_must_keep(view: SurvivalMatrix) -> None:
    turns = "".join(letter * 3 for letter in "abcdefghijklmnop")
    view.set_matrix(matrix(turns, {"x": "v" * 48, "y": "v" * 48}), {})
    view.show_place("y", 10)
    assert view.rows.columnCount() == 48 or view.rows.folded
    view.resize(420, 260)
    QApplication.processEvents()
    assert view.rows.folded
    assert view.rows.columnCount() == 16
    assert view.table.columnWidth(0) >= 14
    at = view.table.currentIndex()
    assert (at.row(), at.column()) == (1, 3)


def test_the_contexts_are_chosen_and_what_was_not_recorded_cannot_be(
    view: SurvivalMatrix, qtbot: QtBot
) -> None:
    view.set_sent_known(False)
    assert not view.under.button(Under.SENT).isEnabled()
    assert "not recorded" in view.under.button(Under.SENT).toolTip()
    with qtbot.waitSignal(view.under_chosen) as told:
        qtbot.mouseClick(view.under.button(Under.RECORDED), Qt.MouseButton.LeftButton)
    assert told.args == ["recorded"]


def test_without_any_must_keep_it_says_how_to_get_one(view: SurvivalMatrix) -> None:
    view.set_matrix(matrix("abcde", {}), {})
    assert not view.table.isVisible()
    assert view.empty.isVisible()
    assert "Ctrl+M" in view.empty.text()


def test_it_paints_in_both_looks(view: SurvivalMatrix, look: Look) -> None:
    light = view.grab().toImage()
    look.set_theme(DARK)
    assert view.grab().toImage() != light


def test_every_verdict_is_told_by_more_than_its_colour() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert len({word(verdict) for verdict in SIGNS}) == len(SIGNS)


def aligned(view: SurvivalMatrix) -> bool:
    """Whether the cells begin where the words before them end, and the numbers stand over their columns."""
    table = view.table
    heads, numbers, cells = table.verticalHeader(), table.horizontalHeader(), table.viewport()
    return (
        heads.geometry().right() < cells.x() <= heads.geometry().right() + 2
        and numbers.x() == cells.x()
        and all(
            table.visualRect(view.rows.index(0, at)).x() == numbers.sectionViewportPosition(at)
            for at in range(view.rows.columnCount())
        )
    )


@pytest.mark.parametrize("width", [640, 723, 900, 1123, 1500])
def test_whatever_its_width_the_cells_begin_where_the_words_end(view: SurvivalMatrix, width: int) -> None:
    # all columns are at their widest before and after: only the words before them get more room
    assert aligned(view)
    view.resize(width, 260)
    QApplication.processEvents()
    assert aligned(view)


def test_a_matrix_of_more_rows_leaves_the_cells_where_the_words_end(view: SurvivalMatrix) -> None:
    view.resize(1010, 200)
    view.set_matrix(matrix("abcde", dict.fromkeys("zyxwvut", "vvvvv")), {})
    QApplication.processEvents()
    assert aligned(view)


def test_the_legend_keeps_all_its_entries_where_the_page_is_narrowest(qtbot: QtBot, look: Look) -> None:
    legend = MatrixLegend(look)
    qtbot.addWidget(legend)
    legend.resize(1200, 24)
    wide = legend.shown()
    assert wide[-1] == "deep: over 40 % of the context follows it"
    legend.resize(LEAST, 24)
    assert legend.shown() == [*wide[:-1], "deep"]
    assert f"{wide[-1]}, and it is not of the system part at the head" in legend.toolTip()


def test_cells_that_are_looked_up_anew_are_dim(view: SurvivalMatrix) -> None:
    box = view.table.visualRect(view.rows.index(1, 0))

    def contrast() -> int:
        """How much a cell stands out from the ground around it."""
        shown = view.table.viewport().grab().toImage()
        inside, outside = (shown.pixelColor(at).lightness() for at in (box.center(), box.topLeft()))
        return abs(inside - outside)

    known = contrast()
    view.rows.set_stale(True)
    assert 0 < contrast() < known
    view.rows.set_stale(False)
    assert contrast() == known


def test_what_is_said_beside_the_title_asks_for_no_room(view: SurvivalMatrix) -> None:
    least = view.minimumSizeHint().width()
    view.say("9 of 22 not kept at request 47 · 30 more are not shown " * 3)
    assert view.minimumSizeHint().width() == least


def test_its_title_stays_above_while_there_are_no_cells(view: SurvivalMatrix) -> None:
    top = view.under.y()
    high = view.table.height()
    view.set_matrix(None, {})
    QApplication.processEvents()
    assert view.under.y() == top
    view.set_matrix(matrix("abcde", ROWS), {})
    QApplication.processEvents()
    assert (view.under.y(), view.table.height()) == (top, high), "and the cells have all of the room"


def labels(view: SurvivalMatrix) -> list[str]:
    heads = view.table.horizontalHeader()
    assert isinstance(heads, ColumnHeads)
    return [number for _at, number in sorted(heads.labels().items())]


def test_where_not_all_turns_have_room_those_that_matter_are_numbered(view: SurvivalMatrix) -> None:
    wide, narrow = "v" * 7 + "l" * 15, "v" * 15 + "l" * 7
    view.resize(900, 300)
    view.set_matrix(matrix("abcdefghijklmnopqrstuv", {"a": wide, "b": narrow}), {})
    view.show_place("a", 22)
    assert labels(view) == [str(turn) for turn in range(1, 23)]
    view.resize(520, 300)
    QApplication.processEvents()
    shown = labels(view)
    assert len(shown) < 22
    assert {"8", "16", "22"} <= set(shown), "the first losses, and what is looked at"
    assert all(int(one) % 2 == 0 for one in shown)


@pytest.mark.parametrize("height", [190, 250, 263, 277, 400])
def test_no_row_is_cut_through(view: SurvivalMatrix, height: int) -> None:
    view.set_matrix(matrix("abcde", dict.fromkeys("zyxwvutsrqp", "vvvvv")), {})
    view.resize(900, height)
    QApplication.processEvents()
    shown = view.table.viewport().height()
    assert shown % ROW_HEIGHT == 0
    assert shown >= 34
    assert view.minimumSizeHint().height() > 5 * ROW_HEIGHT
