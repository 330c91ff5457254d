"""What painters of lines have in common: a look, and one height for all lines."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.theme.style import Look


class LineDelegate(QStyledItemDelegate):
    """Subclasses paint."""

    def __init__(self, look: Look, size: QSize, parent: QObject | None = None) -> None:
        """`size` is what a line asks for."""
        super().__init__(parent)
        self._look = look
        self._size = size

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Every line is as high as every other."""
        return self._size
