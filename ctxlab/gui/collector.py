"""Looks for garbage on the window's thread only.

Python looks for it on whichever thread makes the next value. What it finds may hold timers and other objects
of Qt, which have to go on the thread that they live on: gone on a worker's, they end the program.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from ctxlab.formats.collector import is_paused

#: How often is looked whether there is enough to collect (ms); that alone costs next to nothing.
EVERY_MS = 100


class Collector(QObject):
    """Takes the place of Python's own search for garbage, with its thresholds, until the process ends."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collects the oldest generation whose threshold is passed, and the younger ones with it.

        Not while a file is read: what comes then is no garbage, and looking through it stops all threads.
        """
        if is_paused():
            return
        # others may have switched Python's own search on again, after a pause of theirs
        gc.disable()
        counts, most = gc.get_count(), gc.get_threshold()
        if counts[0] <= most[0]:
            return
        oldest = 2 if counts[2] > most[2] and counts[1] > most[1] else 1 if counts[1] > most[1] else 0
        gc.collect(oldest)
