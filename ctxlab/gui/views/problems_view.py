"""What is wrong with the context, in the order of an investigation, and the edits that cure it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from ctxlab.gui.delegates.problem_delegate import ProblemDelegate
from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT
from ctxlab.gui.models.problem_rows import Kind, Offer, ProblemLine, ProblemRowsModel, offers, problem_lines
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.line_table import LineTable
from ctxlab.model.lint import Problem, keyed, ranked

#: The least height of a line (pixels); most are higher.
_LEAST = 12


class ProblemsView(LineTable):
    """The problems step by step; a line that says `Apply` beneath one cures it.

    Activating a problem emits `item_chosen(id)` or `row_chosen(row)`, activating a cure
    `cure_requested(key)`, a line that asks for summaries `summaries_requested`. The context menu has all
    cures of a problem. `count_changed` gives the number of problems.
    """

    item_chosen = Signal(str)
    row_chosen = Signal(str)
    cure_requested = Signal(str)
    summaries_requested = Signal()
    count_changed = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.setObjectName("problemsView")
        self.setAccessibleName(self.tr("Problems"))
        self._language = language
        self._problems: dict[str, Problem] = {}
        self._label_of: Callable[[str], str] | None = None
        self.say_whether(looking=False)
        self.rows = ProblemRowsModel(self)
        self.setModel(self.rows)
        self._delegate = ProblemDelegate(self.rows, look, self)
        self.setItemDelegate(self._delegate)
        self.verticalHeader().setMinimumSectionSize(_LEAST)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        look.changed.connect(self.viewport().update)

    @property
    def count(self) -> int:
        """The number of problems."""
        return len(self._problems)

    def set_problems(self, problems: Sequence[Problem], label_of: Callable[[str], str] | None = None) -> None:
        """Show these; `label_of` names an item by its id. The chosen line stays chosen."""
        before, self._problems = len(self._problems), keyed(ranked(problems))
        self._label_of = label_of
        self.rows.set_rows(list(problem_lines(self._problems, self._language, label_of)))
        self._fit()
        if before != len(self._problems):
            self.count_changed.emit(len(self._problems))

    def say_whether(self, *, looking: bool) -> None:
        """Say, where there are none, whether problems are still being looked for."""
        self.set_placeholder(self.tr("looking…") if looking else self.tr("nothing noticed"))

    def say_unknown(self) -> None:
        """Say, where there are none, that it could not be found out."""
        self.set_placeholder(self.tr("not looked for: the context could not be built"))

    def cures(self, row: int) -> tuple[Offer, ...]:
        """All cures of the problem that a line shows, or of which it is one."""
        line = self.rows.line(row)
        if line is not None and line.kind is Kind.CURE:
            line = self.rows.line(row - 1)
        one = self._problems.get(line.key) if line is not None else None
        return () if line is None or one is None else offers(line.key, one, self._language, self._label_of)

    def menu(self) -> QMenu:
        """What can be done with the chosen line; the caller shows it."""
        row = self.currentIndex().row()
        line = self.rows.line(row)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for offer in self.cures(row):
            words = self.tr("Apply: {0}").format(offer.words).replace("&", "&&")
            menu.addAction(words).triggered.connect(partial(self._apply, offer.key))
        menu.addSeparator()
        go = menu.addAction(self.tr("Go to it"))
        go.setEnabled(line is not None and bool(line.item or line.row))
        go.triggered.connect(self._go)
        menu.addAction(self.tr("Copy")).triggered.connect(self._copy)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the current line as it is told."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines are as high as their words need in the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = self.viewport().width()
        for row in range(self.rows.rowCount()):
            self.setRowHeight(row, self._delegate.height(row, width))

    def _choose(self, index: QModelIndex) -> None:
        line = self.rows.line(index.row())
        if line is not None and line.asks:
            self.summaries_requested.emit()
        elif line is not None and line.cure:
            self.cure_requested.emit(line.cure)
        elif line is not None:
            self._go_to(line)

    def _go_to(self, line: ProblemLine) -> None:
        if line.row:
            self.row_chosen.emit(line.row)
        elif line.item:
            self.item_chosen.emit(line.item)

    def _go(self, _on: bool = False) -> None:
        line = self.rows.line(self.currentIndex().row())
        if line is not None:
            self._go_to(line)

    def _copy(self, _on: bool = False) -> None:
        line = self.rows.line(self.currentIndex().row())
        if line is not None:
            QGuiApplication.clipboard().setText(line.text)

    def _apply(self, key: str, _on: bool = False) -> None:
        self.cure_requested.emit(key)

    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if not index.isValid():
            # asked for by a key, not at a line
            index = self.currentIndex()
            at = self.visualRect(index).center()
        if index.isValid():
            self.setCurrentIndex(index)
            self.menu().popup(self.viewport().mapToGlobal(at))
