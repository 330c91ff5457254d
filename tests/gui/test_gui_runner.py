"""The runner: latest wins, failures, cancelling, closing. Builds wait at gates instead of sleeping."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS, counters
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.errors import CancelledError, ProfileError
from ctxlab.formats.load import load
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.runs import Before, BeforeKind, Failure, Run, RunRequest
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

SESSION = Session.from_parts(
    user_message="hello", conversation_history=[{"role": "user", "content": "earlier"}]
)
SNAPSHOT = SESSION.at()


def request(revision: int, *, snapshot: Snapshot = SNAPSHOT, cap: int = 1000) -> RunRequest:
    profile = builtin("gssc").set("budget.history.cap", cap)
    return RunRequest(revision, 0, False, snapshot, profile, SESSION.marks, Before(profile=profile))


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


def test_a_slow_run_of_the_same_state_comes_though_counts_have_moved_on(
    qtbot: QtBot, gate: Gate, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlab.gui.runner._PATIENCE_S", 0)
    got = revisions(runner)
    runner.submit(request(1))
    qtbot.waitUntil(gate.started.is_set, timeout=PATIENCE_MS)
    for generation in (1, 2):
        runner.submit(replace(request(1), generation=generation))
    gate.open.set()
    qtbot.waitUntil(lambda: got == [1, 1], timeout=PATIENCE_MS)
    assert gate.cancelled == []
    runner.close()


def test_a_slow_run_of_an_older_state_is_cancelled(
    qtbot: QtBot, gate: Gate, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlab.gui.runner._PATIENCE_S", 0)
    got = revisions(runner)
    runner.submit(request(1))
    qtbot.waitUntil(gate.started.is_set, timeout=PATIENCE_MS)
    runner.submit(request(2))
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
    asked = RunRequest(7, 0, True, SNAPSHOT, asked.profile, SESSION.marks, Before(profile=before))
    with qtbot.waitSignal(runner.finished, timeout=PATIENCE_MS) as done:
        runner.submit(asked)
    run = done.args[0]
    assert isinstance(run, Run)
    assert run.request is asked
    assert run.trace.profile == "gssc"
    assert run.diff is not None
    assert run.before is not None
    assert run.diff.tokens_after == run.trace.totals.constructed
    assert run.diff.tokens_before == run.before.totals.constructed
    assert run.milliseconds > 0
    runner.close()


TALK = Session.from_parts(
    user_message="now",
    conversation_history=[{"role": "user", "content": f"{n} " + "word " * 30} for n in range(4)],
)
MOMENT = TALK.at()
SENT = '{"messages": [{"role": "user", "content": "only this"}]}'


def build(
    builder: LabBuilder, before: Before, *, cap: int = 10, session: Session = TALK, marks: Marks | None = None
) -> Run:
    """A run on final counts whose history has room for nothing."""
    profile = builtin("gssc").set("budget.history.cap", cap).set("budget.recent.rounds", 0)
    moment = MOMENT if session is TALK else session.at()
    asked = RunRequest(1, 0, True, moment, profile, session.marks if marks is None else marks, before)
    return builder(asked, Event())


def kept(trace: Trace | None) -> int:
    """Messages of the context."""
    return 0 if trace is None else len(trace.context)


@pytest.fixture
def builder() -> LabBuilder:
    return LabBuilder(counters())


@pytest.mark.parametrize("kind", [BeforeKind.UNMANAGED, BeforeKind.RECORDED])
def test_before_may_be_all_that_there_was(builder: LabBuilder, kind: BeforeKind) -> None:
    run = build(builder, Before(kind))
    assert kept(run.before) == 5
    assert run.diff is not None
    assert run.diff.removed == 4


def test_both_sides_are_counted_in_one_way(builder: LabBuilder) -> None:
    profile = builtin("gssc").set("tokens.encoding", "chars/4")
    for kind in (BeforeKind.UNMANAGED, BeforeKind.RECORDED):
        run = builder(RunRequest(1, 0, True, TALK.at(), profile, TALK.marks, Before(kind)), Event())
        assert run.before is not None
        assert run.before.encoding == "chars/4"


def test_before_may_be_a_held_state_with_its_own_marks(builder: LabBuilder) -> None:
    pinned = Marks(pins=(TALK.items[-1].id, TALK.items[0].id))
    profile = builtin("gssc").set("budget.history.cap", 10).set("budget.recent.rounds", 0)
    with_pins = builder(
        RunRequest(1, 0, True, TALK.at(), profile, Marks(), Before(BeforeKind.STATE, profile, pinned)),
        Event(),
    )
    without = builder(
        RunRequest(1, 0, True, TALK.at(), profile, Marks(), Before(BeforeKind.STATE, profile, Marks())),
        Event(),
    )
    assert kept(with_pins.before) == kept(without.before) + 1
    assert without.diff is not None
    assert without.diff.same


def test_before_may_be_what_was_really_sent(builder: LabBuilder) -> None:
    request = replace(TALK.requests[0], sent=SENT)
    run = build(builder, Before(BeforeKind.SENT), session=replace(TALK, requests=(request,)))
    assert run.before is not None
    assert [one["content"] for one in run.before.messages] == ["only this"]
    assert run.diff is not None
    assert run.diff.removed + run.diff.changed == 1


@pytest.mark.parametrize("before", [Before(BeforeKind.SENT), Before(BeforeKind.REQUEST, request=99)])
def test_what_cannot_stand_before_takes_nothing_of_the_run_away(builder: LabBuilder, before: Before) -> None:
    run = build(builder, before)
    assert kept(run.trace) == 1
    assert (run.before, run.diff) == (None, None)
    assert run.refused is not None


def test_an_edit_does_not_build_again_what_stands_before(builder: LabBuilder) -> None:
    saved = Before(profile=builtin("gssc"))
    for before in (saved, Before(BeforeKind.UNMANAGED), Before(BeforeKind.STATE, builtin("gssc"), Marks())):
        first = build(builder, before, cap=10)
        assert build(builder, before, cap=20).before is first.before
        other = build(builder, before, cap=20, marks=Marks(pins=(TALK.items[0].id,)))
        assert (other.before is first.before) is (before.kind is BeforeKind.STATE)


def test_another_request_stands_under_the_profile_as_edited(builder: LabBuilder, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    talk = [
        {"role": role, "content": role * 30} for role in ("user", "assistant", "user", "assistant", "user")
    ]
    file.write_text(json.dumps(talk), encoding="utf-8")
    (session,) = load(file)
    run = build(builder, Before(BeforeKind.REQUEST, request=1), session=session)
    assert run.before is not None
    assert (run.before.request, run.trace.request) == (1, 3)
    roomy = build(builder, Before(BeforeKind.REQUEST, request=2), session=session, cap=5000)
    tight = build(builder, Before(BeforeKind.REQUEST, request=2), session=session, cap=0)
    assert kept(roomy.before) > kept(tight.before)
