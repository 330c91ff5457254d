"""Survival and tokens over the values of one swept setting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.plot_scale import Scale, scale_over
from ctxlab.gui.models.sweep_points import Point
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.variant_chart import APART_X, APART_Y, VariantChart

_BESIDE = 9


class SweepChart(VariantChart):
    """Two lines: survival in percent with round points, tokens with square ones and an axis at the right."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("sweepChart")
        self.setAccessibleName(self.tr("Must-keeps kept and tokens over the swept values"))
        self._title = ""
        self._top = 0

    def set_points(self, points: Sequence[Point]) -> None:
        """Show these, in the order in which the keys go through them."""
        self._top = max((one.tokens for one in points), default=0)
        super().set_points(points)

    def set_title(self, title: str) -> None:
        """What the lower axis is called."""
        self._title = title
        self.update()

    def _plot(self) -> QRect:
        plot = super()._plot()
        return plot.adjusted(0, 0, -self._look.fine.width(f"{self._top:,}") - _BESIDE, 0)

    def _across(self) -> Scale:
        room = max(2, self._plot().width() // APART_X)
        return scale_over((one.value for one in self._points), room)

    def _tokens(self) -> Scale:
        room = max(2, self._plot().height() // APART_Y)
        return scale_over((one.tokens for one in self._points), room)

    def _placing(self) -> Callable[[Point], QPointF]:
        across, percents, of_tokens = self._across(), self._percents(self._points), self._placing_tokens()

        def place(point: Point) -> QPointF:
            if point.survival is None:
                return of_tokens(point)
            return QPointF(self._x(across, point.value), self._y(percents, point.survival))

        return place

    def _placing_tokens(self) -> Callable[[Point], QPointF]:
        across, tokens = self._across(), self._tokens()
        return lambda point: QPointF(self._x(across, point.value), self._y(tokens, point.tokens))

    def _draw(self, painter: QPainter) -> bool:
        """Paint axes, both lines and their points."""
        if not self._points:
            return False
        theme = self._look.theme
        self._frame(painter, self._across(), self._title, self._percents(self._points))
        self._right_axis(painter)
        keys = ((self.tr("kept"), theme.link), (self.tr("tokens"), theme.warn))
        self._key(painter, keys)
        judged = list(map(self._placing(), (one for one in self._points if one.survival is not None)))
        places = list(map(self._placing_tokens(), self._points))
        self._line(painter, places, QPen(color(theme.warn), 1.4, Qt.PenStyle.DashLine))
        self._line(painter, judged, QPen(color(theme.link), 2))
        for place in places:
            self._square(painter, place, theme.warn)
        for place in judged:
            self._dot(painter, place, theme.link, filled=True)
        self._rings(painter)
        return True

    def _swatch(self, painter: QPainter, at: QPointF, ink: str) -> None:
        """Round for survival, square for tokens."""
        if ink == self._look.theme.warn:
            self._square(painter, at, ink)
        else:
            self._dot(painter, at, ink, filled=True)

    def _right_axis(self, painter: QPainter) -> None:
        look, theme, plot = self._look, self._look.theme, self._plot()
        scale = self._tokens()
        painter.setFont(look.small)
        painter.setPen(color(theme.warn))
        for mark in scale.marks:
            y = round(self._y(scale, mark))
            place = QRect(plot.right(), y - 8, 40, 16)
            painter.drawText(QPoint(plot.right() + _BESIDE, baseline(place, look.fine)), f"{mark:,}")

    def _line(self, painter: QPainter, places: list[QPointF], pen: QPen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(places))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
