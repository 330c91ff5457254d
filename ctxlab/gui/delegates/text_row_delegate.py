"""The painter of lines with a pill and a text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline, draw_pill, pill_width
from ctxlab.gui.models.text_rows import Sign, TextRow, TextRowsModel
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate

LINE_HEIGHT = 24
MARGIN = 8
GAP = 16
#: Of the width, what leads and notes take at most, and the width from which on there are columns (pixels).
_LEAD_SHARE = 0.25
_NOTE_SHARE = 0.4
_COLUMNS_FROM = 520
#: Lists narrower than this (pixels) show the sign of a pill in place of its word, where it has one.
_BRIEF_BELOW = 260


class TextRowDelegate(LineDelegate):
    """Paints a `TextRowsModel`: pill, lead, text, note. Leads stand in a column behind the widest pill."""

    def __init__(self, model: TextRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(120, LINE_HEIGHT), parent)
        self._model = model
        self._columns: tuple[int, int] | None = None
        for changed in (model.rowsInserted, model.rowsRemoved, model.modelReset, model.dataChanged):
            changed.connect(self._forget)

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
        pills, leads = self._widths()
        x = rect.left() + MARGIN
        if line.pill:
            pill = line.brief if line.brief and rect.width() < _BRIEF_BELOW else line.pill
            x = draw_pill(painter, x, rect, pill, tone_of(theme, line.sign), look) + MARGIN
        if leads:
            x = self._lead(painter, rect, rect.left() + MARGIN + pills, leads, line)
        right = self._note(painter, rect, x, line)
        painter.setFont(look.font)
        painter.setPen(color(theme.text))
        shown = look.text.cut(one_line(line.text, 300), right - x, painter.device().devicePixelRatio())
        painter.drawText(QPoint(x, baseline(rect, look.text)), shown)

    def _lead(self, painter: QPainter, rect: QRect, x: int, widest: int, line: TextRow) -> int:
        """Paint where the line is; the x of its text. Without room for columns it stands right before it."""
        look = self._look
        lead = one_line(line.lead, 80)
        room = min(widest, int(rect.width() * _LEAD_SHARE))
        shown = look.text.cut(lead, room, painter.device().devicePixelRatio())
        painter.setFont(look.font)
        painter.setPen(color(look.theme.muted))
        painter.drawText(QPoint(x, baseline(rect, look.text)), shown)
        if rect.width() >= _COLUMNS_FROM:
            return x + room + GAP
        return x + look.text.width(shown) + (MARGIN if shown else 0)

    def _note(self, painter: QPainter, rect: QRect, x: int, line: TextRow) -> int:
        """Paint the note at the line's end; where its text has to end.

        In a list with leads a note has its share of the width; elsewhere it takes what the text leaves.
        """
        look = self._look
        right = rect.right() - MARGIN
        if not line.note:
            return right
        note, width = line.note, look.text.width(line.note)
        if line.lead or self._widths()[1]:
            if rect.width() < _COLUMNS_FROM:
                return right
            note = look.text.cut(note, int(rect.width() * _NOTE_SHARE), painter.device().devicePixelRatio())
            width = look.text.width(note)
        elif right - x - width <= look.text.width(one_line(line.text, 300)) + MARGIN:
            return right
        painter.setFont(look.font)
        painter.setPen(color(look.theme.muted))
        painter.drawText(QPoint(right - width, baseline(rect, look.text)), note)
        return right - width - (GAP if line.lead else MARGIN)

    def _widths(self) -> tuple[int, int]:
        """What the widest pill and the widest lead take, with what stands behind them; 0 without any lead."""
        if self._columns is None:
            lines = self._model.lines()
            leads = {one_line(line.lead, 80) for line in lines if line.lead}
            lead = max((self._look.text.width(one) for one in leads), default=0)
            pills = {line.pill for line in lines if line.pill}
            pill = max((pill_width(one, self._look) + MARGIN for one in pills), default=0)
            self._columns = (pill, lead)
        return self._columns

    def _forget(self, *_told: object) -> None:
        self._columns = None


def tone_of(theme: Theme, sign: Sign) -> Tone:
    """The colours of a pill; a warning looks like a cut."""
    return {
        Sign.GOOD: theme.passed,
        Sign.BAD: theme.failed,
        Sign.WARNING: theme.tone(Fate.TRUNCATED),
        Sign.NEUTRAL: theme.neutral,
    }[sign]
