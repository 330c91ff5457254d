"""What the marks in the panes mean, for as many of them as there is room for."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color

GAP = 11


class Legend(QWidget):
    """Words in a row at the right edge. Where room is scarce the first go; none is ever cut."""

    def __init__(self, look: Look, words: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setToolTip(tooltip("\n".join(words)))
        self.setAccessibleName(listed(words))
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Room for all words."""
        fine = self._look.text
        widths = [fine.width(word) for word in self._words]
        return QSize(sum(widths) + GAP * (len(widths) - 1) + 2, fine.metrics.height())

    def minimumSizeHint(self) -> QSize:
        """None: the field and what it says go before."""
        return QSize(0, self._look.text.metrics.height())

    def shown(self) -> list[str]:
        """The words for which there is room, in order."""
        found: list[str] = []
        left = self.width()
        for word in reversed(self._words):
            left -= self._look.text.width(word)
            if left < 0:
                break
            found.insert(0, word)
            left -= GAP
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words."""
        look = self._look
        painter = QPainter(self)
        painter.setFont(look.font)
        painter.setPen(color(look.theme.muted))
        x = self.width()
        y = baseline(self.rect(), look.text)
        for word in reversed(self.shown()):
            x -= look.text.width(word)
            painter.drawText(QPoint(x, y), word)
            x -= GAP
        painter.end()
