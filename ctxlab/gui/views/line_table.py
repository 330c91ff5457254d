"""What all lists of lines have in common: lines of one height, one of them chosen, nothing to edit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.plain_table import PlainTable


class LineTable(PlainTable):
    """A table without heads, grid or frame, all of whose lines have one height; columns fill its width."""

    def __init__(self, line_height: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.fix_lines(line_height)
        horizontal = self.horizontalHeader()
        horizontal.hide()
        horizontal.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
