"""The painter of the gallery's cards: name and origin over description and how much it differs."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.delegates.paint import baseline, draw_pill
from ctxlab.gui.models.profile_cards import CardsModel, ProfileCard, difference_note
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look, color

CARD_HEIGHT = 50
MARGIN = 12
GAP = 10


class ProfileCardDelegate(QStyledItemDelegate):
    """Paints a `CardsModel`."""

    def __init__(self, model: CardsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Every card is as high as every other."""
        return QSize(240, CARD_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the card."""
        rect: QRect = option.rect
        card = self._model.card(index.row())
        if card is None:
            return
        theme = self._look.theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(theme.rule))
        if chosen:
            # not by the ground alone
            painter.fillRect(rect.left(), rect.top() + 6, 3, rect.height() - 13, color(theme.link))
        half = rect.height() // 2
        inner = rect.adjusted(MARGIN, 5, -MARGIN, -5)
        upper = QRect(inner.left(), inner.top(), inner.width(), half - 5)
        lower = QRect(inner.left(), rect.top() + half, inner.width(), half - 5)
        self._draw_upper(painter, upper, card)
        self._draw_lower(painter, lower, card)

    def _draw_upper(self, painter: QPainter, rect: QRect, card: ProfileCard) -> None:
        look, theme = self._look, self._look.theme
        ratio = painter.device().devicePixelRatio()
        right = rect.right() - look.fine.width(card.group)
        painter.setFont(look.small)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(right, baseline(rect, look.fine)), card.group)
        name = look.strong.cut(one_line(card.name, 80), max(0, right - GAP - rect.left()), ratio)
        painter.setFont(look.bold)
        painter.setPen(color(theme.muted if card.problem else theme.text))
        painter.drawText(QPoint(rect.left(), baseline(rect, look.text)), name)

    def _draw_lower(self, painter: QPainter, rect: QRect, card: ProfileCard) -> None:
        look, theme = self._look, self._look.theme
        note = difference_note(card)
        right = rect.right()
        if card.current or card.problem:
            width = look.fine_strong.width(note) + 14
            tone = theme.failed if card.problem else theme.passed
            draw_pill(painter, right - width, rect, note, tone, look)
            right -= width
        else:
            right -= look.fine.width(note)
            painter.setFont(look.small)
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(right, baseline(rect, look.fine)), note)
        room = max(0, right - GAP - rect.left())
        words = look.text.cut(
            one_line(card.problem or card.description, 300), room, painter.device().devicePixelRatio()
        )
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(rect.left(), baseline(rect, look.text)), words)
