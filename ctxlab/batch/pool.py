"""Where jobs run: processes of this machine, the workers of a Dask cluster, or any other executor."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import RLock, Thread
from types import ModuleType
from typing import ParamSpec, TypeVar

from ctxlab.batch.cluster import Cluster, cluster_at
from ctxlab.errors import ExecutorError

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: So often in a row processes may die before anything was done, until they are given up.
_MOST_DEATHS = 4

#: One process starts others at a time: what it hides from them is hidden from all.
_STARTING = RLock()


class Pool(ProcessPoolExecutor):
    """Spawned processes, `workers` of them, that end with this one whatever ends it.

    A `with` waits for the jobs at its end, unless an error comes out of it: that ends them at once.

    They leave Ctrl+C to it, and run nothing of the program that started them but the jobs: a script needs no
    main guard. Functions of its main module cannot be jobs therefore.
    """

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")
        self._watched, self._alive = context.Pipe(duplex=False)
        self.workers = workers
        super().__init__(workers, context, initializer=_begin, initargs=(self._watched,))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Runs a function in one of the processes, which may be started for it."""
        with _STARTING, _no_interrupt(), _no_main():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Lets the jobs end, and the processes with them."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._close()

    def __exit__(self, kind: type[BaseException] | None, *_told: object) -> None:
        if kind is None:
            self.shutdown()
        else:
            self.stop()

    def stop(self) -> None:
        """Ends the processes at once, whatever they are at; jobs that are not done fail."""
        super().shutdown(wait=False, cancel_futures=True)
        self._close()

    def _close(self) -> None:
        # what the processes watch is whether the other end is open still
        self._alive.close()
        self._watched.close()


def process_pool(workers: int | None = None) -> Pool:
    """Processes of this machine, by default one for each processor; each starts when a job needs it."""
    return Pool(max(1, workers or os.cpu_count() or 1))


def executor_at(address: str) -> Cluster:
    """The workers of the Dask cluster whose scheduler is at an address such as `tcp://10.0.0.5:8786`.

    Raises:
        ExecutorError: The package is missing, nobody answers there, or the cluster has no worker.
    """
    return cluster_at(address)


class Workers:
    """The workers of one piece of work: those of an executor that is given, or processes of its own.

    Processes of its own that die are replaced. `count` says how many workers there are; of an executor that
    does not tell, it is taken to have one for each processor of this machine.
    """

    def __init__(self, executor: Executor | None = None, workers: int | None = None) -> None:
        self._given = executor
        told: int = workers or getattr(executor, "workers", None) or os.cpu_count() or 1
        self.count = max(1, told)
        self._own: Pool | None = None
        self._deaths = 0

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Runs a function of a module.

        Raises:
            ExecutorError: There are no workers any more.
        """
        if self._given is not None:
            try:
                return self._given.submit(fn, *args, **kwargs)
            except (BrokenExecutor, RuntimeError) as error:
                raise ExecutorError(f"the workers take no more jobs: {error}") from error
        self._own = self._own or process_pool(self.count)
        try:
            return self._own.submit(fn, *args, **kwargs)
        except BrokenExecutor as error:
            self._own.shutdown()
            self._deaths += 1
            if self._deaths == _MOST_DEATHS:
                hint = "too little memory, or a limit on processes?"
                raise ExecutorError("the worker processes die again and again", hint=hint) from error
            self._own = process_pool(self.count)
            return self._own.submit(fn, *args, **kwargs)

    def praise(self) -> None:
        """Something was done: those that died are forgotten."""
        self._deaths = 0

    def end(self) -> None:
        """Lets processes of its own go. An executor that was given stays as it is."""
        if self._own is not None:
            self._own.shutdown()

    def stop(self) -> None:
        """Ends processes of its own at once."""
        if self._own is not None:
            self._own.stop()


@contextmanager
def _no_interrupt() -> Generator[None]:
    """A process that is started within does not hear Ctrl+C, from its first moment on."""
    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    before = block(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)


@contextmanager
def _no_main() -> Generator[None]:
    """A process that is started within does not run the main module of this one once more."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _begin(alive: Connection) -> None:
    """What a worker does first: it leaves Ctrl+C to the process that started it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(alive,), daemon=True).start()


def _end_with(alive: Connection) -> None:
    try:
        alive.recv()
    except (EOFError, OSError):
        os._exit(1)
