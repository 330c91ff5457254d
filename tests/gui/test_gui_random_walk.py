"""A person without patience: seeded random acts over the real window, after which all views tell the truth.

Whatever is clicked, typed, dragged, undone, opened or resized in whatever order: nothing raises (Qt's own
warnings fail the test too), the shown run is the one that a cold build of the state gives, and the views
show what fresh ones would.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from gui.gui_helpers import counters, document_of, settle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui.dialogs import Answer, Dialogs
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_model import Column
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.lab import Lab

BUGS = Path(__file__).parents[1] / "data" / "bugs"
ROWS = ("system_prompt", "tool_schemas", "user_message", "recent", "history", "tool_result", "retrieved_doc")
CAPS = (
    "0",
    "-1",
    "1e9",
    "",
    "  ",
    "9,000",
    "9" * 24,
    "abc",
    "１２００",
    "1.5",
    "12k",
    "—",
    "\x00",
    "🙂",
    "7",
)
FILTERS = (
    "fate:dropped",
    "fate:x",
    "turn:1,2",
    "tokens>100",
    "tokens>x",
    "-source:history",
    "“",
    "预算",
    "((",
)
FILTERS += (
    "fate:",
    "tool:search",
    "turn:99999999999",
    "a" * 5000,
    "\x00",
    "\u202e",
    "-",
    "::",
    ",",
    "fate:,",
)
WISHES = ("cap", "cap", "cap", "overflow", "order", "tier", "per_item", "max_items")
VALUES = (0, 1, 900, 10**6, None, "skip", "stop", "truncate", "compress", "newest", -3)
KEYS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_W),
    *(Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Delete, Qt.Key.Key_5, Qt.Key.Key_F7, Qt.Key.Key_F6),
)
SIZES = ((640, 400), (1280, 800), (1680, 1050))
LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


class Whims(Dialogs):
    """Answers every question at random."""

    def __init__(self, window: MainWindow, random: Random, folder: Path) -> None:
        super().__init__(window)
        self.random = random
        self.folder = folder

    def profile_to_save(self, suggested: Path) -> Path | None:
        return self.folder / "saved.toml" if self.random.random() < 0.5 else None

    def unsaved(self, what: str) -> Answer:
        return self.random.choice(list(Answer))

    def overwrite(self, name: str) -> bool:
        return self.random.random() < 0.5


class Walk:
    """The acts, drawn from one random source."""

    def __init__(self, window: MainWindow, random: Random, folder: Path) -> None:
        self.window = window
        self.random = random
        self.profile = folder / "travel.toml"
        shutil.copyfile(paths.sample_sessions("travel-agent.toml"), self.profile)
        bugs = ("B169_html_text.json", "B165_nul_text.json", "B25_empty.json", "B136_nan.json")
        samples = map(paths.sample_sessions, ("trip-hangzhou.ctx.json", "retention-q1.json"))
        # copies: saving puts marks beside a session
        self.files = [
            Path(shutil.copyfile(file, folder / file.name))
            for file in (*samples, *(BUGS / name for name in bugs))
        ]
        window.files.dialogs = Whims(window, random, folder)
        window.open(self.files[0], str(self.profile))

    def act(self) -> None:
        """One act."""
        acts = (self.click, self.press, self.type_cap, self.wish, self.drag, self.command, self.filter)
        weights = (4, 4, 2, 3, 2, 6, 2)
        self.random.choices((*acts, QApplication.processEvents), (*weights, 3))[0]()

    def _place(self) -> QWidget:
        page, tools = self.window.views, self.window.tools
        places: list[QWidget] = [*page.panes.tables, page.diff.table, page.budget, page.must_keeps]
        places += [page.problems, page.sessions, page.request_bar.bars, page.panes.filter_bar.changes_only]
        return self.random.choice([*places, page.inspector.text, tools.undo, tools.redo, page.context_bar])

    def click(self) -> None:
        place = self._place()
        target = place.viewport() if isinstance(place, QAbstractScrollArea) else place
        at = QPoint(*(self.random.randrange(max(1, n)) for n in (target.width(), target.height())))
        self.random.choice((QTest.mouseClick, QTest.mouseDClick))(target, LEFT, PLAIN, at)

    def press(self) -> None:
        place = self._place()
        place.setFocus()
        QTest.keyClick(QApplication.focusWidget() or place, self.random.choice(KEYS))

    def type_cap(self) -> None:
        self.window.views.budget.edit_cap(self.random.choice(ROWS))
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit) and field is not self.window.views.panes.filter_bar.field:
            field.selectAll()
            field.insert(self.random.choice(CAPS))
            QTest.keyClick(field, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab)))

    def wish(self) -> None:
        wish = (self.random.choice(ROWS), self.random.choice(WISHES), self.random.choice(VALUES))
        self.window.views.budget.edit_requested.emit(*wish)

    def drag(self) -> None:
        table = self.window.views.budget
        view = table.viewport()
        row = self.random.randrange(max(1, table.budget.rowCount()))
        start = table.visualRect(table.budget.index(row, Column.BAR)).center()
        QTest.mousePress(view, LEFT, PLAIN, start)
        for _ in range(self.random.randrange(10)):
            QTest.mouseMove(view, QPoint(self.random.randrange(-50, view.width() + 50), start.y()))
            if self.random.random() < 0.2:
                self.random.choice((QApplication.processEvents, self.command))()
        if self.random.random() < 0.2:
            QTest.keyClick(table, Qt.Key.Key_Escape)
        QTest.mouseRelease(view, LEFT, PLAIN, start)

    def filter(self) -> None:
        bar = self.window.views.panes.filter_bar
        bar.field.setText(self.random.choice((*FILTERS, "", "")))
        if self.random.random() < 0.3:
            bar.changes_only.toggle()

    def command(self) -> None:
        window, random = self.window, self.random
        named = ("undo", "redo", "save", "revert", "run_again", "pin", "next_change", "reset_layout")
        acts: list[Callable[[], object]] = [getattr(window.commands, name).trigger for name in named]
        acts += [
            lambda: [
                random.choice((window.commands.undo, window.commands.redo)).trigger() for _ in range(20)
            ],
            lambda: window.intents.step_request(random.choice((-5, -1, 1, 5))),
            lambda: window.open(random.choice(self.files)),
            lambda: window.files.use_profile(random.choice(("gssc", "as-recorded", str(self.profile)))),
            lambda: window.views.sessions.session_chosen.emit(str(random.randrange(4))),
            lambda: window.resize(*random.choice(SIZES)),
            lambda: self.profile.write_text(self.profile.read_text("utf-8").replace("2000", "2001"), "utf-8"),
        ]
        random.choice(acts)()


def tells_the_truth(window: MainWindow) -> None:
    """The shown run is that of the state, built cold, and the models show what fresh ones would."""
    document = document_of(window)
    assert document.run is not None
    trace = document.run.trace
    cold = Lab(counters=counters()).build(document.snapshot, document.profile, marks=document.marks)
    assert trace.to_json() == cold.to_json()
    shown = window.views.panes.model
    fresh = StageModel()
    fresh.set_starred(shown._starred)
    fresh.set_filter(shown._filter)
    fresh.set_changes_only(shown._changes_only)
    fresh._opened = set(shown._opened)
    fresh.set_trace(trace)
    assert list(shown.keys) == list(fresh.keys)
    cells = [(row, stage) for row in range(shown.rowCount()) for stage in range(4)]
    assert [shown.cell(*at) for at in cells] == [fresh.cell(*at) for at in cells]
    budget = window.views.budget.budget
    caps = {row.value: document.profile.row(row).cap for row in document.profile.table()}
    assert {row: budget.cap(budget.row_of(row)) for row in caps} == caps


@pytest.mark.parametrize("seed", [*range(2), *map(int, os.environ.get("CTXLAB_WALKS", "").split())])
def test_nothing_that_is_done_in_haste_breaks_the_window(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, seed: int
) -> None:
    walk = Walk(window, Random(seed), tmp_path)
    settle(qtbot, window)
    for step in range(1, 161):
        walk.act()
        if step % 40 == 0:
            settle(qtbot, window)
            tells_the_truth(window)
    document = document_of(window)
    while document.undo.canUndo():
        document.undo.undo()
    settle(qtbot, window)
    tells_the_truth(window)
    window.open(walk.files[0])
    window.close()
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("ctxlab")] == []
