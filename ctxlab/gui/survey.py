"""At which requests of a session a must-keep is lost: looked up beside the work while nobody edits."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from ctxlab.engine.pipeline import Kept
from ctxlab.errors import CtxlabError
from ctxlab.gui.background import PAUSE, Background, Topic
from ctxlab.lab import Lab
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

#: An edit is left in peace for so long (ms) before its survey begins.
IDLE_MS = 300

#: Requests times items beyond which a survey takes too long to be made beside the work.
MOST_WORK = 300_000

#: Requests times items up to which all gathered requests are kept, so that an edit need not gather again.
_KEPT_WORK = 100_000

#: What was found is told this often (seconds) while the survey goes on.
_PART_S = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A chain of a session under a profile and marks, all of its texts counted; "" is the conversation."""

    session: Session
    profile: Profile
    marks: Marks
    chain: str = ""

    def asks_of(self, other: Question) -> bool:
        """Whether two ask about the same requests."""
        return self.session is other.session and self.chain == other.chain


@dataclass(frozen=True, slots=True)
class _Part:
    """The requests up to `until` (1-based, inclusive) that lose something."""

    lost: frozenset[int]
    until: int


class Surveyor(QObject):
    """Answers the newest question: `found(question, indexes)` names the requests that lose a must-keep.

    It is told in parts, from the first request on: what is not looked up yet stands as it was answered last.
    """

    found = Signal(object, object)

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._question: Question | None = None
        self._lab: tuple[Session, Lab] | None = None
        self._answered = False
        # what was told last, and of which question: the start of the next one of the same session
        self._told: tuple[Question, frozenset[int]] | None = None
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._begin)

    @property
    def busy(self) -> bool:
        """Whether an answer is to come."""
        return self._question is not None and not self._answered

    def ask(self, question: Question) -> None:
        """Asks anew; what was asked before is given up. A session that is too long is not surveyed."""
        self.stop()
        requests = question.session.chain(question.chain)
        if not requests or len(requests) * len(question.session.items) > MOST_WORK:
            return
        self._question = question
        self._answered = False
        self._idle.start()

    def stop(self) -> None:
        """Gives up what was asked."""
        self._question = None
        self._idle.stop()
        self._background.drop(Topic.SURVEY)

    def forget(self, session: Session) -> None:
        """Lets go of what is kept of a session that was closed."""
        if self._question is not None and self._question.session is session:
            self.stop()
        if self._lab is not None and self._lab[0] is session:
            self._lab = None
        if self._told is not None and self._told[0].session is session:
            self._told = None

    def _begin(self) -> None:
        question = self._question
        if question is not None:
            self._background.ask(Topic.SURVEY, self._work(question), self._take, self._end)

    def _work(self, question: Question) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
        def parts(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
            own = self._own_lab(question, lab)
            found: set[int] = set()
            began = monotonic()
            requests = question.session.chain(question.chain)
            for request in requests:
                snapshot = question.session.at(request.index, chain=question.chain)
                trace = own.build(snapshot, question.profile, marks=question.marks, cancelled=unwanted)
                if any(verdict.lost_at is not None for verdict in trace.must_keeps):
                    found.add(request.index)
                if monotonic() - began < _PART_S:
                    yield PAUSE
                else:
                    yield _Part(frozenset(found), request.index)
                    began = monotonic()
            yield _Part(frozenset(found), requests[-1].index)

        return parts

    def _own_lab(self, question: Question, lab: Lab) -> Lab:
        """The Lab of this session's surveys; so many requests would push out what the other topics keep."""
        session, known = question.session, self._lab
        if known is not None and known[0] is session:
            return known[1]
        requests = len(session.chain(question.chain))
        many = requests if requests * len(session.items) <= _KEPT_WORK else 1
        own = lab.another(Kept(gathers=many, runs=1, judged=many))
        self._lab = (session, own)
        return own

    def _take(self, part: _Part) -> None:
        question = self._question
        if question is None:
            return
        told = self._told
        before = told[1] if told is not None and told[0].asks_of(question) else frozenset[int]()
        lost = part.lost | frozenset(index for index in before if index > part.until)
        self._told = (question, lost)
        self.found.emit(question, lost)

    def _end(self, _error: CtxlabError | None) -> None:
        """What keeps a request from being built is told where the run that is shown fails."""
        self._answered = True
