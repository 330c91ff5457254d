"""What is asked beside the work: answers belong to the state that they were asked for, and remedies too."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_profile, write_talk
from gui.shell_desk import dropped, idle, write_side_chain
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row


@pytest.fixture
def lost(talk: MainWindow, qtbot: QtBot) -> str:
    """An item that Select dropped, in focus, with all remedies found."""
    item = dropped(talk)[-1]
    talk.presenter.choose(item)
    idle(qtbot, talk)
    assert key_of(talk, CAP)
    assert key_of(talk, PIN)
    return item


#: How the words of remedies begin.
CAP, PIN = "history cap", "pin"


def key_of(window: MainWindow, words: str) -> str:
    """The key of the first remedy whose words begin so; empty where there is none."""
    remedies = window.advisor.advice.remedies
    return next((one.key for one in remedies if one.words.startswith(words)), "")


def fate(window: MainWindow, item: str) -> Fate:
    run = document_of(window).run
    assert run is not None
    return run.trace.fate(run.trace.pool.index[item])


def apply(window: MainWindow, words: str) -> None:
    window.views.inspector.remedy_applied.emit(key_of(window, words))


def test_a_remedy_keeps_the_item_and_is_one_step_of_undo(talk: MainWindow, qtbot: QtBot, lost: str) -> None:
    words = next(one.words for one in talk.advisor.advice.remedies if one.words.startswith(CAP))
    assert words.startswith("history cap 60 → ")
    after(qtbot, talk, lambda: apply(talk, CAP))
    assert fate(talk, lost) is Fate.KEPT
    assert document_of(talk).undo.undoText() == words
    after(qtbot, talk, document_of(talk).undo.undo)
    idle(qtbot, talk)
    after(qtbot, talk, lambda: apply(talk, PIN))
    assert fate(talk, lost) is Fate.KEPT
    assert document_of(talk).marks.pins == (lost,)


@pytest.mark.parametrize("key", [CAP, PIN])
def test_a_remedy_of_an_earlier_state_takes_no_edit_back_and_is_looked_for_anew(
    talk: MainWindow, qtbot: QtBot, lost: str, key: str
) -> None:
    document = document_of(talk)
    known = key_of(talk, key)
    document.edit("budget.recent.cap", 700, "recent 1,000 → 700")
    talk.views.inspector.remedy_applied.emit(known)
    assert document.profile.row(Row.RECENT).cap == 700
    assert document.profile.row(Row.HISTORY).cap == 60
    assert document.marks.pins == ()
    assert "anew" in talk.status.currentMessage()
    settle(qtbot, talk)
    idle(qtbot, talk)
    after(qtbot, talk, lambda: apply(talk, key))
    assert document.profile.row(Row.RECENT).cap == 700, "what was edited meanwhile stays"
    assert fate(talk, lost) is Fate.KEPT


def test_marks_are_of_the_state_of_a_remedy_too(talk: MainWindow, qtbot: QtBot, lost: str) -> None:
    document = document_of(talk)
    other = next(item for item in dropped(talk) if item != lost)
    known = key_of(talk, CAP)
    talk.marks.toggle_pin(other)
    talk.views.inspector.remedy_applied.emit(known)
    assert document.marks.pins == (other,)
    assert document.profile.row(Row.HISTORY).cap == 60


def test_undone_edits_make_a_remedy_good_again(talk: MainWindow, qtbot: QtBot, lost: str) -> None:
    document = document_of(talk)
    document.edit("budget.recent.cap", 700, "recent")
    document.undo.undo()
    assert talk.advisor.remedy(key_of(talk, CAP)) is not None
    after(qtbot, talk, lambda: apply(talk, CAP))
    assert fate(talk, lost) is Fate.KEPT


def test_nothing_asked_of_one_document_is_answered_into_another(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    work = window.workspace
    talks = [write_talk(tmp_path, name=f"{name}.json") for name in ("one", "two")]
    work.open_many(talks, str(write_profile(tmp_path)))
    with qtbot.waitSignal(work.told, timeout=PATIENCE_MS):
        pass
    settle(qtbot, window)
    one, two = work.documents
    assert work.active is one
    window.commands.show_sensitivity.trigger()
    idle(qtbot, window)
    assert window.views.budget.budget.ticks(Row.HISTORY)
    window.advisor.show_row("recent")
    window.presenter.choose(dropped(window)[-1])
    assert work.background.asks(Topic.CURVE)
    assert work.background.asks(Topic.ITEM)
    work.activate(two)
    assert two.run is None, "nothing can have been asked of it"
    assert not any(work.background.asks(topic) for topic in (Topic.TICKS, Topic.ITEM, Topic.CURVE))
    assert not window.views.budget.budget.ticks(Row.HISTORY)
    assert window.views.sensitivity.row == ""
    assert window.advisor.advice.remedies == ()
    settle(qtbot, window)
    idle(qtbot, window)
    assert window.views.budget.budget.ticks(Row.HISTORY)
    assert window.views.sensitivity.row == "recent", "the row that was chosen stays so"


def test_what_was_asked_of_another_request_is_not_taken(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.commands.show_sensitivity.trigger()
    idle(qtbot, window)
    document, budget = document_of(window), window.views.budget.budget
    many = len(budget.ticks(Row.HISTORY).all)
    lost = dropped(window)[0]
    window.presenter.choose(lost)
    idle(qtbot, window)
    assert window.advisor.advice.remedies
    known = window.advisor.advice.remedies[0].key
    window.advisor.show_row("recent")
    assert window.workspace.background.asks(Topic.CURVE)
    document.look_at(2)
    assert not window.workspace.background.asks(Topic.CURVE)
    assert not budget.ticks(Row.HISTORY), "those of another request are not snapped to"
    window.views.inspector.remedy_applied.emit(known)
    assert not document.changed, "a remedy is found for a request"
    settle(qtbot, window)
    idle(qtbot, window)
    assert len(budget.ticks(Row.HISTORY).all) < many
    assert window.views.sensitivity.caps.isVisible(), "the curve is there again"


def test_the_curve_is_there_though_its_view_was_looked_at_while_a_run_was_on_its_way(
    talk: MainWindow, qtbot: QtBot
) -> None:
    view, document = talk.views.sensitivity, document_of(talk)
    talk.commands.show_sensitivity.trigger()
    idle(qtbot, talk)
    assert view.caps.isVisible()
    talk.page.show_tab(talk.views.diff)
    QApplication.processEvents()
    document.edit("budget.history.cap", 80, "history")
    talk.page.show_tab(view)
    settle(qtbot, talk)
    idle(qtbot, talk)
    assert view.caps.isVisible(), "the curve does not depend on the row's own cap, and stays"


def test_an_item_that_stays_is_given_no_remedies(talk: MainWindow, qtbot: QtBot, lost: str) -> None:
    run = document_of(talk).run
    assert run is not None
    kept = next(one.id for one in run.trace.pool.items if fate(talk, one.id) is Fate.KEPT)
    talk.presenter.choose(kept)
    assert talk.advisor.advice.remedies == ()
    assert talk.advisor.remedy("0") is None
    idle(qtbot, talk)
    assert talk.views.inspector.remedies.isHidden()
    assert not talk.advisor.in_the_way


def test_a_curve_that_is_behind_is_never_shown_again(talk: MainWindow, qtbot: QtBot) -> None:
    view = talk.views.sensitivity
    talk.commands.show_sensitivity.trigger()
    talk.advisor.show_row("history")
    idle(qtbot, talk)
    assert view.curve is not None
    before = view.curve
    talk.turn_to("investigate")
    # another rule gives every cap another outcome; nobody looks at the curve meanwhile
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.overflow", "keep", "keep all"))
    idle(qtbot, talk)
    assert view.curve is None
    talk.turn_to("tune")
    idle(qtbot, talk)
    now = view.curve
    assert now is not None
    assert (now.caps, now.kept) != (before.caps, before.kept)
