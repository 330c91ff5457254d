"""The four panes aligned: one line an item through all of them, one selection, one scroll position."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPoint, Qt, Signal

from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.stage_table import PaneTable
from ctxlab.model.decision import STAGES

_CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class AlignedPanes(QObject):
    """Tables over one model, which others place. `item_chosen` gives the root id of the line in focus."""

    item_chosen = Signal(str)

    def __init__(self, model: StageModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._chosen = ""
        self._settled = True
        self._selection = QItemSelectionModel(model, self)
        self.tables = [PaneTable(model, column, look, self.run_on) for column in range(len(STAGES))]
        for table, stage in zip(self.tables, STAGES, strict=True):
            table.setObjectName(f"stage{stage.value.capitalize()}")
            old = table.selectionModel()
            table.setSelectionModel(self._selection)
            old.deleteLater()
            table.fold_opened.connect(self._open)
        self._couple()
        self._selection.currentRowChanged.connect(self._moved)

    def choose(self, item_id: str) -> bool:
        """Bring the focus to an item, or to the fold that holds it; whether the filter lets it be seen."""
        row = self._model.row_for(item_id)
        if row < 0:
            return False
        column = next((at for at, table in enumerate(self.tables) if table.hasFocus()), 0)
        index = self._model.index(row, column)
        self._selection.setCurrentIndex(index, _CHOOSE)
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

    @contextmanager
    def patching(self) -> Generator[None]:
        """While lines come and go Qt moves the current line by itself; afterwards the focus is where it was.

        An item that has no line any more stays the chosen one, and no line is marked.
        """
        before = self._model.key(self._selection.currentIndex().row())
        self._settled = False
        yield
        self._settled = True
        current = self._selection.currentIndex()
        key = self._model.key(current.row())
        if not self._chosen or (key and key in (self._chosen, before)):
            return
        row = self._model.row_for(self._chosen)
        if row < 0:
            self._selection.clear()
        elif row != current.row() or not self._selection.isRowSelected(row):
            self.choose(self._chosen)

    def run_on(self, column: int, since: int) -> tuple[int, int]:
        """Where the cell of a pane stands among those of its line that are empty since so many stages."""
        views = [table.viewport() for table in self.tables]
        left, here, last = (
            view.mapToGlobal(QPoint(0, 0)).x()
            for view in (views[column - since + 1], views[column], views[-1])
        )
        return here - left, last + views[-1].width() - left

    def _couple(self) -> None:
        """Tie the scroll bars together; only the last pane shows one."""
        for table in self.tables[:-1]:
            table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tables[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.tables[-1].verticalScrollBar().rangeChanged.connect(self._show_handle)
        for table in self.tables:
            for other in self.tables:
                if other is not table:
                    table.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)

    def _show_handle(self, low: int, high: int) -> None:
        """A scroll bar that has nowhere to go shows no handle."""
        self.tables[-1].verticalScrollBar().setEnabled(high > low)

    def _open(self, key: str) -> None:
        with self.patching():
            self._model.open_fold(key)

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._settled:
            return
        item_id = self._model.item(current.row()) if current.isValid() else ""
        if item_id and item_id != self._chosen:
            self._chosen = item_id
            self.item_chosen.emit(item_id)
