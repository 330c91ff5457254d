"""The front of a sweep: tokens against survival, a point a variant, those that no other beats joined."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ctxlab.gui.models.plot_scale import Scale, scale_over
from ctxlab.gui.models.sweep_points import Point
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.variant_chart import APART_X, VariantChart


class ParetoChart(VariantChart):
    """Filled points are on the front, hollow ones are beaten by one of it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("paretoChart")
        self.setAccessibleName(self.tr("Must-keeps kept against tokens"))

    def _across(self) -> Scale:
        room = max(2, self._plot().width() // APART_X)
        return scale_over((one.tokens for one in self._points), room)

    def _placing(self) -> Callable[[Point], QPointF]:
        across, percents = self._across(), self._percents(self._points)
        return lambda point: QPointF(self._x(across, point.tokens), self._y(percents, point.survival or 0))

    def _draw(self, painter: QPainter) -> bool:
        """Paint axes, the front as steps, and all points."""
        if not self._points:
            return False
        theme, placing = self._look.theme, self._placing()
        self._frame(painter, self._across(), self.tr("tokens of all sessions"), self._percents(self._points))
        keys = ((self.tr("best trade-off"), theme.link), (self.tr("another is better"), theme.muted))
        self._key(painter, keys)
        self._front(painter, [placing(one) for one in self._points if one.front])
        for one in sorted(self._points, key=lambda one: one.front):
            self._dot(painter, placing(one), theme.link if one.front else theme.muted, filled=one.front)
        self._rings(painter)
        return True

    def _swatch(self, painter: QPainter, at: QPointF, ink: str) -> None:
        """Filled for the front, hollow for what is beaten."""
        self._dot(painter, at, ink, filled=ink == self._look.theme.link)

    def _front(self, painter: QPainter, places: list[QPointF]) -> None:
        """What is kept at best for so many tokens: it holds up to the next point of the front."""
        line = QPolygonF()
        for at, place in enumerate(places):
            if at:
                line.append(QPointF(place.x(), places[at - 1].y()))
            line.append(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color(self._look.theme.link), 1.6))
        painter.drawPolyline(line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
