"""The chart of recorded builds: a bar a build, parted by source, with limits and what was lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.build_bars import Bar, Pile, piles, scale_top
from ctxlab.gui.models.source_rows import row_of
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.chart import Chart, step_to

RIGHT, HEAD, FOOT = 12, 16, 22
#: From a label below the plot to the next: so much from the one's left edge, and from its end (pixels).
_APART, _FREE = 32, 18
#: The widest bar, the widest with the gap behind it, and the narrowest with that (pixels).
_WIDEST, _WIDEST_STEP, _NARROWEST = 26, 34, 3
#: The side of the square over a build that lost something (pixels).
_SQUARE = 4


class BuildChart(Chart):
    """Paints bars. `bar_chosen` gives the number of the build that a person pointed out.

    A click chooses the bar under the pointer; ← and → go from bar to bar, Home and End to the ends, Enter
    chooses.
    """

    bar_chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, 180, 96, parent)
        self._bars: tuple[Bar, ...] = ()
        self._piles: tuple[Pile, ...] = ()
        self._top = 1
        self._room = -1
        self._chosen = 0

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

    def choose(self, build: int) -> None:
        """Mark the bar of a build; 0 marks none."""
        self._chosen = build
        self._cursor = None
        self._told()

    def center_of(self, build: int) -> QPoint:
        """Where the bar of a build stands, in the middle of its height; outside where there is none."""
        for at, pile in enumerate(self._shown_piles()):
            if pile.holds(build):
                return self._place(at).center()
        return QPoint(-1, -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the bar under the pointer."""
        hover = self._at(event.position().x())
        if hover != self._hover:
            self._hover = hover
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
        key = event.key()
        to = step_to(key, at, last)
        if last >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.bar_chosen.emit(self._shown_piles()[max(0, at)].top.build)
        elif last >= 0 and to is not None:
            self._hover = None
            self._cursor = to
            self._told()
        else:
            super().keyPressEvent(event)

    def _draw(self, painter: QPainter) -> bool:
        """Paint axes, bars and limits."""
        if not self._bars:
            return False
        self._axes(painter)
        told = self.bar
        for at, pile in enumerate(self._shown_piles()):
            self._pile(painter, at, pile, told)
        self._limits(painter)
        return True

    def _plot(self) -> QRect:
        return self.rect().adjusted(self._left(self._top), HEAD, -RIGHT, -FOOT)

    def _shown_piles(self) -> tuple[Pile, ...]:
        room = max(1, self._plot().width() // _NARROWEST)
        if room != self._room:
            self._room = room
            self._piles = piles(self._bars, room)
        return self._piles

    def _place(self, at: int) -> QRect:
        """The column of a pile: its share of the plot's width, but no wider than a bar is at most."""
        plot = self._plot()
        step = self._step(plot)
        left = plot.left() + round(at * step)
        right = plot.left() + round((at + 1) * step)
        return QRect(left, plot.top(), max(1, right - left), plot.height())

    def _step(self, plot: QRect) -> float:
        """How far it is from a pile to the next."""
        return min(_WIDEST_STEP, plot.width() / max(1, len(self._shown_piles())))

    def _at(self, x: float) -> int | None:
        plot = self._plot()
        at = int((x - plot.left()) // self._step(plot))
        return at if 0 <= at < len(self._shown_piles()) else None

    def _now(self) -> int:
        """The pile that the keys start from: the cursor's, that of the chosen build, or the last."""
        if self._cursor is not None:
            return self._cursor
        found = self._shown_piles()
        chosen = (at for at, pile in enumerate(found) if pile.holds(self._chosen))
        return next(chosen, len(found) - 1)

    def _y(self, tokens: int) -> int:
        plot = self._plot()
        return plot.bottom() + 1 - plot.height() * min(tokens, self._top) // self._top

    def _axes(self, painter: QPainter) -> None:
        look, theme, plot = self._look, self._look.theme, self._plot()
        self._left_axis(painter, plot, self._top, self._y)
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
                free = left + max(_APART, look.fine.width(text)) + _FREE
        painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, color(theme.border))

    def _pile(self, painter: QPainter, at: int, pile: Pile, told: Bar | None) -> None:
        theme, place, bar = self._look.theme, self._place(at), pile.top
        gap = 0 if place.width() < _NARROWEST else 1 if place.width() < 12 else 4
        left, width = place.left() + gap // 2, max(1, min(_WIDEST, place.width() - gap))
        if bar is told or pile.holds(self._chosen):
            painter.fillRect(place, color(theme.chosen))
        held, built = 0, max(1, sum(tokens for _, tokens in bar.parts) + bar.rest)
        for source, tokens in (*bar.parts, (None, bar.rest)):
            below = self._y(held * bar.total // built)
            held += tokens
            above = self._y(held * bar.total // built)
            ink = theme.muted if source is None else theme.rows[row_of(source)]
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
