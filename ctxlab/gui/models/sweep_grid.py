"""Who loses what: a row a session, a column a variant, those that lose most at the top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.sweep_words import names_of, outcome_words, short_names
from ctxlab.gui.text import clauses, one_line, tooltip
from ctxlab.model.sweep import Outcome, Sweep

_TITLE = 120


class Mark(StrEnum):
    """What a cell says: its sign stands beside its colour."""

    HOLDS = "✓"
    LOST = "−"
    OVER = "▲"
    FAILED = "!"
    PENDING = "…"
    UNJUDGED = "·"


@dataclass(frozen=True, slots=True)
class GridCell:
    """One session under one variant: its mark, and what stands in the cell."""

    mark: Mark
    text: str


def cell_of(outcome: Outcome | None) -> GridCell:
    """What a cell shows of an outcome; a loss goes before a context that is too large."""
    if outcome is None:
        return GridCell(Mark.PENDING, Mark.PENDING)
    if outcome.error:
        return GridCell(Mark.FAILED, Mark.FAILED)
    if outcome.lost:
        return GridCell(Mark.LOST, f"{Mark.LOST}{len(outcome.lost)}")
    if outcome.over:
        return GridCell(Mark.OVER, Mark.OVER)
    mark = Mark.HOLDS if outcome.judged else Mark.UNJUDGED
    return GridCell(mark, mark)


class SweepGridModel(KeyedTableModel):
    """Shows a sweep by session; a row's key is the place of its session in the sweep."""

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(0, parent)
        self._language = language
        self._sweep: Sweep | None = None
        self._names: tuple[str, ...] = ()
        self._short: tuple[str, ...] = ()
        self._labels: Mapping[int, dict[str, str]] = {}

    def set_sweep(self, sweep: Sweep | None, labels: Mapping[int, dict[str, str]] | None = None) -> None:
        """Show what is known of a sweep; `labels` are the words of must-keeps, by place and id."""
        old, self._labels = self._sweep, labels or {}
        if old is None or sweep is None or old.variants is not sweep.variants or old.places != sweep.places:
            self.beginResetModel()
            self._sweep = sweep
            self._names = () if sweep is None else names_of(sweep, self._language)
            self._short = () if sweep is None else short_names(sweep, self._language)
            self._columns = len(self._names)
            self._take(_ranked(sweep))
            self.endResetModel()
            return
        self._sweep = sweep
        # sessions keep their places while outcomes come: only the end puts the worst at the top
        if not (sweep.whole and self.patch_keys(_ranked(sweep))):
            self.touch(range(len(self.keys)))

    def place(self, row: int) -> int | None:
        """The session of a row, by its place in the sweep; None beyond the rows."""
        key = self.key(row)
        return int(key) if key else None

    def outcome(self, row: int, column: int) -> Outcome | None:
        """What is known of a cell."""
        place = self.place(row)
        if place is None or self._sweep is None or not 0 <= column < len(self._sweep.variants):
            return None
        return self._sweep.outcomes[column][place]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The cell for painters, and what it says."""
        place = self.place(index.row()) if index.isValid() else None
        if place is None or self._sweep is None:
            return None
        outcome = self.outcome(index.row(), index.column())
        if role == Role.CELL:
            return cell_of(outcome)
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_of(outcome).text
        if role == Role.KEY:
            return self.key(index.row())
        if role not in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        title, name = one_line(self._sweep.places[place].title, _TITLE), self._names[index.column()]
        words = outcome_words(outcome, self._labels.get(place))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join((title, name, words)))
        return clauses((title, name, words))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Variants above, sessions at the left."""
        if self._sweep is None:
            return None
        across = orientation is Qt.Orientation.Horizontal
        if across and 0 <= section < len(self._short):
            words = self._short[section] if role == Qt.ItemDataRole.DisplayRole else self._names[section]
        elif not across and (place := self.place(section)) is not None:
            words = one_line(self._sweep.places[place].title, _TITLE)
        else:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(words)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignHCenter if across else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return words if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None


def _ranked(sweep: Sweep | None) -> list[str]:
    """The sessions, those that lose under most variants first."""
    if sweep is None:
        return []

    def bad(place: int) -> int:
        found = [row[place] for row in sweep.outcomes]
        return sum(one is not None and not one.holds for one in found)

    return [str(place) for place in sorted(range(len(sweep.places)), key=lambda place: -bad(place))]
