"""The painter of one line of a diff, with both sides beside each other or one below the other."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.diff_text import draw_marked
from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline, hatch, outline
from ctxlab.gui.models.diff_cells import DiffCell, DiffSide
from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate
from ctxlab.model.diff import DiffKind

LINE_HEIGHT = 22
#: Where the triangle, the mark and the number stand, from the edge of a side.
OPEN_LEFT, MARK_LEFT, NUMBER_LEFT = 6, 20, 36
#: Room for a number: as wide as four digits and their sign.
NUMBER_WIDTH = 44
TOKENS_WIDTH = 46
MARGIN = 10
GAP = 8
#: A side narrower than this shows no tokens.
LEAST_FOR_TOKENS = 260
#: A reason that is cut to fewer characters is left out; the tooltip has it.
LEAST_WHY = 12
#: Words that are cut to less than this are left out.
LEAST_WORDS = 24

OPEN_SIGNS = {True: "▾", False: "▸"}


@dataclass(frozen=True, slots=True)
class _Part:
    """One side of a line: its room, its colours, and what stands in it."""

    rect: QRect
    tone: Tone
    side: DiffSide
    mark: str
    opened: str
    label: str
    why: tuple[str, str]
    ground: str


def text_left(*, unified: bool) -> int:
    """Where the label of a message and the lines of an opened text begin, from the edge of a side."""
    return NUMBER_LEFT + NUMBER_WIDTH * (2 if unified else 1)


class DiffDelegate(LineDelegate):
    """Paints a `DiffModel`: triangle, mark, number, who, words, why, tokens."""

    def __init__(self, model: DiffModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(200, LINE_HEIGHT), parent)
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        rect: QRect = option.rect
        cell = self._model.cell(index.row())
        if cell is None:
            return
        theme = self._look.theme
        if cell.fold:
            self._fold(painter, rect, cell)
        elif self._model.split:
            self._both(painter, rect, cell)
        else:
            self._one(painter, rect, cell)
        if not cell.detail:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(theme.rule))
        if self._model.split:
            painter.fillRect(middle(rect), rect.top(), 1, rect.height(), color(theme.border))
        if option.state & QStyle.StateFlag.State_Selected:
            outline(painter, rect.adjusted(0, 0, 0, -1), theme)

    def _fold(self, painter: QPainter, rect: QRect, cell: DiffCell) -> None:
        look, theme = self._look, self._look.theme
        painter.fillRect(rect, color(theme.panel))
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        for room in halves(rect) if self._model.split else (rect,):
            shown = look.text.cut(cell.words, room.width() - 2 * MARGIN, painter.device().devicePixelRatio())
            x = room.left() + (room.width() - look.text.width(shown)) // 2
            painter.drawText(QPoint(x, baseline(room, look.text)), shown)

    def _both(self, painter: QPainter, rect: QRect, cell: DiffCell) -> None:
        """The message before at the left, after at the right; where it is not, a hatched room."""
        theme = self._look.theme
        for at, (room, side) in enumerate(zip(halves(rect), (cell.before, cell.after), strict=True)):
            tone = tone_of(theme, cell.kind, old=at == 0)
            if side is None:
                self._absent(painter, room, cell, tone)
                continue
            first = at == 0 or cell.before is None
            # where one side has no message, the reason stands in its place
            shows_why = at == 1 and cell.before is not None
            why = (cell.why, cell.short) if shows_why else ("", "")
            self._part(painter, self._made(room, cell, side, tone, old=at == 0, first=first, why=why))

    def _one(self, painter: QPainter, rect: QRect, cell: DiffCell) -> None:
        """One side, under both numbers."""
        side = cell.side
        if side is None:
            return
        tone = tone_of(self._look.theme, cell.kind, old=cell.old)
        why = (cell.why, cell.short)
        self._part(painter, self._made(rect, cell, side, tone, old=cell.old, first=True, why=why), cell)

    def _made(
        self,
        room: QRect,
        cell: DiffCell,
        side: DiffSide,
        tone: Tone,
        *,
        old: bool,
        first: bool,
        why: tuple[str, str],
    ) -> _Part:
        theme = self._look.theme
        opened = "" if cell.opened is None or not first else OPEN_SIGNS[cell.opened]
        ground = theme.gone_part if old else theme.new_part
        return _Part(room, tone, side, cell.mark, opened, cell.label, why, ground)

    def _absent(self, painter: QPainter, room: QRect, cell: DiffCell, tone: Tone) -> None:
        """The side where a message is not: hatched, with the reason why it is not there."""
        look, theme = self._look, self._look.theme
        gone = cell.after is None
        hatch(painter, room, theme.base, tone.ground if gone else theme.panel)
        if cell.detail or not cell.why:
            return
        ratio = painter.device().devicePixelRatio()
        width = room.width() - NUMBER_LEFT - MARGIN
        words = cell.why if look.text.width(cell.why) <= width else cell.short
        painter.setFont(look.font)
        painter.setPen(color(tone.ink if gone else theme.muted))
        at = QPoint(room.left() + NUMBER_LEFT, baseline(room, look.text))
        painter.drawText(at, look.text.cut(words, width, ratio))

    def _part(self, painter: QPainter, part: _Part, numbered: DiffCell | None = None) -> None:
        """One side; `numbered` gives both numbers where one side stands for both."""
        look, theme = self._look, self._look.theme
        rect, y = part.rect, baseline(part.rect, look.text)
        painter.fillRect(rect, color(part.tone.ground))
        left = rect.left()
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(left + OPEN_LEFT, y), part.opened)
        sides = (part.side,) if numbered is None else (numbered.before, numbered.after)
        for column, side in enumerate(sides):
            if side is not None:
                painter.drawText(QPoint(left + NUMBER_LEFT + column * NUMBER_WIDTH, y), side.number)
        painter.setFont(look.bold)
        painter.setPen(color(part.tone.ink))
        painter.drawText(QPoint(left + MARK_LEFT, y), part.mark)
        x = left + text_left(unified=numbered is not None)
        self._text(painter, part, x, y)

    def _text(self, painter: QPainter, part: _Part, x: int, y: int) -> None:
        """Label, words, reason and tokens from `x` on."""
        look, theme = self._look, self._look.theme
        ratio = painter.device().devicePixelRatio()
        right = part.rect.right() - MARGIN
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        tokens = part.side.tokens
        if tokens and part.rect.width() >= LEAST_FOR_TOKENS:
            painter.drawText(QPoint(right - look.text.width(tokens), y), tokens)
            # one edge for the reasons of all lines
            right -= max(TOKENS_WIDTH, look.text.width(tokens)) + GAP
        if part.label:
            label = look.strong.cut(part.label, max(0, right - x), ratio)
            painter.setFont(look.bold)
            painter.setPen(color(theme.text))
            painter.drawText(QPoint(x, y), label)
            x += look.strong.width(label) + GAP
        room = (right - x) * 3 // 5
        why = next((one for one in part.why if look.text.width(one) <= room), part.why[-1])
        if why:
            shown = look.text.cut(why, max(0, room), ratio)
            # the first letters of a stage say nothing
            shown = shown if shown == why or len(shown) > LEAST_WHY else ""
            right -= look.text.width(shown)
            painter.setFont(look.font)
            painter.setPen(color(part.tone.ink))
            painter.drawText(QPoint(right, y), shown)
            right -= GAP
        if right - x > LEAST_WORDS:
            self._words(painter, part, QRect(x, part.rect.top(), right - x, part.rect.height()), y, ratio)

    def _words(self, painter: QPainter, part: _Part, room: QRect, y: int, ratio: float) -> None:
        look, theme = self._look, self._look.theme
        words = look.text.cut(part.side.words, room.width(), ratio) if part.label else part.side.words
        painter.setFont(look.font)
        if part.side.spans:
            draw_marked(
                painter,
                room.left(),
                y,
                words,
                part.side.spans,
                ink=theme.text,
                ground=part.ground,
                font=look.font,
            )
            return
        painter.setPen(color(theme.text if part.mark or not part.label else theme.muted))
        painter.drawText(QPoint(room.left(), y), words)


def middle(rect: QRect) -> int:
    """Where the line between the two sides stands."""
    return rect.left() + rect.width() // 2


def halves(rect: QRect) -> tuple[QRect, QRect]:
    """The rooms of both sides."""
    edge = middle(rect)
    return (
        QRect(rect.left(), rect.top(), edge - rect.left(), rect.height()),
        QRect(edge + 1, rect.top(), rect.right() - edge, rect.height()),
    )


def tone_of(theme: Theme, kind: DiffKind, *, old: bool) -> Tone:
    """Removed lines look like dropped items, added ones like added; moved ones like summarised."""
    if kind is DiffKind.EQUAL:
        return theme.tone(Fate.KEPT)
    if kind is DiffKind.MOVED:
        return theme.tone(Fate.COMPRESSED)
    return theme.tone(
        Fate.DROPPED if kind is DiffKind.REMOVED or (old and kind is DiffKind.CHANGED) else Fate.ADDED
    )
