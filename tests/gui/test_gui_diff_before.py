"""The button that says what stands before, and its list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.views.diff_before import BeforeButton

SAVED = BeforeChoice(BeforeKind.SAVED, "saved profile (a & b.toml)")
UNMANAGED = BeforeChoice(BeforeKind.UNMANAGED, "unmanaged")
SENT = BeforeChoice(BeforeKind.SENT, "really sent", refused="not recorded at this request")
REQUEST = BeforeChoice(BeforeKind.REQUEST, "another request…", first=2, last=47)
GSSC = BeforeChoice(BeforeKind.PROFILE, "gssc", "gssc")
FILE = BeforeChoice(BeforeKind.PROFILE, "profile from a file…")


@pytest.fixture
def button(qtbot: QtBot) -> BeforeButton:
    made = BeforeButton()
    qtbot.addWidget(made)
    made.set_choices(
        [SAVED, UNMANAGED, SENT, REQUEST, GSSC, FILE], BeforeChoice(BeforeKind.SAVED, "saved profile")
    )
    made.show()
    return made


def action(button: BeforeButton, kind: BeforeKind, value: str = "") -> QAction:
    found = button.findChild(QAction, f"diffBefore-{kind.value}-{value}")
    assert isinstance(found, QAction)
    return found


def test_the_button_says_what_stands_before(button: BeforeButton) -> None:
    assert button.objectName() == "diffBefore"
    assert button.text() == "before: saved profile"
    assert button.accessibleName() == "Compare with: saved profile"
    button.set_choices([SAVED], BeforeChoice(BeforeKind.PROFILE, "a & b.toml", "a & b.toml"))
    assert button.text() == "before: a && b.toml"


def test_what_cannot_be_chosen_says_why(button: BeforeButton) -> None:
    sent = action(button, BeforeKind.SENT)
    assert not sent.isEnabled()
    assert sent.text() == "really sent: not recorded at this request"


def test_a_choice_is_asked_for_and_the_mark_stays_until_it_is_in_force(
    qtbot: QtBot, button: BeforeButton
) -> None:
    with qtbot.waitSignal(button.requested) as asked:
        action(button, BeforeKind.UNMANAGED).trigger()
    assert asked.args == [UNMANAGED]
    assert action(button, BeforeKind.SAVED).isChecked()
    assert not action(button, BeforeKind.UNMANAGED).isChecked()
    button.set_choices([SAVED, UNMANAGED], UNMANAGED)
    assert action(button, BeforeKind.UNMANAGED).isChecked()


def test_profiles_have_a_list_of_their_own(qtbot: QtBot, button: BeforeButton) -> None:
    profiles = button.findChild(QMenu, "diffBeforeProfiles")
    assert isinstance(profiles, QMenu)
    assert [one.text() for one in profiles.actions()] == ["gssc", "profile from a file…"]
    with qtbot.waitSignal(button.requested) as asked:
        profiles.actions()[1].trigger()
    assert asked.args == [FILE]


def test_a_request_is_asked_for_by_its_number(qtbot: QtBot, button: BeforeButton) -> None:
    action(button, BeforeKind.REQUEST).trigger()
    dialog = button.findChild(QInputDialog, "diffRequest")
    assert isinstance(dialog, QInputDialog)
    assert (dialog.intMinimum(), dialog.intMaximum()) == (2, 47)
    dialog.setIntValue(31)
    with qtbot.waitSignal(button.requested) as asked:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert asked.args == [BeforeChoice(BeforeKind.REQUEST, "another request…", "31")]
