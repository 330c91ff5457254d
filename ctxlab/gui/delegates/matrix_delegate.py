"""The painters of the survival matrix: its cells, and what stands before its rows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.delegates.side_heads import SideHeads
from ctxlab.gui.models.matrix_model import ColumnHead, PaintedCell, RowHead
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.survived_words import SIGNS
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look, color

ROW_HEIGHT = 34
#: The narrowest cell that has room for its sign (pixels).
SIGNED_FROM = 14
_GAP = 2
_CORNER = 8
MARGIN = 14
#: Every so many turns are numbered: the first of these for which there is room.
_STEPS = (1, 2, 5, 10, 20, 50, 100)
#: Between two numbers, and how near a number may stand that takes another one's place (pixels).
_APART, _NEAR = 4, 40


class MatrixDelegate(QStyledItemDelegate):
    """Paints cells: colour and sign of the verdict, a corner for a deep one, a bar at the first loss."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The view sets heights and widths."""
        return QSize(SIGNED_FROM, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell."""
        cell = index.data(Role.CELL)
        if isinstance(cell, PaintedCell):
            box = cell_box(option.rect)
            painter.save()
            paint_cell(painter, box, cell, self._look)
            if option.state & QStyle.StateFlag.State_Selected:
                self._outline(painter, box, focused=bool(option.state & QStyle.StateFlag.State_HasFocus))
            painter.restore()

    def _outline(self, painter: QPainter, box: QRectF, *, focused: bool) -> None:
        painter.setPen(QPen(color(self._look.theme.link), 2.5 if focused else 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 5, 5)


def cell_box(rect: QRect) -> QRectF:
    """The box of a cell inside its place."""
    return QRectF(rect).adjusted(_GAP, _GAP + 1, -_GAP, -_GAP - 1)


def paint_cell(painter: QPainter, box: QRectF, cell: PaintedCell, look: Look) -> None:
    """Paint a cell into a box; one not judged is empty, one to come a dot."""
    theme = look.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    if cell.verdict is None:
        if not cell.made:
            painter.setBrush(color(theme.muted))
            painter.drawEllipse(box.center(), 1.5, 1.5)
        return
    tone = theme.survived[cell.verdict]
    painter.setBrush(color(tone.pill))
    painter.drawRoundedRect(box, 4, 4)
    if cell.deep:
        size = min(_CORNER, box.width() / 2)
        corner = QPointF(box.right(), box.top())
        painter.setBrush(color(theme.warn))
        painter.drawPolygon(QPolygonF([corner, corner + QPointF(-size, 0), corner + QPointF(0, size)]))
    if cell.first_loss:
        painter.setBrush(color(theme.failed.ink))
        painter.drawRoundedRect(QRectF(box.left(), box.top(), 3, box.height()), 1.5, 1.5)
    sign = SIGNS[cell.verdict]
    if sign and box.width() >= SIGNED_FROM - 2 * _GAP:
        painter.setFont(look.bold)
        painter.setPen(color(tone.pill_ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)


class RowHeads(SideHeads):
    """The must-keeps before their rows; beneath the words, where they were said and what they are."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(ROW_HEIGHT, look, parent)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint words and note, cut to the room there is."""
        head = self.model().headerData(section, Qt.Orientation.Vertical, Role.CELL)
        look, theme = self._look, self._look.theme
        painter.save()
        painter.fillRect(rect, color(theme.base))
        if isinstance(head, RowHead):
            ratio = painter.device().devicePixelRatio()
            room = rect.width() - MARGIN - 6
            half = rect.height() // 2
            upper = QRect(rect.left() + MARGIN, rect.top() + 1, room, half)
            lower = QRect(rect.left() + MARGIN, rect.top() + half - 1, room, half)
            painter.setFont(look.bold)
            painter.setPen(color(theme.muted if head.struck else theme.text))
            words = look.strong.cut(one_line(head.label, 120), room, ratio)
            line = upper if head.note else rect.adjusted(MARGIN, 0, 0, 0)
            at = QPoint(line.left(), baseline(line, look.strong))
            painter.drawText(at, words)
            if head.struck:
                middle = at.y() - look.strong.metrics.strikeOutPos()
                painter.drawLine(at.x(), middle, at.x() + look.strong.width(words), middle)
            painter.setFont(look.small)
            painter.setPen(color(theme.muted))
            note = look.fine.cut(one_line(head.note, 120), room, ratio)
            painter.drawText(QPoint(lower.left(), baseline(lower, look.fine)), note)
        painter.restore()


class ColumnHeads(QHeaderView):
    """The turns over the columns; that of the request which is looked at stands out."""

    HEIGHT = 22

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._look = look
        self._labels: dict[int, str] = {}
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFixedHeight(self.HEIGHT)
        self.setMinimumSectionSize(6)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint the number of the turn, and a line over the column that is looked at.

        Where there is no room for all of them, that which is looked at and those in which something is first
        lost come before the others.
        """
        look, theme = self._look, self._look.theme
        here = self._head(section).here
        number = self._labels.get(section, "")
        painter.save()
        # a number may be wider than a narrow column: it is painted over what is right of it
        painter.setClipping(False)
        if here:
            painter.fillRect(
                QRect(rect.left() + 2, rect.bottom() - 2, rect.width() - 4, 3), color(theme.link)
            )
        if number:
            loud = here or self._head(section).loss
            painter.setFont(look.small_bold if loud else look.small)
            painter.setPen(color(theme.text if loud else theme.muted))
            x = rect.left() + self._start(section, number) - self.sectionPosition(section)
            painter.drawText(QPoint(x, baseline(rect, look.fine)), number)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the numbers, once it is known which of them have room."""
        self._labels = self.labels()
        super().paintEvent(event)

    def labels(self) -> dict[int, str]:
        """The numbers for which there is room, by their columns."""
        side = Qt.Orientation.Horizontal
        turns = [
            str(self.model().headerData(at, side, Qt.ItemDataRole.DisplayRole) or "")
            for at in range(self.count())
        ]
        starts = [at for at, turn in enumerate(turns) if turn]
        heads = {at: self._head(at) for at in range(self.count())}
        # of a turn the first column alone has its number: one further right says the turn that it is in
        for at in range(1, len(turns)):
            turns[at] = turns[at] or turns[at - 1]
        first = [at for at, head in heads.items() if head.here]
        first += [at for at, head in heads.items() if head.loss and not head.here]
        shown: dict[int, str] = {}
        for at in first:
            self._place(at, turns[at], shown)
        said = {turns[at] for at in shown}
        for step in _STEPS:
            every = [at for at in starts if int(turns[at]) % step == 0 and turns[at] not in said]
            tried = dict(shown)
            if all(self._place(at, turns[at], tried) or self._is_near(at, shown) for at in every):
                return tried
        return shown

    def _place(self, section: int, number: str, shown: dict[int, str]) -> bool:
        """Adds a number where it does not touch one that is there; whether it stands."""
        if section in shown:
            return True
        left, right = self._reach(section, number)
        for at, other in shown.items():
            low, high = self._reach(at, other)
            if left < high + _APART and low < right + _APART:
                return False
        shown[section] = number
        return True

    def _is_near(self, section: int, shown: dict[int, str]) -> bool:
        """Whether what stands in the way of a number is one that comes before all others."""
        return any(abs(self.sectionPosition(at) - self.sectionPosition(section)) < _NEAR for at in shown)

    def _reach(self, section: int, number: str) -> tuple[int, int]:
        left = self._start(section, number)
        return left, left + self._look.fine_strong.width(number)

    def _start(self, section: int, number: str) -> int:
        """Where a number begins: in the middle of its column, and not beyond the last one."""
        width = self._look.fine_strong.width(number)
        middle = self.sectionPosition(section) + (self.sectionSize(section) - width) // 2
        return max(0, min(middle, self.length() - width))

    def _head(self, section: int) -> ColumnHead:
        found = self.model().headerData(section, Qt.Orientation.Horizontal, Role.CELL)
        return found if isinstance(found, ColumnHead) else ColumnHead(here=False, loss=False)
