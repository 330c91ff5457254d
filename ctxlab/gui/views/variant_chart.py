"""What the plots of a sweep have in common: a point a variant, pointed out, chosen, gone through by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.plot_scale import Scale, scale_over
from ctxlab.gui.models.sweep_points import Point
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.chart import Chart, step_to

HEAD, FOOT, RIGHT = 24, 38, 16
#: Pixels between marks of the lower axis at least, and of the left one.
APART_X, APART_Y = 76, 28
#: How far the pointer may be from the point that it means (pixels).
_NEAR = 26
#: The radius of a point, and of the ring around the one that is chosen (pixels).
DOT, RING = 3.5, 7.0


class VariantChart(Chart):
    """A plot of points. `variant_chosen` gives the variant that a person pointed out.

    A click chooses the point under the pointer; ← and → go from point to point, Home and End to the ends,
    Enter chooses.
    """

    variant_chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, 210, 140, parent)
        self._points: tuple[Point, ...] = ()
        self._chosen: int | None = None

    @property
    def pointed_at(self) -> Point | None:
        """The point under the pointer, or at the cursor of the keys."""
        for at in (self._hover, self._cursor):
            if at is not None and at < len(self._points):
                return self._points[at]
        return None

    @property
    def point(self) -> Point | None:
        """The point that is told of: the one that is pointed at, else the chosen one."""
        return self.pointed_at or next((one for one in self._points if one.variant == self._chosen), None)

    def set_points(self, points: Sequence[Point]) -> None:
        """Show these, in the order in which the keys go through them."""
        found = tuple(points)
        if [one.variant for one in found] != [one.variant for one in self._points]:
            self._hover = self._cursor = None
        self._points = found
        self._told()

    def choose(self, variant: int | None) -> None:
        """Mark the point of a variant; None marks none."""
        self._chosen = variant
        self._cursor = None
        self._told()

    def place_of(self, variant: int) -> QPoint:
        """Where the point of a variant stands; outside where there is none."""
        found = next((one for one in self._points if one.variant == variant), None)
        return QPoint(-1, -1) if found is None else self._placing()(found).toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the point near the pointer."""
        hover = self._near(event.position())
        if hover != self._hover:
            self._hover = hover
            self._told()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the point near the pointer."""
        at = self._near(event.position())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self.variant_chosen.emit(self._points[at].variant)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, or choose its point."""
        key, last = event.key(), len(self._points) - 1
        to = step_to(key, self._now(), last)
        if last >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.variant_chosen.emit(self._points[max(0, self._now())].variant)
        elif last >= 0 and to is not None:
            self._hover = None
            self._cursor = to
            self._told()
        else:
            super().keyPressEvent(event)

    def _placing(self) -> Callable[[Point], QPointF]:
        """What tells where a point stands, on the scales as they are now."""
        raise NotImplementedError

    def _now(self) -> int:
        """The point that the keys start from."""
        if self._cursor is not None:
            return self._cursor
        return next((at for at, one in enumerate(self._points) if one.variant == self._chosen), 0)

    def _near(self, place: QPointF) -> int | None:
        placing = self._placing()

        def far(at: int) -> float:
            away = placing(self._points[at]) - place
            return hypot(away.x(), away.y())

        nearest = min(range(len(self._points)), key=far, default=None)
        return nearest if nearest is not None and far(nearest) <= _NEAR else None

    def _plot(self) -> QRect:
        left = max(46, self._look.fine.width("100 %") + 18)
        return self.rect().adjusted(left, HEAD, -RIGHT, -FOOT)

    def _percents(self, shown: Sequence[Point]) -> Scale:
        """The scale of survival, which never goes beyond 100."""
        known = [one.survival for one in shown if one.survival is not None]
        return scale_over(known, max(2, self._plot().height() // APART_Y), end=100)

    def _y(self, scale: Scale, value: float) -> float:
        plot = self._plot()
        return plot.bottom() - scale.share(value) * plot.height()

    def _x(self, scale: Scale, value: float) -> float:
        plot = self._plot()
        return plot.left() + scale.share(value) * plot.width()

    def _frame(self, painter: QPainter, across: Scale, title: str, percents: Scale) -> None:
        """Both axes: percentages at the left, numbers with their title below."""
        look, theme, plot = self._look, self._look.theme, self._plot()
        painter.setFont(look.small)
        for mark in percents.marks:
            y = round(self._y(percents, mark))
            painter.fillRect(plot.left(), y, plot.width(), 1, color(theme.rule))
            text = f"{mark} %"
            place = QRect(0, y - 8, plot.left(), 16)
            painter.setPen(color(theme.muted))
            left = plot.left() - 8 - look.fine.width(text)
            painter.drawText(QPoint(left, baseline(place, look.fine)), text)
        line = QRect(0, plot.bottom() + 4, self.width(), 16)
        for mark in across.marks:
            x = round(self._x(across, mark))
            painter.fillRect(x, plot.bottom() + 1, 1, 4, color(theme.border))
            text = f"{mark:,}"
            left = x - look.fine.width(text) // 2
            left = max(2, min(left, self.width() - look.fine.width(text) - 2))
            painter.drawText(QPoint(left, baseline(line, look.fine)), text)
        painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, color(theme.border))
        foot = QRect(0, plot.bottom() + 19, self.width(), 16)
        shown = look.fine.cut(title, plot.width(), self.devicePixelRatioF())
        left = plot.right() - look.fine.width(shown)
        painter.drawText(QPoint(left, baseline(foot, look.fine)), shown)

    def _key(self, painter: QPainter, marks: Sequence[tuple[str, str]]) -> None:
        """Above the plot, at its left: signs in their ink, each with its words, as far as there is room."""
        look, theme = self._look, self._look.theme
        line = QRect(0, 0, self.width(), HEAD - 4)
        x = self._plot().left()
        painter.setFont(look.small)
        for words, ink in marks:
            width = look.fine.width(words)
            if x + 16 + width > self.width() - 2:
                return
            self._swatch(painter, QPointF(x + 5, line.center().y() + 0.5), ink)
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(x + 15, baseline(line, look.fine)), words)
            x += 15 + width + 14

    def _swatch(self, painter: QPainter, at: QPointF, ink: str) -> None:
        """The sign of what a key's words are about."""
        self._dot(painter, at, ink, filled=True)

    def _dot(self, painter: QPainter, at: QPointF, ink: str, *, filled: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(color(ink), 1.6))
        painter.setBrush(color(ink if filled else self._look.theme.base))
        painter.drawEllipse(at, DOT, DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _square(self, painter: QPainter, at: QPointF, ink: str) -> None:
        painter.fillRect(QRectF(at.x() - 3, at.y() - 3, 6, 6), color(ink))

    def _ring(self, painter: QPainter, at: QPointF, ink: str) -> None:
        """Around the point that is chosen or told of."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(color(ink), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, RING, RING)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _rings(self, painter: QPainter) -> None:
        theme, told, placing = self._look.theme, self.point, self._placing()
        for one in self._points:
            if one.variant == self._chosen:
                self._ring(painter, placing(one), theme.link)
            elif told is not None and one.variant == told.variant:
                self._ring(painter, placing(one), theme.muted)
