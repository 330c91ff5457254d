"""The monitor: head figures, the builds as bars, the builds as a table, and what can be done with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ctxlab import explain
from ctxlab.gui.models.build_bars import bars_by_request, bars_by_run
from ctxlab.gui.models.build_rows import BuildColumn as Column
from ctxlab.gui.models.build_rows import BuildRowsModel, cell, cuts, time_of
from ctxlab.gui.models.monitor_cards import cards_of
from ctxlab.gui.text import dotted, listed, one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.build_chart import BuildChart
from ctxlab.gui.views.build_table import BuildTable
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.figure_cards import FigureCards
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.source_legend import SourceLegend
from ctxlab.gui.views.splitter import splitter
from ctxlab.model.items import Source
from ctxlab.model.recorded import RecordedBuild, Summary

BY_RUN, BY_REQUEST = "runs", "requests"
#: How the cards share the width.
_CARDS = (20, 22, 17, 14)
_LONGEST = 60
#: What cards and bars have of the height at first (percent).
_UPPER = 52


@dataclass(frozen=True, slots=True, eq=False)
class Monitored:
    """What the monitor shows: builds, the newest first, of all sessions or of one, and their figures.

    `sessions` are pairs of a session's id and title, `session` is the id of the one that is looked at, or
    empty. `profiles` are the names of those that its builds were made under, `profile` the one that is
    looked at, or empty.
    """

    builds: tuple[RecordedBuild, ...]
    summary: Summary
    sessions: tuple[tuple[str, str], ...]
    session: str = ""
    profiles: tuple[str, ...] = ()
    profile: str = ""


class MonitorView(QFrame):
    """Shows what is recorded. All that it asks for goes out by signals, with the number of a build.

    `session_requested` gives a session's id, or nothing for all, `profile_requested` the same of a profile's
    name; `delete_requested` gives a list of numbers.
    `shown` says that the view came into sight, where it may be behind.
    """

    shown = Signal()
    session_requested = Signal(str)
    profile_requested = Signal(str)
    open_requested = Signal(int)
    compare_requested = Signal(int)
    restore_requested = Signal(int)
    export_requested = Signal(int)
    delete_requested = Signal(list)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("monitorView")
        self.setAccessibleName(self.tr("Recorded builds and their figures"))
        self._language = language
        self._shown: Monitored | None = None
        self._active = ""
        self._sized = False
        self.rows = BuildRowsModel(look, self)
        self.sessions = _box("monitorSession", self.tr("Session whose builds are looked at"))
        self.profiles = _box("monitorProfile", self.tr("Profile whose builds are looked at"))
        self.cards = FigureCards("monitorCards", self.tr("Figures over these builds"), _CARDS, look)
        self.ways = Segments(
            "monitorWay",
            self.tr("What the bars stand for"),
            ((BY_RUN, self.tr("Over time")), (BY_REQUEST, self.tr("Over requests"))),
        )
        self.legend = SourceLegend(look, language=language)
        self.chart = BuildChart(look)
        self.chart.setObjectName("monitorChart")
        self.chart.setAccessibleName(self.tr("Tokens of each build"))
        self._readout = ElidedLabel(look)
        self.table = BuildTable(self.rows, look)
        self.empty = plain_label("", "muted")
        self.empty.setObjectName("monitorEmpty")
        self._make_buttons()
        self._place()
        self._connect()
        self.show_monitored(None)

    def said(self) -> str:
        """What is told of the bar that is pointed at."""
        return self._readout.text()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what was recorded while nobody looked."""
        super().showEvent(event)
        if not self._sized:
            self._sized = True
            self.reset_sizes()
        self.shown.emit()

    def reset_sizes(self) -> None:
        """Share the height out between bars and table, as it comes."""
        high = self._parts.height()
        self._parts.setSizes([high * _UPPER // 100, high - high * _UPPER // 100])

    def show_monitored(self, monitored: Monitored | None) -> None:
        """Show what is recorded; None, and no build at all, leaves the words of `say_empty`."""
        self._shown = monitored
        there = monitored is not None and bool(monitored.sessions)
        self._pages.setCurrentIndex(1 if there else 0)
        builds = monitored.builds if monitored is not None else ()
        self.rows.set_builds(builds)
        if monitored is None or not there:
            self._enable()
            return
        _list(self.sessions, self.tr("All sessions"), monitored.sessions, monitored.session)
        profiles = [(name, name) for name in monitored.profiles]
        _list(self.profiles, self.tr("All profiles"), profiles, monitored.profile)
        self.profiles.setVisible(len(profiles) > 1)
        self.cards.show_cards(cards_of(monitored.summary))
        sources = {source for one in builds for source, _ in one.figures.sources}
        self.legend.show_marks(
            [source for source in Source if source in sources],
            lost=any(one.figures.lost for one in builds),
            limit=any(one.figures.limit is not None for one in builds),
        )
        if builds and not self.table.chosen_count:
            self.table.choose(self.table.current or builds[0].id)
        self._draw()
        self._enable()

    def say_empty(self, text: str) -> None:
        """What is said where nothing is recorded."""
        self.empty.setText(text)

    def set_active(self, session: str) -> None:
        """The id of the session that the window looks at, or nothing: what needs it is possible or not."""
        self._active = session
        self._enable()

    def _make_buttons(self) -> None:
        self.open_button = self._button("monitorOpen", self.tr("Open"))
        self.compare_button = self._button("monitorCompare", self.tr("Compare with shown"))
        self.restore_button = self._button("monitorRestore", self.tr("Restore profile and marks"))
        self.export_button = self._button("monitorExport", self.tr("Export…"))
        self.delete_button = self._button("monitorDelete", self.tr("Delete…"))
        self._buttons = (
            self.open_button,
            self.compare_button,
            self.restore_button,
            self.export_button,
            self.delete_button,
        )

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        return button

    def _place(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.sessions, 2)
        head.addWidget(self.profiles, 1)
        head.addWidget(self.ways)
        upper, lower = QWidget(), QWidget()
        above, below = QVBoxLayout(upper), QVBoxLayout(lower)
        for layout in (above, below):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
        above.addLayout(head)
        above.addWidget(self.cards)
        above.addWidget(self.legend)
        above.addWidget(self.chart, 1)
        above.addWidget(self._readout)
        actions = Flow(6)
        for button in self._buttons:
            actions.addWidget(button)
        below.addWidget(self.table, 1)
        below.addLayout(actions)
        self._parts = splitter("monitorParts", Qt.Orientation.Vertical, upper, lower)
        self._parts.setHandleWidth(7)
        self._parts.setStretchFactor(0, 1)
        self._parts.setStretchFactor(1, 1)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._parts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.addWidget(self._pages)

    def _connect(self) -> None:
        self.sessions.activated.connect(self._ask_session)
        self.profiles.activated.connect(self._ask_profile)
        self.ways.chosen.connect(self._draw)
        self.chart.bar_chosen.connect(self.table.choose)
        self.chart.pointed.connect(self._tell)
        self.table.current_changed.connect(self._look_at)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.table.opened.connect(self._open)
        self.table.delete_pressed.connect(self._delete)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.open_button.clicked.connect(lambda: self._open(self.table.current))
        self.compare_button.clicked.connect(lambda: self.compare_requested.emit(self.table.current))
        self.restore_button.clicked.connect(lambda: self.restore_requested.emit(self.table.current))
        self.export_button.clicked.connect(lambda: self.export_requested.emit(self.table.current))
        self.delete_button.clicked.connect(self._delete)

    def _draw(self, *_told: object) -> None:
        """The bars: of all builds, or of the session whose build has the focus."""
        shown = self._shown
        builds = shown.builds if shown is not None else ()
        if self.ways.current == BY_RUN:
            self.chart.set_bars(bars_by_run(builds))
        else:
            focus = self._focus() or next(iter(builds), None)
            session = focus.figures.session if focus is not None else ""
            chain = focus.origin.chain if focus is not None else ""
            self.chart.set_bars(bars_by_request(builds, session, chain))
        self.chart.choose(self.table.current)
        self._tell()

    def _focus(self) -> RecordedBuild | None:
        return self.rows.build(self.rows.row_of(str(self.table.current)))

    def _look_at(self, build: int) -> None:
        if self.ways.current == BY_REQUEST:
            self._draw()
        else:
            self.chart.choose(build)
        self._enable()

    def _tell(self) -> None:
        """What is told of a bar, with its tokens by source."""
        bar = self.chart.bar
        build = self.rows.build(self.rows.row_of(str(bar.build))) if bar is not None else None
        told = "" if build is None else self._words_of(build)
        self._readout.setText(told)
        self.chart.setAccessibleDescription(told)

    def _words_of(self, build: RecordedBuild) -> str:
        one = build.figures
        parts = listed(
            f"{explain.source(source, self._language)} {tokens:,}" for source, tokens in one.sources
        )
        lost = self.tr("lost: {0}").format(", ".join(one.lost)) if one.lost else ""
        level = self.tr("degraded to level {0}").format(one.level) if one.level else ""
        tokens = self.tr("{0} tokens").format(cell(build, Column.TOKENS))
        request = self.tr("request {0}").format(one.request)
        title = one_line(build.origin.title or one.session, _LONGEST)
        cut = cuts(one) if any((one.truncated, one.compressed, one.merged, one.dropped)) else ""
        words = (time_of(build.at), title, request, one.profile, tokens, lost, level, cut, parts)
        return dotted(words)

    def _enable(self, *_told: object) -> None:
        """Which buttons can be pressed, and why the others cannot."""
        build, several = self._focus(), self.table.chosen_count > 1
        kept = build is not None and build.kept and not several
        here = build is not None and bool(self._active) and build.figures.session == self._active
        for button in (self.open_button, self.export_button):
            button.setEnabled(kept)
        self.compare_button.setEnabled(kept and bool(self._active))
        self.restore_button.setEnabled(kept and here)
        self.delete_button.setEnabled(self.table.chosen_count > 0)
        why = ""
        if build is not None and not build.kept:
            why = self.tr("What it was made from is not kept any more.")
        elif build is not None and not here:
            why = self.tr("Another session is looked at: open the build instead.")
        self.restore_button.setToolTip(why)

    def _ask_session(self, at: int) -> None:
        self.session_requested.emit(self.sessions.itemData(at))

    def _ask_profile(self, at: int) -> None:
        self.profile_requested.emit(self.profiles.itemData(at))

    def _open(self, build: int) -> None:
        if self.open_button.isEnabled():
            self.open_requested.emit(build)

    def _delete(self) -> None:
        chosen = self.table.chosen
        if chosen:
            self.delete_requested.emit(chosen)

    def _menu(self, place: QPoint) -> None:
        """What the buttons do, beside the line."""
        if not self.table.current:
            return
        menu = QMenu(self)
        menu.setObjectName("buildMenu")
        for button in self._buttons:
            action = QAction(button.text(), menu)
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
            menu.addAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(place))


def _box(name: str, words: str) -> ChoiceBox:
    made = ChoiceBox()
    made.setObjectName(name)
    made.setAccessibleName(words)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    return made


def _list(box: ChoiceBox, every: str, entries: Sequence[tuple[str, str]], chosen: str) -> None:
    """Offers all and each of these, pairs of a key and words; what is listed already stays as it is."""
    wanted = [(key, one_line(words or key, _LONGEST)) for key, words in (("", every), *entries)]
    if wanted != [(box.itemData(at), box.itemText(at)) for at in range(box.count())]:
        box.clear()
        for key, words in wanted:
            box.addItem(words, key)
    box.setCurrentIndex(max(0, box.findData(chosen)))
