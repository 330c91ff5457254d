"""The head of a stage pane: stage, strategy, what it did, tokens on leaving it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.trace import StageRecord

HEIGHT = 30
LEFT = 9
RIGHT = 8
GAP = 8
#: Fates in the order in which a head counts them.
TOLD = (Fate.DROPPED, Fate.MERGED, Fate.COMPRESSED, Fate.TRUNCATED, Fate.ADDED)


class PaneHead(QWidget):
    """One line that gives way in a narrow pane: first the strategy, then the counts; name and tokens stay."""

    def __init__(self, stage: Stage, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._language = language
        self._name = explain.stage(stage, language)
        self._strategy = self._counts = self._tokens = ""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        """Room for the name and the tokens."""
        look = self._look
        return QSize(
            LEFT + look.strong.width(self._name) + GAP + look.text.width(self._tokens) + RIGHT, HEIGHT
        )

    def said(self) -> tuple[str, str]:
        """The strategy, and counts and tokens as they are shown where there is room."""
        return self._strategy, " · ".join(part for part in (self._counts, self._tokens) if part)

    def show_record(self, record: StageRecord | None, total: int, exact: bool) -> None:
        """Show a strategy, what it did to how many items, and the tokens on leaving the stage."""
        if record is None:
            self._strategy = self._counts = self._tokens = ""
            self._tell([])
            return
        fates = bytes(record.fate)
        counts = {fate: fates.count(fate) for fate in TOLD}
        reached = len(fates) - fates.count(Fate.NONE)
        marks = " ".join(f"{fate.mark}{count:,}" for fate, count in counts.items() if count)
        self._strategy = record.strategy
        self._counts = marks or f"{reached:,}"
        self._tokens = f"{total:,}" if exact else f"≈{total:,}"
        told = [record.strategy, self.tr("{0} items").format(f"{reached:,}")]
        told += [f"{explain.fate(fate, self._language)} {count:,}" for fate, count in counts.items() if count]
        self._tell([*told, self.tr("{0} tokens").format(self._tokens)])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is room for."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        rect = self.rect()
        painter.fillRect(rect, color(theme.panel))
        y = baseline(rect, look.text)
        painter.setFont(look.bold)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(LEFT, y), self._name)
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        left = LEFT + look.strong.width(self._name) + GAP
        right = rect.right() - RIGHT
        for words in (self.said()[1], self._tokens):
            if left + look.text.width(words) <= right:
                right -= look.text.width(words)
                painter.drawText(QPoint(right, y), words)
                break
        self._draw_strategy(painter, QRect(left, 0, right - GAP - left, HEIGHT), y)
        painter.end()

    def _draw_strategy(self, painter: QPainter, room: QRect, y: int) -> None:
        shown = self._look.text.cut(self._strategy, max(0, room.width()), self.devicePixelRatioF())
        # a letter and dots say nothing
        if shown == self._strategy or len(shown) > 4:
            painter.drawText(QPoint(room.left(), y), shown)

    def _tell(self, words: list[str]) -> None:
        told = ", ".join(words)
        self.setToolTip(tooltip(told))
        self.setAccessibleName(f"{self._name}: {told}" if told else self._name)
        self.updateGeometry()
        self.update()
