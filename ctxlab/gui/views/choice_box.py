"""A list to choose one from, drawn as flat as everything else."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget


class ChoiceBox(QComboBox):
    """A list to choose from, whose arrow is drawn in the ink of its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "arrow")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box and the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        box = self.rect().adjusted(0, 0, -8, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "▾")
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A turn of the wheel over a closed box is no choice."""
        event.ignore()
