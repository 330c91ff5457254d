"""The field that looks for what broke a must-keep."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.violation_bar import Sought, ViolationBar


@pytest.fixture
def bar(qtbot: QtBot, look: Look) -> ViolationBar:
    found = ViolationBar(look)
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
    with qtbot.waitSignal(bar.searched) as told:
        QTest.mouseClick(bar.look_for, Qt.MouseButton.LeftButton)
    assert told.args == ["path", "5200"]


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
