"""The survey of requests: what it finds, what stops it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, counters, document_of, settle, write_talk
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui import survey
from ctxlab.gui.background import Background
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.request_marks import lacking
from ctxlab.gui.survey import Question, Survey, Surveyor
from ctxlab.lab import Lab
from ctxlab.model.constraint import Survived
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.session import Request, Session
from ctxlab.profiles import builtin

SAMPLE = "trip-hangzhou.ctx.json"
PROFILE = "travel-agent.toml"


@pytest.fixture
def surveyor(qtbot: QtBot) -> Iterator[Surveyor]:
    background = Background(counters())
    yield Surveyor(background, background)
    background.close()


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
    told: list[tuple[Question, Survey]] = []
    surveyor.found.connect(lambda asked, found: told.append((asked, found)))
    surveyor.ask(asked := question(trip))
    qtbot.waitUntil(lambda: not surveyor.busy, timeout=PATIENCE_MS)
    lab = Lab(counters=counters())
    verdicts = {
        one.index: {v.id: v.lost_at for v in lab.build(trip.at(one.index), asked.profile).must_keeps}
        for one in trip.chain()
    }
    (last_asked, last) = told[-1]
    assert last_asked is asked
    assert last.matrix.complete
    lost = lacking(last.matrix)
    assert 0 < len(lost) < len(trip.chain())
    for row in last.matrix.rows:
        for column, cell in zip(last.matrix.columns, row.cells, strict=True):
            own = verdicts[column.request]
            if row.must_keep in own and cell is not None and cell.verdict is Survived.VERBATIM:
                assert own[row.must_keep] is None, "what stands word for word is lost in no stage"


def test_what_is_found_comes_in_parts_over_what_was_known(
    qtbot: QtBot, surveyor: Surveyor, trip: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "_PART_S", 0.0)
    told: list[Survey] = []
    surveyor.found.connect(lambda _asked, found: told.append(found))
    surveyor.ask(question(trip))
    qtbot.waitUntil(lambda: not surveyor.busy, timeout=PATIENCE_MS)
    many = lacking(told[-1].matrix)
    assert len(told) > len(many)
    assert not told[0].matrix.complete
    assert told[-1].matrix.complete
    lost = [lacking(one.matrix) for one in told]
    assert all(before <= after for before, after in pairwise(lost)), "nothing is known before: it only grows"
    told.clear()
    surveyor.ask(question(trip, 30_000))
    qtbot.waitUntil(lambda: not surveyor.busy, timeout=PATIENCE_MS)
    assert lacking(told[-1].matrix) < many
    assert told[0].matrix.complete, "what was not looked up again stands as it was"
    assert lacking(told[0].matrix) - {1} == many - {1}


def test_a_side_chain_is_surveyed_by_its_name(qtbot: QtBot, surveyor: Surveyor) -> None:
    items = tuple(
        Item(id=f"i{at}", role="user", parts=(Part(PartKind.TEXT, text),), message=at, chain=chain)
        for at, (text, chain) in enumerate([("main", ""), ("main, aside", "helper"), ("go on", "helper")])
    )
    # the helper was told, and its context no longer has it
    asked = (Request(1, 1, 1, ((0, 0),)), Request(1, 1, 3, ((2, 2),), chain="helper"))
    session = Session("talk", items, asked)
    marks = Marks(must_keeps=(MustKeep("m", text="main"),))
    told: list[Survey] = []
    surveyor.found.connect(lambda _asked, found: told.append(found))
    for chain in ("", "helper"):
        surveyor.ask(Question(session, builtin("as-recorded"), marks, chain))
        qtbot.waitUntil(lambda: not surveyor.busy, timeout=PATIENCE_MS)
    assert [lacking(one.matrix) for one in told] == [frozenset(), {1}]


def test_only_the_newest_question_is_answered(qtbot: QtBot, surveyor: Surveyor, trip: Session) -> None:
    got: list[object] = []
    surveyor.found.connect(lambda asked, _lost: got.append(asked))
    surveyor.ask(question(trip))
    surveyor._begin()
    surveyor.ask(newest := question(trip, 3000))
    assert surveyor.busy
    qtbot.waitUntil(lambda: not surveyor.busy, timeout=PATIENCE_MS)
    assert set(got) == {newest}
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
    window.presenter.requests.give_up()
    window.open(write_talk(tmp_path))
    qtbot.waitUntil(lambda: document_of(window) is not first, timeout=PATIENCE_MS)
    settle(qtbot, window)
    second = document_of(window)
    after(qtbot, window, lambda: window.workspace.activate(first))
    assert window.workspace.survey.busy
    after(qtbot, window, lambda: window.workspace.activate(second))
    qtbot.waitUntil(lambda: not window.workspace.survey.busy, timeout=PATIENCE_MS)
    after(qtbot, window, lambda: window.workspace.activate(first))
    qtbot.waitUntil(
        lambda: any(mark.missing for mark in window.views.request_bar.bars._marks), timeout=PATIENCE_MS
    )


def test_the_request_bar_marks_them_and_follows_an_edit(window: MainWindow, qtbot: QtBot) -> None:
    window.open(paths.sample_sessions(SAMPLE), str(paths.sample_sessions(PROFILE)))
    settle(qtbot, window)
    bars = window.views.request_bar.bars

    def missing() -> int:
        return sum(mark.missing for mark in bars._marks)

    qtbot.waitUntil(lambda: missing() > 0 and not window.workspace.survey.busy, timeout=PATIENCE_MS)
    many = missing()
    after(qtbot, window, lambda: window.views.budget.edit_requested.emit("history", "cap", 30_000))
    qtbot.waitUntil(lambda: missing() < many, timeout=PATIENCE_MS)
    after(qtbot, window, document_of(window).undo.undo)
    qtbot.waitUntil(lambda: missing() == many, timeout=PATIENCE_MS)
