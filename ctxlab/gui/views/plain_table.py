"""What most tables have in common: neither grid nor frame, nothing to edit, words where they are empty."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.text_row_delegate import MARGIN
from ctxlab.gui.theme.style import Look, color


class PlainTable(QTableView):
    """Cells to look at, of which one is chosen; it scrolls by pixels, and Tab leaves it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._placeholder = ""
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    @property
    def placeholder(self) -> str:
        """What it says while it is empty."""
        return self._placeholder

    def set_placeholder(self, text: str) -> None:
        """What an empty table says."""
        self._placeholder = text
        self.viewport().update()

    def fix_lines(self, height: int) -> None:
        """Give lines one height and nothing before them; they are chosen as wholes."""
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        vertical = self.verticalHeader()
        vertical.hide()
        # a fixed height spares Qt measuring each line
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(height)
        vertical.setDefaultSectionSize(height)

    def sort_by_heads(
        self, stretched: int, by: int, order: Qt.SortOrder, *, least: int, movable: bool
    ) -> None:
        """Sort by a click on a head, at first by a column; one column takes what the others leave.

        `least` is what a column has at least (pixels), `movable` whether a person sets widths. Heads are a
        little higher than the lines, whose height is fixed before.
        """
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.setMinimumSectionSize(least)
        head.setFixedHeight(self.verticalHeader().defaultSectionSize() + 2)
        modes = QHeaderView.ResizeMode
        head.setSectionResizeMode(modes.Interactive if movable else modes.Fixed)
        head.setSectionResizeMode(stretched, modes.Stretch)
        head.setSortIndicator(by, order)
        self.setSortingEnabled(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, or what an empty table says."""
        super().paintEvent(event)
        if self._placeholder and not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(self._look.font)
            painter.setPen(color(self._look.theme.muted))
            first = QRect(0, 0, 1, self.verticalHeader().defaultSectionSize())
            # its first line stands where that of a line would
            top = baseline(first, self._look.text) - self._look.text.metrics.ascent()
            left, right = self._margins()
            room = self.viewport().rect().adjusted(left, top, -right, 0)
            painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self._placeholder)
            painter.end()

    def _margins(self) -> tuple[int, int]:
        """Pixels left and right of what an empty table says."""
        return MARGIN, MARGIN
