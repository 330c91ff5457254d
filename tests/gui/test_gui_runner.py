"""The runner: latest wins, failures, cancelling, closing. Builds wait at gates instead of sleeping."""

from __future__ import annotations

from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS, counters
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.errors import CancelledError, ProfileError
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.runs import Failure, Run, RunRequest
from ctxlab.model.session import Session, Snapshot
from ctxlab.profiles import builtin

SESSION = Session.from_parts(
    user_message="hello", conversation_history=[{"role": "user", "content": "earlier"}]
)
SNAPSHOT = SESSION.at()


def request(revision: int, *, snapshot: Snapshot = SNAPSHOT, cap: int = 1000) -> RunRequest:
    profile = builtin("gssc").set("budget.history.cap", cap)
    return RunRequest(revision, 0, False, snapshot, profile, SESSION.marks, profile)


class Gate:
    """A builder that builds for real once it is let: `open` lets all, `started` says that one has begun."""

    def __init__(self) -> None:
        self.build = LabBuilder(counters())
        self.open = Event()
        self.started = Event()
        self.seen: list[int] = []
        self.cancelled: list[int] = []
        self.fail_at = -1

    def __call__(self, asked: RunRequest, cancel: Event) -> Run:
        self.seen.append(asked.revision)
        self.started.set()
        while not self.open.wait(0.005):
            if cancel.is_set():
                self.cancelled.append(asked.revision)
                raise CancelledError("a newer request is waiting")
        if asked.revision == self.fail_at:
            raise ProfileError("this strategy is unknown")
        return self.build(asked, cancel)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def runner(qtbot: QtBot, gate: Gate) -> Runner:
    made = Runner(gate)
    qtbot.addWidget  # noqa: B018  # an application is there
    return made


def revisions(runner: Runner) -> list[int]:
    """The revisions of the runs that are delivered from now on."""
    found: list[int] = []
    runner.finished.connect(lambda run: found.append(run.request.revision))
    return found


def test_only_the_newest_of_those_that_wait_is_run(qtbot: QtBot, gate: Gate, runner: Runner) -> None:
    got = revisions(runner)
    runner.submit(request(1))
    qtbot.waitUntil(gate.started.is_set, timeout=PATIENCE_MS)
    for revision in (2, 3, 4, 5):
        runner.submit(request(revision))
    assert runner.busy
    with qtbot.waitSignal(runner.idle, timeout=PATIENCE_MS):
        gate.open.set()
    assert gate.seen == [1, 5]
    assert got == [1, 5]
    assert not runner.busy
    runner.close()


def test_a_run_of_another_request_is_cancelled_at_once(qtbot: QtBot, gate: Gate, runner: Runner) -> None:
    got = revisions(runner)
    runner.submit(request(1))
    qtbot.waitUntil(gate.started.is_set, timeout=PATIENCE_MS)
    other = Session.from_parts(user_message="other").at()
    runner.submit(request(2, snapshot=other))
    qtbot.waitUntil(lambda: gate.cancelled == [1], timeout=PATIENCE_MS)
    gate.open.set()
    qtbot.waitUntil(lambda: got == [2], timeout=PATIENCE_MS)
    runner.close()


def test_a_failure_is_told_and_the_next_run_comes(qtbot: QtBot, gate: Gate, runner: Runner) -> None:
    gate.open.set()
    gate.fail_at = 1
    got = revisions(runner)
    with qtbot.waitSignal(runner.failed, timeout=PATIENCE_MS) as failed:
        runner.submit(request(1))
    failure = failed.args[0]
    assert isinstance(failure, Failure)
    assert failure.request.revision == 1
    assert "unknown" in str(failure.error)
    runner.submit(request(2))
    qtbot.waitUntil(lambda: got == [2], timeout=PATIENCE_MS)
    runner.close()


def test_a_run_is_never_delivered_inside_the_call_that_asks_for_it(
    qtbot: QtBot, gate: Gate, runner: Runner
) -> None:
    gate.open.set()
    got = revisions(runner)
    for revision in range(1, 6):
        runner.submit(request(revision))
        assert revision not in got
        qtbot.waitUntil(lambda wanted=revision: wanted in got, timeout=PATIENCE_MS)
    runner.close()


def test_a_mistake_in_a_build_reaches_the_hook_for_exceptions(qtbot: QtBot) -> None:
    def broken(_request: RunRequest, _cancel: Event) -> Run:
        raise ZeroDivisionError("a mistake")

    runner = Runner(broken)
    with capture_exceptions() as caught:
        runner.submit(request(1))
        qtbot.waitUntil(lambda: bool(caught), timeout=PATIENCE_MS)
    assert caught[0][0] is ZeroDivisionError
    assert not runner.busy
    runner.close()


def test_nothing_comes_after_closing_and_no_thread_stays(qtbot: QtBot, gate: Gate, runner: Runner) -> None:
    got = revisions(runner)
    runner.submit(request(1))
    qtbot.waitUntil(gate.started.is_set, timeout=PATIENCE_MS)
    runner.submit(request(2))
    runner.close()
    assert gate.cancelled == [1]
    runner.submit(request(3))
    qtbot.wait(20)
    assert got == []
    assert gate.seen == [1]


def test_the_run_carries_what_it_was_made_from_and_its_comparison(
    qtbot: QtBot, gate: Gate, runner: Runner
) -> None:
    gate.open.set()
    before = builtin("gssc").set("budget.history.cap", 0)
    asked = request(7)
    asked = RunRequest(7, 0, True, SNAPSHOT, asked.profile, SESSION.marks, before)
    with qtbot.waitSignal(runner.finished, timeout=PATIENCE_MS) as done:
        runner.submit(asked)
    run = done.args[0]
    assert isinstance(run, Run)
    assert run.request is asked
    assert run.trace.profile == "gssc"
    assert run.diff.tokens_after == run.trace.totals.constructed
    assert run.diff.tokens_before == run.before.totals.constructed
    assert run.milliseconds > 0
    runner.close()
