"""The painter of one line of a stage pane: mark, row colour, label, pill, words, tokens."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.delegates.paint import baseline, draw_pill, outline, pill_width
from ctxlab.gui.models.stage_cells import AnyCell, FoldCell, HeadCell, StageCell
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate

LINE_HEIGHT = 22
BAR = 4
MARK_LEFT = 8
TEXT_LEFT = 25
MARGIN = 8
GAP = 6
STAR = "★"
#: Characters of a reason below which a cut one is left to tooltip and inspector.
LEAST = 8
#: Pixels below which a label is not cut: a letter and dots.
LEAST_LABEL = 26
#: Pixels below which a name is not cut for the turn behind it: few letters name nobody.
LEAST_NAME = 40
#: Lines of a pane whose pictures are kept: some screens full.
LINES_KEPT = 100


class Cells(Protocol):
    """A model of lines with a key each, which hands out what a line shows in a column."""

    def key(self, row: int) -> str:
        """The key of a row, or an empty text beyond the rows."""
        ...

    def cell(self, row: int, column: int, /) -> AnyCell | None:
        """What that line shows; None beyond the lines."""
        ...


class StageDelegate(QStyledItemDelegate):
    """Paints cells of a model straight from its values: one call a line, no styles, cached cuts."""

    def __init__(self, model: Cells, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look
        self._lines: OrderedDict[str, tuple[AnyCell, tuple[object, ...], QPixmap]] = OrderedDict()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Every line is as high as every other."""
        return QSize(120, LINE_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        row, column = index.row(), index.column()
        cell = self._model.cell(row, column)
        if cell is None:
            return
        ratio = painter.device().devicePixelRatio()
        size = (rect.width(), rect.height(), chosen, self._look.theme.name, ratio)
        key = self._model.key(row)
        known = self._lines.get(key)
        if known is not None and known[0] is cell and known[1] == size:
            painter.drawPixmap(rect.topLeft(), known[2])
            return
        picture = self._picture(cell, rect.size(), chosen, ratio)
        self._lines[key] = (cell, size, picture)
        if len(self._lines) > LINES_KEPT:
            self._lines.popitem(last=False)
        painter.drawPixmap(rect.topLeft(), picture)

    def _picture(self, cell: AnyCell, size: QSize, chosen: bool, ratio: float) -> QPixmap:
        """The line, drawn."""
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        rect = QRect(QPoint(0, 0), size)
        if isinstance(cell, StageCell):
            self._item(painter, rect, cell, chosen)
        elif isinstance(cell, FoldCell):
            self._fold(painter, rect, cell, chosen)
        else:
            self._head(painter, rect, cell, chosen)
        painter.end()
        return picture

    def _item(self, painter: QPainter, rect: QRect, cell: StageCell, chosen: bool) -> None:
        look, theme = self._look, self._look.theme
        fate = cell.fate
        shade = cell.shade
        tone = theme.tone(shade)
        if fate is Fate.NONE:
            painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
            self._rule(painter, rect)
            return
        plain = shade is Fate.KEPT
        painter.fillRect(rect, color(theme.base if plain else tone.ground))
        self._rule(painter, rect)
        painter.fillRect(rect.left(), rect.top(), BAR, rect.height() - 1, color(theme.rows[cell.row]))
        y = baseline(rect, look.text)
        right = self._tokens(painter, rect, y, cell.tokens)
        if not plain or cell.starred:
            painter.setFont(look.bold)
            painter.setPen(color(theme.text if plain else tone.ink))
            painter.drawText(QPoint(rect.left() + MARK_LEFT, y), STAR if plain else shade.mark)
        self._texts(painter, rect, y, right, cell)
        if chosen:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _texts(self, painter: QPainter, rect: QRect, y: int, right: int, cell: StageCell) -> None:
        """Label, pill and words between the mark and the tokens, each cut to the room that is left."""
        look, theme = self._look, self._look.theme
        x = rect.left() + TEXT_LEFT
        ratio = painter.device().devicePixelRatio()
        if cell.place:
            head = self._place(cell.place, right - x, ratio)
            painter.setFont(look.font)
            painter.setPen(color(theme.text))
        else:
            # the pill is the verdict: the label gives way before it does
            spared = pill_width(cell.pill, look) + GAP if cell.pill else 0
            room = right - x - spared
            head = self._label(cell, room if room >= LEAST_LABEL else right - x, ratio)
            painter.setFont(look.bold)
            painter.setPen(color(theme.rows[cell.row]))
        painter.drawText(QPoint(x, y), head)
        x += (look.text if cell.place else look.strong).width(head) + GAP
        if cell.pill and x + pill_width(cell.pill, look) <= right:
            x = draw_pill(painter, x, rect, cell.pill, theme.tone(cell.fate), look) + GAP
        words = cell.note or (cell.label if cell.place else cell.words)
        if words and right - x > 3 * GAP:
            shown = look.text.cut(words, right - x, ratio)
            if (cell.note or cell.place) and shown != words and len(shown) <= LEAST:
                return
            painter.setFont(look.font)
            painter.setPen(color(theme.muted if cell.pill or cell.place else theme.text))
            painter.drawText(QPoint(x, y), shown)

    def _place(self, place: str, room: int, ratio: float) -> str:
        """Where it stands; of a message's number and share the number alone where both have no room."""
        if place.startswith("#") and self._look.text.width(place) > room:
            return place.partition(" ")[0]
        return self._look.text.cut(place, room, ratio)

    def _label(self, cell: StageCell, room: int, ratio: float) -> str:
        """Who speaks and when; where both have no room the name is cut before the turn."""
        strong = self._look.strong
        if not cell.when or strong.width(cell.label) <= room:
            return strong.cut(cell.label, room, ratio)
        name = cell.label.removesuffix(cell.when)
        rest = room - strong.width(cell.when)
        if rest < LEAST_NAME:
            return strong.cut(name, room, ratio)
        return strong.cut(name, rest, ratio) + cell.when

    def _head(self, painter: QPainter, rect: QRect, cell: HeadCell, chosen: bool) -> None:
        """The head over items that the stage let go: their sign, the fate's word and the count."""
        look, theme = self._look, self._look.theme
        tone = theme.tone(cell.fate)
        painter.fillRect(rect, color(theme.panel))
        self._rule(painter, rect)
        y = baseline(rect, look.text)
        painter.setFont(look.bold)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(rect.left() + MARK_LEFT, y), cell.fate.mark)
        room = rect.right() - MARGIN - rect.left() - TEXT_LEFT
        shown = look.text.cut(cell.text, room, painter.device().devicePixelRatio())
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(rect.left() + TEXT_LEFT, y), shown)
        painter.fillRect(
            rect.left(), rect.top(), rect.width(), 1, color(tone.pill_ink if tone.outline else tone.pill)
        )
        if chosen:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _fold(self, painter: QPainter, rect: QRect, cell: FoldCell, chosen: bool) -> None:
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.panel))
        self._rule(painter, rect)
        y = baseline(rect, look.text)
        right = self._tokens(painter, rect, y, cell.tokens)
        painter.drawText(QPoint(rect.left() + MARK_LEFT, y), "▸")
        x = rect.left() + TEXT_LEFT
        painter.drawText(
            QPoint(x, y), look.text.cut(cell.text, right - x, painter.device().devicePixelRatio())
        )
        if chosen:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _tokens(self, painter: QPainter, rect: QRect, y: int, tokens: str) -> int:
        """The tokens at the right edge, in muted ink; the x that is left for texts."""
        look = self._look
        left = rect.right() - MARGIN - look.text.width(tokens)
        painter.setFont(look.font)
        painter.setPen(color(look.theme.muted))
        painter.drawText(QPoint(left, y), tokens)
        return left - GAP

    def _rule(self, painter: QPainter, rect: QRect) -> None:
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(self._look.theme.rule))
