"""The variants of a sweep as a table that can be sorted by any of its columns."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.sweep_words import (
    FRONT,
    NOTHING,
    cost_words,
    figures_words,
    kept_words,
    names_of,
    share_words,
)
from ctxlab.gui.text import clauses, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.sweep import Sweep, VariantFigures

translate = QCoreApplication.translate


class VariantColumn(IntEnum):
    """The columns, in their order."""

    FRONT = 0
    VARIANT = 1
    KEPT = 2
    LOSING = 3
    OVER = 4
    TOKENS = 5
    PEAK = 6
    LEVEL = 7
    PREFIX = 8
    COST = 9


RIGHT = frozenset(VariantColumn) - {VariantColumn.FRONT, VariantColumn.VARIANT}

_ORDER: dict[VariantColumn, Callable[[VariantFigures], Any]] = {
    VariantColumn.KEPT: lambda one: one.survival or 0.0,
    VariantColumn.LOSING: lambda one: one.losing,
    VariantColumn.OVER: lambda one: one.over,
    VariantColumn.TOKENS: lambda one: one.tokens,
    VariantColumn.PEAK: lambda one: one.peak,
    VariantColumn.LEVEL: lambda one: one.level,
    VariantColumn.PREFIX: lambda one: one.prefix or 0.0,
    VariantColumn.COST: lambda one: one.cost or 0.0,
}


class SweepRowsModel(KeyedTableModel):
    """A row a variant, known by its place in the sweep; in that order until it is sorted otherwise."""

    def __init__(self, look: Look, language: str, parent: QObject | None = None) -> None:
        super().__init__(len(VariantColumn), parent)
        self._look = look
        self._language = language
        self._sweep: Sweep | None = None
        self._names: tuple[str, ...] = ()
        self._sorted = (VariantColumn.VARIANT, Qt.SortOrder.AscendingOrder)

    @property
    def sweep(self) -> Sweep | None:
        """What is shown."""
        return self._sweep

    def set_sweep(self, sweep: Sweep | None) -> None:
        """Show what is known of a sweep; of the same one more may be known than before."""
        old = self._sweep
        if old is None or sweep is None or old.variants is not sweep.variants:
            self.beginResetModel()
            self._sweep = sweep
            self._names = () if sweep is None else names_of(sweep, self._language)
            self._take(self._ranked())
            self.endResetModel()
            return
        self._sweep = sweep
        if not self.patch_keys(self._ranked()):
            changed = [at for at, key in enumerate(self.keys) if self._differs(old, sweep, int(key))]
            self.touch(changed)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        self._sorted = (VariantColumn(max(0, column)), order)
        self.patch_keys(self._ranked())

    def variant(self, row: int) -> int | None:
        """The variant of a row, by its place in the sweep; None beyond the rows."""
        key = self.key(row)
        return int(key) if key else None

    def name(self, variant: int) -> str:
        """What a variant is called."""
        return self._names[variant] if 0 <= variant < len(self._names) else ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(VariantColumn):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _names()[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_names()[section][1])
        return _side(VariantColumn(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's words, where they stand, and their ink where something is lost."""
        variant = self.variant(index.row()) if index.isValid() else None
        if variant is None or self._sweep is None:
            return None
        column, figures = VariantColumn(index.column()), self._sweep.figures[variant]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(figures, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(column)
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(figures, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(f"{self.name(variant)}\n{self.words(variant)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._told(figures, column)
            case Role.KEY:
                return self.key(index.row())
            case _:
                return None

    def words(self, variant: int) -> str:
        """What a variant does, in one line."""
        if self._sweep is None:
            return ""
        figures = self._sweep.figures[variant]
        if not figures.sessions + figures.failed:
            return translate("Sweep", "not built yet")
        return figures_words(figures)

    def _ranked(self) -> list[str]:
        if self._sweep is None:
            return []
        column, order = self._sorted
        figures = list(self._sweep.figures)
        if column is VariantColumn.FRONT:
            front = self._sweep.front
            figures.sort(key=lambda one: one.variant in front)
        elif column is not VariantColumn.VARIANT:
            figures.sort(key=_ORDER[column])
        # equal ones keep the order of the sweep either way
        if order is Qt.SortOrder.DescendingOrder:
            figures = _descending(figures, column, self._sweep)
        return [str(one.variant) for one in figures]

    def _differs(self, old: Sweep, new: Sweep, variant: int) -> bool:
        same = old.figures[variant] == new.figures[variant]
        return not same or (variant in old.front) != (variant in new.front)

    def _cell(self, one: VariantFigures, column: VariantColumn) -> str:
        built = bool(one.sessions)
        match column:
            case VariantColumn.FRONT:
                on = self._sweep is not None and one.variant in self._sweep.front
                return FRONT if on else ""
            case VariantColumn.VARIANT:
                return self.name(one.variant)
            case VariantColumn.KEPT:
                return kept_words(one)
            case VariantColumn.LOSING:
                return f"{one.losing:,}" if built else NOTHING
            case VariantColumn.OVER:
                return f"{one.over:,}" if built else NOTHING
            case VariantColumn.TOKENS:
                return f"{one.tokens:,}" if built else NOTHING
            case VariantColumn.PEAK:
                return f"{one.peak:,}" if built else NOTHING
            case VariantColumn.LEVEL:
                return str(one.level) if one.level else NOTHING
            case VariantColumn.PREFIX:
                return share_words(one.prefix)
            case VariantColumn.COST:
                return cost_words(one.cost)

    def _told(self, one: VariantFigures, column: VariantColumn) -> str:
        if column is VariantColumn.VARIANT:
            return clauses((self.name(one.variant), self.words(one.variant)))
        if column is VariantColumn.FRONT:
            on = bool(self._cell(one, column))
            return translate("Sweep", "on the front") if on else translate("Sweep", "not on the front")
        return clauses((_names()[column][1], self._cell(one, column)))

    def _ink(self, one: VariantFigures, column: VariantColumn) -> Any:
        theme = self._look.theme
        bad = {
            VariantColumn.KEPT: one.kept < one.judged,
            VariantColumn.LOSING: bool(one.losing),
            VariantColumn.OVER: bool(one.over),
        }
        if bad.get(column, False):
            return color(theme.failed.ink)
        if column is VariantColumn.FRONT:
            return color(theme.link)
        return None if one.sessions else color(theme.muted)


def _descending(figures: list[VariantFigures], column: VariantColumn, sweep: Sweep) -> list[VariantFigures]:
    if column is VariantColumn.VARIANT:
        return figures[::-1]
    front = sweep.front

    def rank(one: VariantFigures) -> Any:
        return one.variant in front if column is VariantColumn.FRONT else _ORDER[column](one)

    return sorted(figures, key=rank, reverse=True)


def _side(column: VariantColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _names() -> list[tuple[str, str]]:
    """The columns' short names and what they are."""
    return [
        (FRONT, translate("Sweep", "on the front: no other variant keeps as much with fewer tokens")),
        (translate("Sweep", "variant"), translate("Sweep", "variant")),
        (translate("Sweep", "kept"), translate("Sweep", "must-keeps that survive, of those judged")),
        (translate("Sweep", "sessions losing"), translate("Sweep", "sessions that lose a must-keep")),
        (translate("Sweep", "too large"), translate("Sweep", "sessions that do not fit the limit")),
        (
            translate("Sweep", "tokens"),
            translate("Sweep", "tokens of the largest context of each session, in all"),
        ),
        (translate("Sweep", "largest"), translate("Sweep", "tokens of the largest context")),
        (translate("Sweep", "level"), translate("Sweep", "deepest level of degradation")),
        (
            translate("Sweep", "prefix"),
            translate("Sweep", "share of a context that stays equal from the request before, on average"),
        ),
        (
            translate("Sweep", "cost"),
            translate("Sweep", "cost of sending each context once, at the price stated"),
        ),
    ]
