"""The chart of a curve: items kept as filled steps, must-keeps as a second line, the cap as it is now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.curve_steps import Column, marks_of, notable, scale_of, step_at, thinned
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.sensitivity import Curve

LEFT, RIGHT, HEAD, FOOT = 46, 40, 26, 24
#: Pixels beside the numbers of the left axis.
_BESIDE = 16
#: Pixels between the marks of the axes, at least.
_APART_X, _APART_Y = 84, 26
_SQUARE = 3
_HANDLE = 5
_GAP = 14


class CurveChart(QWidget):
    """Paints a `Curve`. `cap_chosen` gives a cap that a person set: the start of the step that was meant.

    A click sets the cap of the step under the pointer. ← and → go from step to step, Page Up and Page Down
    from one notable cap to the next, Home and End to the ends; Enter sets the cap, Esc leaves it.
    """

    cap_chosen = Signal(int)
    #: The step that the readout tells of has changed.
    pointed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._curve: Curve | None = None
        self._now: int | None = None
        self._saved: int | None = None
        self._hover: int | None = None
        self._cursor: int | None = None
        self._placeholder = ""
        self._drawn: tuple[int, list[Column], list[Column]] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, 110)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(620, 200)

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

    def set_placeholder(self, text: str) -> None:
        """What is said without a curve."""
        self._placeholder = text
        self.update()

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

    def leaveEvent(self, event: QEvent) -> None:
        """Tell of the cursor or of now again."""
        self._hover = None
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
        steps = {
            Qt.Key.Key_Left: max(0, at - 1),
            Qt.Key.Key_Right: min(last, at + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            marked = [one.step for one in notable(curve, len(curve.caps))]
            if key == Qt.Key.Key_PageUp:
                to = next((one for one in marked if one > at), last)
            else:
                to = next((one for one in reversed(marked) if one < at), 0)
        elif key == Qt.Key.Key_Escape and self._cursor is not None:
            self.point_at(None)
            return
        elif key in steps:
            to = steps[Qt.Key(key)]
        else:
            super().keyPressEvent(event)
            return
        self._hover = None
        self.point_at(to)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys went elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, steps, must-keeps and caps."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.base))
        curve = self._curve
        if curve is None:
            painter.setFont(self._look.font)
            painter.setPen(color(theme.muted))
            painter.drawText(
                self.rect().adjusted(16, 8, -16, -8),
                Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
                self._placeholder,
            )
        else:
            self._axes(painter, curve)
            self._steps(painter, curve)
            self._caps(painter, curve)
        if self.hasFocus():
            painter.setPen(QPen(color(theme.link), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _told(self) -> None:
        self.update()
        self.pointed.emit()

    def _plot(self) -> QRect:
        of = 0 if self._curve is None else self._curve.of
        left = max(LEFT, self._look.fine.width(f"{of:,}") + _BESIDE)
        return self.rect().adjusted(left, HEAD, -RIGHT, -FOOT)

    def _scale(self) -> int:
        return 1 if self._curve is None else scale_of(self._curve, self._now, self._saved)

    def _place(self, x: float) -> float:
        """The cap at an x, not less than 0."""
        plot = self._plot()
        # the pixel that a step begins in is its own
        return max(0.0, (x + 1 - plot.left()) * self._scale() / max(1, plot.width()))

    def _axes(self, painter: QPainter, curve: Curve) -> None:
        look, theme, plot = self._look, self._look.theme, self._plot()
        painter.setFont(look.small)
        for mark in marks_of(max(1, curve.of), max(1, plot.height() // _APART_Y)):
            y = self._y(mark, curve.of)
            painter.fillRect(plot.left(), y, plot.width(), 1, color(theme.rule))
            painter.setPen(color(theme.muted))
            text = f"{mark:,}"
            place = QRect(0, y - 8, plot.left(), 16)
            painter.drawText(
                QPoint(plot.left() - 8 - look.fine.width(text), baseline(place, look.fine)), text
            )
        for mark in marks_of(max(1, curve.judged), max(1, plot.height() // _APART_Y)) if curve.judged else ():
            y = self._y(mark, curve.judged)
            painter.setPen(color(theme.failed.ink))
            place = QRect(plot.right(), y - 8, RIGHT, 16)
            painter.drawText(QPoint(plot.right() + 9, baseline(place, look.fine)), f"{mark:,}")
            painter.fillRect(plot.right() + 1, y, 4, 1, color(theme.failed.ink))
        top = self._scale()
        foot = QRect(0, plot.bottom() + 4, self.width(), FOOT - 4)
        for mark in marks_of(top, max(1, plot.width() // _APART_X)):
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
