"""The Tune page: the context to scale, the stage panes, and below them what can be asked of the context."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QTabWidget, QVBoxLayout, QWidget

from ctxlab.gui.view_set import Views
from ctxlab.gui.views.splitter import splitter

#: What part of the page's height the panes have at first.
PANES = 0.66


class TunePage(QWidget):
    """Places the views; it knows no document."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tunePage")
        self.setProperty("role", "page")
        self._views = views
        top = QFrame()
        inside = QVBoxLayout(top)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(views.context_bar)
        inside.addWidget(rule())
        inside.addWidget(views.panes, 1)
        self.details = QTabWidget()
        self.details.setObjectName("details")
        self.details.setDocumentMode(True)
        self.details.setAccessibleName(self.tr("About the context"))
        self.details.tabBar().setAccessibleName(self.details.accessibleName())
        for title, view in self._tabs():
            self.details.addTab(view, title)
        self._middle = splitter("middle", Qt.Orientation.Vertical, top, self.details)
        self._middle.setStretchFactor(0, 1)
        self._middle.splitterMoved.connect(views.panes.keep_in_sight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._middle)

    def reset_sizes(self) -> None:
        """Shares the height out as it comes."""
        high = self.height()
        panes = int(high * PANES)
        self._middle.setSizes([panes, high - panes])

    def show_tab(self, view: QWidget) -> None:
        """Brings the tab of a view to the front."""
        self.details.setCurrentWidget(view)

    def _tabs(self) -> list[tuple[str, QWidget]]:
        views = self._views
        return [
            (self.tr("Diff"), views.diff),
            (self.tr("Messages"), views.wire),
            (self.tr("Sensitivity"), views.sensitivity),
        ]


def rule() -> QFrame:
    """A hairline across."""
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedHeight(1)
    return line
