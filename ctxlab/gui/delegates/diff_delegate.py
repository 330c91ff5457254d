"""The painter of one line of the unified diff."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.delegates.paint import baseline, outline
from ctxlab.gui.models.diff_model import DiffCell, DiffModel
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate
from ctxlab.model.diff import DiffKind

LINE_HEIGHT = 22
MARK_LEFT = 10
NUMBER_WIDTH = 46
TEXT_LEFT = 26 + 2 * NUMBER_WIDTH
TOKENS_WIDTH = 46
MARGIN = 10
GAP = 8


class DiffDelegate(QStyledItemDelegate):
    """Paints a `DiffModel`: mark, numbers before and after, who, words, why, tokens."""

    def __init__(self, model: DiffModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Every line is as high as every other."""
        return QSize(200, LINE_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        cell = self._model.cell(index.row())
        if cell is None:
            return
        look, theme = self._look, self._look.theme
        tone = tone_of(theme, cell)
        painter.fillRect(rect, color(theme.panel if cell.fold else tone.ground))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(theme.rule))
        y = baseline(rect, look.text)
        if cell.fold:
            painter.setFont(look.font)
            painter.setPen(color(theme.muted))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, cell.words)
        else:
            self._line(painter, rect, y, cell, tone)
        if chosen:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _line(self, painter: QPainter, rect: QRect, y: int, cell: DiffCell, tone: Tone) -> None:
        look, theme = self._look, self._look.theme
        ratio = painter.device().devicePixelRatio()
        painter.setFont(look.bold)
        painter.setPen(color(tone.ink))
        painter.drawText(QPoint(rect.left() + MARK_LEFT, y), cell.mark)
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        for column, number in enumerate((cell.before, cell.after)):
            if number:
                text = f"#{number}"
                edge = rect.left() + 22 + (column + 1) * NUMBER_WIDTH
                painter.drawText(QPoint(edge - 6 - look.text.width(text), y), text)
        right = rect.right() - MARGIN
        painter.drawText(QPoint(right - look.text.width(cell.tokens), y), cell.tokens)
        # one edge for the reasons of all lines
        right -= max(TOKENS_WIDTH, look.text.width(cell.tokens)) + GAP
        x = rect.left() + TEXT_LEFT
        label = look.strong.cut(cell.label, max(0, right - x), ratio)
        painter.setFont(look.bold)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(x, y), label)
        x += look.strong.width(label) + GAP
        if cell.why:
            why = look.text.cut(cell.why, max(0, (right - x) * 3 // 5), ratio)
            right -= look.text.width(why)
            painter.setFont(look.font)
            painter.setPen(color(tone.ink))
            painter.drawText(QPoint(right, y), why)
            right -= GAP
        if right - x > 3 * GAP:
            self._words(painter, x, right, y, cell, ratio)

    def _words(self, painter: QPainter, x: int, right: int, y: int, cell: DiffCell, ratio: float) -> None:
        look, theme = self._look, self._look.theme
        words = look.text.cut(cell.words, right - x, ratio)
        painter.setFont(look.font)
        painter.setPen(color(theme.text if cell.kind is not DiffKind.EQUAL else theme.muted))
        painter.drawText(QPoint(x, y), words)


def tone_of(theme: Theme, cell: DiffCell) -> Tone:
    """Removed lines look like dropped items, added ones like added; moved ones like summarised."""
    if cell.kind is DiffKind.EQUAL:
        return theme.tone(Fate.KEPT)
    if cell.old or cell.kind is DiffKind.REMOVED:
        return theme.tone(Fate.DROPPED)
    return theme.tone(Fate.COMPRESSED if cell.kind is DiffKind.MOVED else Fate.ADDED)
