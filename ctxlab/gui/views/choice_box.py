"""A list to choose one from, drawn as flat as everything else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip, QWidget

from ctxlab.gui.text import tooltip

#: What the style leaves free beside the words (pixels).
_INSIDE = 2


class ChoiceBox(QComboBox):
    """A list to choose from, whose arrow is drawn in the ink of its text.

    What there is no room for ends in an ellipsis, and is told in full by the tooltip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "arrow")

    def shown_text(self) -> str:
        """The words of the choice, as far as there is room for them."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        return self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, field.width() - _INSIDE
        )

    def event(self, event: QEvent) -> bool:
        """The tooltip of a choice that is cut short is the whole of it."""
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and self.shown_text() != self.currentText()
        ):
            QToolTip.showText(event.globalPos(), tooltip(self.currentText()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, the words and the arrow."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        box = self.rect().adjusted(0, 0, -8, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "▾")
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A turn of the wheel over a closed box is no choice."""
        event.ignore()
