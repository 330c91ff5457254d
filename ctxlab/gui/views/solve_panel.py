"""The smallest caps under which all must-keeps survive: what is asked, and what was found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.solve_words import cards_of, holds, trouble_rows, unasked_words, verdict_words
from ctxlab.gui.models.solved_rows import CapColumn, SolvedRowsModel
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.figure_cards import FigureCards
from ctxlab.gui.views.flow import Flow
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.offer_row import OfferRow
from ctxlab.gui.views.plain_table import PlainTable
from ctxlab.gui.views.progress_line import ProgressLine
from ctxlab.gui.views.rows_button import RowsButton
from ctxlab.gui.views.segments import Segments
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.solution import Aim, Solution

LINE_HEIGHT = 24
_CARDS = (25, 25, 25, 25)
_WIDTHS = {CapColumn.ROW: 140, CapColumn.BEFORE: 68, CapColumn.AFTER: 68, CapColumn.CHANGE: 72}


class SolvePanel(QFrame):
    """`solve_requested` and `stop_requested` ask for the search, `changed` says that a person asks otherwise.

    `apply_requested`, `save_requested` and `export_requested` ask for the profile that was found; `shown`
    says that the panel came into sight. `offer_taken` gives a step that is to be taken where nothing was
    found, `session_chosen` the place of a session that something cannot be kept in.
    """

    shown = Signal()
    changed = Signal()
    solve_requested = Signal()
    stop_requested = Signal()
    apply_requested = Signal()
    save_requested = Signal()
    export_requested = Signal()
    offer_taken = Signal(object)
    session_chosen = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("solvePanel")
        self.setProperty("role", "page")
        self._language = language
        self._solution: Solution | None = None
        self._running = False
        self.caps = SolvedRowsModel(look, language, self)
        self.rows = RowsButton()
        self.aim = Segments(
            "solveAim",
            self.tr("What is looked for"),
            ((Aim.SMALLEST.value, self.tr("Smallest caps")), (Aim.NEAREST.value, self.tr("Nearest caps"))),
        )
        self.may_lose = self._spin("solveMayLose", self.tr("Sessions that may lose"), 9_999)
        self.hold_out = self._spin("solveHoldOut", self.tr("Sessions held out, in percent"), 90)
        self.hold_out.setSuffix(" %")
        self.hold_out.setSingleStep(10)
        self.hold_out.setToolTip(
            self.tr("So many sessions are not looked at to find the caps; they show how well the caps do")
        )
        self.may_lose.setToolTip(self.tr("So many sessions may lose a must-keep under the caps"))
        self.stated = QCheckBox(self.tr("take stated constraints for must-keeps"))
        self.stated.setObjectName("solveStated")
        self.stated.setToolTip(
            self.tr("Ask for the constraints that are found in what users said, in place of must-keeps")
        )
        self.start = QPushButton(self.tr("Solve"))
        self.start.setObjectName("solveStart")
        self.progress = ProgressLine("solveProgress", self.tr("How far the search is"), look)
        self.verdict = plain_label("", "title")
        self.verdict.setObjectName("solveVerdict")
        self.verdict.setWordWrap(True)
        self.empty = plain_label("", "muted")
        self.empty.setObjectName("solveEmpty")
        self.cards = FigureCards("solveCards", self.tr("Figures of the solution"), _CARDS, look)
        self.table = self._caps_table(look)
        self.troubles = TextList(look)
        self.troubles.setObjectName("solveTroubles")
        self.troubles.setAccessibleName(self.tr("What cannot be kept"))
        self.warning = plain_label("", "refused")
        self.warning.setObjectName("solveWarning")
        self.warning.setWordWrap(True)
        self.offers = OfferRow("solveOffers", self.tr("What can be done:"))
        self.apply = self._button("solveApply", self.tr("Apply"))
        self.apply.setProperty("role", "primary")
        self.save = self._button("solveSave", self.tr("Save as profile…"))
        self.export = self._button("solveExport", self.tr("Export…"))
        self._lay_out()
        self._connect()
        self.show_running(False)
        self.show_solution(None, (), "")

    @property
    def solution(self) -> Solution | None:
        """What is shown."""
        return self._solution

    def show_plan(self, told: str, *, possible: bool) -> None:
        """What is asked for, and whether it can be."""
        if not self._running:
            self.progress.say(told)
            self.start.setEnabled(possible)

    def show_running(self, running: bool) -> None:
        """While it runs the button stops it, and nothing else can be changed."""
        self._running = running
        self.start.setText(self.tr("Stop") if running else self.tr("Solve"))
        self.start.setProperty("role", "" if running else "primary")
        self.start.style().unpolish(self.start)
        self.start.style().polish(self.start)
        self.start.setEnabled(True)
        for part in (self.rows, self.aim, self.may_lose, self.hold_out, self.stated):
            part.setEnabled(not running)

    def show_solution(self, solution: Solution | None, titles: Sequence[str], empty: str) -> None:
        """Show what was found; without a solution `empty` says what there could be."""
        self._solution = solution
        self.empty.setText(empty)
        self.offers.show_offers(())
        self._found.setCurrentIndex(0 if solution is None else 1)
        for button in (self.apply, self.save, self.export):
            button.setVisible(solution is not None and solution.profile is not None)
        if solution is None:
            self.caps.set_caps((), ())
            return
        self.verdict.setText(verdict_words(solution))
        role = "title" if holds(solution) else "refused"
        self.verdict.setProperty("role", role)
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.cards.show_cards(cards_of(solution))
        self.caps.set_caps(solution.caps if solution.profile is not None else (), titles)
        self.table.setVisible(solution.profile is not None and bool(solution.caps))
        told = unasked_words(solution, self._language)
        self.warning.setText(told)
        self.warning.setVisible(bool(told))
        # what throws away what nobody asked about is no step to take at once
        self.apply.setProperty("role", "" if told else "primary")
        self.apply.style().unpolish(self.apply)
        self.apply.style().polish(self.apply)
        rows = trouble_rows(solution, titles, self._language)
        self.troubles.show_rows(rows)
        self.troubles.setVisible(bool(rows))

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it came into sight."""
        super().showEvent(event)
        self.shown.emit()

    def allow(self, apply: str) -> None:
        """Why what was found cannot be applied; empty where it can."""
        self.apply.setEnabled(not apply)
        self.apply.setToolTip(tooltip(apply))

    def _connect(self) -> None:
        self.rows.chosen.connect(self.changed)
        self.aim.chosen.connect(self.changed)
        self.may_lose.valueChanged.connect(self.changed)
        self.hold_out.valueChanged.connect(self.changed)
        self.stated.clicked.connect(self.changed)
        self.start.clicked.connect(self._start_or_stop)
        self.apply.clicked.connect(self.apply_requested)
        self.save.clicked.connect(self.save_requested)
        self.export.clicked.connect(self.export_requested)
        self.offers.taken.connect(self.offer_taken)
        self.troubles.item_chosen.connect(self._choose_session)

    def _choose_session(self, place: str) -> None:
        self.session_chosen.emit(int(place))

    def _start_or_stop(self) -> None:
        if self._running:
            self.stop_requested.emit()
        else:
            self.solve_requested.emit()

    def _caps_table(self, look: Look) -> PlainTable:
        table = PlainTable(look)
        table.setObjectName("solveCaps")
        table.setAccessibleName(self.tr("Caps before and after"))
        table.setModel(self.caps)
        table.fix_lines(LINE_HEIGHT)
        head = table.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setFixedHeight(LINE_HEIGHT + 2)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(CapColumn.DECIDED, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            table.setColumnWidth(column, width)
        look.changed.connect(table.viewport().update)
        return table

    def _spin(self, name: str, words: str, most: int) -> QSpinBox:
        spin = QSpinBox()
        spin.setObjectName(name)
        spin.setAccessibleName(words)
        spin.setRange(0, most)
        spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        spin.setFixedWidth(58)
        return spin

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        return button

    def _pair(self, words: str, field: QWidget) -> QWidget:
        """A field behind its words."""
        pair = QWidget()
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(plain_label(words, "muted"))
        row.addWidget(field)
        return pair

    def _lay_out(self) -> None:
        choices = QWidget()
        flow = Flow(12)
        choices.setLayout(flow)
        flow.addWidget(self.aim)
        flow.addWidget(self.rows)
        flow.addWidget(self._pair(self.tr("may lose"), self.may_lose))
        flow.addWidget(self._pair(self.tr("hold out for a test"), self.hold_out))
        flow.addWidget(self.stated)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.progress, 1)
        line.addWidget(self.start)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setWordWrap(True)
        found = QFrame()
        inside = QVBoxLayout(found)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        inside.addWidget(self.verdict)
        inside.addWidget(self.warning)
        inside.addWidget(self.offers)
        inside.addWidget(self.cards)
        inside.addWidget(self.table, 3)
        inside.addWidget(self.troubles, 2)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(self.export)
        acts.addStretch(1)
        acts.addWidget(self.save)
        acts.addWidget(self.apply)
        inside.addLayout(acts)
        self._found = QStackedWidget()
        self._found.addWidget(self.empty)
        self._found.addWidget(found)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(10)
        layout.addWidget(choices)
        layout.addLayout(line)
        layout.addWidget(self._found, 1)
