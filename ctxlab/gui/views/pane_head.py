"""The head of a stage pane: stage, strategy, what it did, tokens on leaving it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.text import counted, listed, token_text, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.filter_bar import MenuButton
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.trace import StageRecord

#: The height on one line, and on two.
HEIGHT, STACKED = 30, 48
LEFT = 9
RIGHT = 6
GAP = 6
#: Pixels of the stage's name that stay where even name, arrow and tokens have no room together.
LEAST_NAME = 36
ARROW = "▾"
#: Stands before the level to which a run was degraded.
DEGRADED = "↓"
#: Characters of a strategy's name below which only the arrow is shown.
LEAST = 4
#: Fates in the order in which a head counts them.
TOLD = (Fate.DROPPED, Fate.MERGED, Fate.COMPRESSED, Fate.TRUNCATED, Fate.ADDED)


class PaneHead(QWidget):
    """One line that gives way in a narrow pane: first the strategy, then the counts, the tokens, the name.

    The strategy is a button that asks for the picker; in the narrowest pane its arrow is left. `set_stacked`
    gives it a line of its own.
    """

    picker_wanted = Signal()

    def __init__(self, stage: Stage, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._language = language
        self._name = explain.stage(stage, language)
        self._strategy = self._counts = self._tokens = self._told = ""
        self._pickable = self._stacked = False
        self._placed: tuple[str, int, int, str, bool] | None = None
        self.button = MenuButton(self)
        self.button.setObjectName(f"strategyOf{stage.value.capitalize()}")
        self.button.setProperty("role", "link")
        self.button.clicked.connect(self.picker_wanted)
        self._line = QRect(0, 0, 0, HEIGHT)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Room for the beginning of the name, the arrow and the tokens."""
        name = min(LEAST_NAME, self._look.strong.width(self._name))
        wide = LEFT + name + self._arrow() + GAP + self._look.text.width(self._tokens) + RIGHT
        return QSize(wide, self.height())

    def said(self) -> tuple[str, str]:
        """The strategy, and counts and tokens as they are shown where there is room."""
        return self._strategy, self._words()

    def set_stacked(self, on: bool) -> None:
        """Whether the strategy stands under the stage's name."""
        if on != self._stacked:
            self._stacked = on
            self._line.setHeight(STACKED // 2 + 3 if on else HEIGHT)
            self.setFixedHeight(STACKED if on else HEIGHT)
            self._place()
            self.updateGeometry()

    def set_pickable(self, on: bool) -> None:
        """Whether there are strategies to choose from."""
        self._pickable = on
        self._place()
        self.updateGeometry()

    def show_strategy(self, name: str) -> None:
        """Show the strategy that the profile names, before a run says it."""
        self._strategy = name
        self._place()

    def show_record(self, record: StageRecord | None, total: int, exact: bool, level: int = 0) -> None:
        """Show a strategy, what it did to how many items, and the tokens on leaving the stage.

        `level` is the level of degradation that acted here, 0 for none.
        """
        if record is None:
            self._strategy = self._counts = self._tokens = ""
            self._tell([])
            return
        fates = bytes(record.fate)
        counts = {fate: fates.count(fate) for fate in TOLD}
        reached = len(fates) - fates.count(Fate.NONE)
        marks = " ".join(f"{fate.mark}{count:,}" for fate, count in counts.items() if count)
        marks = " ".join(part for part in (f"{DEGRADED}{level}" if level else "", marks) if part)
        # `layout:sandwich` is told by the layout: there are few strategies and many of these
        self._strategy = record.strategy.rpartition(":")[2]
        self._counts = marks or f"{reached:,}"
        self._tokens = token_text(total, exact)
        told = [record.strategy, counted(f"{reached:,}", self.tr("{0} item"), self.tr("{0} items"))]
        told += [f"{explain.fate(fate, self._language)} {count:,}" for fate, count in counts.items() if count]
        if level:
            told.append(self.tr("degraded to level {0}").format(level))
        self._tell([*told, counted(self._tokens, self.tr("{0} token"), self.tr("{0} tokens"))])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the button the room that there is."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is room for; the button paints itself."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        rect = self.rect()
        painter.fillRect(rect, color(theme.panel))
        y = baseline(self._line, look.text)
        painter.setFont(look.bold)
        painter.setPen(color(theme.text))
        painter.drawText(QPoint(LEFT, y), self._shown_name())
        words = self._fitting()
        if not words and self._stacked and self._below():
            words, y = self._tokens, baseline(self.button.geometry(), look.text)
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        painter.drawText(QPoint(rect.right() - RIGHT - look.text.width(words), y), words)
        painter.end()

    def _words(self) -> str:
        return " · ".join(part for part in (self._counts, self._tokens) if part)

    def _arrow(self) -> int:
        """Pixels of the arrow with the gap before it, where there is one."""
        return self._look.text.width(ARROW) + 4 + GAP if self._pickable and not self._stacked else 0

    def _shown_name(self) -> str:
        """The stage's name, cut where the arrow leaves it too little room."""
        room = max(LEAST_NAME, self.width() - LEFT - RIGHT - self._arrow())
        return self._look.strong.cut(self._name, room, self.devicePixelRatioF())

    def _fitting(self) -> str:
        """What stands at the right edge: counts and tokens, the tokens alone, or nothing.

        A mere number of items gives way to the strategy's name; the signs of what the stage did do not.
        """
        text = self._look.text
        room = self.width() - RIGHT - LEFT - self._look.strong.width(self._shown_name()) - GAP
        beside = self._pickable and not self._stacked
        named = text.width(f"{self._strategy} {ARROW}") + 4 + GAP if beside else 0
        wanted = self._arrow() if not self._counts.replace(",", "").isdecimal() else named
        if text.width(self._words()) <= room - wanted:
            return self._words()
        return self._tokens if text.width(self._tokens) <= room - self._arrow() else ""

    def _below(self) -> bool:
        """Whether the tokens have room beside the strategy."""
        text = self._look.text
        named = text.width(f"{self._strategy} {ARROW}") + 4 + GAP
        return LEFT + named + text.width(self._tokens) + RIGHT <= self.width()

    def _place(self) -> None:
        """Put the button between the name and what the head counts, its text cut to the room."""
        text = self._look.text
        left = LEFT if self._stacked else LEFT + self._look.strong.width(self._shown_name()) + GAP
        words = "" if self._stacked else self._fitting()
        room = self.width() - RIGHT - left - (text.width(words) + GAP if words else 0)
        end = f" {ARROW}" if self._pickable else ""
        name = text.cut(self._strategy, max(0, room - text.width(end)), self.devicePixelRatioF())
        # a letter and dots say nothing
        name = name if name == self._strategy or len(name) > LEAST else ""
        shown = (name + end).strip()
        top = self._line.height() - 3 if self._stacked else 2
        state = (shown, left, top, self._strategy, self._pickable)
        if state == self._placed:
            # the button stays as it is painted: it costs more than the words
            beside = self.button.isVisible() and not self._stacked
            edge = self.button.geometry().right() + 1 if beside else left
            self.update(edge, 0, self.width() - edge, top if self._stacked else self.height())
            return
        self.update()
        self._placed = state
        self.button.setText(shown.replace("&", "&&"))
        self.button.setVisible(bool(self._strategy and shown))
        self.button.setEnabled(self._pickable)
        high = STACKED // 2 - 2 if self._stacked else HEIGHT - 6
        self.button.setGeometry(QRect(left, top, text.width(shown) + 4, high))
        picks = self.tr("{0}: choose and set the strategy, now {1}").format(self._name, self._strategy)
        self.button.setAccessibleName(picks)
        self.button.setToolTip(tooltip(picks) if self._pickable else "")

    def _tell(self, words: list[str]) -> None:
        told = listed(words)
        if told == self._told:
            return
        self._told = told
        self.setToolTip(tooltip(told))
        self.setAccessibleName(f"{self._name}: {told}" if told else self._name)
        self._place()
        self.updateGeometry()
