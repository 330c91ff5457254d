"""The four stage panes side by side: one line an item through all of them, one focus, one scroll position."""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT, StageDelegate
from ctxlab.gui.models import words
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.filter_bar import FilterBar
from ctxlab.gui.views.labels import plain_label
from ctxlab.model.decision import STAGES, Fate, Stage
from ctxlab.model.trace import StageRecord, Trace

#: How the panes share the width at first: Gather shows words, Construct only places.
SHARES = (330, 300, 300, 250)


class PaneTable(QTableView):
    """One stage's column of the shared model; the other columns are hidden."""

    fold_opened = Signal(str)

    def __init__(self, model: StageModel, column: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = column
        self.setModel(model)
        self.setItemDelegate(StageDelegate(model, look, self))
        for other in range(model.columnCount()):
            self.setColumnHidden(other, other != column)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        vertical = self.verticalHeader()
        vertical.hide()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(LINE_HEIGHT)
        vertical.setDefaultSectionSize(LINE_HEIGHT)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.doubleClicked.connect(self._open)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Bring the shared current cell into this pane's column, so that keys scroll it."""
        current = self.currentIndex()
        if current.isValid() and current.column() != self._column:
            here = self.model().index(current.row(), self._column)
            self.selectionModel().setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a fold; the rest is the table's own."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        model = self.model()
        if isinstance(model, StageModel) and model.key(index.row()).startswith(FOLD):
            self.fold_opened.emit(model.key(index.row()))


class PaneHead(QFrame):
    """The head of a pane: stage, strategy, counts and tokens."""

    def __init__(self, stage: Stage, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self.setFixedHeight(30)
        self._stage = stage
        self._language = language
        name = words.stage_name(stage, language)
        self._strategy = plain_label("", "muted")
        self._strategy.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._counts = plain_label("", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(plain_label(name, "title"))
        layout.addWidget(self._strategy, 1)
        layout.addWidget(self._counts)

    def show_record(self, record: StageRecord | None, total: int, exact: bool) -> None:
        """Show a stage's strategy, how many items it dropped or has, and the tokens on leaving it."""
        if record is None:
            self._strategy.setText("")
            self._counts.setText("")
            return
        self._strategy.setText(record.strategy)
        fates = bytes(record.fate)
        marks = [
            f"{Fate(fate).mark} {count:,}"
            for fate in (Fate.DROPPED, Fate.MERGED, Fate.COMPRESSED, Fate.TRUNCATED, Fate.ADDED)
            if (count := fates.count(fate))
        ]
        reached = len(fates) - fates.count(Fate.NONE)
        start = " ".join(marks) if marks else f"{reached:,}"
        self._counts.setText(f"{start} · {'' if exact else '≈ '}{total:,}")
        told = [self.tr("{0} items").format(f"{reached:,}")]
        told += [
            f"{words.fate_word(Fate(fate), self._language)} {fates.count(fate):,}"
            for fate in range(Fate.ADDED, Fate.DROPPED + 1)
            if fates.count(fate)
        ]
        told.append(self.tr("{0} tokens").format(f"{total:,}"))
        self._counts.setToolTip(", ".join(told))
        self._counts.setAccessibleName(", ".join(told))


class StagePanes(QWidget):
    """All four panes over one model. `item_chosen` gives the root id of the line that got the focus."""

    item_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._language = language
        self._chosen = ""
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
        """Bring the focus to an item and into sight; whether it has a line under the filter."""
        row = self.model.row_for(item_id)
        if row < 0:
            return False
        column = next((i for i, table in enumerate(self.tables) if table.hasFocus()), 0)
        index = self.model.index(row, column)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._selection.setCurrentIndex(index, flags)
        self.tables[column].scrollTo(index)
        return True

    def _pane(self, column: int, stage: Stage, look: Look) -> QWidget:
        name = words.stage_name(stage, self._language)
        head = PaneHead(stage, self._language)
        table = PaneTable(self.model, column, look)
        table.setObjectName(f"stage{stage.value.capitalize()}")
        table.setAccessibleName(self.tr("{0}: items and what became of them").format(name))
        old = table.selectionModel()
        table.setSelectionModel(self._selection)
        old.deleteLater()
        table.fold_opened.connect(self.model.open_fold)
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
        for table in self.tables:
            for other in self.tables:
                if other is not table:
                    table.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
        self._selection.currentRowChanged.connect(self._moved)
        self.model.modelReset.connect(self._restore)
        self.filter_bar.filter_changed.connect(self.model.set_filter)
        self.filter_bar.changes_only_toggled.connect(self.model.set_changes_only)
        self.filter_bar.filter_changed.connect(self._count)
        self.filter_bar.changes_only_toggled.connect(self._count)

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        key = self.model.key(current.row())
        if current.isValid() and key and not key.startswith(FOLD) and key != self._chosen:
            self._chosen = key
            self.item_chosen.emit(key)

    def _restore(self) -> None:
        """After a reset, bring the focus back to the item that had it."""
        if self._chosen:
            self.choose(self._chosen)

    def _count(self) -> None:
        self.filter_bar.show_count(self.model.lines.shown, self.model.lines.items)

    def _repaint(self) -> None:
        for table in self.tables:
            table.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when enabled, disabled or restyled."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            self._repaint()


def is_pane(widget: QObject) -> bool:
    """Whether a widget is one of the panes, for shortcuts that hold while a list has the focus."""
    return isinstance(widget, PaneTable)
