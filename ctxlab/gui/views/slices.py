"""Work of unknown length on the thread of the window, a few milliseconds at a time."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer

#: How long one slice may take (seconds); one step that takes longer is not cut short.
SLICE = 0.008


class Slices(QObject):
    """Goes through an iterator in slices, between which the window answers. A new one replaces the last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether there is work left."""
        return self._steps is not None

    def start(self, steps: Iterator[object]) -> None:
        """Work these steps off; the first slice is done at once."""
        self._steps = steps
        self._timer.start()
        self._go_on()

    def stop(self) -> None:
        """Give the work up."""
        self._steps = None
        self._timer.stop()

    def _go_on(self) -> None:
        steps = self._steps
        if steps is None:
            return
        until = perf_counter() + SLICE
        for _ in steps:
            if self._steps is not steps:
                return
            if perf_counter() >= until:
                return
        if self._steps is steps:
            self.stop()
