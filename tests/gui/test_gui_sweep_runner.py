"""Work over many sessions beside the window: told, stopped, replaced, failed, and closed while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from threading import Event
from typing import Any

import pytest
from gui.gui_helpers import PATIENCE_MS, dispose
from pytestqt.qtbot import QtBot

from ctxlab.batch.pool import Pool, process_pool
from ctxlab.errors import CancelledError, FormatError
from ctxlab.gui.sweep_runner import SweepRunner, Work

Workers = Callable[[], Pool]
Unwanted = Callable[[], bool]


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[SweepRunner]:
    made = SweepRunner(pool=lambda: process_pool(1))
    yield made
    made.close()
    dispose(made)


def counting(upto: int) -> Work:
    def work(_workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield from range(1, upto + 1)

    return work


class Gate:
    """Work that waits until the test lets it go on, or nobody wants it any more."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begun, self.open = Event(), Event()

    def __call__(self, _workers: Workers, unwanted: Unwanted) -> Generator[Any]:
        yield f"{self.name} began"
        self.begun.set()
        while not self.open.wait(0.01):
            if unwanted():
                raise CancelledError("stopped")
        yield f"{self.name} ended"


def collect(runner: SweepRunner) -> tuple[list[Any], list[Any]]:
    told: list[Any] = []
    ended: list[Any] = []
    runner.told.connect(told.append)
    runner.ended.connect(ended.append)
    return told, ended


def test_the_last_value_is_always_told(runner: SweepRunner, qtbot: QtBot) -> None:
    told, ended = collect(runner)
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(counting(1000))
    assert told[-1] == 1000
    assert told == sorted(told)
    assert len(told) < 100, "values that follow each other fast are told together"
    assert ended == [None]
    assert not runner.busy


def test_what_is_stopped_says_so_and_keeps_what_was_told(runner: SweepRunner, qtbot: QtBot) -> None:
    told, ended = collect(runner)
    gate = Gate("one")
    runner.start(gate)
    qtbot.waitUntil(lambda: told == ["one began"], timeout=PATIENCE_MS)
    assert runner.busy
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.stop()
    assert told == ["one began"]
    assert isinstance(ended[0], CancelledError)


def test_of_work_that_was_replaced_nothing_more_is_told(runner: SweepRunner, qtbot: QtBot) -> None:
    told, ended = collect(runner)
    first, second = Gate("one"), Gate("two")
    runner.start(first)
    qtbot.waitUntil(lambda: told == ["one began"], timeout=PATIENCE_MS)
    runner.start(second)
    second.open.set()
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        pass
    assert told[1:] in (["two began", "two ended"], ["two ended"])
    assert ended == [None]


def test_what_cannot_be_done_is_told(runner: SweepRunner, qtbot: QtBot) -> None:
    def broken(_workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield 1
        raise FormatError("no session")

    told, ended = collect(runner)
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(broken)
    assert told == [1]
    assert [str(one) for one in ended] == ["no session"]
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(counting(3))
    assert told[-1] == 3


def test_a_mistake_of_its_own_is_told_and_raised(runner: SweepRunner, qtbot: QtBot) -> None:
    def wrong(_workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield 1
        raise ZeroDivisionError("by hand")

    _, ended = collect(runner)
    with qtbot.capture_exceptions() as raised, qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(wrong)
    assert [str(one) for one in ended] == ["ZeroDivisionError: by hand"]
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]


def test_work_is_done_by_another_process_which_stays_for_the_next(runner: SweepRunner, qtbot: QtBot) -> None:
    def work(workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield workers().submit(os.getpid).result()

    told, _ = collect(runner)
    for _ in range(2):
        with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
            runner.start(work)
    assert told[0] != os.getpid()
    assert told[0] == told[1]


def test_workers_that_died_are_replaced_by_others(runner: SweepRunner, qtbot: QtBot) -> None:
    def dying(workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield workers().submit(os._exit, 3).result()

    def work(workers: Workers, _unwanted: Unwanted) -> Generator[Any]:
        yield workers().submit(os.getpid).result()

    told, ended = collect(runner)
    with qtbot.capture_exceptions(), qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(dying)
    assert "BrokenProcessPool" in str(ended[0])
    with qtbot.waitSignal(runner.ended, timeout=PATIENCE_MS):
        runner.start(work)
    assert len(told) == 1


def test_closing_ends_thread_and_workers_while_they_work(qtbot: QtBot) -> None:
    started = Event()
    numbers: list[int] = []

    def endless(workers: Workers, unwanted: Unwanted) -> Generator[Any]:
        pool = workers()
        numbers.append(pool.submit(os.getpid).result())
        waiting = pool.submit(_read_for_ever)
        started.set()
        yield "began"
        while not waiting.done():
            if unwanted():
                raise CancelledError("stopped")
        yield waiting.result()

    made = SweepRunner(pool=lambda: process_pool(1))
    told, ended = collect(made)
    made.start(endless)
    assert started.wait(PATIENCE_MS / 1000)
    made.close()
    qtbot.waitUntil(lambda: not _is_alive(numbers[0]), timeout=PATIENCE_MS)
    made.start(counting(1))
    assert ended == []
    assert not [one for one in told if one != "began"]
    dispose(made)


def _read_for_ever() -> None:
    """Waits for what nobody writes, as long as the process lives."""
    end, _held = os.pipe()
    os.read(end, 1)


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
