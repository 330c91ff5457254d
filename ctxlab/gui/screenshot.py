"""Pictures of the real window, taken when the run on final counts is painted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from ctxlab.errors import CtxlabError, SaveError, Where
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.settings import LoadedSettings, Settings, Theme, load_settings

#: A run that has not come by then (ms) does not come.
TIMEOUT_MS = 300_000


class ScreenshotError(CtxlabError):
    """The window could not be brought to show what was asked for."""

    code = "screenshot"


def shoot(
    path: str,
    out: str,
    *,
    theme: str = "light",
    size: tuple[int, int] = (1280, 800),
    profile: str | None = None,
    request: int | None = None,
    settings: Settings | None = None,
    prepare: Callable[[MainWindow], None] | None = None,
) -> None:
    """Writes a picture of the window on a session to a PNG file.

    Args:
        path: The session file.
        out: The PNG file.
        theme: `light` or `dark`.
        size: Width and height of the window in pixels.
        profile: A built-in name or a path; the session's default by default.
        request: The request to look at (1-based); the last one by default.
        settings: The user's settings; those that are stored by default. They are not changed.
        prepare: Called with the window once the run is there, to choose or edit something; the run that
            follows from it is waited for.

    Raises:
        CtxlabError: The session, the profile or the request cannot be had, or the picture cannot be written.
    """
    app = _application()
    stored = load_settings().effective if settings is None else settings
    stored = stored.model_copy(update={"theme": Theme(theme)})
    look = Look()
    preferences = Preferences(LoadedSettings(stored, stored), look, write=False)
    preferences.dress()
    window = MainWindow(look, preferences, ask_before_quit=False)
    try:
        window.resize(*size)
        window.show()
        window.open(path, profile or "", request)
        wait_for_run(window)
        if prepare is not None:
            prepare(window)
            wait_for_run(window)
        app.processEvents()
        if not window.grab().save(out, "PNG"):
            raise SaveError("the picture cannot be written", where=Where(Path(out).name))
    finally:
        window.close()
        window.deleteLater()


def wait_for_run(window: MainWindow, timeout: int = TIMEOUT_MS) -> None:
    """Lets the window work until the run of its state, on final counts, is shown.

    Raises:
        CtxlabError: What kept the file from opening or the run from being made.
    """
    problems: list[CtxlabError] = []
    loop = QEventLoop()

    def fail(error: CtxlabError) -> None:
        problems.append(error)
        loop.quit()

    def refuse(_name: str, error: CtxlabError) -> None:
        fail(error)

    def look(_run: object = None) -> None:
        document = window.workspace.active
        if document is not None and document.is_current and not window.workspace.busy:
            loop.quit()

    links = (
        (window.workspace.refused, refuse),
        (window.presenter.failed, fail),
        (window.presenter.shown, look),
    )
    for signal, slot in links:
        signal.connect(slot)
    timer = QTimer(singleShot=True, interval=timeout)
    timer.timeout.connect(lambda: fail(ScreenshotError("the run takes too long")))
    timer.start()
    document = window.workspace.active
    if document is None or not document.is_current or window.workspace.busy:
        loop.exec()
    if not problems and window.workspace.survey.busy:
        window.workspace.survey.idle.connect(loop.quit)
        loop.exec()
        window.workspace.survey.idle.disconnect(loop.quit)
    timer.stop()
    for signal, slot in links:
        signal.disconnect(slot)
    if problems:
        raise problems[0]


def _application() -> QApplication:
    """The application of this process, else one that needs no screen."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(["ctxlab"])
