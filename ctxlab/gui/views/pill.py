"""A pill as a widget of its own."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import PILL_HEIGHT, baseline, draw_pill, pill_width
from ctxlab.gui.models.item_story import Passage, Step
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate


class Pill(QWidget):
    """A word in the colours of how an item came through a stage."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._step: Step | None = None
        self.setFixedHeight(PILL_HEIGHT + 3)
        look.changed.connect(self.update)

    def text(self) -> str:
        """The word."""
        return "" if self._step is None else self._step.pill

    def show_step(self, step: Step) -> None:
        """Show a stage's verdict."""
        self._step = step
        self.setAccessibleName(step.pill)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its word."""
        return QSize(max(56, pill_width(self.text(), self._look)), PILL_HEIGHT + 3)

    def minimumSizeHint(self) -> QSize:
        """As wide as its word."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill, or a plain dash where the stage was never reached."""
        if self._step is None:
            return
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        if self._step.passage is Passage.NEVER:
            painter.setFont(look.font)
            painter.setPen(color(theme.muted))
            painter.drawText(4, baseline(self.rect(), look.text), self._step.pill)
        else:
            draw_pill(painter, 0, self.rect(), self.text(), _tone(theme, self._step), look)
        painter.end()


def _tone(theme: Theme, step: Step) -> Tone:
    if step.passage is Passage.PASSED:
        return theme.passed
    return theme.failed if step.fate is Fate.DROPPED else theme.tone(step.fate)
