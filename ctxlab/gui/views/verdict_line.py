"""The line that answers first: is it in the context, and if not, what lost it; with what would keep it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.delegates.paint import PILL_HEIGHT, draw_pill, pill_width
from ctxlab.gui.delegates.text_row_delegate import tone_of
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.labels import plain_label

LONGEST = 500
#: What would keep it, at most so many; the inspector lists all.
MOST_OFFERED = 2


class SignPill(QWidget):
    """A word in the colours of a verdict."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._word = ""
        self._sign = Sign.NEUTRAL
        look.changed.connect(self.update)

    def show_word(self, word: str, sign: Sign) -> None:
        """Show another verdict."""
        self._word, self._sign = word, sign
        self.setFixedSize(QSize(pill_width(word, self._look), PILL_HEIGHT + 4) if word else QSize(0, 0))
        self.setAccessibleName(word)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill."""
        if self._word:
            painter = QPainter(self)
            tone = tone_of(self._look.theme, self._sign)
            draw_pill(painter, 0, self.rect(), self._word, tone, self._look)
            painter.end()


class VerdictLine(QFrame):
    """Pill, sentence, and buttons for what would keep the item: `remedy_applied` gives the key of one."""

    remedy_applied = Signal(str)
    first_lost_wanted = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdictLine")
        self.setAccessibleName(self.tr("Verdict"))
        self._pill = SignPill(look)
        self._words = plain_label("")
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._first = QPushButton()
        self._first.setObjectName("goToFirstLost")
        self._first.setProperty("role", "link")
        self._first.clicked.connect(self.first_lost_wanted)
        self._first.hide()
        self._offers: list[QPushButton] = []
        self._offered: tuple[tuple[str, str], ...] = ()
        self._under = plain_label("", "muted")
        told = QHBoxLayout()
        told.setSpacing(10)
        told.addWidget(self._pill, 0, Qt.AlignmentFlag.AlignTop)
        told.addWidget(self._words, 1)
        self._row = Flow(10)
        self._row.addWidget(self._first)
        self._row.addWidget(self._under)
        self._row.setAlignment(self._under, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(8)
        layout.addLayout(told)
        layout.addLayout(self._row)
        self.show_verdict("", Sign.NEUTRAL, "", "")

    def said(self) -> str:
        """The sentence as it is shown."""
        return self._words.text()

    def under(self) -> str:
        """Which contexts it speaks of, as it is shown."""
        return self._under.text()

    def show_verdict(self, pill: str, sign: Sign, sentence: str, under: str) -> None:
        """Show a verdict; an empty sentence says what to do to get one."""
        self._pill.show_word(pill, sign)
        told = sentence or self.tr("Choose an item or a must-keep to see what became of it at this request.")
        self._words.setText(one_line(told, LONGEST))
        self._under.setText(one_line(under, 60))
        # there may be no room for the words on contexts beside the offers
        self._words.setToolTip(tooltip(f"{told}\n{under}".strip()))

    def show_first_lost(self, request: int | None) -> None:
        """Offers to go to the first request that lacks a must-keep; None where there is no such."""
        self._first.setVisible(request is not None)
        if request is not None:
            self._first.setText(self.tr("first missing at request {0}").format(request))

    def offer(self, remedies: Sequence[tuple[str, str]]) -> None:
        """Offer what would keep it: pairs of a key and words; a button whose words stay is left as it is."""
        offered = tuple(remedies[:MOST_OFFERED])
        same = 0
        while same < min(len(offered), len(self._offered)) and offered[same] == self._offered[same]:
            same += 1
        self._offered = offered
        for button in self._offers[same:]:
            self._row.removeWidget(button)
            # it may have been pressed just now: it goes after that, but is not seen any more
            button.hide()
            button.deleteLater()
        del self._offers[same:]
        for at, (key, words) in enumerate(offered[same:], start=same):
            button = QPushButton(one_line(words, 60).replace("&", "&&"))
            button.setObjectName(f"offer-{at}")
            button.setAccessibleName(self.tr("Apply: {0}").format(words))
            if at == 0:
                button.setProperty("role", "primary")
            button.clicked.connect(lambda _on=False, which=key: self.remedy_applied.emit(which))
            self._row.insert(at, button)
            self._offers.append(button)
            # they are made late, and still come beside what they stand beside
            self.setTabOrder(self._offers[-2] if at else self._first, button)
