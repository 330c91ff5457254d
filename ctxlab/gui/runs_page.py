"""The Runs page: what was recorded of builds, and what else is told over many of them, a tab each."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ctxlab.gui.view_set import Views


class RunsPage(QWidget):
    """Places the views; it knows no document. `tabs` holds `monitorView` first."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runsPage")
        self.setProperty("role", "page")
        self._views = views
        self.tabs = QTabWidget()
        self.tabs.setObjectName("runsTabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setTabBarAutoHide(True)
        self.tabs.setAccessibleName(self.tr("About many builds"))
        self.tabs.tabBar().setAccessibleName(self.tabs.accessibleName())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self.add_tab(self.tr("Monitor"), views.monitor)

    def reset_sizes(self) -> None:
        """Shares the height of the monitor out as it comes."""
        self._views.monitor.reset_sizes()

    def add_tab(self, name: str, widget: QWidget) -> None:
        """Adds a tab behind those that are there; with a second one the row of tabs comes into sight.

        Args:
            name: What the tab says, in the language of the window.
            widget: What it shows. It is told by its own `showEvent` when it comes into sight.
        """
        self.tabs.addTab(widget, name)

    def show_tab(self, widget: QWidget) -> None:
        """Brings the tab of a widget to the front."""
        self.tabs.setCurrentWidget(widget)
