"""Windows and sessions for tests of the assembled window."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.document import Document
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.ui_state import UiState
from ctxlab.lab import Counters
from ctxlab.settings import LoadedSettings, Settings

#: Long enough for a busy machine; nothing waits this long when all is well.
PATIENCE_MS = 20_000

PROFILE = """# caps of the test
schema = "ctxlab.profile/1"
name = "small"

[window]
model = "gpt-4o"
size = 4000

[budget.recent]
rounds = 1
cap = 1000
overflow = "stop"
order = "newest"

[budget.history]
cap = 60  # holds the last two of four
overflow = "stop"
order = "newest"
"""

WORDS = "word " * 20

#: Four rounds of history of about 25 tokens an item, then the current turn.
TALK = [
    {"role": "system", "content": "You plan trips."},
    *(
        {"role": role, "content": f"{role} {turn}: {WORDS}"}
        for turn in range(1, 5)
        for role in ("user", "assistant")
    ),
    {"role": "user", "content": "And now?"},
]


@cache
def counters() -> Counters:
    """Counters in memory for all tests of a process: a vocabulary takes half a second to load."""
    return Counters(store=False)


def make_window(*, ui_state: UiState | None = None, ask: bool = False, write: bool = False) -> MainWindow:
    """A window in default settings, counting into memory."""
    look = Look()
    settings = Settings()
    preferences = Preferences(LoadedSettings(settings, settings), look, write=write)
    preferences.dress()
    window = MainWindow(look, preferences, counters(), ui_state=ui_state, ask_before_quit=ask)
    if ui_state is None:
        window.resize(1280, 800)
    return window


def write_talk(folder: Path, messages: list[Any] | None = None, name: str = "talk.json") -> Path:
    """A session file of chat messages."""
    path = folder / name
    talk = {"model": "gpt-4o", "messages": TALK if messages is None else messages}
    path.write_text(json.dumps(talk), encoding="utf-8")
    return path


def write_profile(folder: Path) -> Path:
    """The small profile as a file of the user's."""
    path = folder / "small.toml"
    path.write_text(PROFILE, encoding="utf-8")
    return path


def document_of(window: MainWindow) -> Document:
    """The document that is looked at."""
    document = window.workspace.active
    assert document is not None
    return document


def settled(window: MainWindow) -> bool:
    """Whether the run of the window's state, on final counts, is shown."""
    document = window.workspace.active
    return document is not None and document.is_current and not window.workspace.busy


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until the run of the window's state is shown and painted."""
    qtbot.waitUntil(lambda: settled(window), timeout=PATIENCE_MS)
    QApplication.processEvents()


def after(qtbot: QtBot, window: MainWindow, act: Callable[[], object]) -> None:
    """Does something and waits until what follows from it is shown."""
    act()
    settle(qtbot, window)


def dispose(made: QObject) -> None:
    """Deletes an object here and now: the garbage of a test may be collected on a worker's thread later."""
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)
