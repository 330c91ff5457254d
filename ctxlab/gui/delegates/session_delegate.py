"""The painter of one line of the sessions: name, verdict, format; or a folder with its count."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline, draw_pill, outline, pill_width
from ctxlab.gui.models.session_rows import SessionLine, SessionRowsModel, SessionVerdict
from ctxlab.gui.theme.palette import Tone
from ctxlab.gui.theme.style import Look, color

LINE_HEIGHT = 24
MARGIN = 9
GAP = 6
INDENT = 12
EDITED = "●"
#: The least room for a name (pixels), below which what follows it is left out.
LEAST = 40


class SessionDelegate(LineDelegate):
    """Paints a `SessionRowsModel`. Where there is no room, muted words are left out and the name is cut."""

    def __init__(self, model: SessionRowsModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(120, LINE_HEIGHT), parent)
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line; the one that is looked at has a ground, the one with the keys an outline."""
        line = self._model.line(index.row())
        if line is None:
            return
        rect: QRect = option.rect
        theme = self._look.theme
        painter.fillRect(rect, color(theme.chosen if line.active else theme.base))
        if line.count:
            self._folder(painter, rect, line)
        else:
            self._session(painter, rect, line)
        focus = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_Active
        if option.state & focus == focus and option.widget.hasFocus():
            outline(painter, rect, theme)

    def _session(self, painter: QPainter, rect: QRect, line: SessionLine) -> None:
        look, theme = self._look, self._look.theme
        elider = look.strong if line.active else look.text
        x = rect.left() + MARGIN + (INDENT if line.indent else 0)
        right = rect.right() - MARGIN
        y = baseline(rect, look.text)
        pill, tone = self._pill(line.verdict)
        dot = look.text.width(EDITED) + GAP if line.edited else 0
        taken = dot + (pill_width(pill, look) + GAP if pill else 0)
        name = elider.cut(line.name, max(right - x - taken, LEAST), painter.device().devicePixelRatio())
        painter.setFont(elider.font)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(x, y), name)
        x += elider.width(name) + GAP
        painter.setFont(look.font)
        if line.edited:
            painter.drawText(QPoint(x, y), EDITED)
            x += dot
        if pill:
            x = draw_pill(painter, x, rect, pill, tone, look) + GAP
        painter.setFont(look.small)
        painter.setPen(color(theme.muted))
        for word in (self._words(line.verdict), line.format):
            if word and look.fine.width(word) <= right - x:
                painter.drawText(QPoint(x, y), word)
                x += look.fine.width(word) + GAP

    def _folder(self, painter: QPainter, rect: QRect, line: SessionLine) -> None:
        look, theme = self._look, self._look.theme
        y = baseline(rect, look.text)
        x, right = rect.left() + MARGIN, rect.right() - MARGIN
        painter.setFont(look.small)
        painter.setPen(color(theme.muted))
        count = f"{line.count:,}"
        right -= look.fine.width(count)
        painter.drawText(QPoint(right, y), count)
        right -= GAP
        if line.lost:
            pill = self.tr("{0} losing").format(f"{line.lost:,}")
            right -= pill_width(pill, look)
            draw_pill(painter, right, rect, pill, theme.failed, look)
            right -= GAP
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        mark = "▾" if line.open else "▸"
        painter.drawText(QPoint(x, y), mark)
        x += INDENT
        painter.setPen(color(theme.text))
        name = look.text.cut(line.name, right - x, painter.device().devicePixelRatio())
        painter.drawText(QPoint(x, y), name)

    def _pill(self, verdict: SessionVerdict | None) -> tuple[str, Tone]:
        theme = self._look.theme
        if verdict is None:
            return "…", theme.neutral
        if verdict.problem:
            return self.tr("fails"), theme.failed
        if verdict.lost:
            return self.tr("{0} lost").format(verdict.lost), theme.failed
        return (self.tr("kept") if verdict.judged else ""), theme.passed

    def _words(self, verdict: SessionVerdict | None) -> str:
        unjudged = verdict is not None and not verdict.judged and not verdict.problem
        return self.tr("no must-keep") if unjudged else ""
