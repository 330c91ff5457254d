"""All requests of a session as bars, with the one that is shown; click or arrow keys choose another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from ctxlab.gui.delegates.paint import hatch
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.labels import plain_label

BARS = 28
TURNS = 16
WIDEST = 40
SWATCH = 11


@dataclass(frozen=True, slots=True)
class RequestMark:
    """One request as a bar: 1-based index, turn, tokens of its candidates, whether a must-keep is missing.

    Tokens of None are not counted yet.
    """

    index: int
    turn: int
    tokens: int | None = None
    missing: bool = False


class RequestBars(QWidget):
    """The bars. A request keeps at least a pixel; where there is none for each, neighbours share one."""

    chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._marks: tuple[RequestMark, ...] = ()
        self._at = -1
        self.setFixedHeight(BARS + TURNS + 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(400, BARS + TURNS + 6)

    def set_marks(self, marks: Sequence[RequestMark], at: int) -> None:
        """Show these requests, with the one at list position `at` chosen."""
        marks = tuple(marks)
        if (marks, at) != (self._marks, self._at):
            self._marks, self._at = marks, at
            self.update()

    def edges(self) -> list[int]:
        """The left edge of each bar and the right edge of the last, in pixels; they never fall."""
        count = len(self._marks)
        width = min(self.width() - 2, count * WIDEST)
        return [1 + width * i // count for i in range(count + 1)] if count else [1]

    def position_at(self, x: int) -> int:
        """The list position of the bar at that x, or -1."""
        edges = self.edges()
        if not self._marks or not edges[0] <= x < edges[-1]:
            return -1
        return max(0, bisect_left(edges, x + 1) - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, page keys, Home and End choose another request."""
        last = len(self._marks) - 1
        to = {
            Qt.Key.Key_Left: self._at - 1,
            Qt.Key.Key_Right: self._at + 1,
            Qt.Key.Key_PageUp: self._turn(-1),
            Qt.Key.Key_PageDown: self._turn(1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if to is None:
            super().keyPressEvent(event)
            return
        self._choose(max(0, min(to, last)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the request under the pointer; among the turns' numbers, the last request of the turn."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        at = self.position_at(round(event.position().x()))
        if at >= 0 and event.position().y() > BARS + 6:
            turn = self._marks[at].turn
            at = max(place for place, mark in enumerate(self._marks) if mark.turn == turn)
        self._choose(at)

    def event(self, event: QEvent) -> bool:
        """Name the request under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self.position_at(event.pos().x())
            QToolTip.showText(
                event.globalPos(), tooltip(self.told(at)), self
            ) if at >= 0 else QToolTip.hideText()
            return True
        return super().event(event)

    def told(self, at: int) -> str:
        """The request at a list position, in words."""
        mark = self._marks[at]
        text = self.tr("request {0}, turn {1}").format(mark.index, mark.turn)
        if mark.tokens is not None:
            text = self.tr("{0}, {1} tokens of candidates").format(text, f"{mark.tokens:,}")
        return self.tr("{0}, a must-keep is missing").format(text) if mark.missing else text

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars, turn numbers and the cursor."""
        theme = self._look.theme
        painter = QPainter(self)
        if not self._marks:
            painter.end()
            return
        edges = self.edges()
        most = max((mark.tokens or 0 for mark in self._marks), default=0)
        for i, mark in enumerate(self._marks):
            if edges[i + 1] > edges[i]:
                self._bar(painter, mark, edges[i], edges[i + 1], most)
        self._turns(painter, edges)
        if 0 <= self._at < len(self._marks):
            left, right = edges[self._at], max(edges[self._at + 1], edges[self._at] + 3)
            painter.setPen(QPen(color(theme.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.drawRoundedRect(QRect(left, 2, right - left, BARS + 2).adjusted(0, 0, -1, 0), 3, 3)
        if self.hasFocus():
            painter.setPen(QPen(color(theme.accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _bar(self, painter: QPainter, mark: RequestMark, left: int, right: int, most: int) -> None:
        theme = self._look.theme
        height = max(3, BARS * (mark.tokens or 0) // most) if most else 3
        gap = 1 if right - left > 3 else 0
        rect = QRect(left, 3 + BARS - height, right - left - gap, height)
        if mark.missing:
            hatch(painter, rect, theme.missing, theme.missing_stripe)
        else:
            painter.fillRect(rect, color(theme.bar))

    def _turns(self, painter: QPainter, edges: list[int]) -> None:
        """A tick and number where a turn begins; numbers that would touch the one before are left out."""
        look, theme = self._look, self._look.theme
        painter.setFont(look.small)
        free = 0
        turn = None
        top = BARS + 7
        for i, mark in enumerate(self._marks):
            if mark.turn == turn:
                continue
            turn = mark.turn
            x = edges[i]
            text = str(turn)
            if x < free or x + 4 + look.fine.width(text) > self.width():
                continue
            painter.fillRect(x, top, 1, TURNS - 2, color(theme.border))
            painter.setPen(color(theme.muted))
            painter.drawText(QPoint(x + 4, top + TURNS - 5), text)
            free = x + look.fine.width(text) + 10

    def _turn(self, step: int) -> int:
        """The last request of the turn before or after."""
        if not 0 <= self._at < len(self._marks):
            return 0
        at, turn = self._at, self._marks[self._at].turn
        while 0 <= at + step < len(self._marks) and self._marks[at].turn == turn:
            at += step
        turn = self._marks[at].turn
        while at + 1 < len(self._marks) and self._marks[at + 1].turn == turn:
            at += 1
        return at

    def _choose(self, at: int) -> None:
        if 0 <= at < len(self._marks) and at != self._at:
            self.chosen.emit(self._marks[at].index)


class Swatch(QWidget):
    """The look of a bar at which a must-keep is missing."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(SWATCH, SWATCH)
        look.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        theme = self._look.theme
        painter = QPainter(self)
        hatch(painter, self.rect(), theme.missing, theme.missing_stripe)
        painter.end()


class RequestBar(QFrame):
    """`request k of n, turn t of m` and the bars. `request_chosen` gives the 1-based index of a request.

    `chain_chosen` names a side chain, or the conversation by an empty text; `branch_chosen` gives the
    position of a branch.
    """

    request_chosen = Signal(int)
    chain_chosen = Signal(str)
    branch_chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("requestBar")
        self._request = plain_label("", "title")
        self._turn = plain_label("", "muted")
        self._note = plain_label(self.tr("a must-keep is missing"), "muted")
        self._swatch = Swatch(look)
        self._note.hide()
        self._swatch.hide()
        self.bars = RequestBars(look)
        self.bars.setObjectName("requestBars")
        self.chains = ChoiceBox()
        self.chains.setObjectName("chainPicker")
        self.chains.setAccessibleName(self.tr("Chain of requests"))
        self.chains.activated.connect(self._choose_chain)
        self.chains.hide()
        self.branches = ChoiceBox()
        self.branches.setObjectName("branchPicker")
        self.branches.setAccessibleName(self.tr("Branch of the conversation"))
        self.branches.activated.connect(self.branch_chosen)
        self.branches.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._request)
        words.addWidget(self._turn)
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(16)
        layout.addLayout(words)
        layout.addWidget(self.chains)
        layout.addWidget(self.branches)
        layout.addWidget(self.bars, 1)
        note = QHBoxLayout()
        note.setSpacing(6)
        note.addWidget(self._swatch)
        note.addWidget(self._note)
        layout.addLayout(note)
        self.bars.chosen.connect(self.request_chosen)

    def _choose_chain(self, at: int) -> None:
        self.chain_chosen.emit(str(self.chains.itemData(at)))

    def said(self) -> tuple[str, str]:
        """Request and turn as they are shown."""
        return self._request.text(), self._turn.text()

    def set_chains(self, chains: Sequence[str], current: str) -> None:
        """Offer the chains of a session where there are side chains; "" is the conversation itself."""
        self.chains.setVisible(len(chains) > 1)
        if [self.chains.itemData(at) for at in range(self.chains.count())] != list(chains):
            self.chains.clear()
            for chain in chains:
                self.chains.addItem(one_line(chain, 40) or self.tr("conversation"), chain)
        self.chains.setCurrentIndex(self.chains.findData(current))

    def set_branches(self, parted: Sequence[int], current: int) -> None:
        """Offer the branches of a conversation that has several, by the request at which each parted."""
        self.branches.setVisible(len(parted) > 1)
        words = [self.tr("branch {0} · from request {1}").format(at, one) for at, one in enumerate(parted, 1)]
        if [self.branches.itemText(at) for at in range(self.branches.count())] != words:
            self.branches.clear()
            self.branches.addItems(words)
        self.branches.setCurrentIndex(current)

    def set_requests(self, marks: Sequence[RequestMark], current: int) -> None:
        """Show the requests of a chain; `current` is the 1-based index of the one that is shown."""
        at = next((i for i, mark in enumerate(marks) if mark.index == current), -1)
        self.bars.set_marks(marks, at)
        if at >= 0:
            self._request.setText(self.tr("request {0} of {1}").format(current, marks[-1].index))
            self._turn.setText(self.tr("turn {0} of {1}").format(marks[at].turn, marks[-1].turn))
            name = self.tr("{0} of {1}").format(self.bars.told(at), marks[-1].index)
        else:
            self._request.setText(self.tr("no request"))
            self._turn.setText("")
            name = self.tr("no request")
        missing = any(mark.missing for mark in marks)
        self._note.setVisible(missing)
        self._swatch.setVisible(missing)
        self.setAccessibleName(name)
        self.bars.setAccessibleName(name)
