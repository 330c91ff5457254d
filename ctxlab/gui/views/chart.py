"""What the charts have in common: what is pointed at, the left axis, words where there is nothing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.curve_steps import marks_of
from ctxlab.gui.theme.style import Look, color

#: The least room before the plot, and pixels beside the numbers of the left axis.
_LEFT, _BESIDE = 46, 16
#: Pixels between the marks of the left axis, at least.
_APART = 26


class Chart(QWidget):
    """A plot over whose places the pointer and the cursor of the keys go.

    `pointed` says that another place is told of. Subclasses paint in `_draw`.
    """

    pointed = Signal()

    def __init__(self, look: Look, height: int, least: int, parent: QWidget | None = None) -> None:
        """As high as `height` where there is room, and never below `least` (pixels)."""
        super().__init__(parent)
        self._look = look
        self._height = height
        self._hover: int | None = None
        self._cursor: int | None = None
        self._placeholder = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, least)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(620, self._height)

    def set_placeholder(self, text: str) -> None:
        """What an empty chart says."""
        self._placeholder = text
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Tell again of what is told of without the pointer."""
        self._hover = None
        self._told()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot, or what an empty chart says, and a frame where the keys are."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.base))
        if not self._draw(painter):
            painter.setFont(self._look.font)
            painter.setPen(color(theme.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(16, 8, -16, -8), flags, self._placeholder)
        if self.hasFocus():
            painter.setPen(QPen(color(theme.link), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _draw(self, painter: QPainter) -> bool:
        """Paint the plot; whether there is anything to paint."""
        raise NotImplementedError

    def _told(self) -> None:
        self.update()
        self.pointed.emit()

    def _left(self, top: int) -> int:
        """Where the plot begins: before it stand numbers up to `top`."""
        return max(_LEFT, self._look.fine.width(f"{top:,}") + _BESIDE)

    def _marks(self, plot: QRect, top: int) -> list[int]:
        """The numbers from 0 to `top` for which an axis at a side of the plot has room."""
        return marks_of(max(1, top), max(1, plot.height() // _APART))

    def _left_axis(self, painter: QPainter, plot: QRect, top: int, y_of: Callable[[int], int]) -> None:
        """The numbers up to `top`, each with a line through the plot at its y."""
        look, theme = self._look, self._look.theme
        painter.setFont(look.small)
        for mark in self._marks(plot, top):
            y = y_of(mark)
            painter.fillRect(plot.left(), y, plot.width(), 1, color(theme.rule))
            painter.setPen(color(theme.muted))
            text = f"{mark:,}"
            place = QRect(0, y - 8, plot.left(), 16)
            painter.drawText(
                QPoint(plot.left() - 8 - look.fine.width(text), baseline(place, look.fine)), text
            )


def step_to(key: int, at: int, last: int) -> int | None:
    """The place from 0 to `last` that an arrow key, Home or End leads to; None for other keys."""
    places: dict[int, int] = {
        Qt.Key.Key_Left: max(0, at - 1),
        Qt.Key.Key_Right: min(last, at + 1),
        Qt.Key.Key_Home: 0,
        Qt.Key.Key_End: last,
    }
    return places.get(key)
