"""The two lists of what must be kept, under tabs that say how many there are."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.constraint_list import ConstraintList
from ctxlab.gui.views.keep_pane import FOUND, STATED, KeepPane
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.model.constraint import Constraint, Kind, Stated, Tier
from ctxlab.model.marks import MustKeep

WISH = Stated("found:i4:0", "i4", Constraint(0, 6, "a seat", Kind.PREFERENCE, Tier.SOFT))


@pytest.fixture
def found(qtbot: QtBot, look: Look) -> ConstraintList:
    return ConstraintList(look)


@pytest.fixture
def stated(qtbot: QtBot, look: Look) -> MustKeepList:
    return MustKeepList(look, language="en")


@pytest.fixture
def pane(qtbot: QtBot, stated: MustKeepList, found: ConstraintList) -> KeepPane:
    made = KeepPane(stated, found)
    qtbot.addWidget(made)
    made.resize(184, 240)
    made.show()
    return made


def said(pane: KeepPane, key: str) -> tuple[str, str]:
    button = pane.tabs.button(key)
    return button.text(), button.accessibleName()


def test_the_tabs_say_how_many_there_are_and_are_called_by_that(
    pane: KeepPane, stated: MustKeepList, found: ConstraintList
) -> None:
    assert said(pane, STATED) == ("Stated 0", "Must keep: Stated 0")
    found.set_found((WISH,), {})
    stated.set_must_keeps((MustKeep("m1", text="no meat"), MustKeep("m2", text="no nuts")), ())
    assert said(pane, FOUND) == ("Found 1", "Must keep: Found 1")
    assert said(pane, STATED) == ("Stated 2", "Must keep: Stated 2")


def test_while_constraints_are_looked_for_no_number_is_said(pane: KeepPane, found: ConstraintList) -> None:
    found.set_found((WISH,), {})
    found.wait("being looked up…")
    assert said(pane, FOUND) == ("Found …", "Must keep: Found …")
    assert (found.known, found.table.rows.rowCount()) == (False, 0)
    found.set_found((), {})
    assert found.known
    assert said(pane, FOUND) == ("Found 0", "Must keep: Found 0")


def test_a_model_can_be_asked_beneath_what_was_found(pane: KeepPane, qtbot: QtBot) -> None:
    ask = pane.findChild(QPushButton, "askForConstraints")
    assert ask is not None
    assert ask.isHidden()
    least = pane.minimumSizeHint().width()
    pane.show_list(FOUND)
    assert ask.isVisible()
    assert pane.minimumSizeHint().width() == least
    with qtbot.waitSignal(pane.ask_requested):
        ask.click()
