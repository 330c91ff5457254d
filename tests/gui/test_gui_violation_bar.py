"""The field that looks for what broke a must-keep."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ctxlab.gui.views.violation_bar import Sought, ViolationBar


@pytest.fixture
def bar(qtbot: QtBot) -> ViolationBar:
    found = ViolationBar()
    qtbot.addWidget(found)
    found.resize(1000, 40)
    found.show()
    return found


def test_enter_and_the_button_look_for_what_is_written(bar: ViolationBar, qtbot: QtBot) -> None:
    assert not bar.look_for.isEnabled()
    QTest.keyClicks(bar.field, "5200")
    with qtbot.waitSignal(bar.searched) as told:
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert told.args == ["regex", "5200"]
    bar.kind.setCurrentIndex(bar.kind.findData(Sought.PATH.value))
    QTest.keyClicks(bar.field, "db/**")
    with qtbot.waitSignal(bar.searched) as told:
        QTest.mouseClick(bar.look_for, Qt.MouseButton.LeftButton)
    assert told.args == ["path", "db/**"]


def test_an_empty_field_looks_for_nothing_any_more(bar: ViolationBar, qtbot: QtBot) -> None:
    bar.field.setText("  ")
    with qtbot.waitSignal(bar.cleared), qtbot.assertNotEmitted(bar.searched):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)


def test_each_kind_says_what_to_write(bar: ViolationBar) -> None:
    shown: set[str] = set()
    for at in range(bar.kind.count()):
        bar.kind.setCurrentIndex(at)
        shown.add(bar.field.placeholderText())
    assert len(shown) == 3


def test_a_suggestion_does_not_overwrite_what_a_person_wrote(bar: ViolationBar) -> None:
    bar.suggest(Sought.BOUND, "> 3000 CNY")
    assert (bar.kind.currentData(), bar.field.text()) == ("bound", "> 3000 CNY")
    bar.suggest(Sought.PATH, "db/**")
    assert (bar.kind.currentData(), bar.field.text()) == ("path", "db/**")
    QTest.keyClicks(bar.field, "x")
    bar.suggest(Sought.BOUND, "> 3000 CNY")
    assert bar.field.text() == "db/**x"


def test_steps_are_offered_where_there_are_several_places(bar: ViolationBar, qtbot: QtBot) -> None:
    bar.show_places("1 of 1: answer of turn 12", 1)
    assert bar.next.isHidden()
    bar.show_places("1 of 3: answer of turn 12, “5,200 元”", 3)
    assert bar.said() == "1 of 3: answer of turn 12, “5,200 元”"
    with qtbot.waitSignal(bar.stepped) as told:
        bar.next.click()
    assert told.args == [1]
    with qtbot.waitSignal(bar.stepped) as told:
        bar.previous.click()
    assert told.args == [-1]


def turn(bar: ViolationBar, kind: Sought) -> str:
    """Chooses a kind; what stands in the field then."""
    bar.kind.setCurrentIndex(bar.kind.findData(kind.value))
    return bar.field.text()


def test_each_kind_keeps_its_own_text(bar: ViolationBar) -> None:
    bar.suggest(Sought.BOUND, "> 3000")
    assert turn(bar, Sought.PATH) == ""
    assert not bar.look_for.isEnabled()
    QTest.keyClicks(bar.field, "db/**")
    assert turn(bar, Sought.REGEX) == ""
    assert turn(bar, Sought.BOUND) == "> 3000"
    assert turn(bar, Sought.PATH) == "db/**"
    bar.suggest(Sought.BOUND, "> 5")
    assert bar.field.text() == "db/**", "it is a person's, whatever was chosen in between"


def test_what_was_suggested_for_another_must_keep_goes_and_what_a_person_wrote_stays(
    bar: ViolationBar,
) -> None:
    bar.suggest(Sought.BOUND, "> 3000")
    turn(bar, Sought.PATH)
    QTest.keyClicks(bar.field, "db/**")
    turn(bar, Sought.REGEX)
    bar.suggest(Sought.REGEX, "five thousand")
    assert bar.field.text() == "five thousand"
    assert turn(bar, Sought.BOUND) == ""
    assert turn(bar, Sought.PATH) == "db/**"
    turn(bar, Sought.REGEX)
    bar.suggest(Sought.PATH, "other/**")
    assert (bar.kind.currentData(), bar.field.text()) == ("path", "db/**")


def test_what_was_found_is_said_whole_in_lines_of_its_own(bar: ViolationBar) -> None:
    words = "1 of 5: the answer of request 9, “" + "order twelve laptops " * 12 + "”"
    bar.resize(640, 40)
    bar.show_places("", 0)
    bar.adjustSize()
    low = bar.heightForWidth(640)
    bar.show_places(words, 5)
    bar.resize(640, bar.heightForWidth(640))
    QApplication.processEvents()
    said = bar.findChild(QLabel, "violationSaid")
    assert said is not None
    assert bar.said() == words
    assert said.wordWrap()
    assert said.y() > bar.field.geometry().bottom()
    assert said.height() >= said.heightForWidth(said.width())
    assert said.accessibleName() == words
    assert "order twelve laptops" in said.toolTip()
    assert bar.heightForWidth(640) > low, "and it takes no room while there is nothing to say"
