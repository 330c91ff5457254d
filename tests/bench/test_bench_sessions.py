"""Fifty open sessions: how soon a cap edit reaches all verdicts, and whether that holds up the run shown.

Each is the travel sample with a text of its own in every item, so that nothing is shared between them.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

QtCore = pytest.importorskip("PySide6.QtCore")

from PySide6.QtCore import QEventLoop, QTimer  # noqa: E402

from ctxlab import paths  # noqa: E402
from ctxlab.gui.app import SWITCH_S  # noqa: E402
from ctxlab.gui.document import Document  # noqa: E402
from ctxlab.gui.verdicts import Verdicts  # noqa: E402
from ctxlab.gui.workspace import Workspace  # noqa: E402
from ctxlab.lab import Counters, Lab  # noqa: E402

SESSIONS = 50
_EDITS = 20
_SAMPLE = "trip-hangzhou.ctx.json"
_PROFILE = "travel-agent.toml"


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds: a cap edit to the last verdict, to the run shown, to that run alone, and one cold build."""

    all_verdicts: float
    own_run: float
    own_run_alone: float
    cold_build: float


def write_sessions(folder: Path, count: int) -> list[Path]:
    """Copies of the sample, each with its number in every text."""
    sample = json.loads(paths.sample_sessions(_SAMPLE).read_text(encoding="utf-8"))
    files: list[Path] = []
    for at in range(count):
        items = [
            {**item, "text": f"{item['text']} ({at})"} if "text" in item else item for item in sample["items"]
        ]
        file = folder / f"trip-{at:02}.ctx.json"
        file.write_text(json.dumps({**sample, "items": items}), encoding="utf-8")
        files.append(file)
    return files


def wait_until(signal: Any, done: Any) -> None:
    """Lets the threads work until `done` holds after a signal; a test that hangs is ended."""
    loop = QEventLoop()
    timer = QTimer(singleShot=True, interval=60_000)
    timer.timeout.connect(loop.quit)
    timer.start()

    def look(*_: object) -> None:
        if done():
            loop.quit()

    signal.connect(look)
    if not done():
        loop.exec()
    signal.disconnect(look)
    assert timer.isActive(), "it takes too long"


def active(workspace: Workspace) -> Document:
    """The document that is looked at."""
    document = workspace.active
    assert document is not None
    return document


def edits(workspace: Workspace, verdicts: Verdicts) -> tuple[float, float]:
    """The medians of a cap edit to the last verdict, and to the run that is looked at."""
    document = active(workspace)
    to_all: list[float] = []
    to_own: list[float] = []
    for step in range(_EDITS):
        start = perf_counter()
        document.edit("budget.history.cap", 3_000 + step * 211, "cap")
        wait_until(document.run_ready, lambda: document.is_current)
        to_own.append(perf_counter() - start)
        wait_until(verdicts.idle, lambda: not verdicts.busy)
        to_all.append(perf_counter() - start)
    return median(to_all), median(to_own)


def opened(counters: Counters, files: list[Path]) -> tuple[Workspace, Verdicts]:
    """A workspace in which all of them are open and judged."""
    workspace = Workspace(counters)
    verdicts = Verdicts(workspace, workspace)
    workspace.open_many(files, str(paths.sample_sessions(_PROFILE)))
    wait_until(
        verdicts.idle, lambda: not workspace.busy and not verdicts.busy and active(workspace).is_current
    )
    return workspace, verdicts


def cold_build(counters: Counters, file: Path) -> float:
    """The median of a build with nothing kept but counts."""
    lab = Lab(counters=counters)
    session, profile = lab.open(file), lab.profile(paths.sample_sessions(_PROFILE))
    times: list[float] = []
    for _ in range(_EDITS):
        lab.forget()
        start = perf_counter()
        lab.build(session.at(), profile)
        times.append(perf_counter() - start)
    return median(times)


def measure(folder: Path) -> Figures:
    """All figures, on the same counts."""
    counters = Counters(store=False)
    files = write_sessions(folder, SESSIONS)
    found: list[tuple[float, float]] = []
    for some in (files[:1], files):
        workspace, verdicts = opened(counters, some)
        try:
            assert len(workspace.documents) == len(some)
            found.append(edits(workspace, verdicts))
        finally:
            workspace.close()
    return Figures(found[1][0], found[1][1], found[0][1], cold_build(counters, files[0]))


@pytest.mark.benchmark(group="sessions")
def test_an_edit_reaches_fifty_verdicts_at_once_and_the_session_looked_at_first(
    benchmark: Any, qapp: Any, tmp_path: Path
) -> None:
    turns = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        figures = benchmark.pedantic(measure, args=(tmp_path,), rounds=1, iterations=1)
    finally:
        sys.setswitchinterval(turns)
    cold = SESSIONS * figures.cold_build
    benchmark.extra_info.update(
        all_verdicts_ms=round(figures.all_verdicts * 1000, 1),
        own_run_ms=round(figures.own_run * 1000, 2),
        own_run_alone_ms=round(figures.own_run_alone * 1000, 2),
        fifty_cold_builds_ms=round(cold * 1000, 1),
    )
    assert figures.all_verdicts <= 1
    assert figures.all_verdicts <= 0.5 * cold
    assert figures.own_run <= 2 * figures.own_run_alone + 0.002
