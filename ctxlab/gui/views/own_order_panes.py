"""The four panes in their own order: tables, links between them, and one chosen item for all."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence, Set
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Signal

from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.models.stage_own_model import OwnOrderModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.link_strip import LinkStrip
from ctxlab.gui.views.stage_table import OwnTable
from ctxlab.model.decision import STAGES

_CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class OwnOrderPanes(QObject):
    """Tables over `source`, which others place; `strips[n]` belongs between `tables[n]` and the next.

    `item_chosen` gives the root id of the item on the line that got the focus.
    """

    item_chosen = Signal(str)

    def __init__(self, source: StageModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._chosen = ""
        self._settled = True
        self.models = [OwnOrderModel(source, stage, self) for stage in range(len(STAGES))]
        self.tables = [OwnTable(model, stage, look) for stage, model in enumerate(self.models)]
        self.strips = [
            LinkStrip(left, right, look)
            for left, right in zip(self.tables[:-1], self.tables[1:], strict=True)
        ]
        for table, stage in zip(self.tables, STAGES, strict=True):
            table.setObjectName(f"own{stage.value.capitalize()}")
            table.fold_opened.connect(self._open_in(table))
            table.selectionModel().currentRowChanged.connect(self._moved_in(table))
        for strip, stage in zip(self.strips, STAGES[1:], strict=True):
            strip.setObjectName(f"links{stage.value.capitalize()}")

    def refresh(self) -> None:
        """Follow filter and folds of the source; what lines show is as it was."""
        self._refresh([frozenset[int]()] * len(self.models))

    def refresh_all(self) -> None:
        """Follow the source after anything may have changed."""
        self._refresh([None] * len(self.models))

    def refresh_trace(self) -> None:
        """Follow the source after it took over another trace; only what changed is told, if known."""
        changes = self._source.changes
        if changes is None:
            self.refresh_all()
            return
        made = {at for one in changes.made if (at := self._position(one)) is not None}
        self._refresh([positions | made for positions in changes.positions])

    def _refresh(self, changed: Sequence[Set[int] | None]) -> None:
        with self._patching():
            for model, positions in zip(self.models, changed, strict=True):
                model.refresh(positions)
        for strip in self.strips:
            strip.update()

    def close_folds(self) -> None:
        """Forget which folds were opened."""
        for model in self.models:
            model.close_folds()

    def choose(self, item_id: str, by: OwnTable | None = None) -> bool:
        """Bring an item into sight in all panes and mark its lines; whether any pane shows it.

        `by` is the table in which it was chosen: that one stays, and the others show the item at its height.
        """
        self._chosen = item_id
        found = False
        self._settled = False
        for table in self.tables:
            row = table.own.row_for(item_id)
            found = found or row >= 0
            if table is not by:
                self._mark(table, row)
        self._settled = True
        leading = by or next((table for table in self.tables if table.own.row_for(item_id) >= 0), None)
        if leading is not None:
            self._bring_into_sight(leading)
        for strip in self.strips:
            strip.set_chosen(item_id)
        return found

    def keep_in_sight(self) -> None:
        """Scroll to the chosen item's lines, as after the panes became lower."""
        for table in self.tables:
            row = table.own.row_for(self._chosen)
            if row >= 0:
                table.scrollTo(table.own.index(row, 0))

    def _mark(self, table: OwnTable, row: int) -> None:
        selection = table.selectionModel()
        if row < 0:
            selection.clear()
        elif selection.currentIndex().row() != row or not selection.isRowSelected(row):
            selection.setCurrentIndex(table.own.index(row, 0), _CHOOSE)

    def _bring_into_sight(self, leading: OwnTable) -> None:
        """Scroll each pane that does not show the item whole, to where the leading pane has it."""
        index = leading.own.index(leading.own.row_for(self._chosen), 0)
        leading.scrollTo(index)
        height = leading.rowViewportPosition(index.row())
        for table in self.tables:
            row = table.own.row_for(self._chosen)
            if table is leading or row < 0:
                continue
            at = table.rowViewportPosition(row)
            if not 0 <= at <= table.viewport().height() - LINE_HEIGHT:
                bar = table.verticalScrollBar()
                bar.setValue(bar.value() + at - height)

    def _open_in(self, table: OwnTable) -> Callable[[str], None]:
        def open_fold(key: str) -> None:
            with self._patching():
                table.own.open_fold(key)

        return open_fold

    def _moved_in(self, table: OwnTable) -> Callable[[QModelIndex, QModelIndex], None]:
        def moved(current: QModelIndex, _previous: QModelIndex) -> None:
            item_id = table.own.item(current.row()) if self._settled and current.isValid() else ""
            if item_id and item_id != self._chosen:
                self.choose(item_id, table)
                self.item_chosen.emit(item_id)

        return moved

    def _position(self, item_id: str) -> int | None:
        return None if self._source.trace is None else self._source.trace.position(item_id)

    @contextmanager
    def _patching(self) -> Generator[None]:
        """While lines come and go Qt moves current lines by itself; the chosen item is marked again."""
        self._settled = False
        yield
        for table in self.tables:
            self._mark(table, table.own.row_for(self._chosen))
        self._settled = True
