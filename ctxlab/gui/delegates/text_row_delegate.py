"""The painter of lines with a pill and a text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.delegates.paint import baseline, draw_pill
from ctxlab.gui.models.text_rows import Sign, TextRowsModel
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate

LINE_HEIGHT = 24
MARGIN = 8


class TextRowDelegate(QStyledItemDelegate):
    """Paints a `TextRowsModel`."""

    def __init__(self, model: TextRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Every line is as high as every other."""
        return QSize(120, LINE_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        line = self._model.line(index.row())
        if line is None:
            return
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        x = rect.left() + MARGIN
        if line.pill:
            x = draw_pill(painter, x, rect, line.pill, _tone(theme, line.sign), look) + MARGIN
        right = rect.right() - MARGIN
        text = one_line(line.text, 300)
        painter.setFont(look.font)
        note = look.text.width(line.note)
        if line.note and right - x - note > look.text.width(text) + MARGIN:
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(right - note, baseline(rect, look.text)), line.note)
            right -= note + MARGIN
        painter.setPen(color(theme.text))
        shown = look.text.cut(text, right - x, painter.device().devicePixelRatio())
        painter.drawText(QPoint(x, baseline(rect, look.text)), shown)


def _tone(theme: Theme, sign: Sign) -> Tone:
    """The colours of a pill; a warning looks like a cut."""
    return {
        Sign.GOOD: theme.passed,
        Sign.BAD: theme.failed,
        Sign.WARNING: theme.tone(Fate.TRUNCATED),
        Sign.NEUTRAL: theme.neutral,
    }[sign]
