"""What dialogs have in common that stay open beside the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QDialog, QWidget


class Companion(QDialog):
    """A dialog that lets its window be used meanwhile, and is given up when that is closed.

    Qt leaves a dialog open whose window is closed.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._beside = None if parent is None else parent.window()
        if self._beside is not None:
            self._beside.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the window; one that is only minimised is not closed."""
        closed = event.type() is QEvent.Type.Hide and not event.spontaneous()
        if watched is self._beside and closed and self.isVisible():
            self.reject()
        return super().eventFilter(watched, event)
