"""Work beside the window that takes its time: how far it is, and what came of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from ctxlab.gui.asking import Asking, Work

#: How often (ms) it is looked how far the work is.
_GLANCE_MS = 50


class Errand(QObject):
    """Does one piece of work at a time, on a thread of its own.

    `progressed(done, count)` tells how far it is, `ended` what came of it: the result, or the error.
    """

    progressed = Signal(int, int)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asking: Asking[Any] | None = None
        self._clock = QTimer(self, interval=_GLANCE_MS)
        self._clock.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        """Whether its end is to come."""
        return self._asking is not None

    def start(self, work: Work[Any], count: int) -> None:
        """Begins; what was done before is dropped."""
        self.drop()
        self._asking = Asking(work, count)
        self._asking.start()
        self._clock.start()

    def stop(self) -> None:
        """Asks the work to break off; its end is told as any other."""
        if self._asking is not None:
            self._asking.stop.set()

    def drop(self) -> None:
        """Gives the work up: nothing is told of it any more."""
        self.stop()
        self._clock.stop()
        self._asking = None

    def _look(self) -> None:
        asking = self._asking
        if asking is None:
            return
        if asking.result is None:
            self.progressed.emit(asking.done, asking.calls)
            return
        self.drop()
        self.ended.emit(asking.result)
