"""A sweep: what is varied, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.sweep_results import SweepResults
from ctxlab.gui.views.sweep_setup import SweepSetup


class SweepView(QFrame):
    """The setup above the results; before there are any, words on what a sweep shows.

    `shown` says that it came into sight, `folder_wanted` asks for sessions.
    """

    shown = Signal()
    folder_wanted = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("sweepView")
        self.setProperty("role", "page")
        self.setup = SweepSetup(look)
        self.results = SweepResults(look, language=language)
        self.empty = plain_label("", "muted")
        self.empty.setObjectName("sweepEmpty")
        self.empty.setWordWrap(True)
        self.add = QPushButton(self.tr("Add a folder of sessions…"))
        self.add.setObjectName("sweepEmptyAdd")
        self.add.clicked.connect(self.folder_wanted)
        nothing = QFrame()
        inside = QVBoxLayout(nothing)
        inside.setContentsMargins(14, 14, 14, 14)
        inside.setSpacing(12)
        inside.addWidget(self.empty)
        inside.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        self._pages = QStackedWidget()
        self._pages.addWidget(nothing)
        self._pages.addWidget(self.results)
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedHeight(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.setup)
        layout.addWidget(line)
        layout.addWidget(self._pages, 1)

    def say_empty(self, words: str, *, sessions: bool) -> None:
        """What stands where there are no results; without sessions a button adds some."""
        self.empty.setText(words)
        self.add.setVisible(not sessions)

    def show_results(self, there: bool) -> None:
        """The results, or the words on what they would be."""
        self._pages.setCurrentIndex(int(there))

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it came into sight."""
        super().showEvent(event)
        self.shown.emit()
