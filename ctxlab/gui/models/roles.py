"""The item data roles of all models beyond Qt's own."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt


class Role(IntEnum):
    """What a delegate or a view asks for; `CELL` is everything that a painter needs, as one value."""

    CELL = Qt.ItemDataRole.UserRole.value + 1
    KEY = Qt.ItemDataRole.UserRole.value + 2
    FATE = Qt.ItemDataRole.UserRole.value + 3
