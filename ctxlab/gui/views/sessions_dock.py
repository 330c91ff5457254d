"""The open sessions: a search, the list with a verdict each, and how to open more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ctxlab.gui.models.session_rows import SessionEntry, SessionVerdict
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.session_list import SessionList


class SessionsDock(QWidget):
    """Emits what is asked for by the keys of sessions; it opens and closes nothing itself."""

    session_chosen = Signal(str)
    close_requested = Signal(str)
    close_others_requested = Signal(str)
    open_requested = Signal()
    paste_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sessionsDock")
        self.setAccessibleName(self.tr("Open sessions"))
        self.search = _Search()
        self.search.setObjectName("sessionSearch")
        self.search.setAccessibleName(self.tr("Filter sessions"))
        self.search.setPlaceholderText(self.tr("filter sessions"))
        self.search.setClearButtonEnabled(True)
        self.list = SessionList(look)
        self.open_button = _link(
            self.tr("Open…"), "sessionOpen", self.tr("Open session files or a folder (Ctrl+O)")
        )
        self.paste_button = _link(
            self.tr("Paste"), "sessionPaste", self.tr("Open a request from the clipboard (Ctrl+Shift+V)")
        )
        below = QHBoxLayout()
        below.setContentsMargins(9, 4, 9, 6)
        below.setSpacing(14)
        below.addWidget(self.open_button)
        below.addWidget(self.paste_button)
        below.addStretch(1)
        above = QHBoxLayout()
        above.setContentsMargins(8, 2, 8, 4)
        above.addWidget(self.search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(above)
        layout.addWidget(self.list, 1)
        layout.addLayout(below)
        self.search.textChanged.connect(self._filter)
        self.search.left.connect(self._leave_search)
        self.list.session_chosen.connect(self.session_chosen)
        self.list.close_requested.connect(self.close_requested)
        self.list.close_others_requested.connect(self.close_others_requested)
        self.open_button.clicked.connect(self.open_requested)
        self.paste_button.clicked.connect(self.paste_requested)
        self._show_empty()

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for a dock at the side."""
        return QSize(130, 90)

    def set_sessions(self, entries: Sequence[SessionEntry]) -> None:
        """Show these sessions; verdicts of those that were there are kept."""
        self.list.rows.set_entries(entries)
        self._show_empty()
        if not self.list.currentIndex().isValid():
            self.list.find_active()

    def set_verdict(self, key: str, verdict: SessionVerdict | None) -> None:
        """Show another verdict on a session, None while it is judged."""
        self.list.rows.set_verdict(key, verdict)

    def set_edited(self, key: str, edited: bool) -> None:
        """Show whether a session has edits that are not saved."""
        self.list.rows.set_edited(key, edited)

    def set_active(self, key: str) -> None:
        """Show which session is looked at; an empty key for none."""
        self.list.set_active(key)

    def keys_in_sight(self) -> Sequence[str]:
        """The keys of the sessions and folders that can be seen, from the top."""
        return self.list.keys_in_sight()

    def _filter(self, text: str) -> None:
        self.list.rows.set_filter(text)
        self._show_empty()
        if not self.list.currentIndex().isValid():
            self.list.find_active()

    def _leave_search(self) -> None:
        """From the search down to the first session that it found."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.search.text() or not self.list.currentIndex().isValid():
            self.list.choose_first()

    def _show_empty(self) -> None:
        if self.list.rows.total:
            text = self.tr("No session matches. Esc in the search shows all again.")
        else:
            text = self.tr("No session open.")
        self.list.set_placeholder(text)


class _Search(QLineEdit):
    """A field that Escape clears and that Down and Return leave for the list: `left`."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that lead out of the field."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()


def _link(text: str, name: str, told: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(told)
    button.setToolTip(tooltip(told))
    button.setProperty("role", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
