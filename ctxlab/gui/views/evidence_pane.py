"""What a verdict rests on: the contexts beside each other, the context itself, what was really sent."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.messages_view import MessagesView
from ctxlab.gui.views.segments import Segments

#: Characters of the words on a violation that are shown; the tooltip has all.
LONGEST = 300


class Evidence(StrEnum):
    """What is looked at."""

    NEIGHBOURS = "neighbours"
    CONTEXT = "context"
    SENT = "sent"


class EvidencePane(QFrame):
    """Shows one of the three; `evidence_chosen(key)` tells which a person turned to.

    `difference` shows the difference to the request before, or to what was really sent.
    """

    evidence_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("evidencePane")
        self.setAccessibleName(self.tr("Evidence"))
        self.difference = DiffView(look, language=language)
        self.difference.setObjectName("neighbours")
        # what stands before follows from the choice above
        self.difference.before.hide()
        self.context = MessagesView(look, language=language)
        self.context.setObjectName("contextMessages")
        self.tabs = Segments(
            "evidence",
            self.tr("Evidence"),
            (
                (Evidence.NEIGHBOURS.value, self.tr("Against the request before")),
                (Evidence.CONTEXT.value, self.tr("Context at this request")),
                (Evidence.SENT.value, self.tr("Against what was really sent")),
            ),
            tabs=True,
        )
        self.tabs.chosen.connect(self._turn)
        self._violation = plain_label("", "muted")
        self._violation.setObjectName("violationMarked")
        self._violation.setWordWrap(True)
        self._violation.setContentsMargins(14, 4, 14, 0)
        self._violation.hide()
        self._stack = QStackedWidget()
        # it scrolls: a low window takes from it before it grows
        self._stack.setMinimumHeight(60)
        self._stack.addWidget(self.difference)
        self._stack.addWidget(self.context)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 14, 2)
        head.setSpacing(14)
        head.addWidget(self.tabs)
        head.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._violation)
        layout.addWidget(self._stack, 1)

    @property
    def current(self) -> Evidence:
        """What is looked at."""
        return Evidence(self.tabs.current)

    def name_requests(self, before: int | None, here: int | None) -> None:
        """Name the requests in the words of the choices; None where there is none."""
        between = self.tr("Against the request before")
        if before is not None:
            between = self.tr("Between request {0} and {1}").format(before, here)
        context = self.tr("Context at this request")
        if here is not None:
            context = self.tr("Context at request {0}").format(here)
        names = {Evidence.NEIGHBOURS: between, Evidence.CONTEXT: context}
        for key, words in names.items():
            self.tabs.name(key, words)

    def set_sent_known(self, known: bool) -> None:
        """Say whether it was recorded what was really sent at this request."""
        button = self.tabs.button(Evidence.SENT)
        button.setEnabled(known)
        button.setToolTip("" if known else self.tr("It was not recorded what was really sent."))
        if not known and self.current is Evidence.SENT:
            self.tabs.choose(Evidence.NEIGHBOURS)
            self._turn(Evidence.NEIGHBOURS)

    def show_violation(self, words: str) -> None:
        """Say which answer or call is marked as the one that broke it; empty where none is."""
        self._violation.setText(one_line(words, LONGEST))
        self._violation.setAccessibleName(words)
        self._violation.setToolTip(tooltip(words))
        self._violation.setVisible(bool(words))

    def _turn(self, key: str) -> None:
        self._stack.setCurrentWidget(self.context if key == Evidence.CONTEXT else self.difference)
        self.evidence_chosen.emit(key)
