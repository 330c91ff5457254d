"""Whole windows for tests of sweeps: samples in a folder, and somebody who chooses folders and files."""

from __future__ import annotations

import shutil
from pathlib import Path

from gui.gui_helpers import PATIENCE_MS
from gui.shell_desk import Answers
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui.main_window import MainWindow

TRIP, PARSER, PROFILE = "trip-hangzhou.ctx.json", "refactor-parser.ctx.json", "travel-agent.toml"
#: What starting worker processes and building may take on a busy machine.
LONG_MS = 3 * PATIENCE_MS


class Chooser(Answers):
    """Somebody who chooses a folder, too."""

    folder: Path | None = None

    def folder_to_open(self, folder: Path) -> Path | None:
        """The folder that was chosen before."""
        self.asked.append(str(folder))
        return self.folder


def chooser(window: MainWindow) -> Chooser:
    """Who answers the dialogs of a window."""
    found = window.exports.dialogs
    assert isinstance(found, Chooser)
    return found


def write_samples(folder: Path) -> Path:
    """Two samples with must-keeps in a folder of their own, and their profile beside it."""
    found = folder / "logs"
    found.mkdir()
    for name in (TRIP, PARSER):
        shutil.copyfile(paths.sample_sessions(name), found / name)
    shutil.copyfile(paths.sample_sessions(PROFILE), folder / PROFILE)
    return found


def read(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until the folders that were added are read."""
    qtbot.waitUntil(lambda: not window.casework.corpus.busy, timeout=PATIENCE_MS)
