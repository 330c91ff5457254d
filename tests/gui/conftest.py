"""The look of the window for widgets under test, and whole windows."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import dispose, make_window, settle, write_profile, write_talk
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.theme.style import Look

#: Values made until garbage is looked for, and tests until all of it is.
MANY, SELDOM = 50_000, 40

#: How long a dialog may wait for its test to answer (ms).
DIALOG_MS = 5_000

_DONE = pytest.StashKey[int]()


@pytest.fixture(autouse=True)
def _collect_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Garbage is looked for between tests, on this thread: on a worker's, what holds timers must not go."""
    gc.disable()
    yield
    done = request.session.stash.get(_DONE, 0) + 1
    request.session.stash[_DONE] = done
    if done % SELDOM == 0:
        gc.collect()
    elif gc.get_count()[0] > MANY:
        gc.collect(1)


@pytest.fixture(autouse=True)
def _no_question_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A dialog that holds the program up is answered by its test; else it goes, and the test fails."""
    unanswered: list[str] = []

    def watched(kind: type[QDialog]) -> Callable[[QDialog], int]:
        real = kind.exec

        def wait(dialog: QDialog) -> int:
            def give_up() -> None:
                unanswered.append(f"{type(dialog).__name__} {dialog.windowTitle()}")
                dialog.reject()

            patience = QTimer(dialog, singleShot=True, interval=DIALOG_MS)
            patience.timeout.connect(give_up)
            patience.start()
            return real(dialog)

        return wait

    for kind in (QDialog, QMessageBox, QFileDialog, QInputDialog):
        monkeypatch.setattr(kind, "exec", watched(kind))
    yield
    if unanswered:
        pytest.fail(f"nobody answered: {', '.join(unanswered)}")


@pytest.fixture(autouse=True, scope="session")
def _collect_as_ever_afterwards() -> Iterator[None]:
    """Tests of other folders find Python's own search for garbage as it comes."""
    yield
    gc.enable()


@pytest.fixture
def look(qtbot: QtBot) -> Look:
    """The light look; asking for it makes sure that there is an application."""
    return Look()


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """An open window without a session; it is closed whatever happens, so that no thread stays."""
    made = make_window()
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    dispose(made)


@pytest.fixture
def talk(tmp_path: Path, window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the small talk under the small profile."""
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    return window
