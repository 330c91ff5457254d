"""A table model whose rows have keys, so that new contents become the smallest signals.

Rows that stay keep their persistent indexes: selection, current row and scroll position survive. Keys that
appear or go become row insertions and removals; only when the order of rows that stay changed, or very many
places did, is the model reset.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import ne

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex

#: More separate places than this are told to Qt as one reset or one range: cheaper than many signals.
MANY = 64

NO_INDEX = QModelIndex()


def ranges(rows: Iterable[int], many: int = MANY) -> list[tuple[int, int]]:
    """Ascending rows as inclusive ranges of neighbours; one range from first to last where there are many."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found if len(found) <= many else [(found[0][0], found[-1][1])]


def _same_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many keys two lists have in common at their beginning, and at their end behind that."""
    most = min(len(old), len(new))
    head = next(compress(count(), map(ne, old, new)), most)
    tail = next(compress(count(), map(ne, reversed(old), reversed(new))), most)
    return head, min(tail, most - head)


class KeyedTableModel(QAbstractTableModel):
    """Rows known by a key that is unique in the model; subclasses answer `data` from their own contents."""

    def __init__(self, columns: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self._keys: list[str] = []
        self._rows: dict[str, int] | None = {}

    @property
    def keys(self) -> Sequence[str]:
        """The keys of all rows, in order."""
        return self._keys

    def key(self, row: int) -> str:
        """The key of a row, or an empty text beyond the rows."""
        return self._keys[row] if 0 <= row < len(self._keys) else ""

    def row_of(self, key: str) -> int:
        """The row with that key, or -1."""
        return self._index_of_keys().get(key, -1)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Rows of the table; a cell has none below it."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Columns of the table; a cell has none below it."""
        return 0 if parent.isValid() else self._columns

    def patch_keys(self, keys: list[str]) -> bool:
        """Take over new keys by insertions and removals, or by a reset; whether it was a reset.

        Contents are asked for by key or row while the signals run, so set them before and let them answer for
        both: a row that is about to go may be asked once more.
        """
        if keys == self._keys:
            return False
        head, tail = _same_ends(self._keys, keys)
        old, new = self._keys[head : len(self._keys) - tail], keys[head : len(keys) - tail]
        old_set, new_set = set(old), set(new)
        gone = ranges((row for row, key in enumerate(old, head) if key not in new_set), many=len(old))
        fresh = ranges((row for row, key in enumerate(new, head) if key not in old_set), many=len(new))
        stay_old = [key for key in old if key in new_set]
        stay_new = [key for key in new if key in old_set]
        stays = bool(head or tail or stay_old)
        if stay_old != stay_new or len(gone) + len(fresh) > MANY or not stays:
            self.beginResetModel()
            self._take(keys)
            self.endResetModel()
            return True
        for first, last in reversed(gone):
            self.beginRemoveRows(NO_INDEX, first, last)
            self._take(self._keys[:first] + self._keys[last + 1 :])
            self.endRemoveRows()
        for first, last in fresh:
            self.beginInsertRows(NO_INDEX, first, last)
            self._take(self._keys[:first] + keys[first : last + 1] + self._keys[first:])
            self.endInsertRows()
        return False

    def touch(self, rows: Iterable[int], first_column: int = 0, last_column: int | None = None) -> None:
        """Say that these ascending rows show something else now, in ranges of neighbours."""
        last = self._columns - 1 if last_column is None else last_column
        for top, bottom in ranges(rows):
            self.dataChanged.emit(self.index(top, first_column), self.index(bottom, last))

    def _take(self, keys: list[str]) -> None:
        """Make these the keys; the index of them is made when it is asked for."""
        self._keys = keys
        self._rows = None

    def _index_of_keys(self) -> dict[str, int]:
        if self._rows is None:
            self._rows = {key: row for row, key in enumerate(self._keys)}
        return self._rows
