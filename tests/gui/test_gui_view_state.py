"""What views remember between windows, and that damaged memories do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import make_window, settle, write_profile, write_talk
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui import view_state
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.ui_state import UiState

NAMES = ("diff", "arrangement", "budget", "palette")


def now(window: MainWindow) -> tuple[object, ...]:
    views = window.views
    return (
        views.diff.mode,
        views.evidence.difference.mode,
        views.panes.arrangement(),
        views.budget.layout_state(),
        window.palette_box.recent,
    )


def test_what_was_set_is_there_in_the_next_window(window: MainWindow, tmp_path: Path) -> None:
    state = UiState(tmp_path / "window.ini")
    before = now(window)
    window.views.diff.set_mode("unified")
    window.views.panes.set_arrangement("own")
    window.views.budget.restore_layout({"unfolded": True, "columns": ["tier", "order"]})
    window.palette_box.set_recent(["Save", "Undo"])
    changed = now(window)
    view_state.save(state, window.views, window.palette_box)
    window.views.diff.set_mode("split")
    window.views.panes.set_arrangement("aligned")
    window.views.budget.restore_layout({})
    window.palette_box.set_recent([])
    window.views.evidence.difference.set_mode("split")
    assert now(window) == before
    view_state.restore(UiState(tmp_path / "window.ini"), window.views, window.palette_box)
    assert now(window) == ("unified", "unified", *changed[2:])
    assert set(window.views.budget.layout_state()["columns"]) == {"tier", "order"}


@pytest.mark.parametrize(
    "value",
    [
        None,
        "sideways",
        7,
        True,
        [],
        ["x", 3],
        {},
        {"columns": [[], None, 5], "unfolded": "yes"},
        {"columns": 4},
    ],
    ids=repr,
)
def test_what_makes_no_sense_is_left_as_it_comes(window: MainWindow, tmp_path: Path, value: object) -> None:
    state = UiState(tmp_path / "window.ini")
    before = now(window)
    for name in NAMES:
        state.remember(name, value)
    view_state.restore(state, window.views, window.palette_box)
    assert now(window)[:4] == before[:4]
    assert all(isinstance(one, str) for one in window.palette_box.recent)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "NaN,", "\x00"], ids=len)
def test_a_value_that_is_no_json_is_nothing(tmp_path: Path, text: str) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue("views/diff", text)
    settings.sync()
    assert UiState(tmp_path / "window.ini").value("diff") is None


def test_the_keys_are_in_the_panes_that_are_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    first = make_window(ui_state=UiState(tmp_path / "window.ini"))
    first.show()
    QApplication.processEvents()
    first.views.panes.set_arrangement("own")
    first.close()
    second = make_window(ui_state=UiState(tmp_path / "window.ini"))
    second.show()
    with qtbot.waitActive(second):
        second.activateWindow()
    second.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, second)
    focus = QApplication.focusWidget()
    assert focus is second.views.panes.tables[0]
    assert focus.isVisible()
    second.close()
    for window in (first, second):
        window.deleteLater()


def test_an_older_layout_is_not_taken_over_and_written_anew(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    first = make_window(ui_state=UiState(file))
    first.show()
    QApplication.processEvents()
    first.docks.must_keeps.close()
    first.views.diff.set_mode("unified")
    first.close()
    settings = QSettings(str(file), QSettings.Format.IniFormat)
    settings.setValue("layout", "1")
    settings.sync()
    second = make_window(ui_state=UiState(file))
    second.show()
    QApplication.processEvents()
    assert second.docks.must_keeps.isVisible()
    assert second.views.diff.mode == "split"
    assert (second.width(), second.height()) == (1440, 900)
    second.docks.budget.close()
    second.close()
    third = make_window(ui_state=UiState(file))
    third.show()
    # the screen of a test is narrow: the left side comes back with the width
    third.resize(1440, 900)
    QApplication.processEvents()
    assert third.docks.must_keeps.isVisible()
    assert third.docks.budget.isHidden()
    third.close()
    for window in (first, second, third):
        window.deleteLater()


def test_what_is_forgotten_is_not_there_in_the_next_window(tmp_path: Path) -> None:
    state = UiState(tmp_path / "window.ini")
    state.remember("diff", "unified")
    assert state.value("diff") == "unified"
    state.forget()
    assert UiState(tmp_path / "window.ini").value("diff") is None


def test_docks_that_floated_float_again_where_they_were(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    first = make_window(ui_state=UiState(file))
    first.show()
    QApplication.processEvents()
    first.docks.budget.setFloating(True)
    first.docks.budget.resize(444, 333)
    QApplication.processEvents()
    first.close()
    second = make_window(ui_state=UiState(file))
    second.show()
    QApplication.processEvents()
    assert second.docks.budget.isFloating()
    assert (second.docks.budget.width(), second.docks.budget.height()) == (444, 333)
    second.commands.reset_layout.trigger()
    QApplication.processEvents()
    assert not second.docks.budget.isFloating()
    second.close()
    for window in (first, second):
        window.deleteLater()
