"""The counting thread: what it tells, what replaces what, and that closing it leaves nothing behind."""

from __future__ import annotations

from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.lab import Counters
from ctxlab.tokens.cache import CachedCounter

TEXTS = [f"text number {n}" for n in range(1000)]


@pytest.fixture
def counters(qtbot: QtBot) -> Counters:
    return Counters(store=False)


def test_progress_rises_to_the_whole_and_then_it_is_finished(qtbot: QtBot, counters: Counters) -> None:
    runner = CounterRunner(counters)
    seen: list[tuple[int, int, int]] = []
    runner.progressed.connect(lambda job, done, total: seen.append((job, done, total)))
    with qtbot.waitSignal(runner.finished, timeout=PATIENCE_MS) as finished:
        job = runner.count("o200k_base", lambda: TEXTS, lambda counter: counter.count("text number 7"))
    # "text", " number", " ", "7"
    assert finished.args == [job, 4]
    done = [one[1] for one in seen]
    assert len(seen) > 1
    assert done == sorted(done)
    assert seen[-1] == (job, 1000, 1000)
    counter = counters.of("o200k_base")
    assert counter.missing(TEXTS) == []
    runner.close()


def test_a_new_job_replaces_the_old_one(qtbot: QtBot, counters: Counters) -> None:
    runner = CounterRunner(counters)
    started, go_on = Event(), Event()
    finished: list[int] = []
    runner.finished.connect(lambda job, _found: finished.append(job))

    def slow() -> list[str]:
        started.set()
        go_on.wait(10)
        return TEXTS

    runner.count("o200k_base", slow)
    qtbot.waitUntil(started.is_set, timeout=PATIENCE_MS)
    second = runner.count("o200k_base", lambda: ["only this"])
    go_on.set()
    qtbot.waitUntil(lambda: finished == [second], timeout=PATIENCE_MS)
    assert counters.of("o200k_base").known(TEXTS[-1]) is None
    runner.close()


def test_an_encoding_that_is_not_there_is_told(qtbot: QtBot, counters: Counters) -> None:
    runner = CounterRunner(counters)
    with qtbot.waitSignal(runner.failed, timeout=PATIENCE_MS) as failed:
        job = runner.count("p50k_base", lambda: ["a"])
    assert failed.args[0] == job
    assert "p50k_base" in str(failed.args[1])
    runner.close()


def test_a_mistake_on_the_thread_is_raised_where_the_window_is(qtbot: QtBot, counters: Counters) -> None:
    runner = CounterRunner(counters)

    def broken() -> list[str]:
        raise ZeroDivisionError("a mistake")

    with capture_exceptions() as caught:
        runner.count("o200k_base", broken)
        qtbot.waitUntil(lambda: bool(caught), timeout=PATIENCE_MS)
    assert caught[0][0] is ZeroDivisionError
    runner.close()


def test_closing_stops_the_count_and_nothing_comes_afterwards(qtbot: QtBot, counters: Counters) -> None:
    runner = CounterRunner(counters)
    told: list[object] = []
    runner.progressed.connect(lambda *args: told.append(args))
    runner.finished.connect(lambda *args: told.append(args))
    runner.warm_up("o200k_base")
    runner.count("o200k_base", lambda: [f"{n} {'word ' * 50}" for n in range(20_000)])
    runner.close()
    runner.count("o200k_base", lambda: TEXTS)
    qtbot.wait(20)
    assert told == []


def test_a_mistake_while_warming_up_is_raised_where_the_window_is(
    qtbot: QtBot, counters: Counters, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = CounterRunner(counters)

    def broken(_encoding: str) -> CachedCounter:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(counters, "of", broken)
    with capture_exceptions() as caught:
        runner.warm_up("o200k_base")
        qtbot.waitUntil(lambda: bool(caught), timeout=PATIENCE_MS)
    assert caught[0][0] is ZeroDivisionError
    runner.close()


def test_an_encoding_that_is_not_there_is_left_to_those_who_count_in_it(
    qtbot: QtBot, counters: Counters
) -> None:
    runner = CounterRunner(counters)
    runner.warm_up("p50k_base")
    with qtbot.waitSignal(runner.finished, timeout=PATIENCE_MS):
        runner.count("chars/4", lambda: ["a"])
    runner.close()
