"""The model of one stage's pane in its own order. Its cells are those of the model of all panes."""

from __future__ import annotations

from collections.abc import Set
from itertools import compress
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab import explain
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.stage_cells import AnyCell, HeadCell, StageCell
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.models.stage_own_lines import GONE, OwnLines, own_lines
from ctxlab.model.decision import STAGES


class OwnOrderModel(KeyedTableModel):
    """Lines of one stage over `source`, which holds trace, filter and cells; `refresh` follows it."""

    def __init__(self, source: StageModel, stage: int, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._source = source
        self._stage = stage
        self._lines = OwnLines([])
        self._opened: set[str] = set()
        self._own: dict[str, AnyCell] = {}
        self._fold_at: list[int] | None = None

    @property
    def lines(self) -> OwnLines:
        """The lines as they stand."""
        return self._lines

    @property
    def stage(self) -> int:
        """The index of the stage that is shown."""
        return self._stage

    def refresh(self, changed: Set[int] | None = None) -> None:
        """Take over trace, filter and folds of the source; `changed` are positions that show something else.

        With None each line that stays is told to have changed.
        """
        source, trace = self._source, self._source.trace
        known = set(self._keys) if changed is None else set[str]()
        self._lines = (
            OwnLines([])
            if trace is None
            else own_lines(
                trace,
                self._stage,
                source.passing,
                codes=source.codes if source.changes_only else None,
                opened=self._opened,
            )
        )
        self._own.clear()
        self._fold_at = None
        self.patch_keys(self._lines.keys)
        lines = self._lines
        if changed is None:
            self.touch(row for row, key in enumerate(lines.keys) if key in known)
            return
        rows = set(compress(range(len(lines.keys)), map(changed.__contains__, lines.positions)))
        rows.update(self.row_of(key) for key in (*lines.folds, *lines.heads))
        self.touch(sorted(rows))

    def open_fold(self, key: str) -> None:
        """Show the items of a fold."""
        if key in self._lines.folds:
            self._opened.add(key)
            self.refresh(frozenset())

    def close_folds(self) -> None:
        """Forget which folds were opened."""
        self._opened.clear()

    def item(self, row: int) -> str:
        """The root id of the item on that line; empty for folds, heads and beyond the lines."""
        key = self.key(row)
        return key.removeprefix(GONE) if key.startswith(GONE) or not key.startswith("\x00") else ""

    def items_of(self, row: int) -> tuple[str, ...]:
        """The root ids of the item or of the fold on that line."""
        fold = self._lines.folds.get(self.key(row))
        trace = self._source.trace
        if fold is not None and trace is not None:
            return tuple(map(trace.id, fold.positions))
        return (one,) if (one := self.item(row)) else ()

    def row_for(self, item_id: str) -> int:
        """The line of an item, or of the fold that holds it; -1 where this stage shows none."""
        trace = self._source.trace
        position = None if trace is None else trace.position(item_id)
        return -1 if position is None else self.row_at(position)

    def row_at(self, position: int) -> int:
        """The same for an item by its position."""
        trace = self._source.trace
        if trace is None:
            return -1
        item_id = trace.id(position)
        row = self.row_of(item_id)
        row = row if row >= 0 else self.row_of(GONE + item_id)
        if row >= 0 or not self._lines.folds:
            return row
        if self._fold_at is None:
            self._fold_at = self._rows_of_folds(len(trace))
        return self._fold_at[position]

    def positions_at(self, row: int) -> tuple[int, ...]:
        """The positions of the items that the line stands for; none for heads."""
        fold = self._lines.folds.get(self.key(row))
        if fold is not None:
            return fold.positions
        position = self._lines.positions[row] if row < len(self._lines.positions) else -1
        return () if position < 0 else (position,)

    def cell(self, row: int, _column: int = 0) -> AnyCell | None:
        """What that line shows; None beyond the lines."""
        key = self.key(row)
        if not key.startswith("\x00"):
            return self._source.cell_of(key, self._stage)
        if key.startswith(GONE):
            return self._source.cell_of(key.removeprefix(GONE), self._stage)
        found = self._own.get(key)
        if found is None and (made := self._made(key)) is not None:
            found = self._own[key] = made
        return found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Cells for painters; text, tooltip and accessible text in words."""
        if not index.isValid():
            return None
        if role == Role.CELL:
            return self.cell(index.row())
        if role == Role.KEY:
            return self.key(index.row())
        cell = self.cell(index.row())
        if cell is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.label if isinstance(cell, StageCell) else cell.text
        if role == Role.FATE:
            return cell.fate
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._source.spoken(cell, self._stage)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._source.tooltip_of(self.item(index.row()), self._stage)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The stage's name over the column."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole and not section:
            return explain.stage(STAGES[self._stage], self._source.language)
        return None

    def _made(self, key: str) -> AnyCell | None:
        """The cell of a fold or of a head."""
        language = self._source.language
        head = self._lines.heads.get(key)
        if head is not None:
            fate, count = head
            return HeadCell(fate, self.tr("{0}: {1}").format(explain.fate(fate, language), f"{count:,}"))
        fold = self._lines.folds.get(key)
        return None if fold is None else self._source.fold_cell(fold, self._stage)

    def _rows_of_folds(self, length: int) -> list[int]:
        """For each position the row of the fold that holds it, or -1."""
        found = [-1] * length
        for key, fold in self._lines.folds.items():
            row, positions = self.row_of(key), fold.positions
            first, end = min(positions), max(positions) + 1
            if end - first == len(positions):
                # most runs have no gap: at once
                found[first:end] = [row] * len(positions)
            else:
                for position in positions:
                    found[position] = row
        return found
