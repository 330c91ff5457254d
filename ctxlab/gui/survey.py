"""What became of all must-keeps at all requests: looked up beside the work while nobody edits."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from ctxlab.errors import CtxlabError
from ctxlab.gui.background import PAUSE, Background, Topic
from ctxlab.lab import Lab
from ctxlab.model.constraint import Stated
from ctxlab.model.marks import Marks
from ctxlab.model.matrix import Matrix, MatrixRow, Under
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

#: An edit is left in peace for so long (ms) before its survey begins.
IDLE_MS = 300

#: Requests times items beyond which a survey takes too long to be made beside the work.
MOST_WORK = 3_000_000

#: What was found is told this often (seconds) while the survey goes on.
_PART_S = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A chain of a session under a profile and marks, all of its texts counted; "" is the conversation.

    `under` says of which contexts; `focus` is the request (1-based) that is looked up first.
    """

    session: Session
    profile: Profile
    marks: Marks
    chain: str = ""
    under: Under = Under.PROFILE
    focus: int | None = None

    def asks_of(self, other: Question) -> bool:
        """Whether two ask about the same requests."""
        return (self.session, self.chain, self.under) == (other.session, other.chain, other.under)


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The constraints that the session states, and the matrix; cells of None are not looked up yet.

    In `matrix` what is not looked up yet stands as it was answered last, in `fresh` it is None.
    """

    stated: tuple[Stated, ...]
    matrix: Matrix
    fresh: Matrix


class Surveyor(QObject):
    """Answers the newest question: `found(question, survey)`; `ended` says that no more is to come.

    It is told in parts, the request in focus first: what is not looked up yet stands as it was answered last.
    """

    found = Signal(object, object)
    ended = Signal()

    def __init__(
        self, background: Background, parent: QObject | None = None, *, topic: Topic = Topic.SURVEY
    ) -> None:
        super().__init__(parent)
        self._background = background
        self._topic = topic
        self._question: Question | None = None
        self._answered = False
        # what was told last, and of which question: the start of the next one of the same session
        self._told: tuple[Question, Survey] | None = None
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
        self._background.drop(self._topic)

    def forget(self, session: Session) -> None:
        """Lets go of what is kept of a session that was closed."""
        if self._question is not None and self._question.session is session:
            self.stop()
        if self._told is not None and self._told[0].session is session:
            self._told = None

    def _begin(self) -> None:
        question = self._question
        if question is not None:
            self._background.ask(self._topic, _work(question), self._take, self._end)

    def _take(self, survey: Survey) -> None:
        question = self._question
        if question is None:
            return
        told = self._told
        if told is not None and told[0].asks_of(question):
            survey = replace(survey, matrix=over(survey.matrix, told[1].matrix))
        self._told = (question, survey)
        self.found.emit(question, survey)

    def _end(self, _error: CtxlabError | None) -> None:
        """What keeps a request from being built is told where the run that is shown fails."""
        self._answered = True
        self.ended.emit()


def over(new: Matrix, old: Matrix) -> Matrix:
    """A matrix whose cells that are not made yet are those of an older one, where that has them."""
    if new.complete or new.columns != old.columns:
        return new
    known = {row.must_keep: row for row in old.rows}
    return replace(new, rows=tuple(_row_over(row, known.get(row.must_keep)) for row in new.rows))


def _row_over(new: MatrixRow, old: MatrixRow | None) -> MatrixRow:
    if old is None or old.label != new.label:
        return new
    cells = (was if cell is None else cell for cell, was in zip(new.cells, old.cells, strict=True))
    return replace(new, cells=tuple(cells))


def _work(question: Question) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def parts(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        stated = lab.stated(question.session, question.marks)
        began = monotonic()
        last: Survey | None = None
        for matrix in lab.matrices(
            question.session,
            question.profile,
            question.marks,
            under=question.under,
            chain=question.chain,
            focus=question.focus,
            cancelled=unwanted,
        ):
            last = Survey(stated, matrix, matrix)
            if monotonic() - began < _PART_S:
                yield PAUSE
            else:
                yield last
                last, began = None, monotonic()
        if last is not None:
            yield last

    return parts
