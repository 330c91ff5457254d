"""What the window remembers of its layout: the only place that knows QSettings."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from ctxlab import paths

FILE = "window.ini"

#: Raised when the arrangement changes so that sizes remembered before mean nothing any more.
LAYOUT = 1


class UiState:
    """Sizes of a window and of its splitters, by their object names, in a file of its own."""

    def __init__(self, file: Path | None = None) -> None:
        place = file or paths.config_dir() / FILE
        self._settings = QSettings(str(place), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow) -> bool:
        """Gives a window the sizes that it had; whether there were any."""
        if self._settings.value("layout") != str(LAYOUT):
            return False
        geometry = self._settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not window.restoreGeometry(geometry):
            return False
        for splitter in _splitters(window):
            state = self._settings.value(f"splitter/{splitter.objectName()}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        return True

    def save(self, window: QMainWindow) -> None:
        """Remembers a window's sizes."""
        self._settings.setValue("layout", str(LAYOUT))
        self._settings.setValue("geometry", window.saveGeometry())
        for splitter in _splitters(window):
            self._settings.setValue(f"splitter/{splitter.objectName()}", splitter.saveState())
        self._settings.sync()

    def forget(self) -> None:
        """Forgets all sizes, so that the next window has those that it comes with."""
        self._settings.clear()
        self._settings.sync()


def _splitters(window: QMainWindow) -> list[QSplitter]:
    return [one for one in window.findChildren(QSplitter) if one.objectName()]
