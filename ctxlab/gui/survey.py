"""At which requests of a session a must-keep is lost: looked up on a thread of its own while nobody edits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from ctxlab.errors import CtxlabError
from ctxlab.lab import Counters, Lab
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

#: An edit is left in peace for so long (ms) before its survey begins.
IDLE_MS = 300

#: Requests times items beyond which a survey takes too long to be made beside the work.
MOST_WORK = 300_000


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A session under a profile and marks, all of its texts counted."""

    session: Session
    profile: Profile
    marks: Marks


class Surveyor(QObject):
    """Answers the newest question: `found(question, indexes)` names the requests that lose a must-keep."""

    found = Signal(object, object)
    idle = Signal()
    _done = Signal(object, object, object)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-survey")
        self._cancel = Event()
        self._question: Question | None = None
        self._answered = False
        self._closed = False
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._begin)
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether an answer is to come; `idle` follows it."""
        return self._question is not None and not self._answered

    def ask(self, question: Question) -> None:
        """Asks anew; what was asked before is given up. A session that is too long is not surveyed."""
        self.stop()
        requests = question.session.chain()
        if self._closed or not requests or len(requests) * len(question.session.items) > MOST_WORK:
            return
        self._question = question
        self._answered = False
        self._idle.start()

    def stop(self) -> None:
        """Gives up what was asked."""
        self._question = None
        self._idle.stop()
        self._cancel.set()

    def close(self) -> None:
        """Stops the thread and waits for it."""
        self.stop()
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> None:
        if self._question is not None:
            self._cancel = Event()
            self._pool.submit(self._work, self._question, self._cancel)

    def _work(self, question: Question, cancel: Event) -> None:
        try:
            lost = self._lost(question, cancel)
        except CtxlabError:
            # the run that is shown says the same, or the survey was given up
            lost = frozenset[int]()
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self._done.emit(question, frozenset(), error)
            return
        self._done.emit(question, lost, None)

    def _lost(self, question: Question, cancel: Event) -> frozenset[int]:
        lab = Lab(counters=self._counters)
        found: list[int] = []
        for request in question.session.chain():
            snapshot = question.session.at(request.index)
            trace = lab.build(snapshot, question.profile, marks=question.marks, cancelled=cancel.is_set)
            if any(verdict.lost_at is not None for verdict in trace.must_keeps):
                found.append(request.index)
        return frozenset(found)

    @Slot(object, object, object)
    def _take(self, question: Question, lost: frozenset[int], error: BaseException | None) -> None:
        if self._closed or question is not self._question:
            return
        self._answered = True
        if error is not None:
            raise error
        self.found.emit(question, lost)
        self.idle.emit()
