"""What the window remembers of its layout: the only place that knows QSettings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from ctxlab import paths

FILE = "window.ini"

#: Raised when the arrangement changes so that sizes remembered before mean nothing any more.
LAYOUT = 2


class UiState:
    """Places and sizes of a window, its docks and its splitters, by object names, in a file of its own."""

    def __init__(self, file: Path | None = None) -> None:
        place = file or paths.config_dir() / FILE
        self._settings = QSettings(str(place), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow) -> bool:
        """Gives a window the place and size that it had; whether there were any."""
        if self._settings.value("layout") != str(LAYOUT):
            return False
        geometry = self._settings.value("geometry")
        return isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)

    def restore_parts(self, window: QMainWindow) -> None:
        """Gives the docks and splitters of a window that is on the screen the sizes that they had."""
        docks = self._settings.value("docks")
        if isinstance(docks, QByteArray):
            window.restoreState(docks)
        for splitter in _splitters(window):
            state = self._settings.value(f"splitter/{splitter.objectName()}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)

    def value(self, name: str) -> Any:
        """What was remembered under a name as plain JSON; None if nothing was."""
        text = self._settings.value(f"views/{name}")
        try:
            return json.loads(text) if isinstance(text, str) else None
        except (ValueError, RecursionError):
            return None

    def remember(self, name: str, value: Any) -> None:
        """Remembers a plain JSON value under a name."""
        self._settings.setValue(f"views/{name}", json.dumps(value))

    def save(self, window: QMainWindow) -> None:
        """Remembers a window's sizes."""
        self._settings.setValue("layout", str(LAYOUT))
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("docks", window.saveState())
        for splitter in _splitters(window):
            self._settings.setValue(f"splitter/{splitter.objectName()}", splitter.saveState())
        self._settings.sync()

    def forget(self) -> None:
        """Forgets all sizes, so that the next window has those that it comes with."""
        self._settings.clear()
        self._settings.sync()


def _splitters(window: QMainWindow) -> list[QSplitter]:
    return [one for one in window.findChildren(QSplitter) if one.objectName()]
