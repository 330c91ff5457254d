"""Pictures of the real window, taken when the run and all that is worked out beside it are painted."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication

from ctxlab.errors import CtxlabError, RequestError, SaveError, Where
from ctxlab.gui.error_dialog import ErrorCatcher
from ctxlab.gui.i18n import install, language_of
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.pose import choose_before, strike
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.qt_messages import without_idle_messages
from ctxlab.gui.theme.style import Look
from ctxlab.model.pose import Pose
from ctxlab.model.profile import Profile
from ctxlab.settings import LoadedSettings, Settings, Theme, UiLanguage, load_settings

#: A run that has not come by then (ms) does not come.
TIMEOUT_MS = 300_000

#: How often (ms) it is looked whether the window has come to rest.
_LOOK_MS = 10

#: Rounds of events in which layouts that ask for another layout come to rest.
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class View:
    """What of a file is looked at: a turn's last request, a chain, 1-based session and branch, the format."""

    turn: int | None = None
    chain: str = ""
    session: int = 1
    format: str | None = None
    branch: int | None = None


class ScreenshotError(CtxlabError):
    """The window could not be brought to show what was asked for."""

    code = "screenshot"


def shoot(
    path: str | Sequence[str],
    out: str,
    *,
    theme: str = "light",
    size: tuple[int, int] = (1280, 800),
    scale: int = 1,
    profile: str | None = None,
    request: int | None = None,
    view: View | None = None,
    edit: Callable[[Profile], Profile] | None = None,
    language: str | None = None,
    settings: Settings | None = None,
    pose: Pose | None = None,
    prepare: Callable[[MainWindow], None] | None = None,
) -> None:
    """Writes a picture of the window on sessions to a PNG file.

    Args:
        path: The session file; of several files and folders the first is looked at, without any none.
        out: The PNG file.
        theme: `light` or `dark`.
        size: Width and height of the window in pixels.
        scale: Pixels of the picture for each of the window's, along each side.
        profile: A built-in name or a path; the session's default by default.
        request: The request to look at (1-based); the last one by default.
        view: What else is chosen of the file.
        edit: Makes the profile that the window shows as edited.
        language: The window's language, `en` or `zh`; by default as the settings say.
        settings: The user's settings; those that are stored by default. They are not changed.
        pose: How the window stands.
        prepare: Called with the window in the end, to choose or edit something; what follows from it is
            waited for.

    Raises:
        CtxlabError: The session, the profile, the request or anything of the pose cannot be had, or the
            picture cannot be written.
    """
    stored = load_settings().effective if settings is None else settings
    stored = stored.model_copy(update={"theme": Theme(theme)})
    if language is not None:
        stored = stored.model_copy(update={"language": UiLanguage(language)})
    files = [path] if isinstance(path, str) else list(path)
    with without_idle_messages(), _window(stored, size, scale) as window:
        if files:
            _open(window, files, profile, request, view or View(), edit)
            _compare(window, pose)
        if pose is not None:
            strike(window, pose)
        if prepare is not None:
            prepare(window)
        if files:
            wait_for_run(window)
        _paint()
        if not window.grab().save(out, "PNG"):
            raise SaveError("the picture cannot be written", where=Where(Path(out).name))


def _open(
    window: MainWindow,
    files: Sequence[str],
    profile: str | None,
    request: int | None,
    view: View,
    edit: Callable[[Profile], Profile] | None,
) -> None:
    """Opens files, the first to be looked at, and turns to what is chosen of it."""
    first = view == View(format=view.format) and not Path(files[0]).is_dir()
    window.workspace.open(files[0], profile or "", request if first else None, view.format)
    wait_for_run(window)
    if len(files) > 1:
        window.workspace.open_many([Path(file) for file in files[1:]], profile or "")
        wait_for_run(window)
        window.workspace.activate(window.workspace.documents[0])
        wait_for_run(window)
    if not first or edit is not None:
        _turn_to(window, request, view, edit)
        wait_for_run(window)


def _compare(window: MainWindow, pose: Pose | None) -> None:
    document = window.workspace.active
    if pose is not None and pose.before and document is not None:
        choose_before(pose, document)
        wait_for_run(window)


def _paint() -> None:
    """Lets the layouts settle: what they ask for anew while they are painted comes with the next round."""
    for _round in range(_ROUNDS):
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        # pictures of images are asked for by what is painted, and come with the next round
        QThreadPool.globalInstance().waitForDone()


@contextmanager
def _window(stored: Settings, size: tuple[int, int], scale: int) -> Generator[MainWindow]:
    """A window in these settings, closed in the end."""
    app = _application(scale)
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
    if view.branch is not None:
        if view.branch > len(document.branches):
            hint = f"the session has {len(document.branches)}"
            raise RequestError(f"there is no branch {view.branch}", hint=hint)
        document.look_at_branch(view.branch - 1)
    if request is not None or view.turn is not None or view.chain:
        document.look_at(request, turn=view.turn, chain=view.chain)
    if edit is not None:
        document.change(edit(document.profile), document.marks, "")


def wait_for_run(window: MainWindow, timeout: int = TIMEOUT_MS) -> None:
    """Lets the window work until the run of its state, on final counts, is shown with all that follows it.

    What follows are ticks, curves, remedies, verdicts on other sessions and the requests that lose something.

    Raises:
        CtxlabError: What kept the file from opening or the run from being made; a mistake of ctxlab's own,
            which no slot of Qt's can raise, is a `ScreenshotError`.
    """
    problems: list[CtxlabError] = []
    loop = QEventLoop()

    def fail(error: CtxlabError) -> None:
        problems.append(error)
        loop.quit()

    def refuse(_name: str, error: CtxlabError) -> None:
        fail(error)

    def tell(details: str) -> None:
        fail(ScreenshotError(f"ctxlab itself made a mistake: {details}"))

    def look() -> None:
        if _settled(window):
            loop.quit()

    catcher = ErrorCatcher()
    catcher.caught.connect(tell)
    catcher.install()
    window.workspace.refused.connect(refuse)
    window.presenter.failed.connect(fail)
    # not every end of work is told: some of it turns out not to be needed
    often, late = QTimer(interval=_LOOK_MS), QTimer(singleShot=True, interval=timeout)
    often.timeout.connect(look)
    late.timeout.connect(lambda: fail(ScreenshotError("the run takes too long")))
    often.start()
    late.start()
    try:
        if not _settled(window):
            loop.exec()
    finally:
        catcher.remove()
    often.stop()
    late.stop()
    window.workspace.refused.disconnect(refuse)
    window.presenter.failed.disconnect(fail)
    if problems:
        raise problems[0]


def _settled(window: MainWindow) -> bool:
    """Whether nothing more is to come."""
    work = window.workspace
    document = work.active
    shown = document is not None and document.is_current and not work.busy
    waiting = (work.survey, work.background, window.verdicts, window.casework, window.lint)
    return shown and not any(one.busy for one in waiting)


def _application(scale: int) -> QApplication:
    """The application of this process, else one that needs no screen.

    Raises:
        ScreenshotError: There is one that paints at another scale.
    """
    found = QApplication.instance()
    if isinstance(found, QApplication):
        if scale != 1 and found.devicePixelRatio() != scale:
            raise ScreenshotError("the scale cannot change while a window is open")
        return found
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    return QApplication(["ctxlab"])
