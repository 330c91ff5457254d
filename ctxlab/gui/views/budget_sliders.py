"""Caps that are dragged on their bars: what a place of the mouse means, and the gesture."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent

from ctxlab.gui.delegates.budget_bar import bar_rect, mark_at
from ctxlab.gui.models.budget_columns import Column
from ctxlab.gui.models.budget_entry import step_of
from ctxlab.gui.models.budget_lines import LIMIT, BudgetLine
from ctxlab.gui.models.budget_ticks import REACH, Ticks
from ctxlab.gui.views.budget_grid import BudgetGrid, Index
from ctxlab.model.profile import MAX_TOKENS
from ctxlab.model.sensitivity import Tick


@dataclass(frozen=True, slots=True)
class Held:
    """A cap that is dragged: the row's key, and what was shown last with the tick that it snapped to."""

    row: str
    cap: int
    tick: Tick | None = None


def can_drag(line: BudgetLine | None, column: int) -> bool:
    """Whether a cell has a cap to take hold of."""
    return line is not None and line.row is not None and column == Column.BAR and line.budget.cap is not None


def held_at(rect: QRect, line: BudgetLine, ticks: Ticks, x: float, *, free: bool) -> Held:
    """The cap at a place of a bar's cell: that of a tick within reach, else a round one, or `free` any.

    It is never more than a cap may be, though the bar of the largest caps stands for more.
    """
    track = bar_rect(rect)
    part = (x - track.left()) / max(1, track.width())
    cap = min(MAX_TOKENS, round(max(0.0, min(1.0, part)) * line.scale))
    if free:
        return Held(line.key, cap)
    mark = mark_at(rect, line, ticks, x, REACH)
    if mark is not None:
        return Held(line.key, mark.tick.cap, mark.tick)
    step = step_of(line.scale)
    return Held(line.key, round(cap / step) * step)


class BudgetSliders(BudgetGrid):
    """The table with caps that can be dragged.

    A drag of a cap's knob is one gesture: `drag_started(row)`, `dragged(row, cap)` for each new value, then
    `drag_finished(row, cap)` or, when it is given up, `drag_cancelled(row)`. It snaps to ticks and round
    numbers while Shift is not held. `told` names the tick that a cap was set to.
    """

    drag_started = Signal(str)
    dragged = Signal(str, int)
    drag_finished = Signal(str, int)
    drag_cancelled = Signal(str)
    told = Signal(str)

    #: The cap that is dragged now.
    held: Held | None = None

    def let_go(self) -> None:
        """Ends a drag without a word: what it moved is no longer shown."""
        if self.held is not None:
            row, self.held = self.held.row, None
            self.budget.set_preview(row, None)

    def cancel_drag(self) -> bool:
        """Gives a drag up; whether there was one."""
        held = self.held is not None
        if held:
            self._end_drag(cancelled=True)
        return held

    def folds(self, index: Index) -> bool:
        """Whether a cell is the one that folds and unfolds the limit."""
        return index.isValid() and index.column() == Column.BAR and self.budget.key(index.row()) == LIMIT

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a cap on its bar."""
        index = self.indexAt(event.position().toPoint())
        line = self.budget.line(index.row()) if index.isValid() else None
        if event.button() is Qt.MouseButton.LeftButton and line and can_drag(line, index.column()):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.setCurrentIndex(self.budget.index(index.row(), Column.CAP))
            self.held = Held(line.key, line.budget.cap or 0)
            self.drag_started.emit(line.key)
            self._drag_to(event)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the cap that is held; show a hand over those that can be, and over the limit's fold."""
        if self.held is not None:
            self._drag_to(event)
            return
        index = self.indexAt(event.position().toPoint())
        shape = Qt.CursorShape.ArrowCursor
        if index.isValid() and can_drag(self.budget.line(index.row()), index.column()):
            shape = Qt.CursorShape.SizeHorCursor
        elif self.folds(index):
            shape = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the cap go."""
        if self.held is not None and event.button() is Qt.MouseButton.LeftButton:
            self._end_drag(cancelled=False)
            return
        super().mouseReleaseEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """A table that is disabled under a drag lets go."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange and not self.isEnabled():
            self.cancel_drag()

    def _drag_to(self, event: QMouseEvent) -> None:
        held = self.held
        row = -1 if held is None else self.budget.row_of(held.row)
        line = self.budget.line(row)
        if held is None or line is None:
            self.held = None
            return
        rect = self.visualRect(self.budget.index(row, Column.BAR))
        free = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        now = held_at(rect, line, self.budget.ticks(line.row), event.position().x(), free=free)
        self.held = now
        if now.cap != self.budget.cap(row):
            self.budget.set_preview(now.row, now.cap)
            self.dragged.emit(now.row, now.cap)
        if now.tick is not None and now.tick is not held.tick:
            self.told.emit(self.budget.tick_words(now.tick))

    def _end_drag(self, *, cancelled: bool) -> None:
        held, self.held = self.held, None
        if held is None:
            return
        cap = self.budget.cap(self.budget.row_of(held.row)) or 0
        if cancelled:
            self.drag_cancelled.emit(held.row)
        else:
            self.drag_finished.emit(held.row, cap)
        self.budget.set_preview(held.row, None)
