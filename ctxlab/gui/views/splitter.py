"""Splitters whose sizes are remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


def splitter(name: str, orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """A splitter with an object name, under which its sizes are remembered."""
    found = QSplitter(orientation)
    found.setObjectName(name)
    found.setChildrenCollapsible(False)
    found.setHandleWidth(1)
    for part in parts:
        found.addWidget(part)
    return found
