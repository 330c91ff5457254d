"""Two profiles side by side: by what they differ, what follows over the open sessions, how one came about."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ctxlab.gui.models.profile_rows import difference_rows, figure_rows
from ctxlab.gui.models.system_choices import SystemChoice
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.profile_history import ProfileHistory
from ctxlab.gui.views.profile_pair import ProfilePair
from ctxlab.gui.views.progress_line import ProgressLine
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.splitter import splitter
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.profile import Profile
from ctxlab.model.profile_figures import ProfileFigures

DIFFERENCE, HISTORY = "difference", "history"


class ProfileDialog(Companion):
    """`pair.changed` tells that other profiles were chosen. `run_requested` asks for the figures of both.

    `use_requested` asks to take over the later profile, `stop_requested` to give the figures up.
    """

    use_requested = Signal()
    run_requested = Signal()
    stop_requested = Signal()

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__("profileDialog", parent)
        self.setWindowTitle(self.tr("Profiles: difference and history"))
        self._language = language
        self._sessions = 0
        self.pair = ProfilePair()
        self.tabs = Segments(
            "profileTabs",
            self.tr("What is shown"),
            [(DIFFERENCE, self.tr("Difference")), (HISTORY, self.tr("History"))],
            tabs=True,
        )
        self.tabs.chosen.connect(self.turn_to)
        self.differences = self._list("pairDifferences", self.tr("Settings that differ"), look)
        self.figures = self._list("pairFigures", self.tr("Both over the open sessions"), look)
        self.run = push_button("runPair", "", self.run_requested.emit)
        self.stop = push_button("stopPair", self.tr("Stop"), self.stop_requested.emit)
        self.progress = ProgressLine("pairProgress", self.tr("Builds done"), look)
        self.history = ProfileHistory(look, language)
        self._told = plain_label("", "refused")
        self._told.setObjectName("pairTold")
        self._told.setWordWrap(True)
        self.use = push_button("usePair", "", self.use_requested.emit, role="primary")
        self._lay_out()
        self.resize(980, 700)

    def told(self) -> str:
        """What is wrong with one of the profiles, as it is said; empty where nothing is."""
        return self._told.text()

    def turn_to(self, tab: str) -> None:
        """Show the difference or the history."""
        self.tabs.choose(tab)
        self._pages.setCurrentIndex(0 if tab == DIFFERENCE else 1)

    def offer(self, choices: Sequence[SystemChoice]) -> None:
        """Offer these profiles."""
        self.pair.offer(choices)

    def show_pair(self, before: Profile, after: Profile, *, in_use: bool) -> None:
        """Show two profiles; `in_use`: the later one is that of the session."""
        rows = difference_rows(before, after, self._language)
        self.differences.show_rows(rows)
        self.differences.set_placeholder(self.tr("Both set the same."))
        self.tabs.name(DIFFERENCE, self.tr("Difference ({0})").format(len(rows)))
        name = one_line(after.name, 30)
        steps = len(after.provenance)
        self.tabs.name(HISTORY, self.tr("History of {0} ({1})").format(name.replace("&", "&&"), steps))
        self.history.show_entries(after.provenance)
        self.use.setText(self.tr("Use “{0}”").format(name.replace("&", "&&")))
        self.use.setEnabled(not in_use)
        in_use_tip = self.tr("The session is under this profile.")
        undoable = self.tr("The session is then under these settings, as an edit that can be undone.")
        self.use.setToolTip(tooltip(in_use_tip if in_use else undoable))
        self._told.setText("")

    def show_refused(self, problem: str) -> None:
        """One of the profiles cannot be read."""
        self.differences.show_rows(())
        self.differences.set_placeholder("")
        self.history.show_entries(())
        self.use.setEnabled(False)
        self.run.setEnabled(False)
        self._told.setText(one_line(problem, 300))
        self._told.setToolTip(tooltip(problem))

    def show_unrun(self, sessions: int, note: str = "") -> None:
        """No figures are known; so many sessions are open. `note` says what they would leave out."""
        self._sessions = sessions
        self.figures.show_rows(())
        self.figures.set_placeholder(
            self.tr(
                "Builds the open sessions under both profiles and tells what differs: must-keeps that "
                "survive, tokens, what is over its limit, and which sessions fare otherwise."
            )
        )
        self.progress.say(note)
        self._allow(running=False)

    def show_running(self, done: int, count: int) -> None:
        """The figures are being worked out."""
        self.figures.set_placeholder("")
        self.progress.show_progress(done, count, self.tr("{0} of {1} builds").format(done, count))
        self._allow(running=True)

    def show_figures(self, figures: ProfileFigures, note: str = "") -> None:
        """What both do over the sessions."""
        self.figures.show_rows(figure_rows(figures))
        self.progress.say(note)
        self._allow(running=False)

    def show_failed(self, text: str) -> None:
        """There are no figures; an empty text says that a person stopped it."""
        self.figures.set_placeholder(text or self.tr("Stopped before its end: nothing is known."))
        self.progress.say("")
        self._allow(running=False)

    def _allow(self, *, running: bool) -> None:
        words = self.tr("Compare on {0} sessions")
        one = self.tr("Compare on 1 session")
        self.run.setText(one if self._sessions == 1 else words.format(self._sessions))
        self.run.setEnabled(self._sessions > 0)
        self.run.setVisible(not running)
        self.stop.setVisible(running)

    def _list(self, name: str, words: str, look: Look) -> TextList:
        made = TextList(look)
        made.setObjectName(name)
        made.setAccessibleName(words)
        return made

    def _lay_out(self) -> None:
        below = QWidget()
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(plain_label(self.tr("Over the open sessions"), "title"))
        head.addWidget(self.progress, 1)
        head.addWidget(self.stop)
        head.addWidget(self.run)
        over = QVBoxLayout(below)
        over.setContentsMargins(0, 10, 0, 0)
        over.setSpacing(6)
        over.addLayout(head)
        over.addWidget(self.figures, 1)
        parts = splitter("profilePairParts", Qt.Orientation.Vertical, self.differences, below)
        parts.setSizes([300, 260])
        self._pages = QStackedWidget()
        self._pages.addWidget(parts)
        self._pages.addWidget(self.history)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self._told, 1)
        foot.addWidget(push_button("closePair", self.tr("Close"), self.reject))
        foot.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(self.pair)
        column.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._pages, 1)
        column.addLayout(foot)
