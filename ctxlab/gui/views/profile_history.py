"""How a profile came about: its steps, and of one of them what it changed and what it looked at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.gui.models.profile_rows import change_rows, history_rows, session_rows
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.splitter import splitter
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.provenance import Provenance


class ProfileHistory(QWidget):
    """The newest step stands first and is looked at, until another one is chosen."""

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = language
        self._entries: Sequence[Provenance] = ()
        self.steps = self._list("profileSteps", self.tr("Steps by which the profile came about"), look)
        self.steps.selectionModel().currentChanged.connect(self._show_step)
        self.changes = self._list("stepChanges", self.tr("What the step changed"), look)
        self.sessions = self._list("stepSessions", self.tr("Sessions that the step looked at"), look)
        below = QWidget()
        sides = QHBoxLayout(below)
        sides.setContentsMargins(0, 10, 0, 0)
        sides.setSpacing(16)
        for words, table, share in (
            (self.tr("What it changed"), self.changes, 3),
            (self.tr("On which sessions"), self.sessions, 2),
        ):
            column = QVBoxLayout()
            column.setSpacing(6)
            column.addWidget(plain_label(words, "title"))
            column.addWidget(table, 1)
            sides.addLayout(column, share)
        self._below = below
        parts = splitter("profileHistoryParts", Qt.Orientation.Vertical, self.steps, below)
        parts.setSizes([220, 240])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(parts)

    def show_entries(self, entries: Sequence[Provenance]) -> None:
        """Show the steps of another profile; they come with the newest last."""
        self._entries = tuple(entries)
        self.steps.show_rows(history_rows(entries))
        self.steps.set_placeholder(
            self.tr(
                "Nothing is recorded of how this profile came about. Saving an edited profile, solving, "
                "sweeping and calibrating each add a step: when it was, on which sessions, how many "
                "must-keeps survived, and what changed."
            )
        )
        self._below.setVisible(bool(entries))
        if entries:
            self.steps.selectRow(0)
        self._show_step()

    def _show_step(self, *_places: object) -> None:
        at = self.steps.currentIndex().row()
        entry = self._entries[len(self._entries) - 1 - at] if 0 <= at < len(self._entries) else None
        self.changes.show_rows(change_rows(entry, self._language) if entry else ())
        self.changes.set_placeholder(self.tr("It changed no setting."))
        self.sessions.show_rows(session_rows(entry) if entry else ())
        self.sessions.set_placeholder(self.tr("It looked at no session."))

    def _list(self, name: str, words: str, look: Look) -> TextList:
        made = TextList(look)
        made.setObjectName(name)
        made.setAccessibleName(words)
        return made
