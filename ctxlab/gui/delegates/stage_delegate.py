"""The painter of one line of a stage pane: mark, row colour, label, pill, words, tokens."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline, draw_pill, outline, pill_width
from ctxlab.gui.models.stage_cells import AnyCell, FoldCell, HeadCell, StageCell
from ctxlab.gui.text import dotted
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import STAGES, Fate

LINE_HEIGHT = 22
BAR = 4
MARK_LEFT = 8
TEXT_LEFT = 25
MARGIN = 8
GAP = 6
STAR = "★"
#: Characters of a reason below which a cut one is left to tooltip and inspector.
LEAST = 8
#: Pixels that are left for words beside a fate's word; where there is less room its sign is enough.
LEAST_WORDS = 40
#: Pixels below which a name is not cut for the turn behind it: few letters name nobody.
LEAST_NAME = 40
#: Begins the key of the picture of an empty cell; no line's key does.
EMPTY = "\x00empty "
#: Lines of a pane whose pictures are kept: some screens full.
LINES_KEPT = 100


#: Of a column, and of how many stages ago its line became empty: how many pixels before this cell the first
#: empty one begins, and how wide all of them are together.
RunOn = Callable[[int, int], tuple[int, int]]


class Cells(Protocol):
    """A model of lines with a key each, which hands out what a line shows in a column."""

    def key(self, row: int) -> str:
        """The key of a row, or an empty text beyond the rows."""
        ...

    def cell(self, row: int, column: int, /) -> AnyCell | None:
        """What that line shows; None beyond the lines."""
        ...


class StageDelegate(LineDelegate):
    """Paints cells of a model straight from its values: one call a line, no styles, cached cuts.

    With `run_on` the cells of a line stand side by side: why an item was dropped runs through the empty ones.
    """

    def __init__(
        self, model: Cells, look: Look, parent: QObject | None = None, run_on: RunOn | None = None
    ) -> None:
        super().__init__(look, QSize(120, LINE_HEIGHT), parent)
        self._model = model
        self._run_on = run_on
        self._lines: OrderedDict[str, tuple[AnyCell, tuple[object, ...], QPixmap]] = OrderedDict()

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
        place = self._place_of(cell, column)
        size = (rect.width(), rect.height(), chosen, self._look.theme.name, ratio, place)
        key, empty = self._model.key(row), False
        if not isinstance(cell, HeadCell) and cell.fate is Fate.NONE:
            # empty cells that say the same look the same
            key, empty = f"{EMPTY}{chosen}{cell.note}", True
        known = self._lines.get(key)
        if known is not None and (empty or known[0] is cell) and known[1] == size:
            painter.drawPixmap(rect.topLeft(), known[2])
            return
        picture = self._picture(cell, rect.size(), chosen, ratio, column)
        self._lines[key] = (cell, size, picture)
        if len(self._lines) > LINES_KEPT:
            self._lines.popitem(last=False)
        painter.drawPixmap(rect.topLeft(), picture)

    def _place_of(self, cell: AnyCell, column: int) -> tuple[int, int]:
        """Where an empty cell stands in its line, in pixels; see `RunOn`."""
        if self._run_on is None or cell.fate is not Fate.NONE or isinstance(cell, HeadCell) or not cell.since:
            return (0, 0)
        return self._run_on(column, cell.since)

    def _picture(self, cell: AnyCell, size: QSize, chosen: bool, ratio: float, column: int) -> QPixmap:
        """The line, drawn."""
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        rect = QRect(QPoint(0, 0), size)
        beside = self._run_on is not None and column < len(STAGES) - 1
        if isinstance(cell, HeadCell):
            self._head(painter, rect, cell, chosen)
        elif cell.fate is Fate.NONE:
            self._empty(painter, rect, cell, chosen, column)
        elif isinstance(cell, FoldCell):
            self._fold(painter, rect, cell, chosen, beside)
        else:
            self._item(painter, rect, cell, chosen, beside)
        painter.end()
        return picture

    def _empty(
        self, painter: QPainter, rect: QRect, cell: StageCell | FoldCell, chosen: bool, column: int
    ) -> None:
        """A cell that the item never reached: empty but for the part that it has of why it was dropped."""
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        self._rule(painter, rect)
        offset, room = self._place_of(cell, column)
        if cell.note and room:
            painter.setFont(look.font)
            painter.setPen(color(theme.muted))
            shown = look.text.cut(cell.note, room - MARK_LEFT - MARGIN, painter.device().devicePixelRatio())
            painter.drawText(QPoint(rect.left() + MARK_LEFT - offset, baseline(rect, look.text)), shown)

    def _item(self, painter: QPainter, rect: QRect, cell: StageCell, chosen: bool, beside: bool) -> None:
        """A cell of an item; `beside` is whether why it was dropped stands in the cells beside it."""
        look, theme = self._look, self._look.theme
        shade = cell.shade
        tone = theme.tone(shade)
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
        self._texts(painter, rect, y, right, cell, "" if beside else cell.note)
        if chosen:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _texts(self, painter: QPainter, rect: QRect, y: int, right: int, cell: StageCell, note: str) -> None:
        """Label, pill and words between the mark and the tokens, each cut to the room that is left."""
        look, theme = self._look, self._look.theme
        x = rect.left() + TEXT_LEFT
        ratio = painter.device().devicePixelRatio()
        if cell.place:
            head = self._place(cell.place, right - x, ratio)
            painter.setFont(look.font)
            painter.setPen(color(theme.text))
        else:
            head = self._label(cell, right - x, ratio)
            painter.setFont(look.bold)
            painter.setPen(color(theme.rows[cell.row]))
        painter.drawText(QPoint(x, y), head)
        x += (look.text if cell.place else look.strong).width(head) + GAP
        words = note or (cell.label if cell.place else cell.words)
        # where it would take the words' room the mark at the left says the same
        spared = GAP + LEAST_WORDS if words else 0
        if cell.pill and x + pill_width(cell.pill, look) + spared <= right:
            x = draw_pill(painter, x, rect, cell.pill, theme.tone(cell.fate), look) + GAP
        if words and right - x > 3 * GAP:
            shown = look.text.cut(words, right - x, ratio)
            if (note or cell.place) and shown != words and len(shown) <= LEAST:
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

    def _fold(self, painter: QPainter, rect: QRect, cell: FoldCell, chosen: bool, beside: bool) -> None:
        """The line of a run; `beside` is whether why it was dropped stands in the cells beside it."""
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.tone(cell.fate).ground if cell.fate.mark else theme.panel))
        self._rule(painter, rect)
        y = baseline(rect, look.text)
        right = self._tokens(painter, rect, y, cell.tokens)
        painter.drawText(QPoint(rect.left() + MARK_LEFT, y), "▸")
        x = rect.left() + TEXT_LEFT
        text = dotted((f"{cell.fate.mark} {cell.text}".strip(), "" if beside else cell.note))
        painter.drawText(QPoint(x, y), look.text.cut(text, right - x, painter.device().devicePixelRatio()))
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
