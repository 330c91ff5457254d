"""Labels that never interpret what they show."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look, color

#: Characters below which a cut text is left out.
LEAST = 4


def plain_label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label of plain text; `role` is the style sheet's: title, muted, refused."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    if role:
        label.setProperty("role", role)
    return label


class ElidedLabel(QWidget):
    """Muted text on one line that ends in an ellipsis where there is no room; the tooltip has it whole."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        look.changed.connect(self.update)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setToolTip(tooltip(text))
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:
        """As wide as the text."""
        return QSize(self._look.text.width(self._text), self._look.text.metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        look = self._look
        painter = QPainter(self)
        painter.setFont(look.font)
        painter.setPen(color(look.theme.muted))
        shown = look.text.cut(self._text, self.width(), self.devicePixelRatioF())
        # a letter and dots say nothing
        shown = shown if shown == self._text or len(shown) > LEAST else ""
        painter.drawText(QPoint(0, baseline(self.rect(), look.text)), shown)
        painter.end()
