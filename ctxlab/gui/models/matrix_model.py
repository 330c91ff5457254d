"""The survival matrix as a table: a row a must-keep, a column a request, or a turn where there are many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QObject, Qt

from ctxlab.gui.models.keyed_table import NO_INDEX, Index, ranges
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.survived_words import told
from ctxlab.gui.text import clauses, one_line, tooltip
from ctxlab.model.constraint import Survived
from ctxlab.model.matrix import Cell, Fold, Matrix, MatrixRow, folds, worst

translate = QCoreApplication.translate

#: Columns from which on requests are folded by turn.
MOST_COLUMNS = 60
NAMED = 80


@dataclass(frozen=True, slots=True)
class PaintedCell:
    """What a painter needs of a cell.

    `verdict` None is one that is not judged; `made` is False while it is to come, or an answer on the state
    that is looked at is awaited: what was so before is not told of it. `first_loss` marks the first of its
    row that is not kept.
    """

    verdict: Survived | None
    made: bool
    deep: bool = False
    first_loss: bool = False


@dataclass(frozen=True, slots=True)
class RowHead:
    """What stands before a row: the must-keep, and beneath it where it was said and what it is."""

    label: str
    note: str
    struck: bool = False


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """What a painter needs of a column: whether it is looked at, and whether a row is first lost in it."""

    here: bool
    loss: bool


class MatrixModel(QAbstractTableModel):
    """Shows one matrix; another of the same shape is patched in cell by cell."""

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._language = language
        self._matrix: Matrix | None = None
        self._fresh: Matrix | None = None
        self._stale = False
        self._folds: tuple[Fold, ...] = ()
        self._notes: Mapping[str, str] = {}
        self._request = 0
        self._most = MOST_COLUMNS

    @property
    def matrix(self) -> Matrix | None:
        """What is shown."""
        return self._matrix

    @property
    def folded(self) -> bool:
        """Whether a column stands for a turn."""
        return self._matrix is not None and len(self._folds) != len(self._matrix.columns)

    @property
    def pending(self) -> bool:
        """Whether an answer, or a newer one, is awaited for any cell."""
        known = self._fresh or self._matrix
        return known is not None and (self._stale or not known.complete)

    def set_matrix(
        self, matrix: Matrix | None, notes: Mapping[str, str], fresh: Matrix | None = None
    ) -> None:
        """Show a matrix; `notes` stand beneath the must-keeps, by their ids.

        In `fresh`, of the same shape, those cells are None for which a newer answer is awaited.
        """
        old, was_fresh = self._matrix, self._fresh
        if matrix is not None and old is not None and _same_shape(old, matrix) and notes == self._notes:
            self._matrix, self._fresh = matrix, fresh
            known, know = was_fresh or old, fresh or matrix
            rows = zip(old.rows, matrix.rows, known.rows, know.rows, strict=True)
            for row, (before, after, was, now) in enumerate(rows):
                self._touch(row, before, after, was, now)
            return
        self.beginResetModel()
        self._matrix, self._fresh, self._notes = matrix, fresh, dict(notes)
        self._fold()
        self.endResetModel()

    def set_room(self, columns: int) -> None:
        """Say for how many columns there is room; more requests than that are folded by turn."""
        most = max(1, min(MOST_COLUMNS, columns))
        if most == self._most:
            return
        self._most = most
        if self._matrix is not None and folds(self._matrix.columns, most) != self._folds:
            self.beginResetModel()
            self._fold()
            self.endResetModel()

    def set_stale(self, stale: bool) -> None:
        """Say whether all cells are of another state than that which is looked at."""
        if stale != self._stale:
            self._stale = stale
            if self.rowCount() and self.columnCount():
                last = self.index(self.rowCount() - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)

    def _fold(self) -> None:
        self._folds = folds(self._matrix.columns, self._most) if self._matrix else ()

    def set_request(self, request: int) -> None:
        """Say which request is looked at (1-based)."""
        if request != self._request:
            self._request = request
            if self._folds:
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._folds) - 1)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """The must-keeps."""
        return 0 if parent.isValid() or self._matrix is None else len(self._matrix.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """The requests or turns."""
        return 0 if parent.isValid() else len(self._folds)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The cell for painters, the must-keep's id, and the verdict in words."""
        row, cell = self.row(index.row()), self.cell(index.row(), index.column())
        if row is None or not index.isValid():
            return None
        if role == Role.CELL:
            return self._painted(index.row(), index.column())
        if role == Role.KEY:
            return row.must_keep
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return clauses([one_line(row.label, NAMED), self.place(index.column()), self._told(index, cell)])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{row.label}\n{self.place(index.column())}: {self._told(index, cell)}")
        return None

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands before a row; the number over a column, at the first request of each turn."""
        if side is Qt.Orientation.Vertical:
            row = self.row(section)
            if row is None:
                return None
            if role == Role.CELL:
                return RowHead(row.label, self._notes.get(row.must_keep, ""), bool(row.superseded))
            if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                note = self._notes.get(row.must_keep, "")
                whole = f"{row.label}\n{note}" if note else row.label
                return tooltip(whole) if role == Qt.ItemDataRole.ToolTipRole else whole
            return one_line(row.label, NAMED) if role == Qt.ItemDataRole.DisplayRole else None
        if not 0 <= section < len(self._folds):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            turn = self._folds[section].turn
            starts = section == 0 or self._folds[section - 1].turn != turn
            return str(turn) if starts else ""
        if role == Role.CELL:
            return ColumnHead(section == self.column_of(self._request), section in self._losses())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.place(section)
        return None

    def row(self, at: int) -> MatrixRow | None:
        """The must-keep of a row; None beyond the rows."""
        rows = self._matrix.rows if self._matrix else ()
        return rows[at] if 0 <= at < len(rows) else None

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell, of several the worst; None while it is to come."""
        one = self.row(row)
        if one is None or not 0 <= column < len(self._folds):
            return None
        return worst([one.cells[place] for place in self._folds[column].places])

    def request_of(self, row: int, column: int) -> int:
        """The request (1-based) that a cell stands for: of a turn, that whose verdict is shown."""
        one, matrix = self.row(row), self._matrix
        if one is None or matrix is None or not 0 <= column < len(self._folds):
            return 0
        places, shown = self._folds[column].places, self.cell(row, column)
        place = next((at for at in places if one.cells[at] is shown), places[-1])
        return matrix.columns[place].request

    def column_of(self, request: int) -> int:
        """The column that a request stands in, or -1."""
        matrix = self._matrix
        if matrix is None:
            return -1
        for at, fold in enumerate(self._folds):
            if any(matrix.columns[place].request == request for place in fold.places):
                return at
        return -1

    def row_of(self, must_keep: str) -> int:
        """The row of a must-keep, or -1."""
        rows = self._matrix.rows if self._matrix else ()
        return next((at for at, row in enumerate(rows) if row.must_keep == must_keep), -1)

    def place(self, column: int) -> str:
        """Which requests a column stands for, in words."""
        matrix = self._matrix
        if matrix is None or not 0 <= column < len(self._folds):
            return ""
        fold = self._folds[column]
        first, last = (matrix.columns[place].request for place in (fold.places[0], fold.places[-1]))
        if first == last:
            return translate("Matrix", "turn {0}, request {1}").format(fold.turn, first)
        return translate("Matrix", "turn {0}, requests {1} to {2}").format(fold.turn, first, last)

    def _losses(self) -> frozenset[int]:
        """The columns in which a row is first lost."""
        rows = self._matrix.rows if self._matrix else ()
        lost = {row.first_loss for row in rows if row.first_loss is not None and not row.superseded}
        return frozenset(at for at, fold in enumerate(self._folds) if not lost.isdisjoint(fold.places))

    def _painted(self, row: int, column: int) -> PaintedCell:
        cell, one = self.cell(row, column), self.row(row)
        if cell is None or one is None:
            return PaintedCell(None, made=False)
        if cell.verdict is not None and self._is_pending(row, column):
            return PaintedCell(None, made=False)
        first = one.first_loss is not None and one.first_loss in self._folds[column].places
        # which is the first is known once those before it are
        first = first and not any(self._is_pending(row, before) for before in range(column))
        return PaintedCell(cell.verdict, made=True, deep=cell.deep, first_loss=first)

    def _is_pending(self, row: int, column: int) -> bool:
        """Whether a newer answer is awaited for a cell that has one."""
        matrix = self._matrix
        if self._stale or self._fresh is None or matrix is None:
            return self._stale
        old, new = matrix.rows[row].cells, self._fresh.rows[row].cells
        return any(new[at] is None and old[at] is not None for at in self._folds[column].places)

    def _told(self, index: Index, cell: Cell | None) -> str:
        if cell is None:
            return translate("Matrix", "to come")
        if cell.verdict is not None and self._is_pending(index.row(), index.column()):
            return translate("Matrix", "being looked up anew")
        return told(cell, self._language)

    def _touch(self, row: int, before: MatrixRow, after: MatrixRow, was: MatrixRow, now: MatrixRow) -> None:
        """Tells which cells of a row are others than they were, or await another answer than they did."""
        if before == after and was == now:
            return
        cells = zip(before.cells, after.cells, was.cells, now.cells, strict=True)
        places = {
            at
            for at, (old, new, known, know) in enumerate(cells)
            if old != new or (known is None) != (know is None)
        }
        places |= {at for at in (before.first_loss, after.first_loss) if at is not None}
        columns = [at for at, fold in enumerate(self._folds) if not places.isdisjoint(fold.places)]
        for first, last in ranges(columns):
            self.dataChanged.emit(self.index(row, first), self.index(row, last))


def _same_shape(old: Matrix, new: Matrix) -> bool:
    rows = [(row.must_keep, row.label, row.superseded) for row in new.rows]
    return new.columns == old.columns and rows == [
        (row.must_keep, row.label, row.superseded) for row in old.rows
    ]
