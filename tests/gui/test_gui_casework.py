"""The desks of one question: what is asked about, what broke it, and what is said of constraints."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_profile
from gui.shell_desk import idle, write_side_chain
from pytestqt.qtbot import QtBot

from ctxlab.formats.writers import native
from ctxlab.gui import survey
from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.roles import Role
from ctxlab.gui.views.evidence_pane import Evidence
from ctxlab.gui.views.violation_bar import Sought
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.matrix import Under
from ctxlab.model.session import Request, Session

TALK = (
    ("user", "Plan a trip to Kyoto. The hotel must cost at most 300 dollars a night."),
    ("assistant", "Here is one at 280 dollars a night."),
    ("user", "Show me another one."),
    ("assistant", "The Grand costs 450 dollars a night."),
    ("user", "And where do we eat?"),
)


@pytest.fixture
def trip(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A session of three requests in which the second answer breaks what was said first."""
    items = tuple(
        Item(f"i{at}", role, (Part(PartKind.TEXT, text),), message=at)
        for at, (role, text) in enumerate(TALK, 1)
    )
    requests = tuple(Request(at, at, 2 * at - 1, ((0, 2 * at - 2),)) for at in (1, 2, 3))
    path = tmp_path / "kyoto.ctx.json"
    path.write_text(native.dumps_session(Session("kyoto", items, requests, model="gpt-4o")), encoding="utf-8")
    window.open(path, str(write_profile(tmp_path)))
    settle(qtbot, window)
    idle(qtbot, window)
    window.turn_to("investigate")
    surveyed(window, qtbot)
    return window


def surveyed(window: MainWindow, qtbot: QtBot) -> None:
    idle(qtbot, window)
    qtbot.waitUntil(lambda: not window.workspace.survey.busy, timeout=PATIENCE_MS)
    idle(qtbot, window)


def test_a_found_constraint_is_asked_about_by_its_row(trip: MainWindow, qtbot: QtBot) -> None:
    found = [one for one in trip.casework.inquiry.stated if "300 dollars" in one.constraint.text]
    assert found
    assert found[0].id in [row.must_keep for row in trip.views.matrix.rows.matrix.rows]
    trip.views.constraints.constraint_chosen.emit(found[0].id)
    idle(qtbot, trip)
    asked = trip.casework.inquiry.one
    assert asked is not None
    assert asked.id == found[0].id
    assert trip.presenter.chosen == found[0].item
    assert found[0].constraint.text[:20] in trip.views.verdict.said()


def test_what_broke_it_is_suggested_found_and_led_to(trip: MainWindow, qtbot: QtBot) -> None:
    found = next(one for one in trip.casework.inquiry.stated if "300 dollars" in one.constraint.text)
    trip.views.constraints.constraint_chosen.emit(found.id)
    bar = trip.views.violation
    assert (bar.kind.currentData(), bar.field.text()) == (Sought.BOUND.value, "> 300 USD")
    after(qtbot, trip, bar.look_for.click)
    idle(qtbot, trip)
    place = trip.casework.violations.current
    assert place is not None
    assert "450" in place.words
    assert document_of(trip).snapshot.request.index == place.request
    assert "450" in bar.said()


def test_what_nobody_said_is_said_to_be_found_nowhere(trip: MainWindow, qtbot: QtBot) -> None:
    trip.views.violation.searched.emit("regex", "no such words")
    idle(qtbot, trip)
    assert trip.views.violation.said() == "No answer and no call holds it."
    trip.views.violation.searched.emit("bound", "many")
    assert "states no number" in trip.views.violation.said()
    trip.views.violation.searched.emit("regex", "(")
    idle(qtbot, trip)
    assert trip.views.violation.said()
    assert trip.casework.violations.current is None


def test_an_answer_is_marked_by_its_menu_entry(trip: MainWindow, qtbot: QtBot) -> None:
    trip.turn_to("tune")
    run = document_of(trip).run
    assert run is not None
    answer = next(one.id for one in run.trace.pool.items if "450" in one.text)
    trip.views.panes.broke_requested.emit(answer)
    idle(qtbot, trip)
    assert trip.views.verdict.isVisible(), "the page is turned to"
    place = trip.casework.violations.current
    assert place is not None
    assert place.item == answer


