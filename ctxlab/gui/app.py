"""Starts the window: the application, its look and language, the first files, and the last net for errors."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from ctxlab.gui.error_dialog import ErrorCatcher
from ctxlab.gui.i18n import install, language_of
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.qt_messages import without_idle_messages
from ctxlab.gui.start_desk import open_sample
from ctxlab.gui.starting import Starting
from ctxlab.gui.theme.style import Look, has_chinese_font
from ctxlab.gui.ui_state import UiState
from ctxlab.gui.views.banner import Kind
from ctxlab.settings import UiLanguage, load_settings

#: A smoke test that has not painted by then (ms) has failed.
SMOKE_MS = 60_000

#: How long a busy thread may keep the others waiting (s).
SWITCH_S = 0.001

#: Allocations until the search for garbage begins: an edit makes ten thousand small values, none in cycles.
COLLECT = (50_000, 20, 50)

OK = 0
FAILED = 1


def main(
    files: Sequence[str],
    *,
    smoke: bool = False,
    profile: str | None = None,
    request: int | None = None,
    language: str | None = None,
) -> int:
    """Opens the window on session files and returns the exit code when it is closed.

    Args:
        files: Session files; without any, a sample is opened.
        smoke: Close after the first run was painted: 0 when all went well, else 1. Nothing is remembered.
        profile: The profile to look under: a built-in name or a path.
        request: The request of the first file to look at (1-based); the last one by default.
        language: The window's language for this time, `en` or `zh`; by default as the user has set.
    """
    with without_idle_messages():
        return _run(files, smoke=smoke, profile=profile, request=request, language=language)


def _run(
    files: Sequence[str], *, smoke: bool, profile: str | None, request: int | None, language: str | None
) -> int:
    app = application()
    catcher = ErrorCatcher()
    catcher.install()
    turns, collect = sys.getswitchinterval(), gc.get_threshold()
    try:
        window = make_window(app, remember=not smoke, language=language)
        if not smoke:
            catcher.caught.connect(partial(catcher.show, parent=window))
        stay_responsive(window)
        window.show()
        open_first(window, files, profile, request)
        if not smoke:
            window.protection.offer()
            return app.exec()
        return smoke_test(app, window, catcher)
    finally:
        catcher.remove()
        sys.setswitchinterval(turns)
        gc.set_threshold(*collect)
        gc.enable()
        gc.unfreeze()


def application() -> QApplication:
    """The application of this process, made when there is none."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("ctxlab")
    app.setApplicationDisplayName("ctxlab")
    app.setDesktopFileName("ctxlab")
    return app


def make_window(app: QApplication, *, remember: bool = True, language: str | None = None) -> MainWindow:
    """The main window in the user's settings; `remember` False keeps nothing for the next start.

    `language` holds instead of the one that is set, for this time.
    """
    loaded = load_settings()
    if language is not None:
        now = loaded.effective.model_copy(update={"language": UiLanguage(language)})
        loaded = replace(loaded, effective=now)
    install(app, language_of(loaded.effective.language, os.environ))
    look = Look(parent=app)
    preferences = Preferences(loaded, look, write=remember, parent=app)
    preferences.dress_plainly()
    state = UiState() if remember else None
    window = MainWindow(look, preferences, ui_state=state, ask_before_quit=remember, protect=remember)
    # a style sheet that is there while the window is put together costs twice as much as all the rest of it
    preferences.put_on_sheet()
    return window


def stay_responsive(window: MainWindow) -> None:
    """Keeps this process from standing still while a person works.

    The vocabulary is loaded on the counting thread, once the first run was painted. What was read is taken
    out of the search for garbage, which stops all threads: frozen data hold no cycles. Threads take turns
    more often than usual.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*COLLECT)
    Starting(window)
    window.workspace.listed.connect(gc.freeze)


def open_first(window: MainWindow, files: Sequence[str], profile: str | None, request: int | None) -> None:
    """Opens the files that were named, or the sample; says where Chinese text could not be shown."""
    if not has_chinese_font():
        told = QCoreApplication.translate(
            "App", "No installed font has Chinese characters. Install one, for example Noto Sans CJK SC."
        )
        window.views.messages.tell(told, "fonts", Kind.NOTE)
    if len(files) > 1:
        window.workspace.open_many([Path(file) for file in files], profile or "")
    elif files:
        window.open(files[0], profile or "", request)
    else:
        window.views.hint.setVisible(window.preferences.settings.first_start)
        open_sample(window.workspace, profile or "", request)


def smoke_test(app: QApplication, window: MainWindow, catcher: ErrorCatcher) -> int:
    """Runs the window until its first run on final counts was painted; 0 when all went well."""
    problems: list[str] = []

    def fail(*told: object) -> None:
        problems.append(" ".join(str(one) for one in told))
        app.exit(FAILED)

    # both are stopped in the end: an application that is told to quit later starts no loop of events any more
    late = QTimer(singleShot=True, interval=SMOKE_MS)
    late.timeout.connect(lambda: fail("not painted in time"))
    done = QTimer(singleShot=True, interval=0)
    done.timeout.connect(app.quit)

    def look(_run: object) -> None:
        document = window.workspace.active
        if document is not None and document.is_current:
            window.after_paint(done.start)

    window.workspace.refused.connect(fail)
    window.presenter.failed.connect(fail)
    window.presenter.shown.connect(look)
    catcher.caught.connect(fail)
    late.start()
    code = app.exec()
    window.presenter.shown.disconnect(look)
    window.close()
    late.stop()
    done.stop()
    errors = [*problems, *catcher.errors]
    if errors:
        sys.stderr.write("ctxlab: the window does not work: " + "; ".join(dict.fromkeys(errors)) + "\n")
    return FAILED if errors or code else OK
