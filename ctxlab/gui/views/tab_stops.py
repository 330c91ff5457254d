"""Stops of the Tab key in the chain in which Qt goes through a window; it orders nothing but stops."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def last_stop(whole: QWidget) -> QWidget:
    """The last stop of the Tab key within a part of the window, or the part itself."""
    found, at = whole, whole.nextInFocusChain()
    while at is not None and at is not whole:
        if whole.isAncestorOf(at) and _is_stop(at):
            found = at
        at = at.nextInFocusChain()
    return found


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
