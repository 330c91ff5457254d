"""What stands above the docks over the whole width: menu bar, tools, requests, messages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QMenuBar, QVBoxLayout, QWidget

from ctxlab.gui.page import rule
from ctxlab.gui.toolbar import ToolBar
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.labels import plain_label


class Header(QFrame):
    """Stacks them; the right end of the menu bar names session and profile."""

    def __init__(
        self,
        bar: QMenuBar,
        tools: ToolBar,
        views: Views,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setProperty("role", "page")
        self._bar = bar
        self._title = plain_label("", "muted")
        self._title.setObjectName("titleLabel")
        self._title.setContentsMargins(0, 4, 12, 0)
        bar.setCornerWidget(self._title, Qt.Corner.TopRightCorner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (bar, tools, rule(), views.request_bar, rule(), views.hint, views.messages):
            layout.addWidget(part)
        views.hint.hide()

    def show_title(self, title: str) -> None:
        """Names session and profile."""
        if title != self._title.text():
            self._title.setText(title)
            # a menu bar gives a corner the room that it asked for when it was put there
            self._bar.setCornerWidget(self._title, Qt.Corner.TopRightCorner)
