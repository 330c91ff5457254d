"""The whole window with fifty sessions: a cap edit until its own is painted, and until all are judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

QtWidgets = pytest.importorskip("PySide6.QtWidgets")

from bench.test_bench_sessions import SESSIONS, wait_until, write_sessions  # noqa: E402

from ctxlab import paths  # noqa: E402
from ctxlab.gui.app import stay_responsive  # noqa: E402
from ctxlab.gui.main_window import MainWindow  # noqa: E402
from ctxlab.gui.preferences import Preferences  # noqa: E402
from ctxlab.gui.theme.style import Look  # noqa: E402
from ctxlab.lab import Counters  # noqa: E402
from ctxlab.settings import LoadedSettings, Settings  # noqa: E402

_EDITS = 20
_PROFILE = "travel-agent.toml"


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds of an edit: median until it is painted, median and longest until all are judged."""

    painted: float
    judged: float
    judged_longest: float


def measure(folder: Path) -> Figures:
    """Opens the sessions in one window and moves the cap of `history` as the table does."""
    settings = Settings()
    preferences = Preferences(LoadedSettings(settings, settings), look := Look(), write=False)
    preferences.dress()
    window = MainWindow(look, preferences, Counters(store=False), ask_before_quit=False, protect=False)
    work, verdicts = window.workspace, window.verdicts
    painted: list[float] = []
    judged: list[float] = []
    try:
        stay_responsive(window)
        window.resize(1440, 900)
        window.show()
        work.open_many(write_sessions(folder, SESSIONS), str(paths.sample_sessions(_PROFILE)))
        wait_until(
            verdicts.idle,
            lambda: (
                not work.busy and not verdicts.busy and work.active is not None and work.active.is_current
            ),
        )
        assert len(work.documents) == SESSIONS
        document = work.active
        assert document is not None
        for step in range(_EDITS):
            began = perf_counter()
            window.views.budget.edit_requested.emit("history", "cap", 3_000 + step * 211)
            wait_until(window.presenter.shown, lambda: document.is_current)
            QtWidgets.QApplication.processEvents()
            painted.append((perf_counter() - began) * 1000)
            wait_until(verdicts.idle, lambda: not verdicts.busy)
            QtWidgets.QApplication.processEvents()
            judged.append((perf_counter() - began) * 1000)
    finally:
        window.close()
        window.deleteLater()
    return Figures(median(painted), median(judged), max(judged))


@pytest.mark.benchmark(group="sessions")
def test_the_session_looked_at_comes_first_and_all_verdicts_within_a_second(
    benchmark: Any, qapp: Any, tmp_path: Path
) -> None:
    figures = benchmark.pedantic(measure, args=(tmp_path,), rounds=1, iterations=1)
    benchmark.extra_info.update(
        painted_ms=round(figures.painted, 1),
        judged_ms=round(figures.judged),
        judged_longest_ms=round(figures.judged_longest),
    )
    assert figures.painted < figures.judged
    assert figures.judged_longest <= 1_000
