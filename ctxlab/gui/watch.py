"""Watches files that are open: whatever changed them outside, at once or when the window is looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal, Slot

from ctxlab.store.file_state import FileState, file_state

#: Programs save in several steps: what changed is looked at this long (ms) after the first of them.
SETTLE_MS = 100


class Role(Enum):
    """What a file is to the window."""

    PROFILE = "profile"
    SESSION = "session"
    MARKS = "marks"


@dataclass(slots=True)
class _Watched:
    path: Path
    role: Role
    users: int = 0
    known: FileState | None = None


class Watch(QObject):
    """Tells which files hold something else than before, those that were replaced, removed or made too.

    Files are read on a thread of their own; a change of time alone is none. What the window saved itself is
    made known by `known`.
    """

    profile_changed = Signal(object)
    session_changed = Signal(object)
    marks_changed = Signal(object)
    _seen = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: dict[str, _Watched] = {}
        self._watcher = QFileSystemWatcher(self)
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False
        self._looking = False
        self._again = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.check)
        self._watcher.fileChanged.connect(self._stirred)
        self._watcher.directoryChanged.connect(self._stirred)
        self._seen.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def add(self, path: Path, role: Role) -> None:
        """Begins to watch a file, which need not exist; each call asks for one `remove`."""
        key = _key(path)
        watched = self._files.setdefault(key, _Watched(Path(key), role))
        watched.users += 1
        if watched.users == 1:
            if role is not Role.SESSION:
                watched.known = file_state(watched.path)
            self._watch(watched.path)
            # many are added in one go
            self._stirred("")

    def remove(self, path: Path) -> None:
        """Ends watching a file."""
        key = _key(path)
        watched = self._files.get(key)
        if watched is None:
            return
        watched.users -= 1
        if watched.users:
            return
        del self._files[key]
        self._watcher.removePath(key)
        folder = str(watched.path.parent)
        if all(str(one.path.parent) != folder for one in self._files.values()):
            self._watcher.removePath(folder)

    def known(self, path: Path) -> None:
        """Takes what a file holds now as known: the window wrote or read it itself."""
        watched = self._files.get(_key(path))
        if watched is not None:
            watched.known = file_state(watched.path, watched.known)
            self._watch(watched.path)

    @Slot()
    def check(self) -> None:
        """Looks at all files; what changed is told once that is done."""
        if self._closed or not self._files:
            return
        if self._looking:
            self._again = True
            return
        self._looking = True
        self._pool = self._pool or ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-watch")
        asked = {key: (one.path, one.known) for key, one in self._files.items()}
        self._pool.submit(_look, asked, self._seen.emit)

    def close(self) -> None:
        """Stops watching; nothing is told afterwards."""
        self._closed = True
        self._settle.stop()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        watching = [*self._watcher.files(), *self._watcher.directories()]
        if watching:
            self._watcher.removePaths(watching)

    def _watch(self, path: Path) -> None:
        """Watches a file and its folder: one that is replaced falls out of the watch by itself."""
        watching = {*self._watcher.files(), *self._watcher.directories()}
        for one in (path, path.parent):
            if str(one) not in watching and one.exists():
                self._watcher.addPath(str(one))

    @Slot(str)
    def _stirred(self, _path: str) -> None:
        if not self._settle.isActive():
            self._settle.start()

    @Slot(object)
    def _take(self, seen: Mapping[str, _Seen] | BaseException) -> None:
        self._looking = False
        if self._closed:
            return
        if isinstance(seen, BaseException):
            # the next look may go well
            self._again = False
            raise seen
        for key, (known, state) in seen.items():
            watched = self._files.get(key)
            # what became known meanwhile is newer than what was read
            if watched is None or watched.known is not known:
                continue
            watched.known = state
            if state.there:
                self._watch(watched.path)
            if known is not None and not known.holds_the_same(state):
                self._tell(watched)
        if self._again:
            self._again = False
            self.check()

    def _tell(self, watched: _Watched) -> None:
        match watched.role:
            case Role.PROFILE:
                self.profile_changed.emit(watched.path)
            case Role.SESSION:
                self.session_changed.emit(watched.path)
            case Role.MARKS:
                self.marks_changed.emit(watched.path)


#: What was known of a file when it was looked at, and what it held then.
_Seen = tuple[FileState | None, FileState]


def _key(path: Path) -> str:
    return os.path.abspath(path)


def _look(
    asked: Mapping[str, tuple[Path, FileState | None]],
    post: Callable[[dict[str, _Seen] | BaseException], None],
) -> None:
    """The thread: what files hold, or why that could not be seen; either is posted, always."""
    try:
        seen = {key: (known, file_state(path, known)) for key, (path, known) in asked.items()}
    except BaseException as error:  # noqa: BLE001  # raised on the thread of the window
        post(error)
        return
    post(seen)
