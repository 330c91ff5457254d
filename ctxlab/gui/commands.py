"""Undo commands: each swaps one frozen state for another; what a state leads to is computed elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from ctxlab.model.state import State


class SwapState(QUndoCommand):
    """Replaces the state. Commands of one gesture merge; one that comes back to its start vanishes."""

    _ID = 1

    def __init__(
        self, before: State, after: State, apply: Callable[[State], None], text: str, gesture: int
    ) -> None:
        super().__init__(text)
        self._before = before
        self._after = after
        self._apply = apply
        self._gesture = gesture

    def redo(self) -> None:
        """Takes the new state."""
        self._apply(self._after)

    def undo(self) -> None:
        """Takes the old state back."""
        self._apply(self._before)

    def id(self) -> int:
        """Lets Qt offer the next command for merging."""
        return self._ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Takes over the end of the same gesture."""
        if not isinstance(other, SwapState) or not self._gesture or other._gesture != self._gesture:
            return False
        self._after = other._after
        self.setText(other.text())
        if self._after == self._before:
            self.setObsolete(True)
        return True
