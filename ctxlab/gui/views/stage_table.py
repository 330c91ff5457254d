"""The tables of the stage panes: lines that open, that lead to the pane beside, and that have a menu."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT, RunOn, StageDelegate
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.models.stage_own_model import OwnOrderModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.line_table import LineTable


class StageTable(LineTable):
    """One stage's lines. `column` is the stage's index, `shown_column` the model's column that shows it.

    `fold_opened` has a fold's key. `side_wanted` has the column and -1 or 1. `menu_wanted` has the row and
    where the menu belongs on the screen.
    """

    fold_opened = Signal(str)
    side_wanted = Signal(int, int)
    menu_wanted = Signal(int, QPoint)

    def __init__(
        self,
        model: StageModel | OwnOrderModel,
        column: int,
        look: Look,
        parent: QWidget | None = None,
        *,
        shown_column: int = 0,
        run_on: RunOn | None = None,
    ) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.column = column
        self.lines = model
        self._shown_column = shown_column
        self.setModel(model)
        self.setItemDelegate(StageDelegate(model, look, self, run_on))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for other in range(model.columnCount()):
            self.setColumnHidden(other, other != shown_column)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(shown_column, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._open)

    def selected_items(self) -> list[str]:
        """Root ids of the items on the selected lines, in their order; of folds all that they hold."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows(self._shown_column)})
        return list(dict.fromkeys(one for row in rows for one in self.lines.items_of(row)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a fold, left and right go to the next pane, Home and End to the first and last line."""
        key = event.key()
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side_wanted.emit(self.column, 1 if key == Qt.Key.Key_Right else -1)
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            last = self.lines.rowCount() - 1
            self.setCurrentIndex(self.lines.index(last if key == Qt.Key.Key_End else 0, self._shown_column))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line under the mouse, or by key of the current one."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            where = self.visualRect(index).bottomLeft() + QPoint(LINE_HEIGHT, 0)
        else:
            index = self.indexAt(event.pos())
            where = event.pos()
        if index.isValid():
            self.menu_wanted.emit(index.row(), self.viewport().mapToGlobal(where))
        event.accept()

    def _open(self, index: QModelIndex) -> None:
        key = self.lines.key(index.row())
        if key.startswith(FOLD):
            self.fold_opened.emit(key)


class PaneTable(StageTable):
    """One stage's column of the model of all stages; the other columns are hidden."""

    def __init__(
        self, model: StageModel, column: int, look: Look, run_on: RunOn, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, column, look, parent, shown_column=column, run_on=run_on)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Bring the shared current cell into this pane's column, so that keys scroll it."""
        current = self.currentIndex()
        if current.isValid() and current.column() != self.column:
            here = self.model().index(current.row(), self.column)
            self.selectionModel().setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)


class OwnTable(StageTable):
    """One stage in its own order, with a scroll bar of its own."""

    def __init__(self, model: OwnOrderModel, column: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(model, column, look, parent)
        self.own = model
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
