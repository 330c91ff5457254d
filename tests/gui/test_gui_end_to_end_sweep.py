"""Many sessions, by mouse and keys alone: a folder is opened, solved for, the caps applied and exported.

Then a fresh process judges all sessions under the exported profile.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.by_hand import click, control, key, lines, seen, table, words
from gui.gui_helpers import PATIENCE_MS, dispose, settle
from gui.sweep_helpers import LONG_MS, PROFILE, Chooser, chooser, write_samples
from helpers.cli import process
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui import app
from ctxlab.gui.main_window import MainWindow
from ctxlab.profiles import dumps, load_profile


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two samples with must-keeps; their profile, with an estimate of what one does not tell, beside them."""
    found = write_samples(tmp_path)
    profile = load_profile(tmp_path / PROFILE).set("window.unknown.tool_schemas", 800)
    (tmp_path / PROFILE).write_text(dumps(profile), encoding="utf-8")
    return found


@pytest.fixture
def window(folder: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """The window as the program starts it, without a session, in English whatever the system speaks."""
    made = app.make_window(app.application(), remember=False, language="en")
    made.files.dialogs = made.exports.dialogs = Chooser(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    made.close()
    dispose(made)


def tab(window: MainWindow, at: int) -> None:
    """A click on a tab of the page."""
    tabs = seen(window, "sweepTabs")
    assert isinstance(tabs, QTabWidget)
    click(tabs.tabBar(), tabs.tabBar().tabRect(at).center())
    QApplication.processEvents()


def dialog(name: str) -> QWidget:
    """A control of a dialog that is open."""
    found = [one for one in QApplication.allWidgets() if one.objectName() == name and one.isVisible()]
    assert len(found) == 1, f"{len(found)} widgets called {name} are in sight"
    return found[0]


def test_a_folder_is_opened_solved_applied_exported_and_holds_in_a_fresh_process(
    window: MainWindow, qtbot: QtBot, folder: Path, tmp_path: Path
) -> None:
    before = process("check", folder, "--profile", folder.parent / PROFILE)
    assert before.code == 1, before.out
    chooser(window).folder = folder
    key(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    settle(qtbot, window)
    assert len(window.workspace.documents) == 2
    chooser(window).chosen = folder.parent / PROFILE
    window.commands.open_profile.trigger()
    settle(qtbot, window)

    control(window, Qt.Key.Key_3)
    tab(window, 1)
    panel = seen(window, "solvePanel")
    assert "2 sessions" in seen(window, "solveProgress").findChildren(QWidget)[-1].accessibleName()
    with qtbot.waitSignal(window.casework.solve.runner.ended, timeout=LONG_MS):
        click(seen(window, "solveStart"))
    assert "All 12 must-keeps in 2 sessions survive." in words(panel)
    assert any(line.startswith("history; 1,200 → ") for line in lines(table(window, "solveCaps")))

    export = seen(window, "solveExport")
    assert export.isEnabled(), "what was found can be exported as it is"
    click(seen(window, "solveApply"))
    settle(qtbot, window)
    qtbot.waitUntil(export.isEnabled, timeout=PATIENCE_MS)
    assert "solved caps" in seen(window, "undoButton").accessibleName()

    exported = tmp_path / "exported.toml"
    chooser(window).chosen, chooser(window).form = exported, "toml"
    click(export)
    save = dialog("saveExport")
    assert isinstance(save, QPushButton)
    click(save)
    qtbot.waitUntil(exported.exists, timeout=PATIENCE_MS)
    click(dialog("closeExport"))
    assert [one.by for one in load_profile(exported).provenance][-1] == "solve"

    after = process("check", folder, "--profile", exported)
    assert after.code == 0, after.out
