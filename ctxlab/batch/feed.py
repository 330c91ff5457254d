"""Feeding jobs to workers: a few at a time, again where workers died, the rest of long ones once more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from queue import Empty, SimpleQueue

from ctxlab.batch import sweep_job
from ctxlab.batch.pool import Workers
from ctxlab.batch.sweep_job import Done, Job
from ctxlab.errors import CancelledError, ExecutorError

#: How often (seconds) is asked whether the work is still wanted.
_LOOK = 0.1

#: Jobs that wait at the workers, for each: none is idle while the next is on its way.
_EACH = 2


class Feed:
    """The jobs of a sweep on their way through the workers.

    A job under which the workers died is done once more while no other is; if they die again, it is that job
    which cannot be done. One that ends in an error is done variant by variant.
    """

    def __init__(self, jobs: Iterable[Job], workers: Workers, cancelled: Callable[[], bool]) -> None:
        self._waiting = deque(jobs)
        self._workers = workers
        self._cancelled = cancelled
        self._pending: dict[Future[Done], Job] = {}
        self._ended: SimpleQueue[Future[Done]] = SimpleQueue()

    def results(self) -> Generator[tuple[Job, Done]]:
        """Each job with what it made, as they end.

        Raises:
            CancelledError: The work is not wanted any more.
            ExecutorError: There are no workers any more.
        """
        try:
            while self._give():
                if self._cancelled():
                    raise CancelledError("the work was stopped")
                try:
                    future = self._ended.get(timeout=_LOOK)
                except Empty:
                    continue
                yield from self._taken(future, self._pending.pop(future))
        finally:
            for future in self._pending:
                future.cancel()

    def _give(self) -> bool:
        """Hands jobs to the workers; whether any is with them."""
        while self._waiting and len(self._pending) < self._most():
            job = self._waiting.popleft()
            future = self._workers.submit(sweep_job.run, job)
            self._pending[future] = job
            future.add_done_callback(self._ended.put)
        return bool(self._pending)

    def _most(self) -> int:
        """How many jobs may be with the workers now."""
        alone = self._waiting[0].tried or any(job.tried for job in self._pending.values())
        return 1 if alone else _EACH * self._workers.count

    def _taken(self, future: Future[Done], job: Job) -> Generator[tuple[Job, Done]]:
        if future.cancelled():
            raise ExecutorError("the workers gave a job back undone", hint="do they still run?")
        error = future.exception()
        if error is None:
            self._workers.praise()
            done = future.result()
            if left := job.variants[len(done.outcomes) :]:
                self._waiting.appendleft(replace(job, variants=left, tried=False))
            yield job, done
        elif isinstance(error, BrokenExecutor) and not job.tried:
            self._waiting.appendleft(replace(job, tried=True))
        elif isinstance(error, BrokenExecutor):
            self._workers.praise()
            yield job, sweep_job.failed(job, "the process that worked on it died; was there enough memory?")
        elif len(job.variants) > 1:
            self._waiting.extendleft(replace(job, variants=(one,)) for one in reversed(job.variants))
        else:
            yield job, sweep_job.failed(job, f"{type(error).__name__}: {error}")
