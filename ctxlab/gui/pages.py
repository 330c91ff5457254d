"""The pages of the window, of which one is in sight."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from ctxlab.gui.investigate_page import InvestigatePage
from ctxlab.gui.page import TunePage
from ctxlab.gui.runs_page import RunsPage
from ctxlab.gui.sweep_page import SweepPage
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.start_card import StartCard

#: The pages that show nothing without a session; the others can do without.
_OF_A_SESSION = ("tune", "investigate")

#: How narrow the pages can be made (pixels): whatever is said in them, the docks keep their widths.
LEAST = 600


class Pages(QStackedWidget):
    """Tune, Investigate, Sweep and Runs, by those names in small letters."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tune = TunePage(views)
        self.investigate = InvestigatePage(views)
        self.sweep = SweepPage(views)
        self.runs = RunsPage(views)
        self.runs.add_tab(self.tr("Compare"), views.compare)
        self._named: dict[str, QWidget] = {
            "tune": self.tune,
            "investigate": self.investigate,
            "sweep": self.sweep,
            "runs": self.runs,
        }
        self.compare = views.compare
        self.start = StartCard()
        self._name, self._starting = "tune", False
        self._first: dict[str, QWidget] = {"tune": views.panes.tables[0], "investigate": views.matrix.table}
        self.setMinimumWidth(LEAST)
        for page in self._named.values():
            self.addWidget(page)
        self.addWidget(self.start)

    def turn_to(self, name: str) -> None:
        """Brings a page into sight, or the card of an empty window in its place."""
        self._name = name
        if self._starting and name in _OF_A_SESSION:
            self.setCurrentWidget(self.start)
            return
        focus = QApplication.focusWidget()
        leaves = focus is None or self.isAncestorOf(focus)
        # a page that had the keys before gives them back to where they were
        fresh = not self._named[name].focusWidget()
        self.setCurrentWidget(self._named[name])
        if leaves and fresh and name in self._first:
            # Qt itself would take whatever stands at the top
            self._first[name].setFocus()

    def show_start(self, starting: bool) -> None:
        """Says whether the card of an empty window stands in place of the pages of a session."""
        if starting != self._starting:
            self._starting = starting
            self.turn_to(self._name)

    def reset_sizes(self) -> None:
        """Shares the room of all pages out as it comes."""
        self.tune.reset_sizes()
        self.investigate.reset_sizes()
        self.sweep.reset_sizes()
        self.runs.reset_sizes()
        self.compare.reset_sizes()
