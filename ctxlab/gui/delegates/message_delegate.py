"""The painters of the messages: pretty rows, and lines of JSON."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline, draw_pill, outline, pill_width
from ctxlab.gui.delegates.picture import draw_picture
from ctxlab.gui.models.message_layout import LINE_HEIGHT, Line
from ctxlab.gui.models.message_rows import (
    BLOCK_LEFT,
    RIGHT,
    TEXT_LEFT,
    MessageCell,
    MessageRowsModel,
    RowKind,
)
from ctxlab.gui.models.raw_rows import RawRowsModel
from ctxlab.gui.models.thumbnails import shown_size
from ctxlab.gui.text import Elider
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate
from ctxlab.model.items import Part
from ctxlab.model.media import image_info

HEAD_LEFT = 26
MARK_LEFT = 28
STRIP = 3
GAP = 8
#: Room for line numbers, and where the JSON begins.
NUMBER_RIGHT = 52
JSON_LEFT = 64
_KEY = re.compile(r'(\s*)("(?:[^"\\]|\\.)*":)')

Index = QModelIndex | QPersistentModelIndex


def mark_found(
    painter: QPainter,
    place: tuple[QRect, int],
    text: str,
    wanted: re.Pattern[str] | None,
    look: Look,
    font: Elider,
) -> None:
    """Marks what is found in a text that is drawn in a rectangle from an x on."""
    if wanted is None:
        return
    rect, left = place
    for found in wanted.finditer(text):
        x = left + font.metrics.horizontalAdvance(text[: found.start()])
        width = font.metrics.horizontalAdvance(found[0])
        painter.fillRect(QRect(x, rect.top() + 2, width, rect.height() - 4), color(look.theme.highlight))


class MessageDelegate(LineDelegate):
    """Paints a `MessageRowsModel`. What `wanted` finds is marked."""

    def __init__(self, model: MessageRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(200, LINE_HEIGHT), parent)
        self._model = model
        self.wanted: re.Pattern[str] | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        rect: QRect = option.rect
        cell = self._model.cell(index.row())
        if cell is None:
            return
        if cell.kind is RowKind.HEAD:
            self._head(painter, rect, cell)
        else:
            self._body(painter, rect, cell)
        if cell.row is not None:
            painter.fillRect(
                rect.left(), rect.top(), STRIP, rect.height(), color(self._look.theme.rows[cell.row])
            )
        if option.state & QStyle.StateFlag.State_Selected:
            outline(painter, rect, self._look.theme)

    def _head(self, painter: QPainter, rect: QRect, cell: MessageCell) -> None:
        look, theme = self._look, self._look.theme
        ratio = painter.device().devicePixelRatio()
        painter.fillRect(rect, color(theme.panel))
        painter.fillRect(rect.left(), rect.top(), rect.width(), 1, color(theme.rule))
        y = baseline(rect, look.text)
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(rect.left() + 9, y), "▾" if cell.open else "▸")
        x = rect.left() + HEAD_LEFT
        if cell.number:
            painter.drawText(QPoint(x, y), cell.number)
            x += look.text.width(cell.number) + GAP
        right = rect.right() - RIGHT
        if cell.wrong:
            right -= pill_width("!", look)
            draw_pill(painter, right, rect, "!", theme.tone(Fate.DROPPED), look)
            right -= GAP
        painter.setFont(look.bold)
        painter.setPen(color(theme.text))
        label = look.strong.cut(cell.label, max(0, (right - x) // 2), ratio)
        painter.drawText(QPoint(x, y), label)
        x += look.strong.width(label) + GAP
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        told = look.text.cut(cell.told, max(0, right - x), ratio)
        painter.drawText(QPoint(x, y), told)
        x += look.text.width(told) + GAP
        for pill in cell.pills:
            if x + pill_width(pill.text, look) > right:
                break
            x = draw_pill(painter, x, rect, pill.text, theme.tone(pill.fate), look) + GAP
        if right - x > 6 * GAP and cell.text:
            painter.setFont(look.font)
            painter.setPen(color(theme.text))
            shown = look.text.cut(cell.text, right - x, ratio)
            mark_found(painter, (rect, x), shown, self.wanted, look, look.text)
            painter.drawText(QPoint(x, y), shown)

    def _body(self, painter: QPainter, rect: QRect, cell: MessageCell) -> None:
        look, theme = self._look, self._look.theme
        tone = theme.tone(cell.fate)
        changed = cell.fate is not Fate.KEPT
        painter.fillRect(rect, color(tone.ground if changed else theme.base))
        if cell.part is not None:
            self._picture(painter, rect, cell.part, cell.above)
            return
        y = baseline(rect, look.text)
        below = cell.line in (Line.DATA, Line.THINKING, Line.NOTE)
        x = rect.left() + (BLOCK_LEFT if below else TEXT_LEFT)
        ink, font, elider = theme.text, look.font, look.text
        if cell.kind is RowKind.MORE:
            ink = theme.link
        elif cell.own or cell.line in (Line.THINKING, Line.NOTE):
            ink = theme.muted
        if cell.line is Line.NAME or cell.own:
            font, elider = look.bold, look.strong
        if changed:
            painter.setFont(look.bold)
            painter.setPen(color(tone.ink))
            painter.drawText(QPoint(rect.left() + MARK_LEFT, y), cell.fate.mark)
        elif cell.own and cell.text:
            painter.setFont(look.bold)
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(rect.left() + MARK_LEFT, y), Fate.ADDED.mark)
        mark_found(painter, (rect, x), cell.text, self.wanted, look, elider)
        painter.setFont(font)
        painter.setPen(color(ink))
        painter.drawText(QPoint(x, y), cell.text)

    def _picture(self, painter: QPainter, rect: QRect, part: Part, above: int) -> None:
        """What of a picture falls into one row; the rows below each other show all of it."""
        info = image_info(part)
        size = shown_size(info.width, info.height) + QSize(2, 2)
        painter.save()
        painter.setClipRect(rect)
        place = QRect(QPoint(rect.left() + BLOCK_LEFT, rect.top() - above), size)
        draw_picture(painter, place, self._model.thumbnails.picture(part.data), self._look.theme)
        painter.restore()


class RawDelegate(LineDelegate):
    """Paints a `RawRowsModel`: line numbers, keys in another colour, the rest as it is."""

    def __init__(self, model: RawRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(200, LINE_HEIGHT), parent)
        self._model = model
        self.wanted: re.Pattern[str] | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        cell = self._model.cell(index.row())
        if cell is None:
            return
        look, theme = self._look, self._look.theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        y = baseline(rect, look.fixed)
        painter.setFont(look.mono)
        painter.setPen(color(theme.muted))
        if cell.number:
            number = f"{cell.number}"
            painter.drawText(QPoint(rect.left() + NUMBER_RIGHT - look.fixed.width(number), y), number)
        x = rect.left() + JSON_LEFT
        mark_found(painter, (rect, x), cell.text, self.wanted, look, look.fixed)
        text = cell.text
        found = _KEY.match(text) if cell.number else None
        if found is not None:
            x += look.fixed.metrics.horizontalAdvance(found[1])
            painter.setPen(color(theme.link))
            painter.drawText(QPoint(x, y), found[2])
            x += look.fixed.width(found[2])
            text = text[found.end() :]
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(x, y), text)
        if cell.left:
            x += look.fixed.metrics.horizontalAdvance(text) + GAP
            painter.setPen(color(theme.link))
            more = self.tr("… {0} more characters: Enter shows them").format(f"{cell.left:,}")
            painter.drawText(QPoint(x, y), more)
