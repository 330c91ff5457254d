"""Questions beside the work: the urgent first, the newest only, nothing while held, nothing after closing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from threading import Event
from typing import Any

import pytest
from gui.gui_helpers import PATIENCE_MS, counters
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.background import PAUSE, Background, Topic
from ctxlab.lab import Lab
from ctxlab.paths import sample_sessions
from ctxlab.stages.protocol import Gathered


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background(counters())
    yield made
    made.hold(False)
    made.close()


def saying(*answers: object) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        yield from answers

    return work


def test_answers_come_in_order_and_the_most_urgent_topic_first(qtbot: QtBot, background: Background) -> None:
    got: list[object] = []
    background.hold(True)
    background.ask(Topic.SURVEY, saying("s1", PAUSE, "s2"), got.append, lambda error: got.append(error))
    background.ask(Topic.TICKS, saying("t1"), got.append)
    assert background.busy
    assert background.asks(Topic.SURVEY)
    background.hold(False)
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert got == ["t1", "s1", "s2", None]
    assert not background.busy


def test_something_urgent_comes_between_two_steps(qtbot: QtBot, background: Background) -> None:
    got: list[object] = []
    first, go = Event(), Event()

    def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        first.set()
        go.wait(20)
        yield "s1"
        yield "s2"

    background.ask(Topic.SURVEY, work, got.append)
    assert first.wait(20)
    background.ask(Topic.ITEM, saying("i1"), got.append)
    go.set()
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert got == ["s1", "i1", "s2"]


def test_a_new_question_replaces_the_one_of_its_topic(qtbot: QtBot, background: Background) -> None:
    got: list[object] = []
    background.hold(True)
    background.ask(Topic.CURVE, saying("old"), got.append)
    background.ask(Topic.CURVE, saying("new"), got.append)
    background.hold(False)
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert got == ["new"]


def test_a_build_under_way_waits_while_held_and_is_told_when_it_is_given_up(
    qtbot: QtBot, background: Background
) -> None:
    got: list[object] = []
    inside, asked = Event(), Event()

    def work(_lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        inside.set()
        asked.wait(20)
        if unwanted():
            got.append("given up")
            raise CancelledError("nobody waits")
        yield "done"

    background.ask(Topic.VERDICTS, work, got.append)
    assert inside.wait(20)
    background.hold(True)
    asked.set()
    background.drop(Topic.VERDICTS)
    assert not background.busy
    qtbot.waitUntil(lambda: got == ["given up"], timeout=PATIENCE_MS)
    background.ask(Topic.VERDICTS, work, got.append)
    background.hold(False)
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert got == ["given up", "done"]


def test_an_error_of_ctxlab_ends_the_question_and_no_other(qtbot: QtBot, background: Background) -> None:
    ends: list[object] = []

    def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        yield PAUSE
        raise CtxlabError("cannot be")

    background.hold(True)
    background.ask(Topic.ITEM, work, ends.append, ends.append)
    background.ask(Topic.CURVE, saying("c"), ends.append, ends.append)
    background.hold(False)
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert isinstance(ends[0], CtxlabError)
    assert ends[1:] == ["c", None]


def test_a_fault_is_raised_on_the_thread_of_the_window(qtbot: QtBot, background: Background) -> None:
    def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        yield 1 // 0

    with qtbot.captureExceptions() as caught:
        background.ask(Topic.ITEM, work, lambda _answer: None)
        qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]


def test_nothing_is_delivered_after_closing_even_while_held(qtbot: QtBot) -> None:
    background = Background(counters())
    got: list[object] = []
    background.hold(True)
    background.ask(Topic.TICKS, saying("t"), got.append)
    background.close()
    background.ask(Topic.TICKS, saying("t"), got.append)
    qtbot.wait(20)
    assert got == []


def test_what_is_kept_of_a_closed_session_is_let_go_of(qtbot: QtBot, background: Background) -> None:
    """400 MB were kept of a long session until the window closed."""
    session = ctxlab.open(sample_sessions("airline-task.json"))

    def work(lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        lab.build(session.at(), lab.profile("gssc"))
        yield PAUSE

    def kept() -> bool:
        gc.collect()
        gathers = (one for one in gc.get_objects() if isinstance(one, Gathered))
        return any(one.snapshot.session is session for one in gathers)

    background.ask(Topic.SURVEY, work, str)
    qtbot.waitUntil(lambda: not background.busy, timeout=PATIENCE_MS)
    assert kept(), "a further question is answered fast"
    background.forget()
    qtbot.waitUntil(lambda: not kept(), timeout=PATIENCE_MS)
