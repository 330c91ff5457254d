"""The Investigate page follows the item in focus, the request and the document."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import after, document_of, settle, write_profile, write_talk
from gui.shell_desk import idle, write_side_chain
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.items import Row, Source


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The page over the session whose must-keep is lost from request 3 on; request 4 is looked at."""
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.turn_to("investigate")
    idle(qtbot, window)
    return window


def offers(window: MainWindow) -> list[QPushButton]:
    buttons = window.views.verdict.findChildren(QPushButton)
    return [one for one in buttons if one.objectName().startswith("offer-") and one.isVisible()]


def test_the_verdict_names_the_must_keep_and_the_request_and_offers_what_would_keep_it(
    page: MainWindow, qtbot: QtBot
) -> None:
    said = page.views.verdict.said()
    assert said.startswith("“300 yuan” is not in the context of request 4. Lost in Select: ")
    assert [card.isVisible() for card in page.views.cards.cards] == [True, True, False, False]
    assert [one.text().partition(" ")[0] for one in offers(page)] == ["history", "pin"]
    after(qtbot, page, offers(page)[0].click)
    idle(qtbot, page)
    assert page.views.verdict.said().startswith("“300 yuan” is in the context of request 4")
    assert offers(page) == []


def test_the_first_request_that_lacks_it_is_one_click_away(page: MainWindow, qtbot: QtBot) -> None:
    go = page.views.verdict.findChild(QPushButton, "goToFirstLost")
    assert go is not None
    assert go.text() == "first missing at request 3"
    after(qtbot, page, go.click)
    assert document_of(page).snapshot.request.index == 3
    assert go.isHidden(), "it is looked at"


def test_the_context_before_is_that_of_the_request_before(page: MainWindow, qtbot: QtBot) -> None:
    view = page.views.evidence.difference
    assert view.said()[0] == "before: request 3 → after: request 4"
    after(qtbot, page, page.commands.previous_request.trigger)
    idle(qtbot, page)
    assert view.said()[0] == "before: request 2 → after: request 3"
    after(qtbot, page, lambda: page.intents.look_at(1))
    idle(qtbot, page)
    assert view.said()[0] == "nothing to compare with"


def test_a_difference_of_another_state_request_or_document_is_not_shown(
    page: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    work, document = page.workspace, document_of(page)

    def asked() -> bool:
        return work.background.asks(Topic.NEIGHBOURS)

    page.presenter.shown.connect(lambda _run: seen.append(asked()))
    seen: list[bool] = []
    after(qtbot, page, lambda: document.edit("budget.history.cap", 61, "history"))
    assert seen[-1:] == [True]
    document.edit("budget.history.cap", 62, "history")
    assert not asked()
    settle(qtbot, page)
    idle(qtbot, page)
    document.look_at(2)
    assert not asked()
    settle(qtbot, page)
    page.open(write_talk(tmp_path))
    qtbot.waitUntil(lambda: work.active is not document)
    assert page.views.evidence.difference.said()[0] == "nothing to compare with"
    settle(qtbot, page)
    idle(qtbot, page)
    assert page.views.evidence.difference.said()[0] == "nothing to compare with", (
        "a talk of one request has none before"
    )
    assert document.profile.row(Row.HISTORY).cap == 62


def test_out_of_sight_nothing_is_compared(page: MainWindow, qtbot: QtBot) -> None:
    page.turn_to("tune")
    after(qtbot, page, page.commands.previous_request.trigger)
    assert not page.workspace.background.asks(Topic.NEIGHBOURS)
    page.turn_to("investigate")
    assert page.workspace.background.asks(Topic.NEIGHBOURS)
    idle(qtbot, page)
    assert page.views.evidence.difference.said()[0] == "before: request 2 → after: request 3"


def test_a_fact_that_was_made_is_named_by_its_words(page: MainWindow, qtbot: QtBot) -> None:
    document = document_of(page)
    item = next(one for one in document.session.items if "300 yuan" in one.text)
    after(qtbot, page, lambda: page.marks.add_key_fact(item.id, 0, len(item.text)))
    run = document.run
    assert run is not None
    trace = run.trace
    made = next(trace.id(at) for at in range(len(trace)) if trace.source(at) is Source.KEY_FACT)
    page.presenter.choose(made)
    idle(qtbot, page)
    said = page.views.verdict.said()
    assert said.startswith(f"“{item.text[:20]}"), "its kind alone would tell it from no other"
