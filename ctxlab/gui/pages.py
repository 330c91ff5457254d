"""The pages of the window, of which one is in sight."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from ctxlab.gui.investigate_page import InvestigatePage
from ctxlab.gui.page import TunePage
from ctxlab.gui.runs_page import RunsPage
from ctxlab.gui.sweep_page import SweepPage
from ctxlab.gui.view_set import Views

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
        self.setMinimumWidth(LEAST)
        for page in self._named.values():
            self.addWidget(page)

    def turn_to(self, name: str) -> None:
        """Brings a page into sight."""
        self.setCurrentWidget(self._named[name])

    def reset_sizes(self) -> None:
        """Shares the room of all pages out as it comes."""
        self.tune.reset_sizes()
        self.investigate.reset_sizes()
        self.sweep.reset_sizes()
        self.runs.reset_sizes()
        self.compare.reset_sizes()
