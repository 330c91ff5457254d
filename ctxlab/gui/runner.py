"""Runs builds on one worker thread; the latest request wins."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Event
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.runs import BeforeKind, Failure, Run, RunRequest
from ctxlab.lab import Counters, Lab
from ctxlab.model.forensic import Basis, Forensic
from ctxlab.model.profile import TokenSettings
from ctxlab.model.trace import Trace
from ctxlab.tokens.models import counting_for, encoding_for

#: A run that has taken longer than this (seconds) is cancelled when a newer request waits.
_PATIENCE_S = 0.1

#: Builds a run; raises CancelledError when the event is set meanwhile.
Build = Callable[[RunRequest, Event], Run]


class LabBuilder:
    """Builds with a Lab that lives on the worker thread."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._lab: Lab | None = None
        self._before: tuple[RunRequest, Trace, Hashable] | None = None

    def __call__(self, request: RunRequest, cancel: Event) -> Run:
        """The run, its comparison, and the time that the build itself took."""
        lab = self._lab = self._lab or Lab(counters=self._counters)
        encoding = encoding_for(request.profile, request.snapshot.session.model).value
        counter = None if request.counted else self._counters.provisional(encoding, request.generation)
        started = perf_counter()
        trace = lab.build(
            request.snapshot, request.profile, marks=request.marks, counter=counter, cancelled=cancel.is_set
        )
        milliseconds = (perf_counter() - started) * 1000
        if cancel.is_set():
            raise CancelledError("a newer request is waiting")
        try:
            before = self._before_of(lab, request, cancel)
        except CancelledError:
            raise
        except CtxlabError as error:
            # the run itself is good: it is shown, without a comparison
            return Run(request, trace, None, None, milliseconds, error)
        if cancel.is_set():
            raise CancelledError("a newer request is waiting")
        return Run(
            request, trace, before, lab.compare(before, trace, fates=_fates(lab, request)), milliseconds
        )

    def _before_of(self, lab: Lab, request: RunRequest, cancel: Event) -> Trace:
        """The run to compare with: the last one again where all that it depends on is the same."""
        last, summaries = self._before, self._counters.summaries.generation
        same = last is not None and last[2] == summaries and last[0].counted and request.counted
        if last is not None and same and _same_before(last[0], request):
            return last[1]
        trace = self._build_before(lab, request, cancel)
        self._before = (request, trace, summaries)
        return trace

    def _build_before(self, lab: Lab, request: RunRequest, cancel: Event) -> Trace:
        before, like = request.before, request.profile
        kind, snapshot = before.kind, request.snapshot
        if kind is BeforeKind.SENT:
            return lab.sent(snapshot, like=like)
        unlike = kind in (BeforeKind.UNMANAGED, BeforeKind.RECORDED)
        profile = like if unlike else before.profile or like
        if kind is BeforeKind.REQUEST:
            snapshot = snapshot.session.at(before.request, chain=snapshot.request.chain)
        marks = request.marks if before.marks is None else before.marks
        counter = None
        if not request.counted:
            encoding = encoding_for(profile, snapshot.session.model).value
            counter = self._counters.provisional(encoding, request.generation)
        if unlike:
            # counted as the run itself is, so that the tokens can be compared
            build = lab.unmanaged if kind is BeforeKind.UNMANAGED else lab.recorded
            return build(snapshot, like=like, marks=marks, counter=counter, cancelled=cancel.is_set)
        return lab.build(snapshot, profile, marks=marks, counter=counter, cancelled=cancel.is_set)


def _fates(lab: Lab, request: RunRequest) -> Forensic | None:
    """What became of the items in the context before, where that was sent or is the recorder's."""
    basis = {BeforeKind.SENT: Basis.SENT, BeforeKind.RECORDED: Basis.RECORD}.get(request.before.kind)
    return None if basis is None else lab.forensic(request.snapshot, basis=basis, counted=False)


def _counting(request: RunRequest) -> TokenSettings:
    return counting_for(request.profile, request.snapshot.session.model)


def _same_before(one: RunRequest, other: RunRequest) -> bool:
    """Whether two requests compare with the same run, both on final counts."""
    held = one.before.marks is not None
    same_profile = one.before.kind is not BeforeKind.REQUEST or one.profile is other.profile
    return (
        one.snapshot is other.snapshot
        and one.before.same(other.before)
        and (held or one.marks is other.marks)
        and _counting(one) == _counting(other)
        and same_profile
    )


class Runner(QObject):
    """Takes requests and delivers runs on the GUI thread; a request replaces the one that waits.

    `started` says that a run is under way, `idle` that none is and none waits.
    """

    started = Signal()
    finished = Signal(object)
    failed = Signal(object)
    idle = Signal()
    _done = Signal(object, object)

    def __init__(self, build: Build, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._build = build
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-run")
        self._waiting: RunRequest | None = None
        self._running: RunRequest | None = None
        self._cancel = Event()
        self._closed = False
        self._started = 0.0
        # queued: a job that ends at once would else be delivered inside the call that asked for it
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self._running is not None

    def submit(self, request: RunRequest) -> None:
        """Asks for a run; only the newest request is sure to be answered."""
        if self._closed:
            return
        if self._running is None:
            self._start(request)
        else:
            self._waiting = request
            if self._is_outdated(request):
                self._cancel.set()

    def close(self) -> None:
        """Stops the worker and waits for it; nothing is delivered afterwards."""
        self._closed = True
        self._waiting = None
        self._cancel.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _is_outdated(self, request: RunRequest) -> bool:
        """Whether nobody would look at the run under way. A quick one may finish, for a drag to show it.

        So may one of the same state on older counts: else a long session would show nothing while it is
        counted, as each step of that asks anew.
        """
        running = self._running
        if running is None or running.snapshot is not request.snapshot:
            return True
        if running.revision == request.revision:
            return False
        return perf_counter() - self._started > _PATIENCE_S

    def _start(self, request: RunRequest) -> None:
        self._running = request
        self._started = perf_counter()
        self.started.emit()
        self._cancel = Event()
        future = self._pool.submit(self._build, request, self._cancel)
        future.add_done_callback(partial(self._post, request))

    def _post(self, request: RunRequest, done: Future[Run]) -> None:
        if not self._closed and not done.cancelled():
            self._done.emit(request, done)

    @Slot(object, object)
    def _take(self, request: RunRequest, done: Future[Run]) -> None:
        if self._closed:
            return
        self._running = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._start(waiting)
        try:
            self._deliver(request, done)
        finally:
            if self._running is None:
                self.idle.emit()

    def _deliver(self, request: RunRequest, done: Future[Run]) -> None:
        error: Any = done.exception()
        if error is None:
            self.finished.emit(done.result())
        elif isinstance(error, CancelledError):
            return
        elif isinstance(error, CtxlabError):
            self.failed.emit(Failure(request, error))
        else:
            # a mistake of ctxlab's own: whoever waits for the run is told, and the last net shows the details
            self.failed.emit(Failure(request, CtxlabError(f"{type(error).__name__}: {error}")))
            raise error
