"""Pictures of the real window, taken when the run on final counts is painted."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from ctxlab.errors import CtxlabError, RequestError, SaveError, Where
from ctxlab.gui.i18n import install, language_of
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.qt_messages import without_idle_messages
from ctxlab.gui.theme.style import Look
from ctxlab.model.profile import Profile
from ctxlab.settings import LoadedSettings, Settings, Theme, UiLanguage, load_settings

#: A run that has not come by then (ms) does not come.
TIMEOUT_MS = 300_000


@dataclass(frozen=True, slots=True)
class View:
    """What of a file is looked at: a turn's last request, a side chain, the 1-based session, the format."""

    turn: int | None = None
    chain: str = ""
    session: int = 1
    format: str | None = None


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
    view: View | None = None,
    edit: Callable[[Profile], Profile] | None = None,
    language: str | None = None,
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
        view: What else is chosen of the file.
        edit: Makes the profile that the window shows as edited.
        language: The window's language, `en` or `zh`; by default as the settings say.
        settings: The user's settings; those that are stored by default. They are not changed.
        prepare: Called with the window once the run is there, to choose or edit something; the run that
            follows from it is waited for.

    Raises:
        CtxlabError: The session, the profile or the request cannot be had, or the picture cannot be written.
    """
    stored = load_settings().effective if settings is None else settings
    stored = stored.model_copy(update={"theme": Theme(theme)})
    if language is not None:
        stored = stored.model_copy(update={"language": UiLanguage(language)})
    view = view or View()
    with without_idle_messages(), _window(stored, size) as window:
        first = view.session == 1 and not view.chain and view.turn is None
        window.workspace.open(path, profile or "", request if first else None, view.format)
        wait_for_run(window)
        if not first or edit is not None:
            _turn_to(window, request, view, edit)
            wait_for_run(window)
        if prepare is not None:
            prepare(window)
            wait_for_run(window)
        QApplication.processEvents()
        if not window.grab().save(out, "PNG"):
            raise SaveError("the picture cannot be written", where=Where(Path(out).name))


@contextmanager
def _window(stored: Settings, size: tuple[int, int]) -> Generator[MainWindow]:
    """A window in these settings, closed in the end."""
    app = _application()
    install(app, language_of(stored.language, os.environ))
    look = Look()
    preferences = Preferences(LoadedSettings(stored, stored), look, write=False)
    preferences.dress()
    window = MainWindow(look, preferences, ask_before_quit=False, protect=False)
    try:
        window.resize(*size)
        window.show()
        yield window
    finally:
        window.close()
        window.deleteLater()


def _turn_to(
    window: MainWindow, request: int | None, view: View, edit: Callable[[Profile], Profile] | None
) -> None:
    """Chooses what the view names, and edits the profile there."""
    documents = window.workspace.documents
    if view.session > len(documents):
        raise RequestError(f"there is no session {view.session}", hint=f"the file has {len(documents)}")
    document = documents[view.session - 1]
    window.workspace.activate(document)
    if request is not None or view != View():
        document.look_at(request, turn=view.turn, chain=view.chain)
    if edit is not None:
        document.change(edit(document.profile), document.marks, "")


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
