"""How often each of two arms held, as bars with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import LETTER, baseline, draw_letter
from ctxlab.gui.models.trial_words import rate_words
from ctxlab.gui.text import clauses, one_line, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.trial import Rate

_LINE = 34
#: Of the width, what names and figures take at most, and what is free between them (pixels).
_NAME_SHARE, _GAP = 0.26, 14
_BAR, _CAP = 10, 8


class RateBars(QWidget):
    """A line an arm: letter and name, the share that held from 0 to 100 %, and the same in figures."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._rates: tuple[Rate, ...] = ()
        self.setObjectName("trialRates")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def set_rates(self, rates: Sequence[Rate]) -> None:
        """Show these."""
        self._rates = tuple(rates)
        words = [f"{letter} {rate.arm}: {rate_words(rate)}" for letter, rate in self._lines()]
        self.setAccessibleName(clauses(words))
        self.setToolTip(tooltip("\n".join(words)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line an arm."""
        return QSize(420, _LINE * len(self._rates))

    def minimumSizeHint(self) -> QSize:
        """As high as it is."""
        return QSize(300, _LINE * len(self._rates))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        figures = max((look.text.width(rate_words(rate)) for rate in self._rates), default=0)
        names = max((look.strong.width(one_line(rate.arm, 60)) for rate in self._rates), default=0)
        named = LETTER + 6 + min(names, int(self.width() * _NAME_SHARE))
        for at, (letter, rate) in enumerate(self._lines()):
            line = QRect(0, at * _LINE, self.width(), _LINE)
            draw_letter(painter, 0, line, letter, look)
            painter.setFont(look.bold)
            painter.setPen(color(theme.text))
            name = look.strong.cut(one_line(rate.arm, 60), named - LETTER - 6, self.devicePixelRatioF())
            painter.drawText(QPoint(LETTER + 6, baseline(line, look.strong)), name)
            painter.setFont(look.font)
            painter.drawText(QPoint(line.right() - figures, baseline(line, look.text)), rate_words(rate))
            room = QRect(named + _GAP, line.top(), line.right() - figures - named - 2 * _GAP, _LINE)
            self._bar(painter, room, rate)
        painter.end()

    def _bar(self, painter: QPainter, room: QRect, rate: Rate) -> None:
        theme = self._look.theme
        if room.width() < 3 * _CAP:
            return
        top = room.center().y() - _BAR // 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(theme.track))
        painter.drawRoundedRect(QRectF(room.left(), top, room.width(), _BAR), 3, 3)
        if rate.share is None:
            return
        painter.setBrush(color(theme.bar))
        painter.drawRoundedRect(QRectF(room.left(), top, room.width() * rate.share, _BAR), 3, 3)
        low, high = (room.left() + room.width() * one for one in (rate.low, rate.high))
        middle = room.center().y() + 0.5
        lines = [QLineF(low, middle, high, middle)]
        lines += [QLineF(x, middle - _CAP, x, middle + _CAP) for x in (low, high)]
        # on its own ground, so that it is seen on the bar too
        for ink, width in ((theme.base, 4), (theme.text, 1.5)):
            painter.setPen(QPen(color(ink), width))
            painter.drawLines(lines)

    def _lines(self) -> list[tuple[str, Rate]]:
        return list(zip(("A", "B"), self._rates, strict=False))
