"""The budget table: caps to edit or drag, what is used of them, and what was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from ctxlab.gui.delegates.budget_delegate import BudgetDelegate
from ctxlab.gui.models.budget_columns import MORE, Column
from ctxlab.gui.models.budget_head import WINDOW
from ctxlab.gui.models.budget_lines import LIMIT
from ctxlab.gui.models.budget_model import BudgetModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_layout import BudgetLayout
from ctxlab.gui.views.budget_menu import RowActs, column_menu, head_menu, new_menu, row_menu
from ctxlab.gui.views.budget_more import MoreColumns
from ctxlab.gui.views.budget_note import CellNote
from ctxlab.gui.views.budget_sliders import BudgetSliders
from ctxlab.gui.views.labels import plain_label
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.row_stats import RowStats
from ctxlab.model.sensitivity import Tick
from ctxlab.model.trace import Trace

Index = QModelIndex | QPersistentModelIndex
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BudgetTable(BudgetSliders):
    """Shows a profile and a run. Wishes leave by signals, edits as `edit_requested(row, field, value)`.

    `row` is a row's key or, for a setting of the window, `window`: ("window", "buffer", 4000) wishes for
    `window.buffer`. A wish that the profile cannot take is answered with `budget.refused.emit(row, reason)`
    while the signal runs; the reason then stands at the cell that was edited.

    `reset_requested(row, which)` wishes the whole row back as `saved` or `published`.
    """

    edit_requested = Signal(str, str, object)
    refused = Signal(str, str)
    reset_requested = Signal(str, str)
    sensitivity_requested = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(BudgetModel(language=language), look, parent)
        self.setObjectName("budgetTable")
        self.setAccessibleName(self.tr("Budget"))
        self._more: MoreColumns | None = None
        self._published: Callable[[], Profile] | None = None
        self._asked: tuple[str, str] | None = None
        self._delegate = BudgetDelegate(self.budget, look, self)
        self.setItemDelegate(self._delegate)
        self._places = BudgetLayout(self, self.budget, look)
        self._note = CellNote(self)
        self._empty = plain_label("", "muted", self.viewport())
        self._empty.setObjectName("budgetEmpty")
        self._empty.setWordWrap(True)
        self._empty.setText(self.tr("The budget of an open session is tuned here."))
        self._connect()
        self._show_empty()

    def set_state(self, profile: Profile | None, trace: Trace | None) -> None:
        """Show a profile at once and the last run's numbers beside it."""
        fresh = not self.budget.keys
        self.budget.set_state(profile, trace)
        self._places.fit()
        if fresh or profile is None:
            self._show_empty()

    def set_saved(self, profile: Profile | None) -> None:
        """Mark what is not as in the saved profile, and offer to reset to it; None where there is none."""
        self.budget.set_saved(profile)

    def set_published(self, profile: Callable[[], Profile] | None) -> None:
        """Offer to reset rows that a profile names to what it says of them; None where there is none.

        The profile is asked for when a menu opens.
        """
        self._published = profile

    def set_published_names(self, names: Mapping[Row, str]) -> None:
        """What the published budget calls each row."""
        self.budget.set_published_names(names)
        self._places.fit()

    def set_stats(self, stats: Sequence[RowStats]) -> None:
        """What rows ask for over the open sessions."""
        self.budget.set_stats(stats)
        self._places.fit()

    def set_ticks(
        self, ticks: Mapping[Row, Sequence[Tick]], label_of: Callable[[str], str] | None = None
    ) -> None:
        """The caps at which items enter rows; `label_of` names an item by its root id."""
        self.budget.set_ticks(ticks, label_of)
        self._places.fit()

    def set_pending(self, pending: bool) -> None:
        """Show the used numbers as not yet those of the caps."""
        self.budget.set_pending(pending)

    def set_unfolded(self, unfolded: bool) -> None:
        """Show the parts of the limit in lines of their own, or fold them away."""
        if unfolded != self.budget.unfolded:
            current = self.budget.key(self.currentIndex().row())
            self.budget.set_unfolded(unfolded)
            self._places.fit()
            if current and self.budget.row_of(current) < 0:
                self.setCurrentIndex(self.budget.index(0, Column.BAR))

    def show_columns(self, columns: Iterable[Column]) -> None:
        """Fold out these columns beside those that always show."""
        self._places.show(columns)
        self.head.button.setChecked(bool(self._places.shown))
        self.viewport().update()

    def layout_state(self) -> dict[str, Any]:
        """What is folded out, as plain values that a file can keep."""
        return {
            "unfolded": self.budget.unfolded,
            "columns": [column.name.lower() for column in self._places.shown],
        }

    def restore_layout(self, state: Mapping[str, Any]) -> None:
        """Fold out what `layout_state` said; what is not understood is left out."""
        self.set_unfolded(state.get("unfolded") is True)
        names = state.get("columns")
        wanted = cast("Sequence[object]", names) if isinstance(names, list | tuple) else ()
        self.show_columns(column for column in MORE if column.name.lower() in wanted)

    def choose(self, row: str) -> None:
        """Bring the focus to a row by its key."""
        at = self.budget.row_of(row)
        if at >= 0:
            self.setCurrentIndex(self.budget.index(at, Column.CAP))

    def follow(self, row: str) -> None:
        """Mark the row of what is looked at elsewhere, none without a key; not while one works here."""
        if self.hasFocus() or self.held is not None or self.state() is QAbstractItemView.State.EditingState:
            return
        if self.budget.row_of(row) >= 0:
            self.choose(row)
        else:
            self.setCurrentIndex(QModelIndex())

    def edit_cap(self, row: str) -> None:
        """Open the editor of a row's cap."""
        at = self.budget.row_of(row)
        if at >= 0:
            self.setFocus()
            self.setCurrentIndex(self.budget.index(at, Column.CAP))
            self._edit(self.budget.index(at, Column.CAP))

    def step_tick(self, step: int) -> None:
        """Wish for the cap of the next tick (1) or the one before (-1) on the row in focus."""
        at = self.currentIndex().row()
        line, cap = self.budget.line(at), self.budget.cap(at)
        if line is None or line.row is None or cap is None:
            return
        ticks = self.budget.ticks(line.row)
        tick = ticks.after(cap) if step > 0 else ticks.before(cap)
        if tick is not None:
            self._wish(line.key, "cap", tick.cap)
            self.told.emit(self.budget.tick_words(tick))

    def menu_at(self, index: Index) -> QMenu:
        """The menu of a line, with that of the columns in it."""
        menu = new_menu("budgetMenu", self)
        line = self.budget.line(index.row()) if index.isValid() else None
        saved, published = self.budget.saved, self._published() if self._published else None
        if line is not None and line.row is not None:
            named = published is not None and any(row is line.row for row, _ in published.budget)
            others = (
                None if saved is None else saved.row(line.row),
                published.row(line.row) if published is not None and named else None,
            )
            row_menu(menu, line, others, self._acts(line.key), ticks=bool(self.budget.ticks(line.row)))
        elif line is not None and line.field and saved is not None:
            head_menu(menu, line, saved.window, self._wish)
        if not menu.isEmpty():
            menu.addSeparator()
        columns = menu.addMenu(self.tr("Columns"))
        columns.setObjectName("budgetColumnsMenu")
        column_menu(columns, self._places.shown, self.show_columns)
        return menu

    def event(self, event: QEvent) -> bool:
        """Keep the keys that step between ticks from the window's own shortcuts."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _tick_step(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the table: Esc, Enter, Space, Alt with arrows, arrows on the limit, the menu."""
        if self.state() is QAbstractItemView.State.EditingState or not self._take_key(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of the line under the mouse, or of the one in focus."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._open_menu()
            return
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
        self.menu_at(index).popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold the limit where its fold is pressed."""
        index = self.indexAt(event.position().toPoint())
        super().mousePressEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.folds(index):
            self.set_unfolded(not self.budget.unfolded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out anew, before the table sees whether all of it is in sight."""
        self._places.share()
        super().resizeEvent(event)
        self._show_empty()

    def _connect(self) -> None:
        self._delegate.judged.connect(self._judge)
        self._delegate.closeEditor.connect(self._editor_closed)
        self.budget.edit_requested.connect(self._wish)
        self.budget.refused.connect(self._refuse)
        self.selectionModel().currentChanged.connect(self._moved)
        self.head.button.clicked.connect(self._fold_columns)
        self.head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.head.customContextMenuRequested.connect(self._open_column_menu)
        self._look.changed.connect(self.viewport().update)

    def _take_key(self, event: QKeyEvent) -> bool:
        """Whether a key was one of the table's."""
        key, index = event.key(), self.currentIndex()
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if key == Qt.Key.Key_Escape:
            self._note.clear()
            return self.cancel_drag()
        if key == Qt.Key.Key_Menu or (
            key == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            self._open_menu()
            return True
        if _tick_step(event):
            self.step_tick(_tick_step(event))
            return True
        if not index.isValid() or not plain:
            return False
        if key in (*ENTER, Qt.Key.Key_Space) and self._act(index, enter=key in ENTER):
            return True
        fold = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}.get(Qt.Key(key))
        if fold is not None and self.folds(index) and self.budget.unfolded is not fold:
            self.set_unfolded(fold)
            return True
        return False

    def _act(self, index: Index, *, enter: bool) -> bool:
        """What Enter or Space does in a cell: fold, check, edit; Enter elsewhere in a row edits its cap."""
        line = self.budget.line(index.row())
        if line is not None and line.key == LIMIT:
            self.set_unfolded(not self.budget.unfolded)
            return True
        if self._delegate.toggle(index):
            return True
        if not enter:
            return False
        if Qt.ItemFlag.ItemIsEditable not in self.budget.flags(index):
            index = self.budget.index(index.row(), Column.CAP)
            self.setCurrentIndex(index)
        self._edit(index)
        return True

    def _edit(self, index: Index) -> None:
        """Open the editor of a cell, where there is something to edit."""
        if Qt.ItemFlag.ItemIsEditable in self.budget.flags(index):
            self.edit(index)

    def _wish(self, row: str, field: str, value: object) -> None:
        """Pass a wish on; a refusal that comes meanwhile is of its cell."""
        self._note.clear()
        self._asked = (row, field)
        self.edit_requested.emit(row, field, value)
        self._asked = None

    def _refuse(self, row: str, reason: str) -> None:
        """Say at the cell why a value was not taken, and to whoever listens."""
        current = self.currentIndex()
        line = self.budget.line(current.row())
        if self._asked is not None and self._asked[0] == row:
            at, column = self.budget.cell_of(*self._asked)
        elif line is not None and row in (line.key, WINDOW if line.field else ""):
            at, column = current.row(), Column(current.column())
        else:
            at, column = self.budget.cell_of(row, "cap")
        self._say(at, column, reason, of_editor=self._asked is None)
        self.refused.emit(row, reason)

    def _judge(self, reason: str) -> None:
        """Say under the open editor why its text would not be taken."""
        current = self.currentIndex()
        self._say(current.row(), current.column(), reason, of_editor=True)

    def _editor_closed(self, _editor: QWidget) -> None:
        self._note.editor_closed()

    def _say(self, row: int, column: int, reason: str, *, of_editor: bool) -> None:
        self._note.say(self.visualRect(self.budget.index(row, column)), reason, of_editor=of_editor)

    def _moved(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._note.clear()
        if self.held_width:
            # what of the names was the focus is not known to the table
            self.viewport().update()

    def _acts(self, key: str) -> RowActs:
        return RowActs(
            edit=lambda: self.edit_cap(key),
            reset=lambda which: self.reset_requested.emit(key, which),
            no_cap=lambda: self._wish(key, "cap", None),
            sensitivity=lambda: self.sensitivity_requested.emit(key),
            step=self.step_tick,
        )

    def _open_menu(self) -> None:
        """The menu of the line in focus, at its cell."""
        index = self.currentIndex()
        rect = self.visualRect(index)
        self.menu_at(index).popup(self.viewport().mapToGlobal(rect.bottomLeft()))

    def _fold_columns(self) -> None:
        """Fold away what is folded out; where nothing is, show all columns in a wide window."""
        if self._places.shown:
            self.show_columns(())
            return
        self.head.button.setChecked(False)
        if self._more is None:
            self._more = MoreColumns(self.budget, self._look, self)
        self._more.open_under(self.head.button, self.budget.key(self.currentIndex().row()))

    def _open_column_menu(self, place: QPoint) -> None:
        menu = new_menu("budgetColumnsMenu", self)
        column_menu(menu, self._places.shown, self.show_columns)
        menu.popup(self.head.mapToGlobal(place))

    def _show_empty(self) -> None:
        """Say what to do where there is nothing."""
        empty = not self.budget.keys
        self._empty.setVisible(empty)
        self.horizontalHeader().setVisible(not empty)
        self.head.place_button()
        room = self.viewport().rect().adjusted(8, 8, -8, 0)
        self._empty.setGeometry(room.x(), room.y(), room.width(), self._empty.heightForWidth(room.width()))


def _tick_step(event: QKeyEvent) -> int:
    """Which way a key steps between ticks: Alt+→ on, Alt+← back, else not."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.AltModifier:
        return 0
    return {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
