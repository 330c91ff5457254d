"""The table of recorded builds: fixed heights, sorted by a click on a head, several may be chosen."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from ctxlab.gui.models.build_rows import BuildColumn, BuildRowsModel
from ctxlab.gui.models.keyed_table import Index
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.plain_table import PlainTable

LINE_HEIGHT = 24

#: What a column is wide enough for, beside its name; the session takes the rest.
_SAMPLES = {
    BuildColumn.TIME: "12-30 23:59",
    BuildColumn.SESSION: "",
    BuildColumn.REQUEST: "9,999",
    BuildColumn.PROFILE: "split-budget",
    BuildColumn.TOKENS: "≈128,000",
    BuildColumn.USE: "100.0 %",
    BuildColumn.RATIO: "100.0 %",
    BuildColumn.CUTS: "~22  −222",
    BuildColumn.LEVEL: "3",
    BuildColumn.LOST: "10/10",
    BuildColumn.DURATION: "9,999",
}
_PAD = 12
_LEAST_SESSION = 110

#: Where there is no room for all columns these go first; the tooltip of a line tells what they do.
_FIRST_TO_GO = (
    BuildColumn.DURATION,
    BuildColumn.RATIO,
    BuildColumn.LEVEL,
    BuildColumn.CUTS,
    BuildColumn.PROFILE,
)


class BuildTable(PlainTable):
    """Shows a `BuildRowsModel`.

    `current_changed` gives the number of the build in focus, 0 where there is none. `opened` gives the one
    that was double-clicked or on which Enter was pressed, `delete_pressed` says that Del was.
    """

    current_changed = Signal(int)
    opened = Signal(int)
    delete_pressed = Signal()

    def __init__(self, model: BuildRowsModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("buildTable")
        self.setAccessibleName(self.tr("Recorded builds"))
        self._rows = model
        self._kept = 0
        self._widths: dict[BuildColumn, int] = {}
        self.setModel(model)
        self.fix_lines(LINE_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        newest = Qt.SortOrder.DescendingOrder
        self.sort_by_heads(BuildColumn.SESSION, BuildColumn.TIME, newest, least=24, movable=True)
        self._set_widths()
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)
        self.doubleClicked.connect(self._open)

    @property
    def current(self) -> int:
        """The number of the build in focus, or 0."""
        key = self._rows.key(self.currentIndex().row()) if self.currentIndex().isValid() else ""
        return int(key) if key else 0

    @property
    def chosen(self) -> list[int]:
        """The numbers of all builds that are chosen, in the order of the table."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [int(self._rows.key(row)) for row in rows]

    @property
    def chosen_count(self) -> int:
        """How many builds are chosen."""
        return len(self.selectionModel().selectedRows())

    def choose(self, build: int) -> bool:
        """Bring the focus to a build; whether it is there."""
        row = self._rows.row_of(str(build))
        if row < 0:
            return False
        flags = QItemSelectionModel.SelectionFlag
        index = self._rows.index(row, 0)
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)
        return True

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which build has the focus."""
        super().currentChanged(current, previous)
        if current.row() != previous.row() or not current.isValid():
            self.current_changed.emit(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Del asks to delete."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.opened.emit(self.current)
        elif event.key() == Qt.Key.Key_Delete and self.chosen:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        left = self.viewport().width() - sum(self._widths.values())
        for column in _FIRST_TO_GO:
            self.setColumnHidden(column, left < 0)
            left += self._widths[column] if left < 0 else 0

    def _open(self, index: QModelIndex) -> None:
        build = self._rows.build(index.row())
        if build is not None:
            self.opened.emit(build.id)

    def _set_widths(self) -> None:
        fine = self._look.text
        for column, sample in _SAMPLES.items():
            name = str(self._rows.headerData(column, Qt.Orientation.Horizontal))
            width = max(fine.width(sample), fine.width(name) + 8) + _PAD
            self._widths[column] = width if sample else _LEAST_SESSION
            self.setColumnWidth(column, self._widths[column])

    def _keep(self) -> None:
        self._kept = self.current

    def _restore(self) -> None:
        """After a reset the focus is on the build that had it."""
        if not self._kept or not self.choose(self._kept):
            self.current_changed.emit(0)
