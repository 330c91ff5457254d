"""The table of a sweep's variants: fixed heights, sorted by a click on a head, one chosen."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ctxlab.gui.models.keyed_table import Index
from ctxlab.gui.models.sweep_rows import SweepRowsModel, VariantColumn
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.plain_table import PlainTable

LINE_HEIGHT = 24
_PAD = 16
_LEAST_NAME = 130

#: What a column is wide enough for, beside its name; the variant takes the rest.
_SAMPLES = {
    VariantColumn.FRONT: "◆",
    VariantColumn.VARIANT: "",
    VariantColumn.KEPT: "999/999",
    VariantColumn.LOSING: "99",
    VariantColumn.OVER: "99",
    VariantColumn.TOKENS: "9,999,999",
    VariantColumn.PEAK: "128,000",
    VariantColumn.LEVEL: "3",
    VariantColumn.PREFIX: "99.9 %",
    VariantColumn.COST: "0.0000",
}
#: Where there is no room for all columns these go first; the tooltip of a line tells what they do.
_FIRST_TO_GO = (VariantColumn.COST, VariantColumn.PREFIX, VariantColumn.LEVEL, VariantColumn.PEAK)


class VariantTable(PlainTable):
    """Shows a `SweepRowsModel`. `variant_chosen` gives the variant that the focus went to."""

    variant_chosen = Signal(int)

    def __init__(self, model: SweepRowsModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("sweepTable")
        self.setAccessibleName(self.tr("Variants of the sweep"))
        self._rows = model
        self._widths: dict[VariantColumn, int] = {}
        self._unused: frozenset[VariantColumn] = frozenset()
        self._kept: int | None = None
        self._quiet = False
        self.setModel(model)
        self.fix_lines(LINE_HEIGHT)
        name = VariantColumn.VARIANT
        self.sort_by_heads(name, name, Qt.SortOrder.AscendingOrder, least=22, movable=False)
        self._set_widths()
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)
        look.changed.connect(self.viewport().update)

    @property
    def current(self) -> int | None:
        """The variant in focus."""
        return self._rows.variant(self.currentIndex().row()) if self.currentIndex().isValid() else None

    def choose(self, variant: int | None) -> None:
        """Bring the focus to a variant; nobody is told."""
        row = -1 if variant is None else self._rows.row_of(str(variant))
        self._quiet = True
        if row < 0:
            self.clearSelection()
        elif row != self.currentIndex().row() or not self.selectionModel().hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            index = self._rows.index(row, VariantColumn.VARIANT)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        self._quiet = False

    def leave_out(self, columns: frozenset[VariantColumn]) -> None:
        """Columns that say nothing for this sweep."""
        self._unused = columns
        self._fit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which variant has the focus."""
        super().currentChanged(current, previous)
        variant = self.current
        if variant is not None and not self._quiet and current.row() != previous.row():
            self.variant_chosen.emit(variant)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = {column: width for column, width in self._widths.items() if column not in self._unused}
        left = self.viewport().width() - sum(shown.values())
        for column in self._widths:
            hidden = column in self._unused
            if column in _FIRST_TO_GO and not hidden:
                continue
            self.setColumnHidden(column, hidden)
        for column in _FIRST_TO_GO:
            if column not in self._unused:
                self.setColumnHidden(column, left < 0)
                left += self._widths[column] if left < 0 else 0

    def _set_widths(self) -> None:
        text = self._look.text
        for column, sample in _SAMPLES.items():
            name = str(self._rows.headerData(column, Qt.Orientation.Horizontal))
            # the arrow of the order stands beside a name
            width = max(text.width(sample), text.width(name) + 14) + _PAD
            self._widths[column] = width if sample else _LEAST_NAME
            self.setColumnWidth(column, self._widths[column])

    def _keep(self) -> None:
        self._kept = self.current

    def _restore(self) -> None:
        self.choose(self._kept)
