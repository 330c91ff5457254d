"""Runs work over many sessions on a thread of its own, with worker processes; the latest work wins."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ctxlab.batch.pool import Pool, process_pool
from ctxlab.errors import CancelledError, CtxlabError

#: Of values that follow each other faster than this (seconds) only the latest is told.
_PACE_S = 0.1

#: Makes values one after the other. It is handed what gives the workers, and what says that nobody waits any
#: more.
Work = Callable[[Callable[[], Pool], Callable[[], bool]], Generator[Any]]


@dataclass(eq=False)
class _Job:
    work: Work
    cancel: Event = field(default_factory=Event)
    latest: Any = None
    told: float = 0.0
    under_way: bool = False


class SweepRunner(QObject):
    """`told` brings what the work yields, the last of it always; `ended` its end.

    `ended` has None, or the error that ended it: a CancelledError where it was stopped. Work that was
    replaced by newer work tells nothing any more. Workers are started for the first work that asks for them
    and kept.
    """

    told = Signal(object)
    ended = Signal(object)
    _news = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None, *, pool: Callable[[], Pool] = process_pool) -> None:
        super().__init__(parent)
        self._make_pool = pool
        self._pool: Pool | None = None
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-sweep")
        self._job: _Job | None = None
        self._closed = False
        # queued: work that ends at once would else be told inside the call that asked for it
        self._news.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether work is under way or waits."""
        return self._job is not None

    def start(self, work: Work) -> None:
        """Begins work; what is under way is stopped, and nothing more of it is told."""
        if self._closed:
            return
        if self._job is not None:
            self._job.cancel.set()
        job = self._job = _Job(work)
        self._thread.submit(self._run, job)

    def stop(self) -> None:
        """Stops what is under way; `ended` follows."""
        if self._job is not None:
            self._job.cancel.set()

    def close(self) -> None:
        """Stops thread and workers and waits for the thread; nothing is told afterwards."""
        self._closed = True
        self.stop()
        # jobs that are under way are not waited for
        self._drop_workers()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _workers(self) -> Pool:
        with self._lock:
            if self._closed:
                raise CancelledError("the window is closing")
            self._pool = self._pool or self._make_pool()
            return self._pool

    def _drop_workers(self) -> None:
        """Whatever went wrong, the next work gets workers of its own: those that broke take no jobs."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()

    def _run(self, job: _Job) -> None:
        """The thread: all values of one job, then its end."""
        error: BaseException | None = None
        try:
            for value in self._values(job):
                self._take(job, value)
        except CtxlabError as problem:
            # without the frames, whose objects would live on until this thread forgets them
            error = problem.with_traceback(None)
        except BaseException as problem:  # noqa: BLE001  # told on the thread of the window
            error = CancelledError("stopped") if self._closed else problem
            self._drop_workers()
        self._done.emit(job, error)

    def _values(self, job: _Job) -> Generator[Any]:
        if job.cancel.is_set():
            raise CancelledError("stopped before it began")
        yield from job.work(self._workers, job.cancel.is_set)

    def _take(self, job: _Job, value: Any) -> None:
        """Keeps a value, and tells of it unless one was told of just now."""
        with self._lock:
            job.latest = value
            due = not job.under_way and monotonic() - job.told >= _PACE_S
            job.under_way = job.under_way or due
        if due:
            self._news.emit(job)

    @Slot(object)
    def _tell(self, job: _Job) -> None:
        with self._lock:
            value, job.latest = job.latest, None
            job.under_way, job.told = False, monotonic()
        if job is self._job and not self._closed and value is not None:
            self.told.emit(value)

    @Slot(object, object)
    def _end(self, job: _Job, error: BaseException | None) -> None:
        if job is not self._job or self._closed:
            return
        if job.latest is not None:
            self.told.emit(job.latest)
        self._job = None
        if error is None or isinstance(error, CtxlabError):
            self.ended.emit(error)
            return
        # a mistake of ctxlab's own, or workers that died: the person is told, the last net has the details
        self.ended.emit(CtxlabError(f"{type(error).__name__}: {error}"))
        raise error
