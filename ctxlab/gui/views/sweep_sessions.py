"""Which sessions are swept: those that are open, and those of folders that were added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.models.sweep_sessions import SessionColumn, SweepSession, SweepSessionsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.plain_table import PlainTable

LINE_HEIGHT = 24
_WIDTHS = {SessionColumn.ORIGIN: 96, SessionColumn.REQUESTS: 70, SessionColumn.MUST_KEEPS: 84}


class SessionsTable(PlainTable):
    """Shows a `SweepSessionsModel`; Space turns the choice of the line in focus over."""

    def __init__(self, model: SweepSessionsModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("sweepSessionsTable")
        self.setAccessibleName(self.tr("Sessions of the sweep"))
        self._rows = model
        self.setModel(model)
        self.fix_lines(LINE_HEIGHT)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setFixedHeight(LINE_HEIGHT + 2)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(SessionColumn.SESSION, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(SessionColumn.NOTE, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        look.changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space turns the choice over, in whichever column one is."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid() and not event.isAutoRepeat():
            self._rows.toggle(self.currentIndex().row())
            return
        super().keyPressEvent(event)


class SweepSessions(QFrame):
    """`folder_wanted` asks for a folder, `dropped` gives files and folders that were dropped.

    `all_chosen(on)` chooses all sessions or none; `cleared` takes the folders away again.
    """

    folder_wanted = Signal()
    dropped = Signal(list)
    all_chosen = Signal(bool)
    cleared = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sweepSessions")
        self.setProperty("role", "page")
        self.setAcceptDrops(True)
        self.rows = SweepSessionsModel(look, self)
        self.table = SessionsTable(self.rows, look)
        self._said = ElidedLabel(look)
        self.hint = plain_label("", "muted")
        self.hint.setObjectName("sweepHint")
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(14, 4, 14, 10)
        self.add = self._button("sweepAddFolder", self.tr("Add folder…"))
        self.all = self._button("sweepChooseAll", self.tr("All"))
        self.all.setAccessibleName(self.tr("Choose all sessions"))
        self.none = self._button("sweepChooseNone", self.tr("None"))
        self.none.setAccessibleName(self.tr("Choose no session"))
        self.clear = self._button("sweepClear", self.tr("Remove folders"))
        head = QHBoxLayout()
        head.setContentsMargins(14, 8, 14, 4)
        head.setSpacing(8)
        for button in (self.add, self.clear, self.all, self.none):
            head.addWidget(button)
        head.addStretch(1)
        told = QHBoxLayout()
        told.setContentsMargins(14, 2, 14, 4)
        told.addWidget(self._said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(told)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.hint)
        self.add.clicked.connect(self.folder_wanted)
        self.all.clicked.connect(lambda: self.all_chosen.emit(True))
        self.none.clicked.connect(lambda: self.all_chosen.emit(False))
        self.clear.clicked.connect(self.cleared)

    def show_sessions(self, sessions: Sequence[SweepSession], told: str, hint: str, *, folders: bool) -> None:
        """Show these, with words on all of them and on what is missing."""
        self.rows.set_sessions(sessions)
        self._said.setText(told)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.clear.setVisible(folders)
        for button in (self.all, self.none):
            button.setEnabled(bool(sessions))

    def said(self) -> str:
        """What is told of all of them."""
        return self._said.text()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add what was dropped."""
        found = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.dropped.emit(found)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        return button
