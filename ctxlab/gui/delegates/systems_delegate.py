"""The painters of a comparison of profiles: its cells, what stands before its rows and over its columns."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ctxlab.gui.delegates.paint import PENDING, baseline
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.survived_words import brief
from ctxlab.gui.models.systems_cells import CellKind, SystemCell
from ctxlab.gui.models.systems_model import SystemsModel
from ctxlab.gui.text import Elider
from ctxlab.gui.theme.palette import Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate

ROW_HEIGHT = 23
#: What is free around a filled cell, and before the words of any cell (pixels).
GAP, PAD = 2, 8
_BAR = 3
#: From a sign to its word (pixels).
_SIGN = 16
_ROUND = 4
#: The sign of an item that is kept as it came.
KEPT = "✓"


class SystemsDelegate(QStyledItemDelegate):
    """Paints cells: numbers over bars to one scale, verdicts and fates as filled boxes with sign and word."""

    def __init__(self, look: Look, model: SystemsModel, view: QTableView) -> None:
        super().__init__(view)
        self._look = look
        self._model = model
        self._view = view
        self.row = -1

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The view sets heights and widths."""
        return QSize(60, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell; one of the row in focus on the ground of what is chosen."""
        rect: QRect = option.rect
        theme = self._look.theme
        cell = index.data(Role.CELL)
        if not isinstance(cell, SystemCell):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if cell.section:
            self._section(painter, rect, cell)
        elif index.row() == self.row:
            painter.fillRect(rect, color(theme.chosen))
        if cell.pending:
            painter.setOpacity(PENDING)
        self._paint(painter, rect, cell)
        painter.setOpacity(1)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(color(theme.link), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(_box(rect).adjusted(-0.5, -0.5, 0.5, 0.5), _ROUND, _ROUND)
        painter.restore()

    def _paint(self, painter: QPainter, rect: QRect, cell: SystemCell) -> None:
        theme = self._look.theme
        if cell.kind is CellKind.NUMBER:
            self._number(painter, rect, cell)
        elif cell.kind is CellKind.WAITING:
            self._dot(painter, rect)
        elif cell.kind is CellKind.REFUSED:
            self._words(painter, rect, cell.text, theme.failed.ink)
        elif cell.kind is CellKind.KEEP and cell.verdict is not None:
            tone = theme.survived[cell.verdict]
            self._filled(painter, rect, (brief(cell.verdict), cell.text), tone.pill, tone.pill_ink)
        elif cell.kind is CellKind.FATE and cell.fate is not None:
            self._fate(painter, rect, cell, cell.fate)
        elif cell.kind in (CellKind.KEEP, CellKind.FATE):
            self._dot(painter, rect)

    def _number(self, painter: QPainter, rect: QRect, cell: SystemCell) -> None:
        theme = self._look.theme
        ink = theme.failed.ink if cell.alarm else theme.text
        upper = rect.adjusted(0, 0, 0, -_BAR) if cell.bar else rect
        self._words(painter, upper, cell.text, ink, strong=cell.strong or cell.alarm)
        if not cell.bar or not cell.whole:
            return
        x, room = float(rect.left() + PAD), rect.width() - 2 * PAD
        top = rect.bottom() - _BAR - 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(QRectF(x, top, room, _BAR), color(theme.track))
        for row, tokens in cell.bar:
            wide = tokens * room / cell.whole
            tint = theme.muted if row is None else theme.rows[row]
            painter.fillRect(QRectF(x, top, max(wide, 1), _BAR), color(tint))
            x += wide

    def _fate(self, painter: QPainter, rect: QRect, cell: SystemCell, fate: Fate) -> None:
        theme = self._look.theme
        if fate is Fate.KEPT:
            self._signed(painter, rect, (KEPT, cell.text), theme.muted)
            return
        tone: Tone = theme.tone(fate)
        self._filled(painter, rect, (fate.mark, cell.text), tone.ground, tone.ink)

    def _filled(self, painter: QPainter, rect: QRect, told: tuple[str, str], ground: str, ink: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(ground))
        painter.drawRoundedRect(_box(rect), _ROUND, _ROUND)
        self._signed(painter, rect, told, ink)

    def _signed(self, painter: QPainter, rect: QRect, told: tuple[str, str], ink: str) -> None:
        """A sign, and the word behind it where there is room for all of it."""
        look, (sign, word) = self._look, told
        painter.setPen(color(ink))
        painter.setFont(look.bold)
        y = baseline(rect, look.strong)
        painter.drawText(QPoint(rect.left() + PAD, y), sign)
        x = rect.left() + PAD + _SIGN
        if x + self._widest() <= rect.right() - GAP - 2:
            painter.setFont(look.small)
            painter.drawText(QPoint(x, baseline(rect, look.fine)), word)

    def _widest(self) -> int:
        """What the widest word of a verdict or fate takes: all cells have words, or none has."""
        return max(map(self._look.fine.width, self._model.words), default=0)

    def _section(self, painter: QPainter, rect: QRect, cell: SystemCell) -> None:
        """The ground of a line that heads others; what is said of them goes on through all its cells."""
        look = self._look
        painter.fillRect(rect, color(look.theme.panel))
        painter.setClipRect(rect)
        painter.setFont(look.small)
        painter.setPen(color(look.theme.muted))
        x = self._view.columnViewportPosition(0) + PAD
        painter.drawText(QPoint(x, baseline(rect, look.fine)), cell.text)
        painter.setClipping(False)

    def _words(self, painter: QPainter, rect: QRect, text: str, ink: str, *, strong: bool = False) -> None:
        look = self._look
        elider: Elider = look.strong if strong else look.text
        painter.setFont(look.bold if strong else look.font)
        painter.setPen(color(ink))
        shown = elider.cut(text, rect.width() - PAD - GAP, painter.device().devicePixelRatio())
        painter.drawText(QPoint(rect.left() + PAD, baseline(rect, elider)), shown)

    def _dot(self, painter: QPainter, rect: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(self._look.theme.muted))
        painter.drawEllipse(QRectF(rect.left() + PAD + 2, rect.center().y() - 1, 3, 3))


def _box(rect: QRect) -> QRectF:
    """The box of a filled cell inside its place."""
    return QRectF(rect).adjusted(GAP, GAP - 0.5, -GAP, -GAP + 0.5)
