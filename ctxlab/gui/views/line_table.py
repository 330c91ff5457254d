"""What all lists of lines have in common: lines of one height, one of them chosen, nothing to edit."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.text_row_delegate import MARGIN
from ctxlab.gui.theme.style import Look, color


class LineTable(QTableView):
    """A table without heads, grid or frame, all of whose lines have one height; columns fill its width."""

    def __init__(self, line_height: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._placeholder = ""
        horizontal = self.horizontalHeader()
        horizontal.hide()
        horizontal.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        vertical = self.verticalHeader()
        vertical.hide()
        # a fixed height spares Qt measuring each line
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(line_height)
        vertical.setDefaultSectionSize(line_height)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def placeholder(self) -> str:
        """What it says while it is empty."""
        return self._placeholder

    def set_placeholder(self, text: str) -> None:
        """What an empty table says."""
        self._placeholder = text
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or what an empty table says."""
        super().paintEvent(event)
        if self._placeholder and not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(self._look.font)
            painter.setPen(color(self._look.theme.muted))
            first = QRect(0, 0, 1, self.verticalHeader().defaultSectionSize())
            # its first line stands where that of a line would
            top = baseline(first, self._look.text) - self._look.text.metrics.ascent()
            room = self.viewport().rect().adjusted(MARGIN, top, -MARGIN, 0)
            painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self._placeholder)
            painter.end()
