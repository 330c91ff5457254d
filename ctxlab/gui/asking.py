"""Asking a model beside the window's own work."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

#: What asks: it is told by the first whether nobody wants the answer any more, and tells the second how many
#: calls are done of how many.
Work = Callable[[Callable[[], bool], Callable[[int, int], None]], Answer]


class Asking(Thread, Generic[Answer]):
    """Does its work on a thread of its own, until `stop` is set. `result` is the end, None before it.

    It knows nothing of the window, which may go at any time: whoever waits looks at it now and then.
    """

    def __init__(self, work: Work[Answer], calls: int) -> None:
        super().__init__(name="ctxlab-asking", daemon=True)
        self.stop = Event()
        self.done, self.calls = 0, calls
        self.result: Answer | BaseException | None = None
        self._work = work

    def run(self) -> None:
        """Asks."""
        try:
            self.result = self._work(self.stop.is_set, self._count)
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self.result = error

    def _count(self, done: int, calls: int) -> None:
        self.done, self.calls = done, calls
