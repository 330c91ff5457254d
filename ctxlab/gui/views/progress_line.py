"""How far long work is, in a line: a slim bar and words beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import ElidedLabel

_BAR = 150


class ProgressLine(QWidget):
    """Out of sight while there is nothing to tell."""

    def __init__(self, name: str, words: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.bar = QProgressBar()
        self.bar.setObjectName(f"{name}Bar")
        self.bar.setAccessibleName(words)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(_BAR, 6)
        self._told = ElidedLabel(look)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.bar)
        row.addWidget(self._told, 1)
        self.bar.hide()

    def show_progress(self, done: int, of: int, told: str) -> None:
        """So much is done; `of` 0 is a bar that only moves."""
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.bar.show()
        self._told.setText(told)

    def say(self, told: str) -> None:
        """Words alone."""
        self.bar.hide()
        self._told.setText(told)

    def said(self) -> str:
        """The words."""
        return self._told.text()
