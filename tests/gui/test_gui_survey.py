"""The survey of requests: what it finds, what stops it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, counters, document_of, settle, write_talk
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui import survey
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.survey import Question, Surveyor
from ctxlab.lab import Lab
from ctxlab.model.session import Session

SAMPLE = "trip-hangzhou.ctx.json"
PROFILE = "travel-agent.toml"


@pytest.fixture
def surveyor(qtbot: QtBot) -> Iterator[Surveyor]:
    made = Surveyor(counters())
    yield made
    made.close()


@pytest.fixture
def trip() -> Session:
    return Lab(counters=counters()).open(paths.sample_sessions(SAMPLE))


def question(session: Session, cap: int | None = None) -> Question:
    profile = Lab(counters=counters()).profile(paths.sample_sessions(PROFILE))
    if cap is not None:
        profile = profile.set("budget.history.cap", cap)
    return Question(session, profile, session.marks)


def test_the_requests_are_those_whose_own_runs_lose_something(
    qtbot: QtBot, surveyor: Surveyor, trip: Session
) -> None:
    with qtbot.waitSignal(surveyor.found, timeout=PATIENCE_MS) as found:
        surveyor.ask(asked := question(trip))
    lab = Lab(counters=counters())
    lost = {
        one.index
        for one in trip.chain()
        if any(v.lost_at for v in lab.build(trip.at(one.index), asked.profile).must_keeps)
    }
    assert found.args == [asked, lost]
    assert 0 < len(lost) < len(trip.chain())


def test_only_the_newest_question_is_answered(qtbot: QtBot, surveyor: Surveyor, trip: Session) -> None:
    got: list[object] = []
    surveyor.found.connect(lambda asked, _lost: got.append(asked))
    surveyor.ask(question(trip))
    surveyor._begin()
    surveyor.ask(newest := question(trip, 3000))
    assert surveyor.busy
    qtbot.waitUntil(lambda: got == [newest], timeout=PATIENCE_MS)
    assert not surveyor.busy


def test_what_is_stopped_or_too_long_is_not_answered(
    qtbot: QtBot, surveyor: Surveyor, trip: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[object] = []
    surveyor.found.connect(lambda asked, _lost: got.append(asked))
    surveyor.ask(question(trip))
    surveyor.stop()
    assert not surveyor.busy
    monkeypatch.setattr(survey, "MOST_WORK", 10)
    surveyor.ask(question(trip))
    assert not surveyor.busy
    qtbot.wait(20)
    assert got == []


def test_an_answer_that_comes_while_another_session_is_looked_at_is_not_lost(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(paths.sample_sessions(SAMPLE), str(paths.sample_sessions(PROFILE)))
    settle(qtbot, window)
    first = document_of(window)
    window.workspace.survey.stop()
    window.presenter._asked = None
    window.open(write_talk(tmp_path))
    qtbot.waitUntil(lambda: document_of(window) is not first, timeout=PATIENCE_MS)
    settle(qtbot, window)
    second = document_of(window)
    after(qtbot, window, lambda: window.workspace.activate(first))
    assert window.workspace.survey.busy
    after(qtbot, window, lambda: window.workspace.activate(second))
    qtbot.waitUntil(lambda: not window.workspace.survey.busy, timeout=PATIENCE_MS)
    after(qtbot, window, lambda: window.workspace.activate(first))
    assert any(mark.missing for mark in window.page.request_bar.bars._marks)


def test_the_request_bar_marks_them_and_follows_an_edit(window: MainWindow, qtbot: QtBot) -> None:
    window.open(paths.sample_sessions(SAMPLE), str(paths.sample_sessions(PROFILE)))
    settle(qtbot, window)
    bars = window.page.request_bar.bars

    def missing() -> int:
        return sum(mark.missing for mark in bars._marks)

    qtbot.waitUntil(lambda: missing() > 0, timeout=PATIENCE_MS)
    many = missing()
    after(qtbot, window, lambda: window.page.budget.edit_requested.emit("history", "cap", 30_000))
    qtbot.waitUntil(lambda: missing() < many, timeout=PATIENCE_MS)
    after(qtbot, window, document_of(window).undo.undo)
    qtbot.waitUntil(lambda: missing() == many, timeout=PATIENCE_MS)
