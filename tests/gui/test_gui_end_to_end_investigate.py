""" "The model forgot": two investigations by mouse and keys alone, on samples as they ship."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.by_hand import cell, click, click_cell, key, picture, said, seen, table, words, write
from gui.gui_helpers import PATIENCE_MS, dispose, settle
from gui.shell_desk import idle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QTableView
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui import app
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.start_desk import SAMPLE, SAMPLE_PROFILE
from ctxlab.gui.theme.palette import LIGHT
from ctxlab.model.constraint import Survived

BUDGET = "预算三千以内"
RULE = "Do not touch anything under db/migrations/"
MIGRATIONS = "migrations.claude.jsonl"


def opened(qtbot: QtBot, *files: Path) -> MainWindow:
    """The window as the program starts it on files: a session, and a profile where there is one."""
    window = app.make_window(app.application(), remember=False, language="en")
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    profile = str(files[1]) if len(files) > 1 else None
    app.open_first(window, [str(files[0])], profile, None)
    settle(qtbot, window)
    return window


@pytest.fixture
def trip(tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """The travel sample under the profile that loses the limit."""
    for name in (SAMPLE, SAMPLE_PROFILE):
        shutil.copyfile(paths.sample_sessions(name), tmp_path / name)
    window = opened(qtbot, tmp_path / SAMPLE, tmp_path / SAMPLE_PROFILE)
    yield window
    window.close()
    dispose(window)


@pytest.fixture
def transcript(tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """The Claude Code transcript whose rule is lost behind a compaction."""
    shutil.copyfile(paths.sample_sessions(MIGRATIONS), tmp_path / MIGRATIONS)
    window = opened(qtbot, tmp_path / MIGRATIONS)
    yield window
    window.close()
    dispose(window)


def investigate(window: MainWindow, qtbot: QtBot) -> QTableView:
    """Turns to the page and waits for the whole matrix."""
    click(seen(window, "pages-investigate"))
    idle(qtbot, window)
    whole(window, qtbot)
    return table(window, "matrixTable")


def whole(window: MainWindow, qtbot: QtBot) -> None:
    """Waits for the whole matrix of the contexts that are looked at."""
    rows = window.views.matrix.rows
    qtbot.waitUntil(
        lambda: rows.matrix is not None and bool(rows.matrix.rows) and rows.matrix.complete,
        timeout=PATIENCE_MS,
    )
    idle(qtbot, window)


def row_of(matrix: QTableView, label: str) -> int:
    """The row before which these words stand."""
    heads = [
        str(matrix.model().headerData(row, Qt.Orientation.Vertical))
        for row in range(matrix.model().rowCount())
    ]
    assert label in heads, heads
    return heads.index(label)


def colours(matrix: QTableView, row: int) -> list[str]:
    """The verdicts of a row as they are painted: a word a cell, empty where none is."""
    by_colour = {tone.pill: verdict.value for verdict, tone in LIGHT.survived.items()}
    found: list[str] = []
    for column in range(matrix.model().columnCount()):
        matrix.scrollTo(matrix.model().index(row, column))
        place = cell(matrix, row, column)
        image = picture(matrix.viewport(), place)
        # beside the sign, which stands in the middle, and the corner of a deep one
        spot = image.pixelColor(image.width() // 2, image.height() - 6).name()
        found.append(by_colour.get(spot, ""))
    return found


def sentence(window: MainWindow) -> str:
    """What the verdict line says."""
    return words(seen(window, "verdictLine"))


def test_the_travel_limit_is_found_explained_and_cured(trip: MainWindow, qtbot: QtBot) -> None:
    matrix = investigate(trip, qtbot)
    row = row_of(matrix, BUDGET)
    before = colours(matrix, row)
    lost = [at for at, verdict in enumerate(before) if verdict == Survived.LOST]
    kept = [at for at, verdict in enumerate(before) if verdict == Survived.VERBATIM]
    assert lost
    assert kept
    assert max(kept) < min(lost), "it is there until it is lost, and lost to the end"

    # the words before the row lead to its first loss
    heads = matrix.verticalHeader()
    matrix.scrollTo(matrix.model().index(row, 0))
    click(heads.viewport(), QPoint(30, heads.sectionViewportPosition(row) + 10))
    settle(qtbot, trip)
    idle(qtbot, trip)
    assert words(seen(trip, "requestBar")).startswith("request 24 of 47 | turn 13 of 22")

    told = sentence(trip)
    assert f"“{BUDGET}” is not in the context of request 24" in told
    assert "Lost in Select" in told
    assert "of 1,200" in told, "the cap of its row"
    assert "under travel-agent" in told
    cards = seen(trip, "stageCards")
    assert "Select" in words(cards)
    assert "31 needed" in words(cards)

    qtbot.waitUntil(lambda: bool(trip.findChildren(QPushButton, "offer-0")), timeout=PATIENCE_MS)
    offer = seen(trip, "offer-0")
    assert isinstance(offer, QPushButton)
    idle(qtbot, trip)
    words_of_it = offer.text()
    assert words_of_it
    click(offer)
    settle(qtbot, trip)
    qtbot.waitUntil(
        lambda: f"“{BUDGET}” is in the context of request 24" in sentence(trip), timeout=PATIENCE_MS
    )
    qtbot.waitUntil(lambda: not trip.workspace.survey.busy, timeout=PATIENCE_MS)
    idle(qtbot, trip)
    row = row_of(matrix, BUDGET)
    after = colours(matrix, row)
    at = matrix.currentIndex()
    assert (at.row(), after[at.column()]) == (row, Survived.VERBATIM.value)
    assert not set(after) - {Survived.VERBATIM.value, ""}, "the whole row is green"
    # one step of undo takes it back
    key(trip, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, trip)
    qtbot.waitUntil(lambda: "is not in the context of request 24" in sentence(trip), timeout=PATIENCE_MS)


def test_a_rule_behind_a_compaction_is_found_from_the_edit_that_broke_it(
    transcript: MainWindow, qtbot: QtBot
) -> None:
    matrix = investigate(transcript, qtbot)
    row = row_of(matrix, RULE)
    click_cell(matrix, row, 0)
    settle(qtbot, transcript)
    idle(qtbot, transcript)

    # what would show that it was broken stands in the field already: the path that the rule names
    field = seen(transcript, "violationField")
    click(field)
    key(transcript, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    write(transcript, "db/migrations/**")
    click(seen(transcript, "findViolation"))
    settle(qtbot, transcript)
    idle(qtbot, transcript)
    assert words(seen(transcript, "requestBar")).startswith("request 16 of 18")
    assert "db/migrations/" in seen(transcript, "violationSaid").accessibleName()

    click(seen(transcript, "matrixUnder-recorded"))
    whole(transcript, qtbot)
    told = sentence(transcript)
    assert f"“{RULE}” is not in the context of request 16" in told
    assert "summary" in told.lower()
    assert "as recorded" in told
    row = row_of(matrix, RULE)
    shown = [said(matrix, row, column) for column in range(matrix.model().columnCount())]
    first = next(at for at, told in enumerate(shown) if "lost" in told)
    assert "request 14" in shown[first], "the first request behind the compaction"
    assert all("verbatim" in told for told in shown[1:first])
