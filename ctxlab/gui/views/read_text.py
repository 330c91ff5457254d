"""A text to read and to copy from, in characters of one width; nothing in it is interpreted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ctxlab.gui.text import shown_text
from ctxlab.gui.theme.style import Look


class ReadText(QPlainTextEdit):
    """Shows a text that cannot be changed; Tab leaves it."""

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFont(look.mono)

    def show_text(self, text: str) -> None:
        """Show another text; one stays about where one was."""
        bar = self.verticalScrollBar()
        at = bar.value()
        self.setPlainText(shown_text(text).text)
        bar.setValue(min(at, bar.maximum()))
