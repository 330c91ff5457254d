"""The painter of problems: each is as high as its words need in the width that there is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ctxlab.gui.delegates.paint import PILL_HEIGHT, draw_pill, pill_width
from ctxlab.gui.delegates.text_row_delegate import MARGIN, tone_of
from ctxlab.gui.models.problem_rows import LONGEST, MARKS, Kind, ProblemLine, ProblemRowsModel
from ctxlab.gui.models.wrap import Wrapper
from ctxlab.gui.text import Elider, one_line
from ctxlab.gui.theme.palette import Tone
from ctxlab.gui.theme.style import Look, color

#: Free above and below a line, and more above the head of a step (pixels).
PAD = 3
ABOVE_STEP = 6
#: Between a pill and its text, and how far a cure is set in.
GAP = 6
INDENT = 4
#: No line is shown in more rows than this; the tooltip has the rest.
MOST_ROWS = 8
#: A text has at least this much room, however narrow the list is.
LEAST_WIDTH = 60


class ProblemDelegate(QStyledItemDelegate):
    """Paints a `ProblemRowsModel`: heads of steps, a sign and wrapped words, a pill that applies a cure."""

    def __init__(self, model: ProblemRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look
        self._wrappers = {Kind.STEP: Wrapper(look.bold)}
        self._plain = Wrapper(look.font)

    def height(self, row: int, width: int) -> int:
        """The height of a line in a list of that width."""
        line = self._model.line(row)
        if line is None:
            return 0
        rows = len(self._rows(line, width))
        return rows * self._spacing(line) + 2 * PAD + (ABOVE_STEP if line.kind is Kind.STEP else 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as the words need in the width of the line."""
        rect: QRect = option.rect
        return QSize(LEAST_WIDTH, self.height(index.row(), rect.width()))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        line = self._model.line(index.row())
        if line is None:
            return
        rect: QRect = option.rect
        look, theme = self._look, self._look.theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        spacing, elider = self._spacing(line), self._elider(line)
        top = rect.top() + PAD + (ABOVE_STEP if line.kind is Kind.STEP else 0)
        x = rect.left() + self._left(line)
        if line.pill:
            first = QRect(x, top, 1, spacing)
            draw_pill(
                painter, x - pill_width(line.pill, look) - GAP, first, line.pill, self._tone(line), look
            )
        painter.setFont(self._font(line))
        painter.setPen(color(theme.muted if line.kind is Kind.STEP else theme.text))
        metrics = elider.metrics
        for at, shown in enumerate(self._rows(line, rect.width())):
            y = top + at * spacing + (spacing - metrics.height()) // 2 + metrics.ascent()
            painter.drawText(QPoint(x, y), shown)

    def _rows(self, line: ProblemLine, width: int) -> list[str]:
        room = max(LEAST_WIDTH, width - self._left(line) - MARGIN)
        wrapper = self._wrappers.get(line.kind, self._plain)
        found = [row.text.rstrip() for row in wrapper.rows(one_line(line.text, LONGEST), room)]
        if len(found) > MOST_ROWS:
            found = [*found[: MOST_ROWS - 1], f"{found[MOST_ROWS - 1]}…"]
        return found

    def _left(self, line: ProblemLine) -> int:
        """Where the text begins: all texts behind signs in one column."""
        if line.kind is Kind.STEP:
            return MARGIN
        signs = max(pill_width(sign, self._look) for sign in MARKS.values())
        if line.kind is Kind.PROBLEM:
            return MARGIN + signs + GAP
        return MARGIN + INDENT + pill_width(line.pill, self._look) + GAP

    def _tone(self, line: ProblemLine) -> Tone:
        theme = self._look.theme
        if line.kind is Kind.CURE:
            return Tone(theme.link, theme.base, theme.accent, theme.on_accent)
        return tone_of(theme, line.sign)

    def _font(self, line: ProblemLine) -> QFont:
        return self._look.bold if line.kind is Kind.STEP else self._look.font

    def _elider(self, line: ProblemLine) -> Elider:
        return self._look.strong if line.kind is Kind.STEP else self._look.text

    def _spacing(self, line: ProblemLine) -> int:
        return max(PILL_HEIGHT + 1, self._elider(line).metrics.height() + 1)
