"""The note at a cell of the budget table that says why its text is not taken."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractScrollArea

from ctxlab.gui.views.labels import plain_label


class CellNote:
    """One note over a view, under a cell or above it. That of an open editor goes with the editor."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        self._view = view
        self._of_editor = False
        self._label = plain_label("", "note", view.viewport())
        self._label.setObjectName("budgetNote")
        self._label.hide()

    def say(self, rect: QRect, reason: str, *, of_editor: bool) -> None:
        """Show a reason at a cell, where there is room for it; an empty one takes the note away."""
        label, room = self._label, self._view.viewport().rect()
        self._of_editor = of_editor
        label.setText(reason)
        label.setAccessibleName(reason)
        if not reason or rect.isEmpty():
            label.hide()
            return
        label.setWordWrap(False)
        if label.sizeHint().width() > room.width():
            label.setWordWrap(True)
            label.resize(room.width(), label.heightForWidth(room.width()))
        else:
            label.resize(label.sizeHint())
        below = rect.bottom() + 3
        fits = below + label.height() <= room.height()
        left = max(0, min(rect.left(), room.width() - label.width()))
        label.move(left, below if fits else max(0, rect.top() - label.height() - 2))
        label.show()
        label.raise_()

    def clear(self) -> None:
        """Take the note away."""
        self._label.hide()
        self._label.setText("")

    def editor_closed(self) -> None:
        """Take away what was said of a text that is no longer there; a refused wish stays said."""
        if self._of_editor:
            self.clear()
