"""What would keep an item: lines with buttons."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.remedies import Remedy
from ctxlab.gui.views.remedies import MOST, RemedyList

THREE = (
    Remedy("full", "window size 128,000 → 64,000", "", "the profile holds it", enabled=False),
    Remedy("cap", "history cap 8,000 → 8,002", "+38 tokens"),
    Remedy("pin", "pin the item", "+38 tokens", "2 kept items are lost by it"),
)


@pytest.fixture
def view(qtbot: QtBot) -> RemedyList:
    made = RemedyList()
    qtbot.addWidget(made)
    made.show()
    return made


def buttons(view: RemedyList) -> list[QPushButton]:
    return [button for button in view.findChildren(QPushButton) if button.isVisible()]


def test_each_can_be_applied_and_the_first_possible_stands_out(view: RemedyList, qtbot: QtBot) -> None:
    view.show_remedies(THREE)
    assert [button.property("role") or "" for button in buttons(view)] == ["", "primary", ""]
    assert [button.isEnabled() for button in buttons(view)] == [False, True, True]
    assert buttons(view)[2].accessibleName() == "Apply: pin the item, +38 tokens, 2 kept items are lost by it"
    with qtbot.waitSignal(view.applied) as applied:
        buttons(view)[2].click()
    assert applied.args == ["pin"]


def test_fewer_lines_leave_no_button_of_an_older_one(view: RemedyList, qtbot: QtBot) -> None:
    view.show_remedies(THREE)
    view.show_remedies(THREE[1:2])
    assert len(buttons(view)) == 1
    with qtbot.waitSignal(view.applied) as applied:
        buttons(view)[0].click()
    assert applied.args == ["cap"]
    assert buttons(view)[0].property("role") == "primary"
    view.apply(2)
    assert view.remedies == THREE[1:2]


def test_looking_and_finding_nothing_say_so(view: RemedyList) -> None:
    view.show_pending()
    assert view.said() == "looking for what would keep it…"
    assert buttons(view) == []
    view.show_none("the window has no room")
    assert view.said() == view.accessibleDescription() == "the window has no room"
    view.show_remedies(())
    assert view.said() == "no single change keeps it"
    view.show_remedies(THREE)
    assert view.said() == ""


def test_a_long_list_is_cut(view: RemedyList) -> None:
    view.show_remedies([Remedy(str(n), f"remedy {n}") for n in range(30)])
    assert len(buttons(view)) == MOST
