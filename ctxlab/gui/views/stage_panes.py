"""The four stage panes side by side: one line an item through all of them, one focus, one scroll position."""

from __future__ import annotations

from collections.abc import Generator, Set
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QSplitter, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT, StageDelegate
from ctxlab.gui.models.filter import Filter
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.filter_bar import FilterBar
from ctxlab.gui.views.line_table import LineTable
from ctxlab.gui.views.pane_head import PaneHead
from ctxlab.model.decision import STAGES, Stage
from ctxlab.model.trace import Trace

#: How the panes share the width at first: Gather shows words, Construct only places.
SHARES = (320, 345, 270, 235)


class PaneTable(LineTable):
    """One stage's column of the shared model; the other columns are hidden."""

    fold_opened = Signal(str)
    side_wanted = Signal(int, int)

    def __init__(self, model: StageModel, column: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self._column = column
        self.setModel(model)
        self.setItemDelegate(StageDelegate(model, look, self))
        for other in range(model.columnCount()):
            self.setColumnHidden(other, other != column)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._open)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Bring the shared current cell into this pane's column, so that keys scroll it."""
        current = self.currentIndex()
        if current.isValid() and current.column() != self._column:
            here = self.model().index(current.row(), self._column)
            self.selectionModel().setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a fold, left and right go to the next pane, Home and End to the first and last line."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side_wanted.emit(self._column, 1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            last = self.model().rowCount() - 1
            self.setCurrentIndex(self.model().index(last if key == Qt.Key.Key_End else 0, self._column))
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        model = self.model()
        if isinstance(model, StageModel) and model.key(index.row()).startswith(FOLD):
            self.fold_opened.emit(model.key(index.row()))


class StagePanes(QWidget):
    """All four panes over one model. `item_chosen` gives the root id of the line that got the focus."""

    item_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._language = language
        self._chosen = ""
        self._settled = True
        self.model = StageModel(self, language=language)
        self.filter_bar = FilterBar(look, self)
        self.heads: list[PaneHead] = []
        self.tables: list[PaneTable] = []
        self._selection = QItemSelectionModel(self.model, self)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for column, stage in enumerate(STAGES):
            splitter.addWidget(self._pane(column, stage, look))
        splitter.setSizes(list(SHARES))
        for column, share in enumerate(SHARES):
            splitter.setStretchFactor(column, share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filter_bar)
        layout.addWidget(splitter, 1)
        self._couple()
        look.changed.connect(self._repaint)

    def set_trace(self, trace: Trace | None) -> None:
        """Show a run; the chosen item and the scroll position stay."""
        with self._patching():
            self.model.set_trace(trace)
        for head, stage in zip(self.heads, STAGES, strict=True):
            record = None if trace is None else trace.stage(stage)
            total = 0 if record is None else record.total
            if trace is not None and stage is Stage.CONSTRUCT:
                total = trace.totals.constructed
            head.show_record(record, total, trace is None or trace.exact)
        self._count()

    def set_starred(self, ids: Set[str]) -> None:
        """Mark the items that state a must-keep."""
        self.model.set_starred(ids)

    def chosen(self) -> str:
        """The root id of the item in focus, or an empty text."""
        return self._chosen

    def choose(self, item_id: str) -> bool:
        """Bring the focus to an item, or to the fold that holds it; whether the filter lets it be seen."""
        row = self.model.row_for(item_id)
        if row < 0:
            return False
        column = next((i for i, table in enumerate(self.tables) if table.hasFocus()), 0)
        index = self.model.index(row, column)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._selection.setCurrentIndex(index, flags)
        self.tables[column].scrollTo(index)
        if self._chosen != item_id:
            # a fold has the focus in the item's place
            self._chosen = item_id
            self.item_chosen.emit(item_id)
        return True

    def keep_in_sight(self) -> None:
        """Scroll to the chosen line, as after the panes became lower."""
        current = self._selection.currentIndex()
        if current.isValid():
            self.tables[current.column()].scrollTo(current)

    def _pane(self, column: int, stage: Stage, look: Look) -> QWidget:
        name = explain.stage(stage, self._language)
        head = PaneHead(stage, look, self._language)
        table = PaneTable(self.model, column, look)
        table.setObjectName(f"stage{stage.value.capitalize()}")
        table.setAccessibleName(self.tr("{0}: items and what became of them").format(name))
        old = table.selectionModel()
        table.setSelectionModel(self._selection)
        old.deleteLater()
        table.fold_opened.connect(self._open)
        table.side_wanted.connect(self._step_aside)
        self.heads.append(head)
        self.tables.append(table)
        pane = QFrame()
        pane.setMinimumWidth(120)
        layout = QVBoxLayout(pane)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(table, 1)
        return pane

    def _couple(self) -> None:
        """Tie scroll bars, focus and filter together; only the last pane shows a scroll bar."""
        for table in self.tables[:-1]:
            table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tables[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.tables[-1].verticalScrollBar().rangeChanged.connect(self._show_handle)
        for table in self.tables:
            for other in self.tables:
                if other is not table:
                    table.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
        self._selection.currentRowChanged.connect(self._moved)
        self.filter_bar.filter_changed.connect(self._filter)
        self.filter_bar.changes_only_toggled.connect(self._fold)

    def _show_handle(self, low: int, high: int) -> None:
        """A scroll bar that has nowhere to go shows no handle."""
        self.tables[-1].verticalScrollBar().setEnabled(high > low)

    def _filter(self, wanted: Filter) -> None:
        with self._patching():
            self.model.set_filter(wanted)
        self._count()

    def _fold(self, on: bool) -> None:
        with self._patching():
            self.model.set_changes_only(on)
        self._count()

    def _open(self, key: str) -> None:
        with self._patching():
            self.model.open_fold(key)

    def _step_aside(self, column: int, step: int) -> None:
        """Bring the focus from one pane to its neighbour."""
        self.tables[max(0, min(column + step, len(self.tables) - 1))].setFocus()

    @contextmanager
    def _patching(self) -> Generator[None]:
        """While lines come and go Qt moves the current line by itself; afterwards the focus is where it was.

        An item that has no line any more stays the chosen one, and no line is marked.
        """
        before = self.model.key(self._selection.currentIndex().row())
        self._settled = False
        yield
        self._settled = True
        current = self._selection.currentIndex()
        key = self.model.key(current.row())
        if not self._chosen or (key and key in (self._chosen, before)):
            return
        row = self.model.row_for(self._chosen)
        if row < 0:
            self._selection.clear()
        elif row != current.row() or not self._selection.isRowSelected(row):
            self.choose(self._chosen)

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._settled:
            return
        key = self.model.key(current.row())
        if current.isValid() and key and not key.startswith(FOLD) and key != self._chosen:
            self._chosen = key
            self.item_chosen.emit(key)

    def _count(self) -> None:
        lines = self.model.lines
        self.filter_bar.show_count(lines.shown, lines.items)
        nothing = self.tr("no item passes the filter") if lines.items else self.tr("nothing said so far")
        self.tables[0].set_placeholder(nothing)

    def _repaint(self) -> None:
        for table in self.tables:
            table.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when enabled, disabled or restyled."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            self._repaint()
