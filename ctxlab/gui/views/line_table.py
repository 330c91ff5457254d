"""What all lists of lines have in common: lines of one height, one of them chosen, nothing to edit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget


class LineTable(QTableView):
    """A table without heads, grid or frame, all of whose lines have one height; columns fill its width."""

    def __init__(self, line_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
