"""The chart of recorded builds: a bar a build, parted by source, with limits and what was lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.build_bars import ROW_OF, Bar, Pile, piles, scale_top
from ctxlab.gui.models.curve_steps import marks_of
from ctxlab.gui.theme.style import Look, color

LEFT, RIGHT, HEAD, FOOT = 46, 12, 16, 22
#: Pixels beside the numbers of the left axis, and between the marks of the axes at least.
_BESIDE, _APART_X, _APART_Y = 16, 96, 26
#: The widest bar, and the narrowest with the gap behind it (pixels).
_WIDEST, _NARROWEST = 26, 3
#: The side of the square over a build that lost something (pixels).
_SQUARE = 4


class BuildChart(QWidget):
    """Paints bars. `bar_chosen` gives the number of the build that a person pointed out.

    A click chooses the bar under the pointer; ← and → go from bar to bar, Home and End to the ends, Enter
    chooses. `pointed` says that another bar is told of.
    """

    bar_chosen = Signal(int)
    pointed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bars: tuple[Bar, ...] = ()
        self._piles: tuple[Pile, ...] = ()
        self._top = 1
        self._room = -1
        self._hover: int | None = None
        self._cursor: int | None = None
        self._chosen = 0
        self._placeholder = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, 96)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(620, 180)

    @property
    def bar(self) -> Bar | None:
        """The bar that is told of: under the pointer, at the cursor of the keys, or the chosen build's."""
        found = self._shown_piles()
        for at in (self._hover, self._cursor):
            if at is not None and at < len(found):
                return found[at].top
        return next((bar for bar in self._bars if bar.build == self._chosen), None)

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Show these bars."""
        self._bars = tuple(bars)
        self._top = scale_top(self._bars)
        self._room = -1
        self._hover = self._cursor = None
        self._told()

    def set_placeholder(self, text: str) -> None:
        """What is said without bars."""
        self._placeholder = text
        self.update()

    def choose(self, build: int) -> None:
        """Mark the bar of a build; 0 marks none."""
        self._chosen = build
        self._cursor = None
        self._told()

    def center_of(self, build: int) -> QPoint:
        """Where the bar of a build stands, in the middle of its height; outside where there is none."""
        for at, pile in enumerate(self._shown_piles()):
            if any(bar.build == build for bar in pile.bars):
                return self._place(at).center()
        return QPoint(-1, -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the bar under the pointer."""
        hover = self._at(event.position().x())
        if hover != self._hover:
            self._hover = hover
            self._told()

    def leaveEvent(self, event: QEvent) -> None:
        """Tell of the cursor or of the chosen one again."""
        self._hover = None
        self._told()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the bar under the pointer."""
        at = self._at(event.position().x())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self.bar_chosen.emit(self._shown_piles()[at].top.build)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, or choose its bar."""
        last = len(self._shown_piles()) - 1
        at = self._now()
        steps = {
            Qt.Key.Key_Left: max(0, at - 1),
            Qt.Key.Key_Right: min(last, at + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = event.key()
        if last >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.bar_chosen.emit(self._shown_piles()[max(0, at)].top.build)
        elif last >= 0 and key in steps:
            self._hover = None
            self._cursor = steps[Qt.Key(key)]
            self._told()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys went elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, bars and limits."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.base))
        if self._bars:
            self._axes(painter)
            told = self.bar
            for at, pile in enumerate(self._shown_piles()):
                self._pile(painter, at, pile, told)
            self._limits(painter)
        else:
            painter.setFont(self._look.font)
            painter.setPen(color(theme.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(16, 8, -16, -8), flags, self._placeholder)
        if self.hasFocus():
            painter.setPen(QPen(color(theme.link), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _told(self) -> None:
        self.update()
        self.pointed.emit()

    def _plot(self) -> QRect:
        left = max(LEFT, self._look.fine.width(f"{self._top:,}") + _BESIDE)
        return self.rect().adjusted(left, HEAD, -RIGHT, -FOOT)

    def _shown_piles(self) -> tuple[Pile, ...]:
        room = max(1, self._plot().width() // _NARROWEST)
        if room != self._room:
            self._room = room
            self._piles = piles(self._bars, room)
        return self._piles

    def _place(self, at: int) -> QRect:
        """The column of a pile: its share of the plot's width, but no wider than a bar is at most."""
        plot, count = self._plot(), max(1, len(self._shown_piles()))
        step = min(_WIDEST + 8, plot.width() / count)
        left = plot.left() + round(at * step)
        right = plot.left() + round((at + 1) * step)
        return QRect(left, plot.top(), max(1, right - left), plot.height())

    def _at(self, x: float) -> int | None:
        found = self._shown_piles()
        if not found:
            return None
        step = min(_WIDEST + 8, self._plot().width() / len(found))
        at = int((x - self._plot().left()) // step)
        return at if 0 <= at < len(found) else None

    def _now(self) -> int:
        """The pile that the keys start from: the cursor's, that of the chosen build, or the last."""
        if self._cursor is not None:
            return self._cursor
        found = self._shown_piles()
        chosen = (at for at, pile in enumerate(found) if any(one.build == self._chosen for one in pile.bars))
        return next(chosen, len(found) - 1)

    def _y(self, tokens: int) -> int:
        plot = self._plot()
        return plot.bottom() + 1 - plot.height() * min(tokens, self._top) // self._top

    def _axes(self, painter: QPainter) -> None:
        look, theme, plot = self._look, self._look.theme, self._plot()
        painter.setFont(look.small)
        for mark in marks_of(self._top, max(1, plot.height() // _APART_Y)):
            y = self._y(mark)
            painter.fillRect(plot.left(), y, plot.width(), 1, color(theme.rule))
            painter.setPen(color(theme.muted))
            text = f"{mark:,}"
            line = QRect(0, y - 8, plot.left(), 16)
            painter.drawText(QPoint(plot.left() - 8 - look.fine.width(text), baseline(line, look.fine)), text)
        foot = QRect(0, plot.bottom() + 4, self.width(), FOOT - 4)
        free = plot.left()
        for at, pile in enumerate(self._shown_piles()):
            text = pile.bars[0].label
            middle = self._place(at).center().x()
            left = max(
                plot.left(),
                min(middle - look.fine.width(text) // 2, self.width() - look.fine.width(text) - 2),
            )
            if left >= free:
                painter.setPen(color(theme.muted))
                painter.drawText(QPoint(left, baseline(foot, look.fine)), text)
                free = left + max(_APART_X // 3, look.fine.width(text)) + 18
        painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, color(theme.border))

    def _pile(self, painter: QPainter, at: int, pile: Pile, told: Bar | None) -> None:
        theme, place, bar = self._look.theme, self._place(at), pile.top
        gap = 0 if place.width() < _NARROWEST else 1 if place.width() < 12 else 4
        left, width = place.left() + gap // 2, max(1, min(_WIDEST, place.width() - gap))
        if bar is told or any(one.build == self._chosen for one in pile.bars):
            painter.fillRect(place, color(theme.chosen))
        held, built = 0, max(1, sum(tokens for _, tokens in bar.parts) + bar.rest)
        for source, tokens in (*bar.parts, (None, bar.rest)):
            below = self._y(held * bar.total // built)
            held += tokens
            above = self._y(held * bar.total // built)
            ink = theme.muted if source is None else theme.rows[ROW_OF[source]]
            painter.fillRect(left, above, width, below - above, color(ink))
        top = self._y(bar.total)
        if pile.lost:
            red = color(theme.failed.ink)
            middle = left + (width - _SQUARE) // 2
            painter.fillRect(middle, top - _SQUARE - 3, _SQUARE, _SQUARE, red)

    def _limits(self, painter: QPainter) -> None:
        """The limit of each build as a broken line, where it is on the scale; else a note that tells it."""
        look, theme, plot = self._look, self._look.theme, self._plot()
        painter.setPen(QPen(color(theme.warn), 1, Qt.PenStyle.DashLine))
        above = 0
        for at, pile in enumerate(self._shown_piles()):
            limit = pile.top.limit
            if limit is None:
                continue
            if limit > self._top:
                above = max(above, limit)
                continue
            place = self._place(at)
            painter.drawLine(place.left(), self._y(limit), place.right(), self._y(limit))
        if above:
            text = self.tr("limit {0} ↑").format(f"{above:,}")
            painter.setFont(look.small)
            painter.setPen(color(theme.warn))
            line = QRect(0, 0, self.width(), HEAD)
            painter.drawText(QPoint(plot.right() - look.fine.width(text), baseline(line, look.fine)), text)
