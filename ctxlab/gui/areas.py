"""The parts of the window that F6 goes through, and where the keys go when a part is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


class Areas:
    """Parts in the order of the eye: each a widget that takes the keys, and the whole that it stands for."""

    def __init__(self, parts: Sequence[tuple[QWidget, QWidget]]) -> None:
        self._parts = tuple(parts)

    def go(self, step: int) -> None:
        """Brings the keys to the next part in sight (1) or to the one before (-1), round and round."""
        focus = QApplication.focusWidget()
        held = next((at for at, (_, whole) in enumerate(self._parts) if _has(whole, focus)), None)
        count = len(self._parts)
        start = (-1 if step > 0 else 0) if held is None else held
        for further in range(1, count + 1):
            target = self._parts[(start + step * further) % count][0]
            if target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return


def _has(area: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (area is focus or area.isAncestorOf(focus))
