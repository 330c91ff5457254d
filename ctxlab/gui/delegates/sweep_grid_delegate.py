"""The painter of the grid of sessions and variants: a sign on its ground for each."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.side_heads import SideHeads
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.sweep_grid import GridCell, Mark
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.constraint import Survived

ROW_HEIGHT = 24
MARGIN = 8


class SweepGridDelegate(QStyledItemDelegate):
    """Paints `GridCell`s; the column of `variant` stands out."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.variant = -1

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell."""
        cell = index.data(Role.CELL)
        if not isinstance(cell, GridCell):
            return
        look, theme = self._look, self._look.theme
        chosen = index.column() == self.variant
        painter.save()
        painter.fillRect(option.rect, color(theme.chosen if chosen else theme.base))
        box = QRectF(option.rect).adjusted(2, 2, -2, -2)
        tone = _tone(theme, cell.mark)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if tone is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tone.pill))
            painter.drawRoundedRect(box, 4, 4)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(color(theme.link), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 4, 4)
        painter.setFont(look.small_bold if tone is not None else look.small)
        painter.setPen(color(theme.muted if tone is None else tone.pill_ink))
        elider = look.fine_strong if tone is not None else look.fine
        left = option.rect.left() + (option.rect.width() - elider.width(cell.text)) // 2
        painter.drawText(QPoint(left, baseline(option.rect, elider)), cell.text)
        painter.restore()


class TitleHeads(SideHeads):
    """The sessions before their rows."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(ROW_HEIGHT, look, parent)
        self.row = -1

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint the title, cut to the room there is."""
        look, theme = self._look, self._look.theme
        words = self.model().headerData(section, Qt.Orientation.Vertical) or ""
        painter.save()
        painter.fillRect(rect, color(theme.chosen if section == self.row else theme.base))
        painter.setFont(look.font)
        painter.setPen(color(theme.text))
        room = rect.width() - 2 * MARGIN
        shown = look.text.cut(str(words), room, painter.device().devicePixelRatio())
        painter.drawText(QPoint(rect.left() + MARGIN, baseline(rect, look.text)), shown)
        painter.restore()


def _tone(theme: Theme, mark: Mark) -> Tone | None:
    """The colours of a mark; what is pending or not judged has none."""
    kinds = {
        Mark.HOLDS: Survived.VERBATIM,
        Mark.LOST: Survived.LOST,
        Mark.OVER: Survived.WEAKENED,
        Mark.FAILED: Survived.CHANGED,
    }
    return theme.survived[kinds[mark]] if mark in kinds else None