def test_a_constraint_becomes_a_must_keep_a_key_fact_or_is_corrected(trip: MainWindow, qtbot: QtBot) -> None:
    document = document_of(trip)
    found = next(one for one in trip.casework.inquiry.stated if "300 dollars" in one.constraint.text)
    lists = trip.views.constraints
    after(qtbot, trip, lambda: lists.keep_requested.emit(found.id))
    assert [one.text for one in document.marks.must_keeps] == [found.constraint.text]
    assert document.marks.must_keeps[0].since == found.item
    document.undo.undo()
    after(qtbot, trip, lambda: lists.fact_requested.emit(found.id))
    assert [(one.item, one.start) for one in document.marks.key_facts] == [
        (found.item, found.constraint.start)
    ]
    document.undo.undo()
    after(qtbot, trip, lambda: lists.correct_requested.emit(found.id, "fact", "soft"))
    assert [(one.kind, one.tier) for one in document.marks.constraints] == [(Kind.FACT, Tier.SOFT)]
    assert "fact" in document.undo.undoText()
    surveyed(trip, qtbot)
    now = next(one for one in trip.casework.inquiry.stated if one.item == found.item)
    assert (now.constraint.kind, now.marked) == (Kind.FACT, True)
    document.undo.undo()
    after(qtbot, trip, lambda: lists.reject_requested.emit(found.id))
    surveyed(trip, qtbot)
    assert found.id not in [one.id for one in trip.casework.inquiry.stated]


def test_the_evidence_follows_its_tabs(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.turn_to("investigate")
    idle(qtbot, window)
    pane = window.views.evidence
    assert pane.tabs.button(Evidence.NEIGHBOURS).text() == "Between request 3 and 4"
    assert not pane.tabs.button(Evidence.SENT).isEnabled(), "nothing of it was recorded"
    pane.tabs.button(Evidence.CONTEXT).click()
    idle(qtbot, window)
    assert pane.context.isVisible()
    assert pane.context.wire_view is not None
    assert len(pane.context.wire_view.messages) > 0
    pane.tabs.button(Evidence.NEIGHBOURS).click()
    assert window.workspace.background.asks(Topic.NEIGHBOURS) or pane.difference.said()[0]


def test_a_cell_leads_to_its_must_keep_and_request_and_contexts_are_chosen(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.turn_to("investigate")
    surveyed(window, qtbot)
    matrix = window.views.matrix
    after(qtbot, window, lambda: matrix.cell_chosen.emit("m1", 2))
    idle(qtbot, window)
    assert document_of(window).snapshot.request.index == 2
    assert window.casework.inquiry.key == "m1"
    assert "under small" in window.views.verdict.under()
    matrix.under_chosen.emit(Under.RECORDED.value)
    idle(qtbot, window)
    qtbot.waitUntil(lambda: not window.casework.busy, timeout=PATIENCE_MS)
    idle(qtbot, window)
    assert window.views.verdict.under() == "as recorded"
    shown = matrix.rows.matrix
    assert shown is not None
    assert shown.under is Under.RECORDED
    assert all(cell and cell.verdict and cell.verdict.kept for cell in shown.rows[0].cells)


def test_until_something_is_found_the_window_says_that_it_looks(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    views, found = window.views, window.views.keeps.tabs.button("found")
    told: list[tuple[str, str]] = []
    waiting: list[str] = []
    window.workspace.activated.connect(lambda _one: waiting.append(views.diff.table.placeholder))
    window.workspace.activated.connect(lambda _one: waiting.append(views.wire.table.placeholder))
    window.presenter.shown.connect(
        lambda _run: told.append((found.text(), views.constraints.table.placeholder))
    )
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    assert waiting == ["looking…", "no run yet"]
    assert told[0] == ("Found …", "being looked up…")
    surveyed(window, qtbot)
    assert found.text().removeprefix("Found ").isdecimal()
    assert "looked up" not in views.constraints.table.placeholder
    window.files.close_active()
    assert "open a session" in views.diff.table.placeholder
    assert "open a session" in views.wire.table.placeholder
    assert "open a session" in views.evidence.difference.table.placeholder


def test_the_evidence_looks_before_it_has_anything(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.turn_to("investigate")
    told: list[str] = []
    window.presenter.emptied.connect(lambda: told.append(window.views.evidence.difference.table.placeholder))
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    assert told == ["looking…"]


def test_a_session_that_is_too_long_to_be_looked_up_says_so(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "MOST_WORK", 0)
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    assert window.views.constraints.table.placeholder == "not looked up"


def test_cells_of_the_state_before_an_edit_are_pending_until_they_are_known_anew(
    trip: MainWindow, qtbot: QtBot
) -> None:
    rows = trip.views.matrix.rows
    assert not rows.pending
    document_of(trip).edit("budget.history.cap", 300, "more history")
    assert rows.pending, "at once, before anything is run"
    shown = [
        rows.index(row, column).data(Role.CELL)
        for row in range(rows.rowCount())
        for column in range(rows.columnCount())
    ]
    assert all(cell.verdict is None for cell in shown), "nothing of the state before is told of the new one"
    assert not all(cell.made for cell in shown)
    settle(qtbot, trip)
    surveyed(trip, qtbot)
    assert not rows.pending
    after(qtbot, trip, trip.commands.previous_request.trigger)
    assert not rows.pending, "another request is no other state"
