"""The model of the four stage panes: a line an item, a column a stage, patched by root id."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab import explain
from ctxlab.gui.models.filter import NO_FILTER, Filter
from ctxlab.gui.models.filter_columns import NO_MARKS, FilterColumns, ItemTexts, Marked
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.stage_cells import (
    AnyCell,
    FoldCell,
    HeadCell,
    ItemWords,
    fold_cell,
    places,
    spoken,
    stage_cell,
)
from ctxlab.gui.models.stage_lines import FOLD, Fold, Lines, fold_codes, lines_of
from ctxlab.gui.models.trace_changes import Changes, Shown, changes_between, same_made, same_pool
from ctxlab.gui.text import tooltip
from ctxlab.model.decision import STAGES, Fate
from ctxlab.model.trace import Trace


class StageModel(KeyedTableModel):
    """Lines of a trace under a filter. Nothing here can be edited."""

    def __init__(self, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(len(STAGES), parent)
        self._language = language
        self._shown: Shown | None = None
        self._order: list[int] = []
        self._filter: Filter = NO_FILTER
        self._changes_only = False
        self._opened: set[str] = set()
        self._starred: frozenset[str] = frozenset()
        self._lines = Lines([])
        self._words = ItemWords()
        self._texts = ItemTexts()
        self._asked: FilterColumns | None = None
        self._passing: frozenset[int] | None = None
        self._codes: bytes | None = None
        self._marked = NO_MARKS
        self._changes: Changes | None = None
        self._cells: list[dict[str, AnyCell | None]] = [{} for _ in STAGES]

    @property
    def trace(self) -> Trace | None:
        """The trace that is shown."""
        return None if self._shown is None else self._shown.trace

    @property
    def language(self) -> str:
        """The language of fates and stages, `en` or `zh`."""
        return self._language

    @property
    def changes_only(self) -> bool:
        """Whether runs of kept items are folded."""
        return self._changes_only

    @property
    def starred(self) -> frozenset[str]:
        """The items that carry a star."""
        return self._starred

    @property
    def passing(self) -> frozenset[int] | None:
        """The positions that the filter lets be seen; None for all."""
        if not self._filter or self._shown is None:
            return None
        if self._passing is None:
            trace = self._shown.trace
            self._passing = frozenset(self._filter.of(trace, range(len(trace)), self._asked))
        return self._passing

    @property
    def codes(self) -> bytes:
        """For each position whether it may be folded, and with which; see `fold_codes`."""
        if self._codes is None and self._asked is not None:
            self._codes = fold_codes(self._asked.trace, self._starred, self._asked)
        return self._codes or b""

    @property
    def changes(self) -> Changes | None:
        """In what the trace differs from the one before; None where all may differ."""
        return self._changes

    @property
    def lines(self) -> Lines:
        """The lines as they stand: keys, folds, counts."""
        return self._lines

    def set_trace(self, trace: Trace | None) -> None:
        """Show another trace; lines that stay are patched where a column of theirs differs."""
        old = self._shown
        self._changes = self._codes = None
        if trace is None:
            self._asked = None
            self._shown, self._order, self._lines = None, [], Lines([])
            self._clear()
            self.patch_keys([])
            return
        same = old is not None and same_pool(old.trace.pool, trace.pool)
        reorder = not same or old is None or not same_made(old.trace, trace)
        if reorder:
            self._order = trace.order()
        self._shown = Shown(trace, self._places_of(old, trace))
        self._asked = FilterColumns(trace, self._texts, self._marked)
        if old is None or not same:
            known = set(self._keys)
            self._clear()
            self._relist()
            self.touch(row for row, key in enumerate(self._keys) if key in known)
            return
        changes = self._changes = changes_between(old, self._shown)
        self._forget(changes)
        if reorder or self._filter or self._changes_only:
            self._relist()
        self._tell(changes)

    def set_filter(self, wanted: Filter) -> None:
        """Show only items that pass; a filter with a problem is not applied."""
        if wanted.problem is None and wanted is not self._filter:
            self._filter = wanted
            self._relist()

    def set_changes_only(self, on: bool) -> None:
        """Fold runs of kept items, or show every item."""
        if on != self._changes_only:
            self._changes_only = on
            self._opened.clear()
            self._relist()

    def open_fold(self, key: str) -> None:
        """Show the items of a fold."""
        if key in self._lines.folds:
            self._opened.add(key)
            self._relist()

    def set_starred(self, ids: Set[str]) -> None:
        """Mark the items that state a must-keep."""
        starred = frozenset(ids)
        if starred == self._starred:
            return
        changed, self._starred = starred ^ self._starred, starred
        self._codes = None
        for cells in self._cells:
            for key in changed:
                cells.pop(key, None)
        if self._changes_only:
            self._relist()
        self.touch(sorted(row for row in map(self.row_of, changed) if row >= 0))

    def set_marked(self, marked: Marked) -> None:
        """Take over what marks say of items; a filter that asks for them lists anew."""
        if marked == self._marked:
            return
        self._marked = marked
        if self._shown is not None:
            self._asked = FilterColumns(self._shown.trace, self._texts, marked)
            if self._filter:
                self._relist()

    def item(self, row: int) -> str:
        """The root id of the item on that line; empty for folds and beyond the lines."""
        key = self.key(row)
        return "" if key.startswith(FOLD) else key

    def items_of(self, row: int) -> tuple[str, ...]:
        """The root ids of the item or of the fold on that line."""
        fold = self._lines.folds.get(self.key(row))
        if fold is not None and self._shown is not None:
            return tuple(map(self._shown.trace.id, fold.positions))
        return (one,) if (one := self.item(row)) else ()

    def row_for(self, item_id: str) -> int:
        """The line of an item, or of the fold that holds it; -1 where a filter hides it."""
        row = self.row_of(item_id)
        if row >= 0 or self._shown is None:
            return row
        position = self._shown.trace.position(item_id)
        for key, fold in self._lines.folds.items():
            if position in fold.positions:
                return self.row_of(key)
        return -1

    def cell(self, row: int, stage: int) -> AnyCell | None:
        """What that line shows in that stage; None beyond the lines."""
        return self.cell_of(self.key(row), stage)

    def cell_of(self, key: str, stage: int) -> AnyCell | None:
        """What the line with that key shows in that stage; an item need not have a line."""
        cells = self._cells[stage]
        if key in cells:
            return cells[key]
        made = cells[key] = self._make(key, stage)
        return made

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Cells for painters; text, tooltip and accessible text in words."""
        if not index.isValid():
            return None
        if role == Role.CELL:
            return self.cell(index.row(), index.column())
        if role == Role.KEY:
            return self.key(index.row())
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text if isinstance(cell, FoldCell | HeadCell) else cell.label
        if role == Role.FATE:
            return cell.fate
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(cell, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tooltip_of(self.item(index.row()), index.column())
        return None

    def fold_cell(self, fold: Fold, stage: int) -> FoldCell | None:
        """What stands for a run of kept items in a stage."""
        if self._asked is None:
            return None
        return fold_cell(self._asked.trace, stage, fold, self._asked.rows, self._language)

    def spoken(self, cell: AnyCell, stage: int) -> str:
        """A cell in words, for screen readers."""
        if isinstance(cell, HeadCell):
            return cell.text
        name = explain.stage(STAGES[stage], self._language)
        return spoken(cell, name, explain.fate(Fate.KEPT, self._language))

    def tooltip_of(self, item_id: str, stage: int) -> str:
        """Why an item fared in a stage as it did, as a tooltip; empty where it never got there."""
        trace = self.trace
        position = trace.position(item_id) if trace is not None and item_id else None
        decision = None if trace is None or position is None else trace.stages[stage].decision(position)
        return "" if decision is None else tooltip(explain.decision(decision, self._language))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The stages' names over the columns."""
        if (
            orientation is Qt.Orientation.Horizontal
            and role == Qt.ItemDataRole.DisplayRole
            and section < len(STAGES)
        ):
            return explain.stage(STAGES[section], self._language)
        return None

    def _relist(self) -> None:
        """Make the lines anew under filter and folds, and patch the rows."""
        self._passing = None
        if self._shown is None:
            return
        self._lines = lines_of(
            self._shown.trace,
            self._order,
            self._filter,
            changes_only=self._changes_only,
            opened=self._opened,
            starred=self._starred,
            columns=self._asked,
            codes=self.codes if self._changes_only else None,
        )
        for cells in self._cells:
            for key in [key for key in cells if key.startswith(FOLD)]:
                del cells[key]
        self.patch_keys(self._lines.keys)
        self.touch(sorted(self.row_of(key) for key in self._lines.folds))

    def _places_of(self, old: Shown | None, trace: Trace) -> list[int]:
        if old is not None and old.trace.context is trace.context and old.trace.outside is trace.outside:
            return old.places
        return places(trace)

    def _make(self, key: str, stage: int) -> AnyCell | None:
        if self._shown is None:
            return None
        trace = self._shown.trace
        fold = self._lines.folds.get(key)
        if fold is not None:
            return self.fold_cell(fold, stage)
        position = trace.position(key)
        if position is None:
            return None
        place = self._shown.places[position]
        return stage_cell(
            trace, STAGES[stage], position, self._words, place, key in self._starred, self._language
        )

    def _forget(self, changes: Changes) -> None:
        """Drop the cells of lines that changed, and of made items that are no more."""
        assert self._shown is not None
        trace = self._shown.trace
        for cells, positions in zip(self._cells, changes.positions, strict=True):
            if len(positions) > len(cells):
                gone = [key for key in cells if (at := trace.position(key)) is None or at in positions]
            else:
                gone = [trace.id(position) for position in positions]
                gone += [key for key in cells if "~" in key and trace.position(key) is None]
            for key in (*gone, *changes.made):
                cells.pop(key, None)

    def _clear(self) -> None:
        for cells in self._cells:
            cells.clear()

    def _tell(self, changes: Changes) -> None:
        """Emit the ranges of lines that show something else now, over the stages in which they do."""
        columns = [column for column, positions in enumerate(changes.positions) if positions or changes.made]
        if not columns or not self._keys:
            return
        widest = changes.positions[-1]
        rows = [row for row, position in enumerate(self._lines.positions) if position in widest]
        if changes.made:
            rows = sorted({*rows, *(self.row_of(key) for key in changes.made)} - {-1})
        if rows:
            self.touch(rows, columns[0], columns[-1])
