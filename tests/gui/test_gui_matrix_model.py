"""The survival matrix as a table."""

from __future__ import annotations

from gui.matrix_sample import matrix
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.matrix_model import MatrixModel, PaintedCell, RowHead
from ctxlab.gui.models.roles import Role
from ctxlab.model.constraint import Survived

ACROSS = Qt.Orientation.Horizontal
DOWN = Qt.Orientation.Vertical


def painted(model: MatrixModel, row: int) -> list[PaintedCell]:
    return [model.index(row, at).data(Role.CELL) for at in range(model.columnCount())]


def test_each_request_has_a_column_and_each_turn_its_number_once(qtmodeltester: ModelTester) -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("aabc", {"x": "vvll"}), {"x": "turn 1"})
    qtmodeltester.check(model)
    assert (model.rowCount(), model.columnCount(), model.folded) == (1, 4, False)
    assert [model.headerData(at, ACROSS) for at in range(4)] == ["1", "", "2", "3"]
    assert model.headerData(0, DOWN, Role.CELL) == RowHead("say x", "turn 1")


def test_the_first_loss_of_a_row_is_marked_once() -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("abcde", {"x": ".vlvl", "y": "vvvvv"}), {})
    assert [cell.first_loss for cell in painted(model, 0)] == [False, False, True, False, False]
    assert not any(cell.first_loss for cell in painted(model, 1))


def test_a_deep_one_is_marked_and_one_to_come_is_told_from_one_not_judged() -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("abc", {"x": "d._"}), {})
    assert painted(model, 0) == [
        PaintedCell(Survived.VERBATIM, made=True, deep=True),
        PaintedCell(None, made=True),
        PaintedCell(None, made=False),
    ]


def test_many_requests_fold_by_turn_and_the_worst_verdict_wins() -> None:
    model = MatrixModel("en")
    model.set_room(3)
    model.set_matrix(matrix("aabb", {"x": "vrcl", "y": ".v__"}), {})
    assert (model.columnCount(), model.folded) == (2, True)
    assert [cell.verdict for cell in painted(model, 0)] == [Survived.REWORDED, Survived.LOST]
    assert [cell.verdict for cell in painted(model, 1)] == [Survived.VERBATIM, None]
    # the request that is gone to is the one whose verdict is seen
    assert [model.request_of(0, column) for column in (0, 1)] == [2, 4]
    assert painted(model, 0)[1].first_loss, "request 3 changed it, in the same column"
    assert [model.column_of(request) for request in (1, 2, 3, 4, 5)] == [0, 0, 1, 1, -1]


def test_over_sixty_columns_are_folded_whatever_the_room() -> None:
    model = MatrixModel("en")
    model.set_room(500)
    model.set_matrix(matrix("a" * 61, {"x": "v" * 61}), {})
    assert model.columnCount() == 1
    model.set_matrix(matrix("a" * 60, {"x": "v" * 60}), {})
    assert model.columnCount() == 60


def test_a_later_matrix_of_the_same_shape_patches_the_cells_that_differ(qtbot: QtBot) -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("abcd", {"x": "vv__", "y": "vv__"}), {})
    changed: list[tuple[int, int, int]] = []

    def note(first: QModelIndex, last: QModelIndex, _roles: list[int]) -> None:
        changed.append((first.row(), first.column(), last.column()))

    model.dataChanged.connect(note)
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_matrix(matrix("abcd", {"x": "vvl_", "y": "vv__"}), {})
    assert changed == [(0, 2, 2)]
    with qtbot.waitSignal(model.modelReset):
        model.set_matrix(matrix("abcde", {"x": "vvl__"}), {})


def test_a_cell_is_told_in_words() -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("ab", {"x": "d_", "y": "l."}), {})
    told = [model.index(row, at).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1) for at in (0, 1)]
    assert told == [
        "say x; turn 1, request 1; verbatim; deep: 60 % of the context follows it",
        "say x; turn 2, request 2; to come",
        "say y; turn 1, request 1; lost; lost in Select",
        "say y; turn 2, request 2; not judged here",
    ]


def test_what_is_looked_up_anew_is_pending_until_it_is_known(qtbot: QtBot) -> None:
    model = MatrixModel("en")
    old, new = matrix("abc", {"x": "vvl"}), matrix("abc", {"x": "vll"})
    model.set_matrix(old, {})
    assert not model.pending
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: told.append((first.column(), last.column())))
    model.set_stale(True)
    # what was so before contradicts what is said of the state now: nothing is told of it
    assert painted(model, 0) == [PaintedCell(None, made=False)] * 3
    assert told == [(0, 2)]
    tip = model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "looked up anew" in tip
    assert "lost" not in tip
    # the first cell is known anew
    model.set_matrix(old, {}, matrix("abc", {"x": "v__"}))
    model.set_stale(False)
    assert [cell.made for cell in painted(model, 0)] == [True, False, False]
    assert model.pending
    told.clear()
    model.set_matrix(new, {}, new)
    assert [cell.made for cell in painted(model, 0)] == [True, True, True]
    assert not model.pending
    assert told == [(1, 2)], "the last is the same as ever, and not pending any more"
    assert "anew" not in model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_first_loss_is_told_once_all_before_it_are_known() -> None:
    model = MatrixModel("en")
    was = matrix("abc", {"x": "vll"})
    model.set_matrix(was, {}, matrix("abc", {"x": "_ll"}))
    assert [cell.first_loss for cell in painted(model, 0)] == [False, False, False]
    model.set_matrix(was, {}, was)
    assert [cell.first_loss for cell in painted(model, 0)] == [False, True, False]


def test_what_is_not_judged_stays_so_while_it_is_looked_up() -> None:
    model = MatrixModel("en")
    model.set_matrix(matrix("ab", {"x": "._"}), {})
    model.set_stale(True)
    assert painted(model, 0) == [PaintedCell(None, made=True), PaintedCell(None, made=False)]
    assert model.pending
