"""The budget table: caps to edit or drag, what is used of them, and what was kept."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ctxlab.gui.delegates.budget_delegate import LINE_HEIGHT, MARGIN, BudgetDelegate, bar_rect
from ctxlab.gui.models.budget_entry import step_of
from ctxlab.gui.models.budget_model import BudgetModel, Column
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

#: What a column has at least; all but the name and the bar widen to what they hold.
LEAST = {
    Column.NAME: 76,
    Column.CAP: 44,
    Column.BAR: 28,
    Column.USED: 44,
    Column.OVERFLOW: 64,
    Column.KEPT: 40,
}
#: What the longest name of a row takes; what is left beyond goes to the bar.
NAME_WIDEST = 150
FITTED = (Column.CAP, Column.USED, Column.OVERFLOW, Column.KEPT)


class BudgetTable(QTableView):
    """Shows a profile and a run. Wishes leave by signals, edits as `edit_requested(row, field, value)`.

    A drag of a cap's knob is one gesture: `drag_started(row)`, `dragged(row, cap)` for each new value, then
    `drag_finished(row, cap)` or, on Esc, `drag_cancelled(row)`.
    """

    edit_requested = Signal(str, str, object)
    refused = Signal(str, str)
    row_chosen = Signal(str)
    drag_started = Signal(str)
    dragged = Signal(str, int)
    drag_finished = Signal(str, int)
    drag_cancelled = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("budgetTable")
        self.setAccessibleName(self.tr("Budget"))
        self.budget = BudgetModel(self, language=language)
        self._look = look
        self._fitted = {column: LEAST[column] for column in FITTED}
        self._drag: tuple[int, int] | None = None
        self.setModel(self.budget)
        delegate = BudgetDelegate(self.budget, look, self)
        self.setItemDelegate(delegate)
        self._note = plain_label("", "note", self.viewport())
        self._note.setObjectName("budgetNote")
        self._note.hide()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self._lay_out()
        delegate.judged.connect(self._judge)
        delegate.closeEditor.connect(lambda: self._judge(""))
        self.budget.edit_requested.connect(self._wish)
        self.budget.refused.connect(self._refuse)
        self.selectionModel().currentRowChanged.connect(self._moved)
        look.changed.connect(self.viewport().update)

    def set_state(self, profile: Profile | None, trace: Trace | None) -> None:
        """Show a profile at once and the last run's numbers beside it."""
        fresh = not self.budget.keys
        self.budget.set_state(profile, trace)
        self._fit()
        if self.budget.keys and self.columnSpan(0, Column.BAR) == 1:
            self.setSpan(0, Column.BAR, 1, len(Column) - Column.BAR)
        if fresh and len(self.budget.keys) > 1:
            self.setCurrentIndex(self.budget.index(1, Column.CAP))

    def set_pending(self, pending: bool) -> None:
        """Show the used numbers as not yet those of the caps."""
        self.budget.set_pending(pending)

    def choose(self, row: str) -> None:
        """Bring the focus to a row by its key."""
        at = self.budget.row_of(row)
        if at >= 0:
            self.setCurrentIndex(self.budget.index(at, Column.CAP))

    def edit_cap(self, row: str) -> None:
        """Open the editor of a row's cap."""
        at = self.budget.row_of(row)
        if at >= 0:
            self.setFocus()
            self.setCurrentIndex(self.budget.index(at, Column.CAP))
            self._edit(self.budget.index(at, Column.CAP))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends a drag where it began; Enter opens the cap's editor; the rest is the table's own."""
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._end_drag(cancelled=True)
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        current = self.currentIndex()
        if enter and self.state() is not QAbstractItemView.State.EditingState and current.isValid():
            if current.column() not in (Column.CAP, Column.OVERFLOW):
                current = self.budget.index(current.row(), Column.CAP)
                self.setCurrentIndex(current)
            self._edit(current)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a cap on its bar."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and self._can_drag(index):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.setCurrentIndex(self.budget.index(index.row(), Column.CAP))
            self._drag = (index.row(), self.budget.cap(index.row()) or 0)
            self.drag_started.emit(self.budget.key(index.row()))
            self._drag_to(event)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the cap that is held; show a hand over those that can be."""
        if self._drag is not None:
            self._drag_to(event)
            return
        over = self._can_drag(self.indexAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the cap go."""
        if self._drag is not None and event.button() is Qt.MouseButton.LeftButton:
            self._end_drag(cancelled=False)
            return
        super().mouseReleaseEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out anew, before the table sees whether all of it is in sight."""
        self._share()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """A table that is disabled under a drag lets go."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange and not self.isEnabled() and self._drag is not None:
            self._end_drag(cancelled=True)

    def let_go(self) -> None:
        """Ends a drag without a word: what it moved is no longer shown."""
        if self._drag is not None:
            row, _ = self._drag
            self._drag = None
            self.budget.set_preview(self.budget.key(row), None)

    def _lay_out(self) -> None:
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.BAR, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(LEAST[Column.BAR])
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setFixedHeight(LINE_HEIGHT + 2)
        self._share()
        vertical = self.verticalHeader()
        vertical.hide()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(LINE_HEIGHT)
        vertical.setDefaultSectionSize(LINE_HEIGHT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _fit(self) -> None:
        """Widen columns to the texts that they hold now; none gets narrower again, so nothing jumps."""
        strong = self._look.strong
        for column in FITTED:
            texts = [str(self.budget.headerData(column, Qt.Orientation.Horizontal))]
            texts += [
                str(self.budget.data(self.budget.index(row, column))) for row in range(self.budget.rowCount())
            ]
            widest = max(map(strong.width, texts)) + 2 * MARGIN + 2
            self._fitted[column] = max(self._fitted[column], widest)
        self._share()

    def _share(self) -> None:
        """Give the numbers what they need, the name what is left up to its longest, the bar the rest."""
        left = self.viewport().width() - sum(self._fitted.values()) - LEAST[Column.BAR]
        self.setColumnWidth(Column.NAME, max(LEAST[Column.NAME], min(left, NAME_WIDEST)))
        for column, width in self._fitted.items():
            self.setColumnWidth(column, width)

    def _edit(self, index: QModelIndex) -> None:
        """Open the editor of a cell, where there is something to edit."""
        if Qt.ItemFlag.ItemIsEditable in self.budget.flags(index):
            self.edit(index)

    def _can_drag(self, index: QModelIndex) -> bool:
        line = self.budget.line(index.row()) if index.isValid() else None
        return (
            line is not None
            and line.row is not None
            and index.column() == Column.BAR
            and line.budget.cap is not None
        )

    def _drag_to(self, event: QMouseEvent) -> None:
        assert self._drag is not None
        row, _ = self._drag
        line = self.budget.line(row)
        if line is None:
            self._drag = None
            return
        track = bar_rect(self.visualRect(self.budget.index(row, Column.BAR)))
        part = (event.position().x() - track.left()) / max(1, track.width())
        cap = round(max(0.0, min(1.0, part)) * line.scale)
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            step = step_of(line.scale)
            cap = round(cap / step) * step
        if cap != self.budget.cap(row):
            self.budget.set_preview(line.key, cap)
            self.dragged.emit(line.key, cap)

    def _end_drag(self, *, cancelled: bool) -> None:
        assert self._drag is not None
        row, _ = self._drag
        self._drag = None
        key, cap = self.budget.key(row), self.budget.cap(row) or 0
        if cancelled:
            self.drag_cancelled.emit(key)
        else:
            self.drag_finished.emit(key, cap)
        self.budget.set_preview(key, None)

    def _refuse(self, row: str, reason: str) -> None:
        """Say at the cell why a text was not taken, and to whoever listens."""
        self._say(self.budget.row_of(row), reason)
        self.refused.emit(row, reason)

    def _judge(self, reason: str) -> None:
        """Say under the open editor why its text would not be taken."""
        self._say(self.currentIndex().row(), reason)

    def _wish(self, row: str, field: str, value: object) -> None:
        self._say(-1, "")
        self.edit_requested.emit(row, field, value)

    def _say(self, row: int, reason: str) -> None:
        """A note under a row's cap, or above it where there is no room; an empty reason takes it away."""
        self._note.setText(reason)
        if not reason or row < 0:
            self._note.hide()
            return
        self._note.adjustSize()
        rect = self.visualRect(self.budget.index(row, Column.CAP))
        below = rect.bottom() + 3
        fits = below + self._note.height() <= self.viewport().height()
        left = max(0, min(rect.left(), self.viewport().width() - self._note.width()))
        self._note.move(left, below if fits else rect.top() - self._note.height() - 2)
        self._note.show()
        self._note.raise_()

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._say(-1, "")
        if current.isValid():
            self.row_chosen.emit(self.budget.key(current.row()))
