"""Dialogs beside the window: they go when it is closed, and only then."""

from __future__ import annotations

from gui.gui_helpers import dispose
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.companion import Companion


def test_it_goes_with_its_window_and_says_so_once(qtbot: QtBot) -> None:
    window = QWidget()
    dialog = Companion("beside", window)
    ends: list[int] = []
    dialog.finished.connect(ends.append)
    window.show()
    dialog.show()
    qtbot.waitExposed(dialog)
    window.close()
    assert not dialog.isVisible()
    window.show()
    window.close()
    assert ends == [0], "one that was given up already is not given up again"
    dispose(window)


def test_it_stays_when_something_else_is_hidden(qtbot: QtBot) -> None:
    window, other = QWidget(), QWidget()
    dialog = Companion("beside", window)
    for one in (window, other, dialog):
        one.show()
    qtbot.waitExposed(dialog)
    other.close()
    assert dialog.isVisible()
    dialog.reject()
    dispose(window)
    dispose(other)


def test_the_dialogs_of_the_window_go_with_it(talk: MainWindow) -> None:
    act = talk.commands
    for action in (act.report, act.rules, act.calibrate, act.ask_model, act.keys):
        action.trigger()
    opened = [one for one in talk.findChildren(Companion) if one.isVisible()]
    assert {one.objectName() for one in opened} == {
        "reportDialog",
        "rulesDialog",
        "calibrationDialog",
        "modelDialog",
        "keysDialog",
    }
    talk.close()
    work = talk.casework
    assert [work.report.dialog, work.rules.dialog, work.calibration.dialog, work.model.dialog] == [None] * 4
