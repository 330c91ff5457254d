"""A list of short lines, as a table with fixed row heights."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT, MARGIN, TextRowDelegate
from ctxlab.gui.models.text_rows import TextRow, TextRowsModel
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.line_table import LineTable


class TextList(LineTable):
    """Shows `TextRow`s. `item_chosen` gives the item id of a line that was activated, where it has one."""

    item_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, parent)
        self._look = look
        self._placeholder = ""
        self.rows = TextRowsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(TextRowDelegate(self.rows, look, self))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        look.changed.connect(self.viewport().update)

    def set_placeholder(self, text: str) -> None:
        """What an empty list says."""
        self._placeholder = text
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or what an empty list says."""
        super().paintEvent(event)
        if self._placeholder and not self.rows.rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(self._look.font)
            painter.setPen(color(self._look.theme.muted))
            first = QRect(0, 0, self.viewport().width(), LINE_HEIGHT)
            painter.drawText(QPoint(MARGIN, baseline(first, self._look.text)), self._placeholder)
            painter.end()

    def show_rows(self, rows: Sequence[TextRow]) -> None:
        """Show these lines."""
        self.rows.set_rows(rows)

    def _choose(self, index: QModelIndex) -> None:
        line = self.rows.line(index.row())
        if line is not None and line.item:
            self.item_chosen.emit(line.item)
