"""A segmented control: one choice, one stop of Tab, arrows inside."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.views.segments import Segments

CHOICES = (("a", "Alpha"), ("b", "Beta"), ("c", "Gamma"))


def test_a_choice_that_is_made_is_told_and_one_that_is_set_is_not(qtbot: QtBot) -> None:
    control = Segments("letters", "Letter", CHOICES)
    qtbot.addWidget(control)
    told: list[str] = []
    control.chosen.connect(told.append)
    assert control.current == "a"
    control.choose("b")
    assert (control.current, told) == ("b", [])
    control.button("c").click()
    assert (control.current, told) == ("c", ["c"])
    assert [control.button(key).isChecked() for key, _ in CHOICES] == [False, False, True]
    assert control.button("b").accessibleName() == "Letter: Beta"


def test_arrows_go_from_choice_to_choice_and_stop_at_the_ends(qtbot: QtBot) -> None:
    control = Segments("letters", "Letter", CHOICES)
    qtbot.addWidget(control)
    control.show()
    with qtbot.waitActive(control):
        control.activateWindow()
    control.setFocus()
    told: list[str] = []
    control.chosen.connect(told.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
    assert told == ["b", "c", "b"]
    assert control.button("b").hasFocus()


def test_it_is_one_stop_of_the_tab_key(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    layout = QHBoxLayout(whole)
    first, last, control = QLineEdit(), QLineEdit(), Segments("letters", "Letter", CHOICES)
    for part in (first, control, last):
        layout.addWidget(part)
    control.choose("b")
    whole.show()
    with qtbot.waitActive(whole):
        whole.activateWindow()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert control.button("b").hasFocus()
    QTest.keyClick(control.button("b"), Qt.Key.Key_Tab)
    assert last.hasFocus()


def test_a_choice_is_called_by_the_words_that_it_shows(qtbot: QtBot) -> None:
    control = Segments("lists", "Must keep", (("stated", ""), ("found", "Found …")))
    qtbot.addWidget(control)
    assert control.button("stated").accessibleName() == "Must keep"
    assert control.button("found").accessibleName() == "Must keep: Found …"
    control.name("found", "Found 6")
    button = control.button("found")
    assert (button.text(), button.accessibleName()) == ("Found 6", "Must keep: Found 6")
