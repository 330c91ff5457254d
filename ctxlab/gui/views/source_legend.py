"""Which colour stands for which source, as swatches with names, for as many as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.source_rows import row_of
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.items import Source

_SQUARE, _BESIDE, _GAP = 9, 5, 12


class SourceLegend(QWidget):
    """Swatches in a row: lost must-keeps and limits, then sources and framing.

    The tooltip names all.
    """

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("sourceLegend")
        self._look = look
        self._language = language
        self._sources: tuple[Source, ...] = ()
        self._lost = self._limit = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        look.changed.connect(self.update)

    def show_marks(self, sources: Sequence[Source], *, lost: bool, limit: bool) -> None:
        """Name these sources, and what else there is."""
        self._sources, self._lost, self._limit = tuple(sources), lost, limit
        words = [words for words, _ in self._entries()]
        self.setToolTip(tooltip("\n".join(words)))
        self.setAccessibleName(listed(words))
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(200, self._look.fine.metrics.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint those that fit."""
        look = self._look
        painter = QPainter(self)
        painter.setFont(look.small)
        x = 0
        for words, ink in self._entries():
            width = _SQUARE + _BESIDE + look.fine.width(words)
            if x + width > self.width():
                break
            if words == self.tr("limit"):
                painter.setPen(QPen(color(ink), 1, Qt.PenStyle.DashLine))
                painter.drawLine(x, self.height() // 2, x + _SQUARE, self.height() // 2)
            else:
                painter.fillRect(QRect(x, (self.height() - _SQUARE) // 2, _SQUARE, _SQUARE), color(ink))
            painter.setPen(color(look.theme.muted))
            painter.drawText(QPoint(x + _SQUARE + _BESIDE, baseline(self.rect(), look.fine)), words)
            x += width + _GAP
        painter.end()

    def _entries(self) -> list[tuple[str, str]]:
        """Words and colours."""
        if not self._sources:
            return []
        theme = self._look.theme
        found = [(explain.source(one, self._language), theme.rows[row_of(one)]) for one in self._sources]
        marks = [
            *([(self.tr("must-keep lost"), theme.failed.ink)] if self._lost else []),
            *([(self.tr("limit"), theme.warn)] if self._limit else []),
        ]
        return [*marks, *found, (self.tr("framing"), theme.muted)]
