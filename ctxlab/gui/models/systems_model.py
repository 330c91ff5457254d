"""A comparison of profiles as a table: a column a profile, a row for whatever they are compared by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab import explain
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.survived_words import word
from ctxlab.gui.models.systems_answers import SystemColumn, SystemsAnswers
from ctxlab.gui.models.systems_cells import SystemCell, cell_of
from ctxlab.gui.models.systems_lines import LABEL, LineKind, SystemLine, head_lines, item_line, keys_of
from ctxlab.gui.text import clauses, dotted, one_line, tooltip

#: What the two columns are called whose contexts are looked at.
BEFORE, AFTER = "A", "B"


@dataclass(frozen=True, slots=True)
class SystemHead:
    """What stands over a column: name and note, and the letter where its context is looked at."""

    name: str
    note: str
    letter: str = ""
    refused: bool = False


class SystemsModel(KeyedTableModel):
    """Shows what is known of each profile; answers that come are patched in."""

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(0, parent)
        self._language = language
        self._shown: tuple[SystemColumn, ...] = ()
        self._answers = SystemsAnswers()
        self._lines: dict[str, SystemLine] = {}
        self._chosen = ("", "")
        self._whole = 0
        self._words: frozenset[str] = frozenset()
        self.only_differing = True

    @property
    def columns(self) -> Sequence[SystemColumn]:
        """The profiles, in the order of the columns."""
        return self._shown

    @property
    def answers(self) -> SystemsAnswers:
        """What is known of them."""
        return self._answers

    def set_columns(self, columns: Sequence[SystemColumn]) -> None:
        """Compare these profiles; what is known of those that stay is kept."""
        if tuple(columns) == self._shown:
            return
        if [one.key for one in columns] == [one.key for one in self._shown]:
            self._shown = tuple(columns)
            self._heads_changed()
            return
        self.beginResetModel()
        self._shown, self._columns = tuple(columns), len(columns)
        self._take(self._listed())
        self.endResetModel()

    def set_answers(self, answers: SystemsAnswers) -> None:
        """Show what is known now."""
        self._answers = answers
        self._refresh()

    def set_only_differing(self, only: bool) -> None:
        """Leave out, or show, what is alike under all profiles."""
        if only != self.only_differing:
            self.only_differing = only
            self._refresh()

    def set_chosen(self, before: str, after: str) -> None:
        """Say whose contexts are looked at, by the keys of their columns; empty for none."""
        if (before, after) != self._chosen:
            self._chosen = (before, after)
            self._heads_changed()

    @property
    def chosen(self) -> tuple[str, str]:
        """Whose contexts are looked at, by the keys of their columns; empty for none."""
        return self._chosen

    @property
    def words(self) -> frozenset[str]:
        """The words of all verdicts and fates that there are."""
        return self._words

    def line(self, row: int) -> SystemLine | None:
        """The line at a row; None beyond the rows."""
        key = self.key(row)
        found = self._lines.get(key)
        if found is None and key.startswith(_ITEM):
            # there may be very many: lines of those that are looked at are made
            runs = self._answers.runs(self._shown)
            found = item_line(self._answers, runs, key.removeprefix(_ITEM), self._language)
            if found is not None:
                self._lines[key] = found
        return found

    def column(self, at: int) -> SystemColumn | None:
        """The profile of a column; None beyond the columns."""
        return self._shown[at] if 0 <= at < len(self._shown) else None

    def cell(self, row: int, column: int) -> SystemCell | None:
        """What stands in a cell; None beyond the table."""
        line, one = self.line(row), self.column(column)
        if line is None or one is None:
            return None
        return cell_of(self._answers, line, one.key, self._language, self._whole)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The cell for painters, the key of the line, and what it says in words."""
        if not index.isValid() or role not in _ASKED:
            return None
        line, column = self.line(index.row()), self.column(index.column())
        if role == Role.KEY:
            return self.key(index.row())
        cell = self.cell(index.row(), index.column())
        if cell is None or line is None or column is None or role == Role.CELL:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            head = dotted([column.name, one_line(line.label, LABEL)])
            return tooltip(f"{head}\n{cell.said}") if cell.said else ""
        words = [one_line(line.label, LABEL), column.name, cell.said]
        return clauses(one for one in words if one)

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands over a column and before a row."""
        if side is Qt.Orientation.Vertical:
            line = self.line(section)
            if line is None:
                return None
            if role == Role.CELL:
                return line
            if role == Qt.ItemDataRole.ToolTipRole:
                return tooltip(line.told)
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return dotted([line.label, line.note])
            return line.label if role == Qt.ItemDataRole.DisplayRole else None
        column = self.column(section)
        if column is None:
            return None
        refused = self._answers.refusal(column.key)
        if role == Role.CELL:
            letter = self.letter(section)
            return SystemHead(column.name, column.note, letter, refused=bool(refused))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join(one for one in (column.name, column.note, column.tip, refused) if one))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return dotted([self.letter(section), column.name, column.note, refused])
        return column.name if role == Qt.ItemDataRole.DisplayRole else None

    def letter(self, section: int) -> str:
        """`A` or `B` where the context of that column is looked at, else empty."""
        column = self.column(section)
        if column is None or column.key not in self._chosen:
            return ""
        return BEFORE if column.key == self._chosen[0] else AFTER

    def _refresh(self) -> None:
        """Lists the lines anew; those that stay tell themselves once more."""
        known = set(self.keys)
        if not self.patch_keys(self._listed()):
            self.touch(row for row, key in enumerate(self.keys) if key in known)
        self._heads_changed()

    def _listed(self) -> list[str]:
        only = self.only_differing
        lines = head_lines(self._answers, self._shown, self._language, only_differing=only)
        self._lines = {line.key: line for line in lines}
        runs = tuple(self._answers.runs(self._shown))
        self._whole = max((run.tokens for run in runs), default=0)
        fates = {explain.fate(fate, self._language) for run in runs for fate, _count in run.fates}
        verdicts = {word(keep.verdict) for run in runs for keep in run.keeps if keep.verdict is not None}
        self._words = frozenset(fates | verdicts)
        return keys_of(self._answers, self._shown, lines, only_differing=only)

    def _heads_changed(self) -> None:
        if self._shown:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._shown) - 1)
        if self._lines:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(self._lines) - 1)


_ITEM = f"{LineKind.ITEM}:"
_ASKED = frozenset(
    {
        int(Role.CELL),
        int(Role.KEY),
        Qt.ItemDataRole.DisplayRole.value,
        Qt.ItemDataRole.ToolTipRole.value,
        Qt.ItemDataRole.AccessibleTextRole.value,
    }
)
