"""A table whose rows come in sections: a section knows how many rows it has, what they show is made later.

Sections have keys. New sections become the smallest signals, as in `keyed_table`, so that selection and
scroll position survive; a section that grows or shrinks tells of its last rows only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from ctxlab.gui.models.keyed_table import MANY, NO_INDEX, Index, ranges
from ctxlab.gui.models.roles import Role


class Cell(Protocol):
    """What a row has at least."""

    @property
    def text(self) -> str:
        """What is read in it."""
        ...


AnyCell = TypeVar("AnyCell", bound=Cell)


class SectionRowsModel(QAbstractTableModel, Generic[AnyCell]):
    """One column of rows in sections; subclasses make the cells and say each in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keys: list[str] = []
        self._counts: list[int] = []
        self._starts: list[int] = [0]
        self._index: dict[str, int] | None = {}

    @property
    def keys(self) -> Sequence[str]:
        """The keys of all sections, in order."""
        return self._keys

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Rows of all sections; a cell has none below it."""
        return 0 if parent.isValid() else self._starts[-1]

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """One column; a cell has none below it."""
        return 0 if parent.isValid() else 1

    def cell(self, row: int) -> AnyCell | None:
        """What a row shows; None beyond the rows."""
        raise NotImplementedError

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Cells for painters, text, tooltip and accessible text; the key is that of the section."""
        if not index.isValid():
            return None
        if role == Role.KEY:
            return self._keys[self.place(index.row())[0]]
        cell = self.cell(index.row())
        if cell is None:
            return None
        match role:
            case Role.CELL:
                return cell
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(cell)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(cell)
            case _:
                return None

    def _said(self, cell: AnyCell) -> str:
        """The row as it is read out."""
        return cell.text

    def _tip(self, _cell: AnyCell) -> str | None:
        """What is told of the row when it is pointed at."""
        return None

    def place(self, row: int) -> tuple[int, int]:
        """The section of a row, by its index, and the row within it; (-1, -1) beyond the rows."""
        if not 0 <= row < self._starts[-1]:
            return -1, -1
        section = bisect_right(self._starts, row) - 1
        return section, row - self._starts[section]

    def first_row(self, section: int) -> int:
        """The first row of a section; of an empty one, the row at which it would begin."""
        return self._starts[section]

    def section_of(self, key: str) -> int:
        """The section with that key, or -1."""
        if self._index is None:
            self._index = {one: at for at, one in enumerate(self._keys)}
        return self._index.get(key, -1)

    def count(self, section: int) -> int:
        """The rows of a section."""
        return self._counts[section]

    def patch_sections(self, keys: list[str], counts: list[int]) -> None:
        """Take over sections with unique keys; contents are asked for by section while the signals run.

        Sections that went are told first, then those that came, then those that have another number of rows.
        Set what belongs to the sections before: while a section that went is still there it may be asked for.
        """
        if keys != self._keys:
            self._patch_keys(keys, dict(zip(keys, counts, strict=True)))
        different = [at for at, count in enumerate(counts) if count != self._counts[at]]
        if len(different) > MANY:
            self.beginResetModel()
            self._take(keys, counts)
            self.endResetModel()
            return
        for at in different:
            self.resize_section(at, counts[at])

    def resize_section(self, section: int, count: int) -> None:
        """Give a section another number of rows; the first ones stay."""
        old = self._counts[section]
        start = self._starts[section]
        counts = [*self._counts[:section], count, *self._counts[section + 1 :]]
        if count > old:
            self.beginInsertRows(NO_INDEX, start + old, start + count - 1)
            self._take(self._keys, counts)
            self.endInsertRows()
        elif count < old:
            self.beginRemoveRows(NO_INDEX, start + count, start + old - 1)
            self._take(self._keys, counts)
            self.endRemoveRows()

    def touch_section(self, section: int) -> None:
        """Say that the rows of a section show something else now."""
        if self._counts[section]:
            first = self._starts[section]
            self.dataChanged.emit(self.index(first, 0), self.index(first + self._counts[section] - 1, 0))

    def touch_all(self) -> None:
        """Say that all rows show something else now."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 0))

    def _patch_keys(self, keys: list[str], counts: dict[str, int]) -> None:
        new, old = set(keys), set(self._keys)
        had = dict(zip(self._keys, self._counts, strict=True))
        gone = ranges((at for at, key in enumerate(self._keys) if key not in new), many=len(self._keys))
        fresh = ranges((at for at, key in enumerate(keys) if key not in old), many=len(keys))
        stay_old = [key for key in self._keys if key in new]
        stay_new = [key for key in keys if key in old]
        if stay_old != stay_new or len(gone) + len(fresh) > MANY or not stay_old:
            self.beginResetModel()
            self._take(keys, [counts[key] for key in keys])
            self.endResetModel()
            return
        for first, last in reversed(gone):
            left = self._keys[:first] + self._keys[last + 1 :]
            self._splice(self._starts[first], self._starts[last + 1], left, had, insert=False)
        for first, last in fresh:
            more = self._keys[:first] + keys[first : last + 1] + self._keys[first:]
            size = sum(counts[key] for key in keys[first : last + 1])
            had.update((key, counts[key]) for key in keys[first : last + 1])
            self._splice(self._starts[first], self._starts[first] + size, more, had, insert=True)

    def _splice(self, first: int, end: int, keys: list[str], counts: dict[str, int], *, insert: bool) -> None:
        """One insertion or removal of the rows `first` to below `end`; without rows there is no signal."""
        sizes = [counts[key] for key in keys]
        if first == end:
            self._take(keys, sizes)
        elif insert:
            self.beginInsertRows(NO_INDEX, first, end - 1)
            self._take(keys, sizes)
            self.endInsertRows()
        else:
            self.beginRemoveRows(NO_INDEX, first, end - 1)
            self._take(keys, sizes)
            self.endRemoveRows()

    def _take(self, keys: list[str], counts: list[int]) -> None:
        if keys is not self._keys:
            self._keys, self._index = keys, None
        self._counts = counts
        self._starts = [0, *accumulate(counts)]
