"""The chart of a curve: items kept as filled steps, must-keeps as a second line, the cap as it is now."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.curve_steps import Column, marks_of, notable, scale_of, step_at, thinned
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.chart import Chart, step_to
from ctxlab.model.sensitivity import Curve

RIGHT, HEAD, FOOT = 40, 26, 24
#: Pixels between the marks of the lower axis, at least.
_APART = 84
_SQUARE = 3
_HANDLE = 5
_GAP = 14


class CurveChart(Chart):
    """Paints a `Curve`. `cap_chosen` gives a cap that a person set: the start of the step that was meant.

    A click sets the cap of the step under the pointer. ← and → go from step to step, Page Up and Page Down
    from one notable cap to the next, Home and End to the ends; Enter sets the cap, Esc leaves it.
    """

    cap_chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, 200, 110, parent)
        self._curve: Curve | None = None
        self._now: int | None = None
        self._saved: int | None = None
        self._drawn: tuple[int, list[Column], list[Column]] | None = None

    @property
    def step(self) -> int | None:
        """The step that is told of: under the pointer, else at the cursor of the keys, else that of now."""
        curve = self._curve
        if curve is None:
            return None
        for step in (self._hover, self._cursor):
            if step is not None:
                return step
        return curve.at(self._now)

    def set_curve(self, curve: Curve | None, now: int | None, saved: int | None) -> None:
        """Show a curve, with the cap as it is now and as it is saved; None is no cap."""
        if curve is not self._curve:
            self._hover = None
            if curve is None or self._curve is None or curve.row != self._curve.row:
                self._cursor = None
            elif self._cursor is not None:
                self._cursor = min(self._cursor, len(curve.caps) - 1)
        self._curve, self._now, self._saved = curve, now, saved
        self._drawn = None
        self._told()

    def point_at(self, step: int | None) -> None:
        """Put the cursor of the keys on a step."""
        self._cursor = step
        self._told()

    def x_of(self, cap: int) -> int:
        """The x of a cap."""
        plot = self._plot()
        return plot.left() + cap * plot.width() // self._scale()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the step under the pointer."""
        curve = self._curve
        inside = self._plot().adjusted(-4, -HEAD, 4, FOOT).contains(event.position().toPoint())
        hover = step_at(curve, self._place(event.position().x())) if curve is not None and inside else None
        if hover != self._hover:
            self._hover = hover
            self._told()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the cap of the step under the pointer."""
        if self._curve is not None and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = step_at(self._curve, self._place(event.position().x()))
            self._told()
            self.cap_chosen.emit(self._curve.caps[self._cursor])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, or set its cap."""
        curve = self._curve
        if curve is None:
            super().keyPressEvent(event)
            return
        last = len(curve.caps) - 1
        at = self._cursor if self._cursor is not None else curve.at(self._now)
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.cap_chosen.emit(curve.caps[at])
            return
        to = step_to(key, at, last)
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            marked = [one.step for one in notable(curve, len(curve.caps))]
            if key == Qt.Key.Key_PageUp:
                to = next((one for one in marked if one > at), last)
            else:
                to = next((one for one in reversed(marked) if one < at), 0)
        elif key == Qt.Key.Key_Escape and self._cursor is not None:
            self.point_at(None)
            return
        elif to is None:
            super().keyPressEvent(event)
            return
        self._hover = None
        self.point_at(to)

    def _draw(self, painter: QPainter) -> bool:
        """Paint axes, steps, must-keeps and caps."""
        if self._curve is None:
            return False
        self._axes(painter, self._curve)
        self._steps(painter, self._curve)
        self._caps(painter, self._curve)
        return True

    def _plot(self) -> QRect:
        of = 0 if self._curve is None else self._curve.of
        return self.rect().adjusted(self._left(of), HEAD, -RIGHT, -FOOT)

    def _scale(self) -> int:
        return 1 if self._curve is None else scale_of(self._curve, self._now, self._saved)

    def _place(self, x: float) -> float:
        """The cap at an x, not less than 0."""
        plot = self._plot()
        # the pixel that a step begins in is its own
        return max(0.0, (x + 1 - plot.left()) * self._scale() / max(1, plot.width()))

    def _axes(self, painter: QPainter, curve: Curve) -> None:
        look, theme, plot = self._look, self._look.theme, self._plot()
        self._left_axis(painter, plot, curve.of, lambda mark: self._y(mark, curve.of))
        for mark in self._marks(plot, curve.judged) if curve.judged else ():
            y = self._y(mark, curve.judged)
            painter.setPen(color(theme.failed.ink))
            place = QRect(plot.right(), y - 8, RIGHT, 16)
            painter.drawText(QPoint(plot.right() + 9, baseline(place, look.fine)), f"{mark:,}")
            painter.fillRect(plot.right() + 1, y, 4, 1, color(theme.failed.ink))
        top = self._scale()
        foot = QRect(0, plot.bottom() + 4, self.width(), FOOT - 4)
        for mark in marks_of(top, max(1, plot.width() // _APART)):
            x = self.x_of(mark)
            painter.fillRect(x, plot.bottom() + 1, 1, 4, color(theme.border))
            text = f"{mark:,}"
            left = min(x - look.fine.width(text) // 2, self.width() - look.fine.width(text) - 2)
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(left, baseline(foot, look.fine)), text)
        painter.fillRect(plot.left(), plot.bottom(), plot.width(), 1, color(theme.border))

    def _steps(self, painter: QPainter, curve: Curve) -> None:
        theme, plot = self._look.theme, self._plot()
        if self._drawn is None or self._drawn[0] != plot.width():
            top, width = self._scale(), max(1, plot.width())
            kept = thinned(curve.caps, curve.kept, top, width)
            self._drawn = (plot.width(), kept, thinned(curve.caps, curve.must_keeps, top, width))
        _, kept, keeps = self._drawn
        line = self._line(kept, curve.of)
        ink = color(theme.rows[curve.row])
        ground = QColor(ink)
        ground.setAlpha(46)
        area = QPolygonF(line)
        area.append(QPointF(plot.right(), plot.bottom()))
        area.append(QPointF(plot.left(), plot.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 2))
        painter.drawPolyline(line)
        if curve.judged:
            red = color(theme.failed.ink)
            painter.setPen(QPen(red, 1.5, Qt.PenStyle.DashLine))
            painter.drawPolyline(self._line(keeps, curve.judged))
            if not curve.exact:
                for at in thinned(curve.runs, range(len(curve.runs)), self._scale(), max(1, plot.width())):
                    painter.fillRect(plot.left() + at.x, plot.bottom() - 5, 1, 5, red)
            for at in keeps[1:] or keeps:
                y = self._y(at.last, curve.judged)
                x = plot.left() + at.x
                painter.fillRect(x - _SQUARE, y - _SQUARE, 2 * _SQUARE + 1, 2 * _SQUARE + 1, red)

    def _line(self, columns: list[Column], of: int) -> QPolygonF:
        """The step line through these pixels, up to the right edge."""
        plot = self._plot()
        line = QPolygonF()
        before = columns[0].last if columns else 0
        for at in columns:
            x = plot.left() + at.x
            for value in (before, at.least, at.most, at.last):
                line.append(QPointF(x, self._y(value, of)))
            before = at.last
        line.append(QPointF(plot.right(), self._y(before, of)))
        return line

    def _y(self, value: int, of: int) -> int:
        plot = self._plot()
        return plot.bottom() - (plot.height() - 4) * value // max(1, of)

    def _caps(self, painter: QPainter, curve: Curve) -> None:
        """Lines for the caps: saved, pointed at, now."""
        look, theme, plot = self._look, self._look.theme, self._plot()
        taken: list[tuple[int, int]] = []
        if self._now is not None:
            x = self.x_of(self._now)
            painter.fillRect(x, plot.top() - 4, 2, plot.height() + 4, color(theme.link))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QPen(color(theme.link), 2))
            painter.setBrush(color(theme.base))
            painter.drawEllipse(QPointF(x + 1, plot.bottom() + 0.5), _HANDLE, _HANDLE)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self._tag(painter, x, self.tr("now {0}").format(f"{self._now:,}"), theme.link, taken)
        if self._saved is not None and self._saved != self._now:
            x = self.x_of(self._saved)
            painter.setPen(QPen(color(theme.muted), 1, Qt.PenStyle.DotLine))
            painter.drawLine(x, plot.top(), x, plot.bottom())
            self._tag(painter, x, self.tr("saved {0}").format(f"{self._saved:,}"), theme.muted, taken)
        step = self._hover if self._hover is not None else self._cursor
        if step is not None:
            x = self.x_of(curve.caps[step])
            painter.setPen(QPen(color(theme.text), 1, Qt.PenStyle.DashLine))
            painter.drawLine(x, plot.top() - 4, x, plot.bottom())
            painter.setBrush(color(theme.text))
            painter.drawRect(QRectF(x - 2, self._y(curve.kept[step], curve.of) - 2, 4, 4))
        painter.setFont(look.font)

    def _tag(self, painter: QPainter, x: int, text: str, ink: str, taken: list[tuple[int, int]]) -> None:
        """Words above a line, beside those that are there already, within the widget."""
        look = self._look
        width = look.fine.width(text)
        left = max(2, min(x - width // 2, self.width() - width - 2))
        for start, end in taken:
            if left < end + _GAP and start < left + width + _GAP:
                left = start - _GAP - width if x < start + (end - start) // 2 else end + _GAP
        left = max(2, min(left, self.width() - width - 2))
        taken.append((left, left + width))
        painter.setFont(look.small)
        painter.setPen(color(ink))
        painter.drawText(QPoint(left, baseline(QRect(0, 2, self.width(), HEAD - 8), look.fine)), text)
