"""Undo commands: what merges, what vanishes, and that any way back leads to the first state."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QUndoStack

from ctxlab.gui.commands import SwapState
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.state import State


def state(cap: int) -> State:
    return State(Profile(name="p").set("budget.history.cap", cap), Marks())


class Holder:
    """A state under an undo stack."""

    def __init__(self) -> None:
        self.stack = QUndoStack()
        self.first = self.now = state(0)

    def take(self, new: State) -> None:
        self.now = new

    def edit(self, cap: int, gesture: int = 0) -> None:
        self.stack.push(SwapState(self.now, state(cap), self.take, f"cap {cap}", gesture))


def test_edits_of_one_gesture_are_one_step() -> None:
    holder = Holder()
    for cap in (1, 2, 3):
        holder.edit(cap, gesture=5)
    assert holder.stack.count() == 1
    assert holder.stack.undoText() == "cap 3"
    holder.stack.undo()
    assert holder.now == holder.first
    holder.stack.redo()
    assert holder.now == state(3)


def test_edits_of_different_gestures_or_of_none_stay_apart() -> None:
    holder = Holder()
    holder.edit(1, gesture=1)
    holder.edit(2, gesture=2)
    holder.edit(3)
    holder.edit(4)
    assert holder.stack.count() == 4


def test_a_gesture_that_comes_back_to_its_start_vanishes() -> None:
    holder = Holder()
    holder.edit(7)
    holder.edit(8, gesture=1)
    holder.edit(7, gesture=1)
    assert holder.stack.count() == 1
    assert holder.now == state(7)
    assert not holder.stack.canRedo()
    # the next edit of that gesture begins a step of its own
    holder.edit(9, gesture=1)
    holder.stack.undo()
    assert holder.now == state(7)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=12), st.integers(0, 12))
def test_undoing_all_gives_the_first_state_and_redoing_all_the_last(
    edits: list[tuple[int, int]], back: int
) -> None:
    holder = Holder()
    for cap, gesture in edits:
        holder.edit(cap, gesture)
    last = holder.now
    for _ in range(back):
        holder.stack.undo()
    for _ in range(back):
        holder.stack.redo()
    assert holder.now == last
    while holder.stack.canUndo():
        holder.stack.undo()
    assert holder.now == holder.first
