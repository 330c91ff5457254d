"""Opens files on a thread of its own, so that neither a large one nor many of them stop the window."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Event
from time import monotonic

from PySide6.QtCore import QObject, Qt, Signal, Slot

from ctxlab.errors import CtxlabError, FormatError
from ctxlab.formats.folders import session_files_in
from ctxlab.lab import Counters, Lab
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin_names

#: Of many files, sessions are handed over together that were read within so long (seconds) ...
_BATCH_S = 0.1
#: ... but no more than this at a time, so that the window takes them over without stopping.
_BATCH_SESSIONS = 20


@dataclass(frozen=True, slots=True)
class Wish:
    """A session file to open, and the profile to open it under: a built-in name, a path, or empty.

    Without a profile each session has its default one. `request` is 1-based, None for the last. `format`
    names a reader instead of finding one. `place` is the 0-based place of the one session that is wanted;
    None for all of the file. `folder` is the folder that the file was found in, where one was opened.
    `many` says that it is one of many files, which are not looked at as they come; `show` that it is to be.
    """

    file: Path
    profile: str = ""
    request: int | None = None
    format: str | None = None
    place: int | None = None
    folder: Path | None = None
    many: bool = False
    show: bool = True


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


@dataclass(frozen=True, slots=True, eq=False)
class Haul:
    """What became of many files that were opened in one go.

    `paths` are what was asked for; `files` were read, `sessions` found in them, `empty` of which have nothing
    to show. `skipped` could not be opened; `passed_over` names files of folders that are no sessions by the
    ends of their names; `left_out` files were beyond the bounds of a folder.
    """

    paths: tuple[Path, ...]
    files: int = 0
    sessions: int = 0
    empty: int = 0
    skipped: tuple[Refused, ...] = ()
    left_out: int = 0
    passed_over: tuple[str, ...] = ()


#: What a job tells while it runs and at its end.
News = Sequence[Opened] | Refused | Haul | BaseException


@dataclass(eq=False)
class _Job:
    name: str
    work: Callable[[Event], Iterator[News]]
    single: bool
    cancel: Event


class Loader(QObject):
    """Opens one file after the other.

    `opened` brings sessions as a list of `Opened`: all of one file, or some of many. `hauled` ends the
    opening of many; `progressed` says how many of them were tried, of how many. `idle` says that all that was
    asked for was told or given up.
    """

    opened = Signal(object)
    refused = Signal(object)
    hauled = Signal(object)
    progressed = Signal(int, int)
    busy_changed = Signal(str)
    idle = Signal()
    _told = Signal(object, object, bool)
    _tried = Signal(int, int)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-load")
        self._waiting: list[_Job] = []
        self._closed = False
        # queued: a job that ends at once would else be delivered inside the call that asked for it
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._tried.connect(self._on_tried, Qt.ConnectionType.QueuedConnection)

    @cached_property
    def _lab(self) -> Lab:
        """The Lab of the thread, made there when the first file is opened."""
        return Lab(counters=self._counters)

    @property
    def busy(self) -> bool:
        """Whether a file is being opened."""
        return bool(self._waiting)

    def load(self, wish: Wish) -> None:
        """Opens a file; `opened` or `refused` tells the outcome."""
        self._start(wish.file.name, lambda _cancel: iter([self._open_or_refuse(wish)]), single=True)

    def load_made(self, name: str, make: Callable[[], Path], profile: str = "") -> None:
        """Opens a file that is made first, on the thread of this object; `name` is what it goes by."""
        wish = Wish(Path(name), profile)
        self._start(name, lambda _cancel: iter([self._make_and_open(wish, make)]), single=True)

    def load_many(self, paths: Sequence[Path], profile: str = "") -> None:
        """Opens files, and what is found in folders; `hauled` tells at the end what could not be opened."""
        name = paths[0].name if len(paths) == 1 else str(len(paths))
        self._start(name, lambda cancel: self._open_many(tuple(paths), profile, cancel), single=False)

    def stop(self) -> None:
        """Gives up what waits, and of many files those that were not read yet."""
        for job in self._waiting:
            job.cancel.set()

    def close(self) -> None:
        """Waits for the file that is being read, for no other; nothing is delivered afterwards."""
        self._closed = True
        self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _start(self, name: str, work: Callable[[Event], Iterator[News]], *, single: bool) -> None:
        if self._closed:
            return
        job = _Job(name, work, single, Event())
        self._waiting.append(job)
        self._pool.submit(self._run, job)
        self.busy_changed.emit(self._waiting[0].name)

    def _run(self, job: _Job) -> None:
        """The thread: what a job tells. Its last news also say that it has ended."""
        if job.cancel.is_set():
            self._tell(job, (), last=True)
            return
        try:
            for news in job.work(job.cancel):
                self._tell(job, news, last=job.single or not isinstance(news, list))
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self._tell(job, error, last=True)

    def _tell(self, job: _Job, news: News, *, last: bool) -> None:
        if not self._closed:
            self._told.emit(job, news, last)

    def _open_or_refuse(self, wish: Wish) -> list[Opened] | Refused:
        try:
            return self._open(wish)
        except CtxlabError as error:
            return Refused(wish, error.with_traceback(None))

    def _make_and_open(self, wish: Wish, make: Callable[[], Path]) -> list[Opened] | Refused:
        try:
            return self._open(replace(wish, file=make()))
        except CtxlabError as error:
            return Refused(wish, error.with_traceback(None))

    def _open_of_many(self, wish: Wish) -> list[Opened] | Refused:
        """A mistake in a reader takes away its own file, none of the others."""
        try:
            return self._open_or_refuse(wish)
        except Exception as error:  # noqa: BLE001  # any mistake, and it is told
            told = f"ctxlab itself made a mistake: {type(error).__name__}: {error}"
            return Refused(wish, FormatError(told))

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
            if wish.place in (None, place)
        ]

    def _open_many(self, paths: tuple[Path, ...], profile: str, cancel: Event) -> Iterator[News]:
        """Sessions in batches, those of the first file by themselves to be there at once; then the haul."""
        if profile:
            try:
                stated: Profile | None = self._lab.profile(profile)
            except CtxlabError as error:
                yield Refused(Wish(Path(profile)), error.with_traceback(None))
                return
        else:
            stated = None
        wishes, haul = _wishes(paths, profile)
        batch: list[Opened] = []
        began = monotonic()
        for at, wish in enumerate(wishes):
            if cancel.is_set():
                break
            self._tried.emit(at, len(wishes))
            found = self._open_of_many(replace(wish, profile="") if stated else wish)
            if isinstance(found, Refused):
                haul = replace(haul, skipped=(*haul.skipped, found))
                continue
            if stated is not None:
                found = [replace(one, profile=stated, profile_file=file_of(profile)) for one in found]
            shown = [one for one in found if one.session.chain()]
            first = bool(shown) and haul.sessions == haul.empty
            haul = replace(
                haul,
                files=haul.files + 1,
                sessions=haul.sessions + len(found),
                empty=haul.empty + len(found) - len(shown),
            )
            batch += [replace(one, wish=replace(wish, show=first)) for one in found]
            while batch and (first or len(batch) >= _BATCH_SESSIONS or monotonic() - began > _BATCH_S):
                yield batch[:_BATCH_SESSIONS]
                batch, began, first = batch[_BATCH_SESSIONS:], monotonic(), False
        while batch:
            yield batch[:_BATCH_SESSIONS]
            batch = batch[_BATCH_SESSIONS:]
        yield haul

    @Slot(object, object, bool)
    def _take(self, job: _Job, news: News, last: bool) -> None:
        if self._closed:
            return
        if last:
            self._waiting.remove(job)
            self.busy_changed.emit(self._waiting[0].name if self._waiting else "")
        try:
            self._deliver(news)
        finally:
            if not self._waiting:
                self.idle.emit()

    def _deliver(self, news: News) -> None:
        if isinstance(news, BaseException):
            raise news
        if isinstance(news, Refused):
            self.refused.emit(news)
        elif isinstance(news, Haul):
            self.hauled.emit(news)
        elif news:
            self.opened.emit(news)

    @Slot(int, int)
    def _on_tried(self, done: int, total: int) -> None:
        if not self._closed:
            self.progressed.emit(done, total)


def _wishes(paths: tuple[Path, ...], profile: str) -> tuple[list[Wish], Haul]:
    """A wish for each file that is named or found in a folder that is, and what was not taken of folders."""
    wishes: list[Wish] = []
    passed_over: list[str] = []
    left_out = 0
    for path in paths:
        if path.is_dir():
            found = session_files_in(path)
            left_out += found.left_out
            passed_over += [file.name for file in found.passed_over]
            wishes += [Wish(file, profile, folder=path, many=True, show=False) for file in found.files]
        else:
            wishes.append(Wish(path, profile, many=True, show=False))
    return wishes, Haul(paths, left_out=left_out, passed_over=tuple(passed_over))


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
