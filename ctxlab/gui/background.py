"""Questions answered beside the work: one thread with a Lab of its own, the most urgent step first."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Condition
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ctxlab.errors import CtxlabError
from ctxlab.lab import Counters, Lab


class Topic(IntEnum):
    """What may be asked, the most urgent first. Each topic holds one question; a new one replaces it."""

    TICKS = 0
    CASE = 1
    VIOLATIONS = 2
    ITEM = 3
    REPORT = 4
    RULE = 5
    CALIBRATION = 6
    QUESTION = 7
    SUMMARIES = 8
    MESSAGES = 9
    NEIGHBOURS = 10
    BUILD = 11
    RECORD = 12
    BUILDS = 13
    CURVE = 14
    VERDICTS = 15
    LINT = 16
    SURVEY = 17
    TRIAL = 18
    CONTRAST = 19
    COMPARE = 20
    MATRIX = 21


class Pause:
    """What `work` yields where it has nothing to say: a place for something more urgent to come between."""


PAUSE = Pause()

#: Makes answers one by one; every `yield` is a place at which something more urgent may come between. The
#: second argument says whether nobody waits for the answer any more, for builds to heed: it is asked between
#: the stages, and does not return while the window's own run is under way.
Work = Callable[[Lab, Callable[[], bool]], Generator[Any]]


@dataclass(eq=False)
class _Question:
    topic: Topic
    work: Work
    take: Callable[[Any], None]
    done: Callable[[CtxlabError | None], None] | None
    steps: Generator[Any] | None = None
    given_up: bool = field(default=False)


class Background(QObject):
    """Works off questions, a step at a time, while the window's own runs are not held up by it.

    `hold` stops it before its next step, and a build before its next stage: the run of the state that is
    looked at comes first. Answers come on the thread of the window.
    """

    _answer = Signal(object, object)
    _end = Signal(object, object)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self._lab: Lab | None = None
        self._questions: dict[Topic, _Question] = {}
        self._changed = Condition()
        self._held = False
        self._closed = False
        self._forgetful = False
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-background")
        self._started = False
        # queued: a step that ends at once would else be delivered inside the call that asked for it
        self._answer.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._end.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    @property
    def counters(self) -> Counters:
        """What all Labs of the window count with."""
        return self._counters

    @property
    def busy(self) -> bool:
        """Whether any answer is to come."""
        return bool(self._questions)

    def asks(self, topic: Topic) -> bool:
        """Whether an answer on this topic is to come."""
        return topic in self._questions

    def ask(
        self,
        topic: Topic,
        work: Work,
        take: Callable[[Any], None],
        done: Callable[[CtxlabError | None], None] | None = None,
    ) -> None:
        """Asks a question in place of the topic's last one, of which nothing is delivered any more.

        Args:
            topic: What it is about; says how urgent it is.
            work: Makes the answers, on the thread of this object.
            take: Called with each answer that `work` yields.
            done: Called at the end, with what kept it from being answered, or None where nothing did.
        """
        with self._changed:
            if self._closed:
                return
            self._give_up(topic)
            self._questions[topic] = _Question(topic, work, take, done)
            self._changed.notify_all()
        if not self._started:
            self._started = True
            self._pool.submit(self._run)

    def drop(self, topic: Topic) -> None:
        """Gives a topic's question up."""
        with self._changed:
            self._give_up(topic)

    def hold(self, held: bool) -> None:
        """Stops before the next step, or goes on."""
        with self._changed:
            self._held = held
            self._changed.notify_all()

    def forget(self) -> None:
        """Lets go, before the next step, of all results that are kept: a session was closed."""
        with self._changed:
            self._forgetful = True
            self._changed.notify_all()

    def close(self) -> None:
        """Stops the thread and waits for the step that is under way; nothing is delivered afterwards."""
        with self._changed:
            self._closed = True
            for topic in tuple(self._questions):
                self._give_up(topic)
            self._changed.notify_all()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _give_up(self, topic: Topic) -> None:
        found = self._questions.pop(topic, None)
        if found is not None:
            found.given_up = True
            self._changed.notify_all()

    def _run(self) -> None:
        """The thread: one step of the most urgent question after the other."""
        while (question := self._next()) is not None:
            try:
                self._step(question)
            except CtxlabError as error:
                # without the frames, whose objects would live on until this thread forgets them
                self._end.emit(question, error.with_traceback(None))
                question.steps = None
                question.given_up = True
            except BaseException as error:  # noqa: BLE001  # told on the thread of the window
                self._end.emit(question, error)
                question.steps = None
                question.given_up = True
            # what was asked is let go of before the next question, not after it
            del question

    def _next(self) -> _Question | None:
        with self._changed:
            while not self._closed:
                self._clear()
                open_ = [one for one in self._questions.values() if not one.given_up]
                if open_ and not self._held:
                    return min(open_, key=lambda one: one.topic)
                self._changed.wait()
        return None

    def _clear(self) -> None:
        """Lets go of what is kept, on the thread that it belongs to and between two steps."""
        if self._forgetful and self._lab is not None:
            self._lab.forget()
        self._forgetful = False

    def _unwanted(self, question: _Question) -> bool:
        """Whether nobody waits for an answer any more; waits, on the thread, until nothing is held."""
        with self._changed:
            while self._held and not question.given_up:
                self._changed.wait()
            return question.given_up

    def _step(self, question: _Question) -> None:
        lab = self._lab = self._lab or Lab(counters=self._counters)
        if question.steps is None:
            question.steps = question.work(lab, lambda: self._unwanted(question))
        try:
            answer = next(question.steps)
        except StopIteration:
            question.given_up = True
            self._end.emit(question, None)
            return
        if answer is not PAUSE and not question.given_up:
            self._answer.emit(question, answer)

    @Slot(object, object)
    def _take(self, question: _Question, answer: object) -> None:
        if self._questions.get(question.topic) is question:
            question.take(answer)

    @Slot(object, object)
    def _finish(self, question: _Question, error: BaseException | None) -> None:
        if self._questions.get(question.topic) is not question:
            return
        with self._changed:
            self._questions.pop(question.topic)
        if question.done is not None:
            question.done(_told(error))
        if error is not None and not isinstance(error, CtxlabError):
            raise error


def _told(error: BaseException | None) -> CtxlabError | None:
    """What is told of an error: a mistake of ctxlab's own, which goes to the last net too, by its kind."""
    if error is None or isinstance(error, CtxlabError):
        return error
    return CtxlabError(f"{type(error).__name__}: {error}")
