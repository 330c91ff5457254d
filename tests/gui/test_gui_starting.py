"""At the start the first run is painted on what is known; counting and the vocabulary come after it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, dispose, document_of, make_window, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.runs import Run
from ctxlab.gui.starting import Starting


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = make_window()
    Starting(made)
    yield made
    made.close()
    dispose(made)
    gc.enable()


def test_nothing_is_counted_before_the_first_run_was_painted(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    told: list[str] = []

    def look(run: Run) -> None:
        told.append("counted run" if run.request.counted else "run")
        if len(told) == 1:
            window.after_paint(lambda: told.append("painted"))

    window.presenter.shown.connect(look)
    window.workspace.counting.finished.connect(lambda *_: told.append("counted"))
    window.show()
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    qtbot.waitUntil(lambda: "counted run" in told, timeout=PATIENCE_MS)

    assert told[:2] == ["run", "painted"]
    assert told.index("counted") > told.index("painted")
    assert document_of(window).is_current


def test_a_window_without_a_run_starts_counting_all_the_same(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    counting = window.workspace.counting
    with qtbot.waitSignal(counting.finished, timeout=PATIENCE_MS):
        counting.count("o200k_base", lambda: ["two words"])


def test_a_window_that_is_closed_at_once_waits_for_nothing(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    told: list[object] = []
    window.workspace.counting.finished.connect(lambda *args: told.append(args))
    window.workspace.counting.count("o200k_base", lambda: ["two words"])
    window.close()
    assert told == []
