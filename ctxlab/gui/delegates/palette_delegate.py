"""The painter of the palette's lines: title with the matched letters, note, group and key."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.palette_rows import PaletteModel, PaletteRow
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look, color

LINE_HEIGHT = 30
MARGIN = 12
GAP = 10
KEY_PAD = 6
KEY_HEIGHT = 18


class PaletteDelegate(LineDelegate):
    """Paints a `PaletteModel`."""

    def __init__(self, model: PaletteModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(200, LINE_HEIGHT), parent)
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        line = self._model.line(index.row())
        if line is None:
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        if chosen:
            # not by the ground alone
            painter.fillRect(rect.left(), rect.top() + 5, 3, rect.height() - 10, color(theme.link))
        right = self._draw_key(painter, rect, line.entry.key)
        painter.setFont(look.small)
        painter.setPen(color(theme.muted))
        group = line.entry.group
        right -= look.fine.width(group)
        painter.drawText(QPoint(right, baseline(rect, look.fine)), group)
        left = self._draw_title(painter, rect, line, right - GAP)
        room = right - GAP - left - GAP
        note = look.text.cut(
            one_line(line.entry.note, 200), max(0, room), painter.device().devicePixelRatio()
        )
        if len(note) > 4 or note == line.entry.note:
            painter.setFont(look.font)
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(left + GAP, baseline(rect, look.text)), note)

    def _draw_key(self, painter: QPainter, rect: QRect, key: str) -> int:
        """The shortcut as a key cap at the right end; where what stands left of it ends."""
        right = rect.right() - MARGIN
        if not key:
            return right
        look, theme = self._look, self._look.theme
        width = look.fine.width(key) + 2 * KEY_PAD
        top = rect.top() + (rect.height() - KEY_HEIGHT) // 2
        cap = QRect(right - width, top, width, KEY_HEIGHT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(color(theme.border)))
        painter.setBrush(color(theme.panel))
        painter.drawRoundedRect(QRectF(cap).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(look.small)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(cap.left() + KEY_PAD, baseline(cap, look.fine)), key)
        return cap.left() - GAP

    def _draw_title(self, painter: QPainter, rect: QRect, line: PaletteRow, right: int) -> int:
        """The title, its matched letters bold and in the accent; the x behind it."""
        look, theme = self._look, self._look.theme
        x = rect.left() + MARGIN
        shown = look.strong.cut(line.title, max(0, right - x), painter.device().devicePixelRatio())
        kept = len(shown) if shown == line.title else len(shown) - 1
        letters = {at for at in line.letters if at < kept}
        y = baseline(rect, look.text)
        plain = theme.text if line.entry.enabled else theme.muted
        for marked, places in groupby(range(len(shown)), key=letters.__contains__):
            piece = "".join(shown[at] for at in places)
            painter.setFont(look.bold if marked else look.font)
            painter.setPen(color(theme.link if marked and line.entry.enabled else plain))
            painter.drawText(QPoint(x, y), piece)
            x += (look.strong if marked else look.text).width(piece)
        return x
