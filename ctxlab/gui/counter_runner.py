"""Counts a session's texts on a thread of its own and tells how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from PySide6.QtCore import QObject, Signal, Slot

from ctxlab.errors import CtxlabError
from ctxlab.lab import Counters
from ctxlab.tokens.cache import CachedCounter

#: A batch is counted between two looks at the cancel flag; short enough that the window never waits for it.
_BATCH_CHARACTERS = 64_000
_BATCH_TEXTS = 256


#: What is done on the counting thread when all is counted.
After = Callable[[CachedCounter], object]


class CounterRunner(QObject):
    """Counts texts for one encoding; a new job replaces the old one."""

    progressed = Signal(int, int, int)
    finished = Signal(int, object)
    failed = Signal(int, object)
    _moved = Signal(int, int, int)
    _ended = Signal(int, object, object)
    _broken = Signal(object)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-count")
        self._cancel = Event()
        self._free = Event()
        self._free.set()
        self._job = 0
        self._closed = False
        self._moved.connect(self._on_moved)
        self._ended.connect(self._on_ended)
        self._broken.connect(self._on_broken)

    def count(self, encoding: str, texts: Callable[[], Sequence[str]], after: After | None = None) -> int:
        """Starts counting and returns the job's number, which all signals name.

        `texts` is called on the counting thread, since gathering them takes time too, and so is `after` when
        all are counted; `finished` brings what it returns.
        """
        self._cancel.set()
        self._cancel = Event()
        self._job += 1
        if not self._closed:
            self._pool.submit(self._work, self._job, encoding, texts, after or nothing, self._cancel)
        return self._job

    def hold(self) -> None:
        """Counts nothing until `go`, so that a window that is being started has the processor to itself."""
        self._free.clear()

    def go(self) -> None:
        """Counts what was asked for meanwhile."""
        self._free.set()

    def warm_up(self, encoding: str) -> None:
        """Loads a vocabulary before it is needed: building it stops the whole program for a moment."""
        if not self._closed:
            self._pool.submit(self._warm, encoding)

    def stop(self, job: int) -> None:
        """Gives that job up, if it is the last one; nothing is delivered of it any more."""
        if job == self._job:
            self._cancel.set()
            self._job += 1

    def close(self) -> None:
        """Stops counting and waits for the thread."""
        self._closed = True
        self._cancel.set()
        self._free.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _warm(self, encoding: str) -> None:
        try:
            self._counters.of(encoding).prefix("two words", 1)
        except CtxlabError:
            # who counts in it is told then
            return
        except BaseException as error:  # noqa: BLE001  # raised on the thread of the window; counting may panic
            self._broken.emit(error)

    def _work(
        self,
        job: int,
        encoding: str,
        gather: Callable[[], Sequence[str]],
        after: After,
        cancel: Event,
    ) -> None:
        self._free.wait()
        if cancel.is_set():
            return
        try:
            counter = self._counters.of(encoding)
            texts = gather()
            unknown = counter.missing(texts)
            done = len(texts) - len(unknown)
            for batch in _batches(unknown):
                if cancel.is_set():
                    return
                counter.count_all(batch)
                done += len(batch)
                self._moved.emit(job, done, len(texts))
            found = after(counter)
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window; counting may panic
            self._ended.emit(job, error, None)
            return
        self._ended.emit(job, None, found)

    @Slot(int, int, int)
    def _on_moved(self, job: int, done: int, total: int) -> None:
        if job == self._job and not self._closed:
            self.progressed.emit(job, done, total)

    @Slot(object)
    def _on_broken(self, error: BaseException) -> None:
        if not self._closed:
            raise error

    @Slot(int, object, object)
    def _on_ended(self, job: int, error: object, found: object) -> None:
        if job != self._job or self._closed:
            return
        if error is None:
            self.finished.emit(job, found)
        elif isinstance(error, CtxlabError):
            self.failed.emit(job, error)
        elif isinstance(error, BaseException):
            self.failed.emit(job, CtxlabError(f"{type(error).__name__}: {error}"))
            raise error


def nothing(_counter: CachedCounter) -> object:
    """What follows the counting when nothing more is asked for."""
    return None


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _BATCH_CHARACTERS or len(batch) >= _BATCH_TEXTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
