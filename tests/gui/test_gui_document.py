"""Documents: revisions, stale runs, counting, requests, what is saved and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS, counters, dispose
from pytestqt.qtbot import QtBot

from ctxlab.errors import ProfileError, RequestError
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.document import Document
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.runs import SAVED, Before, BeforeKind, Failure, Run, RunRequest
from ctxlab.lab import Counters
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

HISTORY = [{"role": ("user", "assistant")[n % 2], "content": f"{n} " + "word " * 30} for n in range(12)]
SESSION = Session.from_parts(user_message="hello", conversation_history=HISTORY)


class Builder:
    """Builds for real, but stands still while `open` is not set, and fails where it is told to."""

    def __init__(self, counters: Counters) -> None:
        self._build = LabBuilder(counters)
        self.open = Event()
        self.open.set()
        self.asked: list[RunRequest] = []
        self.fail = False

    def __call__(self, request: RunRequest, cancel: Event) -> Run:
        self.asked.append(request)
        self.open.wait(10)
        if self.fail:
            raise ProfileError("no such strategy")
        return self._build(request, cancel)


@dataclass
class Desk:
    """A document with the threads under it."""

    builder: Builder
    runner: Runner
    counting: CounterRunner
    document: Document


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    builder = Builder(counters())
    runner, counting = Runner(builder), CounterRunner(counters())
    document = Document(SESSION, builtin("gssc"), runner, counting)
    yield Desk(builder, runner, counting, document)
    builder.open.set()
    runner.close()
    counting.close()
    dispose(document)


def settle(qtbot: QtBot, document: Document) -> Run:
    qtbot.waitUntil(lambda: document.is_current, timeout=PATIENCE_MS)
    assert document.run is not None
    return document.run


def test_the_first_run_stands_on_estimates_and_the_last_on_counts(qtbot: QtBot, desk: Desk) -> None:
    desk.document.start()
    run = settle(qtbot, desk.document)
    assert desk.builder.asked[0].counted is False
    assert run.request.counted is True
    assert run.trace.totals.gathered == desk.document.request_tokens[1]


def test_each_change_undo_too_has_a_revision_of_its_own(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    seen = [document.revision]
    document.state_changed.connect(seen.append)
    document.edit("budget.history.cap", 10, "first")
    document.edit("budget.history.cap", 20, "second")
    document.undo.undo()
    document.undo.undo()
    document.undo.redo()
    assert seen == sorted(set(seen))
    assert len(seen) == 6
    assert settle(qtbot, document).request.profile.row(Row.HISTORY).cap == 10


def test_an_edit_that_changes_nothing_is_none(desk: Desk) -> None:
    document = desk.document
    document.edit("budget.history.cap", document.profile.row(Row.HISTORY).cap, "nothing")
    assert document.undo.count() == 0
    assert document.revision == 0


def test_a_value_that_cannot_be_changes_nothing(desk: Desk) -> None:
    with pytest.raises(ProfileError):
        desk.document.edit("budget.history.cap", -1, "below nothing")
    assert desk.document.undo.count() == 0
    assert not desk.document.changed


def test_a_slow_run_is_pending_and_the_last_good_one_stays(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    good = settle(qtbot, document)
    pending: list[bool] = []
    document.pending.connect(pending.append)
    desk.builder.open.clear()
    document.edit("budget.history.cap", 40, "less")
    qtbot.waitUntil(lambda: pending == [True], timeout=PATIENCE_MS)
    assert document.run is good
    assert not document.is_current
    desk.builder.open.set()
    assert settle(qtbot, document) is not good
    assert pending[-1] is False


def test_a_run_older_than_the_one_shown_is_dropped(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    old = settle(qtbot, document)
    document.edit("budget.history.cap", 40, "less")
    new = settle(qtbot, document)
    desk.runner.finished.emit(old)
    assert document.run is new


def test_a_run_of_another_document_is_not_taken(qtbot: QtBot, desk: Desk) -> None:
    other = Document(
        Session.from_parts(user_message="other"), builtin("gssc"), desk.runner, desk.counting, desk.document
    )
    desk.document.start()
    settle(qtbot, desk.document)
    assert other.run is None
    other.start()
    assert settle(qtbot, other).trace.session == other.session.id
    assert desk.document.run is not None
    assert desk.document.run.trace.session == SESSION.id


def test_a_failure_is_told_once_and_the_next_edit_recovers(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    good = settle(qtbot, document)
    desk.builder.fail = True
    with qtbot.waitSignal(document.failed, timeout=PATIENCE_MS) as failed:
        document.edit("budget.history.cap", 40, "less")
    assert "no such strategy" in str(failed.args[0])
    assert document.run is good
    desk.builder.fail = False
    document.run_again()
    assert settle(qtbot, document).request.profile.row(Row.HISTORY).cap == 40


def test_a_failure_of_an_older_state_is_not_told(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    good = settle(qtbot, document)
    told: list[object] = []
    document.failed.connect(told.append)
    document.edit("budget.history.cap", 40, "less")
    settle(qtbot, document)
    desk.runner.failed.emit(Failure(good.request, ProfileError("old")))
    assert told == []


def test_another_encoding_is_counted_anew_and_one_seen_before_is_not(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    first = settle(qtbot, document)
    document.edit("tokens.encoding", "chars/4", "other counts")
    estimated = settle(qtbot, document)
    assert estimated.trace.encoding == "chars/4"
    assert estimated.trace.totals.gathered != first.trace.totals.gathered
    document.undo.undo()
    assert desk.builder.asked[-1].counted or settle(qtbot, document).request.counted
    assert settle(qtbot, document).trace.to_json() == first.trace.to_json()


def test_saved_is_what_runs_are_compared_with(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    settle(qtbot, document)
    document.edit("budget.history.cap", 40, "less")
    run = settle(qtbot, document)
    assert document.profile_changed
    assert run.diff is not None
    assert run.diff.removed > 0
    document.mark_saved(Path("x.toml"))
    run = settle(qtbot, document)
    assert not document.changed
    assert run.diff is not None
    assert run.diff.same
    assert document.undo.isClean()


def test_marks_are_changed_and_saved_apart_from_the_profile(desk: Desk) -> None:
    document = desk.document
    document.change(document.profile, Marks(pins=(SESSION.items[0].id,)), "pin")
    assert document.marks_changed
    assert not document.profile_changed
    document.marks_saved()
    assert not document.changed
    document.undo.undo()
    assert document.marks_changed


def test_a_request_that_is_not_there_is_an_error(desk: Desk) -> None:
    with pytest.raises(RequestError):
        desk.document.look_at(99)
    assert desk.document.revision == 0


def test_a_document_that_rests_asks_for_nothing_until_it_is_looked_at_again(qtbot: QtBot, desk: Desk) -> None:
    document, builder = desk.document, desk.builder
    with qtbot.waitSignal(document.requests_counted, timeout=PATIENCE_MS):
        document.start()
        document.rest()
    document.edit("budget.history.cap", 50, "an edit from elsewhere")
    qtbot.waitUntil(lambda: not desk.runner.busy, timeout=PATIENCE_MS)
    assert len(builder.asked) == 1, "another document may be waiting for the runner"
    assert not document.is_current
    document.start()
    assert settle(qtbot, document).request.profile is document.profile


def test_tokens_before_requests_are_those_of_the_profiles_encoding(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    settle(qtbot, document)
    counted = document.request_tokens
    document.edit("tokens.encoding", "chars/3", "estimate")
    settle(qtbot, document)
    estimated = document.request_tokens
    assert estimated != counted
    document.undo.undo()
    assert document.request_tokens == counted
    document.undo.redo()
    assert document.request_tokens == estimated


def test_another_before_is_compared_with_at_once_and_is_no_edit(qtbot: QtBot, desk: Desk) -> None:
    document = desk.document
    document.start()
    settle(qtbot, document)
    document.edit("budget.history.cap", 40, "less")
    settle(qtbot, document)
    revision, edits = document.revision, document.undo.count()
    held = Before(BeforeKind.STATE, document.profile, document.marks, name="history cap 40")
    with qtbot.waitSignal(document.before_changed, timeout=PATIENCE_MS):
        document.set_before(held)
    assert document.before is held
    assert document.revision > revision
    assert not document.is_current
    run = settle(qtbot, document)
    assert run.diff is not None
    assert run.diff.same
    assert document.undo.count() == edits
    document.undo.undo()
    run = settle(qtbot, document)
    assert run.diff is not None
    assert run.diff.added > 0
    document.set_before(SAVED)
    run = settle(qtbot, document)
    assert run.diff is not None
    assert run.diff.same


def test_setting_the_same_before_again_changes_nothing(qtbot: QtBot, desk: Desk) -> None:
    with qtbot.assertNotEmitted(desk.document.before_changed):
        desk.document.set_before(Before())
    assert desk.document.revision == 0
