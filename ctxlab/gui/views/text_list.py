"""A list of short lines, as a table with fixed row heights."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT, TextRowDelegate
from ctxlab.gui.models.text_rows import TextRow, TextRowsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.line_table import LineTable


class TextList(LineTable):
    """Shows `TextRow`s. `item_chosen` gives the item id of a line that was activated, where it has one.

    `chosen` gives the row of any line that was. Ctrl+C copies the current line.
    """

    item_chosen = Signal(str)
    chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.rows = TextRowsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(TextRowDelegate(self.rows, look, self))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        look.changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[TextRow]) -> None:
        """Show these lines."""
        self.rows.set_rows(rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the current line as it is told."""
        line = self.rows.line(self.currentIndex().row())
        if line is not None and event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(line.said)
            return
        super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        line = self.rows.line(index.row())
        if line is not None:
            self.chosen.emit(index.row())
        if line is not None and line.item:
            self.item_chosen.emit(line.item)
