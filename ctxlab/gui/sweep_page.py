"""The Sweep page: variants over many sessions, the smallest caps for them, and which sessions these are."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ctxlab.gui.view_set import Views


class SweepPage(QWidget):
    """Places the views; it knows no document."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sweepPage")
        self.setProperty("role", "page")
        self._views = views
        self.tabs = QTabWidget()
        self.tabs.setObjectName("sweepTabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.tr("About many sessions"))
        self.tabs.tabBar().setAccessibleName(self.tabs.accessibleName())
        self.tabs.addTab(views.sweep, self.tr("Sweep"))
        self.tabs.addTab(views.solve, self.tr("Solve"))
        self.tabs.addTab(views.sweep_sessions, self.tr("Sessions"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)

    def show_tab(self, view: QWidget) -> None:
        """Brings the tab of a view to the front."""
        self.tabs.setCurrentWidget(view)

    def show_count(self, chosen: int) -> None:
        """Says in the tab of the sessions how many are chosen."""
        at = self.tabs.indexOf(self._views.sweep_sessions)
        self.tabs.setTabText(at, self.tr("Sessions ({0})").format(f"{chosen:,}"))

    def reset_sizes(self) -> None:
        """Shares the height of the results out as it comes."""
        self._views.sweep.results.reset_sizes()
