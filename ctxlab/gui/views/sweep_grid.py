"""The grid of sessions and variants: who loses what; a cell leads to its session under its variant."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QWidget

from ctxlab.gui.delegates.sweep_grid_delegate import ROW_HEIGHT, SweepGridDelegate, TitleHeads
from ctxlab.gui.models.sweep_grid import SweepGridModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.plain_table import PlainTable

#: Widths of a cell (pixels): as wide as its head, within these; wider where there is room, up to the last.
_NARROWEST, _WIDEST, _WIDE = 40, 120, 72
#: The room before the rows: a share of the width, within these (pixels).
_HEAD_SHARE, _HEAD_LEAST, _HEAD_MOST = 0.28, 120, 320
_PAD = 14


class SweepGrid(PlainTable):
    """Shows a `SweepGridModel`.

    `variant_chosen` gives the variant of the cell that a person went to, `cell_opened(place, variant)` the
    cell that was double-clicked or on which Enter was pressed.
    """

    variant_chosen = Signal(int)
    cell_opened = Signal(int, int)
    pointed = Signal()

    def __init__(self, model: SweepGridModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("sweepGrid")
        self.setAccessibleName(self.tr("Sessions by variant: who loses what"))
        self._grid = model
        self.setModel(model)
        self._painter = SweepGridDelegate(look, self)
        self.setItemDelegate(self._painter)
        self._titles = TitleHeads(look, self)
        self.setVerticalHeader(self._titles)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.setFixedHeight(ROW_HEIGHT + 2)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setMinimumSectionSize(_NARROWEST)
        head.sectionClicked.connect(self.variant_chosen)
        self.setCornerButtonEnabled(False)
        for corner in self.findChildren(QAbstractButton):
            corner.setToolTip(self.accessibleName())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._mark)
        self.doubleClicked.connect(self._open)
        model.modelReset.connect(self.fit)
        look.changed.connect(self._repaint)

    def choose(self, variant: int | None) -> None:
        """Let the column of a variant stand out; nobody is told."""
        self._painter.variant = -1 if variant is None else variant
        row = max(0, self.currentIndex().row())
        index = self._grid.index(row, self._painter.variant)
        if index.isValid() and index.column() != self.currentIndex().column():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(index)
        self.viewport().update()

    def said(self) -> str:
        """What the cell in focus says."""
        return str(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or "")

    def fit(self) -> None:
        """Shares the width out between the titles and the cells."""
        head = max(_HEAD_LEAST, min(_HEAD_MOST, int(self.width() * _HEAD_SHARE)))
        self._titles.set_width(head)
        text, count = self._look.text, self._grid.columnCount()
        share = min(_WIDE, (self.width() - head - _PAD) // max(1, count))
        for column in range(count):
            words = str(self._grid.headerData(column, Qt.Orientation.Horizontal) or "")
            wide = max(_NARROWEST, min(_WIDEST, text.width(words) + _PAD))
            self.setColumnWidth(column, max(wide, share))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go to another cell, Enter opens it."""
        before = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(before)
            return
        super().keyPressEvent(event)
        if self.currentIndex().column() != before.column() and self.currentIndex().isValid():
            self.variant_chosen.emit(self.currentIndex().column())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the variant of the cell."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self.variant_chosen.emit(index.column())

    def _open(self, index: QModelIndex) -> None:
        place = self._grid.place(index.row()) if index.isValid() else None
        if place is not None:
            self.cell_opened.emit(place, index.column())

    def _mark(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._titles.row = current.row()
        self._titles.viewport().update()
        self.pointed.emit()

    def _repaint(self) -> None:
        self.viewport().update()
        self._titles.viewport().update()
