"""The bar of a budget row: its track, what is used, the ticks, and the cap as a ring on it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter, QPen

from ctxlab.gui.delegates.paint import hatch
from ctxlab.gui.models.budget_lines import BudgetLine
from ctxlab.gui.models.budget_ticks import Mark, Ticks, place
from ctxlab.gui.theme.palette import Theme
from ctxlab.gui.theme.style import color

MARGIN = 4
KNOB = 5
TRACK = 4
#: How far a tick reaches over the track on either side; that of a must-keep is also twice as broad.
PLAIN = 2
RED = 5


def bar_rect(rect: QRect) -> QRect:
    """The track within a cell."""
    width = max(0, rect.width() - 2 * (MARGIN + KNOB))
    return QRect(rect.left() + MARGIN + KNOB, rect.center().y() - 1, width, TRACK)


def mark_at(rect: QRect, line: BudgetLine, ticks: Ticks, x: float, reach: int) -> Mark | None:
    """The tick of a bar's cell that is nearest to an x, if it is within reach."""
    track = bar_rect(rect)
    return ticks.near(x - track.left(), track.width(), line.scale, reach)


def draw_bar(
    painter: QPainter, rect: QRect, line: BudgetLine, cap: int | None, ticks: Ticks, theme: Theme
) -> None:
    """The track, what is used in the row's colour (over the cap hatched), ticks, and the cap's ring."""
    track = bar_rect(rect)
    if line.row is None or track.width() <= 0:
        return
    ink = theme.rows[line.row]
    painter.fillRect(track, color(theme.track))
    used = 0 if line.use is None else line.use.used
    width, scale = track.width(), max(1, line.scale)
    inside = used if cap is None else min(used, cap)
    painter.fillRect(QRect(track.left(), track.top(), place(inside, width, scale), TRACK), color(ink))
    at = place(cap or 0, width, scale)
    if cap is not None and used > cap:
        over = QRect(track.left() + at, track.top(), place(used, width, scale) - at, TRACK)
        hatch(painter, over, theme.failed.ink, theme.failed.ground, 4)
    for mark in ticks.marks(width, line.scale):
        _draw_tick(painter, track, mark, theme)
    if cap is None:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(color(ink), 2))
    painter.setBrush(color(theme.base))
    painter.drawEllipse(QPointF(track.left() + at, track.center().y() + 0.5), KNOB - 1, KNOB - 1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _draw_tick(painter: QPainter, track: QRect, mark: Mark, theme: Theme) -> None:
    red = mark.tick.must_keep
    reach, ink = (RED, theme.failed.ink) if red else (PLAIN, theme.muted)
    left = track.left() + mark.x - (1 if red else 0)
    painter.fillRect(QRect(left, track.top() - reach, 2 if red else 1, TRACK + 2 * reach), color(ink))
