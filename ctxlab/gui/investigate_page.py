"""The Investigate page: the verdict on one item, its way through the stages, the contexts beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ctxlab.gui.page import rule, splitter
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.labels import plain_label


class InvestigatePage(QWidget):
    """Places the views; it knows no document."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("investigatePage")
        self.setProperty("role", "page")
        top = QFrame()
        inside = QVBoxLayout(top)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(views.verdict)
        inside.addWidget(rule())
        inside.addWidget(views.cards, 1)
        top.setMinimumHeight(200)
        below = QFrame()
        under = QVBoxLayout(below)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(0)
        title = plain_label(self.tr("Between this request and the one before"), "title")
        title.setContentsMargins(14, 8, 14, 6)
        under.addWidget(title)
        under.addWidget(views.neighbours, 1)
        self._shared = False
        self._parts = splitter("investigation", Qt.Orientation.Vertical, top, below)
        self._parts.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._parts)

    def showEvent(self, event: QShowEvent) -> None:
        """Share the height out, once there is some."""
        super().showEvent(event)
        if not self._shared:
            self._shared = True
            self.reset_sizes()

    def reset_sizes(self) -> None:
        """Shares the height out as it comes."""
        high = self.height()
        top = max(260, high * 28 // 100)
        self._parts.setSizes([top, high - top])
