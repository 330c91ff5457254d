"""What the marks in the panes mean: all of the marks, and words to as many as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color

GAP = 11


class Legend(QWidget):
    """Marks and their words in a row at the right edge; `words` are such as `~ cut`.

    Where room is scarce the first lose their words; their marks stay, and the tooltip has all.
    """

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
        return QSize(self._wide(self._words), self._look.text.metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Room for all marks."""
        fine = self._look.text
        return QSize(self._wide([_mark(word) for word in self._words]), fine.metrics.height())

    def shown(self) -> list[str]:
        """What there is room for, in order: words, or their marks alone."""
        found = list(self._words)
        for at, word in enumerate(found):
            if self._wide(found) <= self.width():
                break
            found[at] = _mark(word)
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

    def _wide(self, words: Sequence[str]) -> int:
        """What these take in a row (pixels)."""
        return sum(map(self._look.text.width, words)) + GAP * (len(words) - 1) + 2


def _mark(word: str) -> str:
    return word.partition(" ")[0]
