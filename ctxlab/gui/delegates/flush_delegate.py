"""The painter of lines that stand among labels."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from ctxlab.gui.delegates.text_row_delegate import MARGIN, TextRowDelegate


class FlushDelegate(TextRowDelegate):
    """Paints lines without margins, so that their words stand under those of the labels around."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line in a rectangle that is wider by its margins."""
        wider = QStyleOptionViewItem(option)
        wider.rect = option.rect.adjusted(-MARGIN, 0, MARGIN, 0)
        super().paint(painter, wider, index)
