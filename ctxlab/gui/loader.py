"""Opens files on a thread of its own, so that a large one never stops the window."""

from __future__ import annotations

import gc
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ctxlab.errors import CtxlabError
from ctxlab.lab import Counters, Lab
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin_names


@dataclass(frozen=True, slots=True)
class Wish:
    """A session file to open, and the profile to open it under: a built-in name, a path, or empty.

    Without a profile each session has its default one. `request` is 1-based, None for the last. `format`
    names a reader instead of finding one.
    """

    file: Path
    profile: str = ""
    request: int | None = None
    format: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A session of a file with the profile to show it under; `profile_file` is None for a built-in one.

    `place` is the session's 0-based place in its file, of `count` sessions.
    """

    wish: Wish
    session: Session
    place: int
    count: int
    profile: Profile
    profile_file: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """A file that could not be opened, and why."""

    wish: Wish
    error: CtxlabError


class Loader(QObject):
    """Opens one file after the other. `opened` brings all sessions of a file as a list of `Opened`."""

    opened = Signal(object)
    refused = Signal(object)
    busy_changed = Signal(str)
    _done = Signal(object, object)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = Lab(counters=counters)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-load")
        self._waiting: list[Wish] = []
        self._closed = False
        # queued: a job that ends at once would else be delivered inside the call that asked for it
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a file is being opened."""
        return bool(self._waiting)

    def load(self, wish: Wish) -> None:
        """Opens a file; `opened` or `refused` tells the outcome."""
        if self._closed:
            return
        self._waiting.append(wish)
        future = self._pool.submit(self._open, wish)
        future.add_done_callback(partial(self._post, wish))
        self.busy_changed.emit(self._waiting[0].file.name)

    def close(self) -> None:
        """Waits for the file that is being read; nothing is delivered afterwards."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _open(self, wish: Wish) -> list[Opened]:
        with _without_collecting():
            sessions = self._lab.open_all(wish.file, format=wish.format)
        stated = self._lab.profile(wish.profile) if wish.profile else None
        return [
            Opened(
                wish,
                session,
                place,
                len(sessions),
                stated or self._lab.default_profile(session),
                file_of(wish.profile),
            )
            for place, session in enumerate(sessions)
        ]

    def _post(self, wish: Wish, done: Future[list[Opened]]) -> None:
        if not self._closed and not done.cancelled():
            self._done.emit(wish, done)

    @Slot(object, object)
    def _take(self, wish: Wish, done: Future[list[Opened]]) -> None:
        if self._closed:
            return
        self._waiting.remove(wish)
        self.busy_changed.emit(self._waiting[0].file.name if self._waiting else "")
        error: Any = done.exception()
        if error is None:
            self.opened.emit(done.result())
        elif isinstance(error, CtxlabError):
            self.refused.emit(Refused(wish, error))
        else:
            raise error


@contextmanager
def _without_collecting() -> Generator[None, None, None]:
    """No search for garbage meanwhile: it stops all threads, and would walk all that was read many times."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def file_of(profile: str) -> Path | None:
    """The file that a profile's name or path means; None for none and for a built-in one."""
    return None if not profile or profile in builtin_names() else Path(profile)
