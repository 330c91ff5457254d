"""The one SQLite file: opened when first needed, brought up to date, and never in anybody's way."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import TypeVar

from ctxlab.paths import data_dir, locked

T = TypeVar("T")

#: One entry a version of the file: the statements that lead to it from the version before.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        "CREATE TABLE token_count ("
        " vocabulary INTEGER NOT NULL REFERENCES vocabulary (id),"
        " digest BLOB NOT NULL,"
        " tokens INTEGER NOT NULL,"
        " PRIMARY KEY (vocabulary, digest)) WITHOUT ROWID",
    ),
    (
        "CREATE TABLE kept ("
        " digest BLOB PRIMARY KEY,"
        " hidden INTEGER NOT NULL,"
        " size INTEGER NOT NULL,"
        " data BLOB NOT NULL)",
        # AUTOINCREMENT: the number of a build that was deleted is not given to another one
        "CREATE TABLE build ("
        " id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, milliseconds REAL NOT NULL,"
        " session TEXT NOT NULL, title TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL,"
        " place INTEGER NOT NULL, chain TEXT NOT NULL, request INTEGER NOT NULL, turn INTEGER NOT NULL,"
        " profile TEXT NOT NULL, profile_sha256 TEXT NOT NULL, encoding TEXT NOT NULL,"
        " exact INTEGER NOT NULL,"
        " messages INTEGER NOT NULL, sources TEXT NOT NULL, overhead INTEGER NOT NULL,"
        " gathered INTEGER NOT NULL, constructed INTEGER NOT NULL, counted INTEGER NOT NULL,"
        " token_limit INTEGER, over INTEGER, warn_at INTEGER, level INTEGER NOT NULL,"
        " truncated INTEGER NOT NULL, compressed INTEGER NOT NULL, merged INTEGER NOT NULL,"
        " dropped INTEGER NOT NULL, added INTEGER NOT NULL,"
        " must_keeps INTEGER NOT NULL, lost TEXT NOT NULL,"
        " kept_session BLOB NOT NULL, kept_profile BLOB NOT NULL, kept_marks BLOB NOT NULL)",
        "CREATE INDEX build_session ON build (session)",
        "CREATE INDEX build_kept_session ON build (kept_session)",
    ),
    (
        "CREATE TABLE summary ("
        " key TEXT PRIMARY KEY, text TEXT NOT NULL, source TEXT NOT NULL, version TEXT NOT NULL,"
        " model TEXT NOT NULL, summary_limit INTEGER NOT NULL, tokens_in INTEGER, tokens_out INTEGER)",
    ),
    ("CREATE TABLE outcome (key BLOB PRIMARY KEY, data BLOB NOT NULL)",),
)

#: What the names of a database's files end in.
_PARTS = ("", "-wal", "-shm")

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class Problem:
    """What to tell the user, once: the file, and a sentence."""

    path: Path
    message: str

    def __str__(self) -> str:
        return f"{self.path.name}: {self.message}"


def storable(text: str) -> str:
    """The text with U+FFFD for halves of characters (lone surrogates), which SQLite cannot hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _NewerError(Exception):
    pass


class Database:
    """A SQLite file that may be shared by threads and processes. Nothing that befalls it is raised.

    While another process writes, calls wait up to `patience` seconds. A file that stays locked, cannot be
    written or comes from a newer ctxlab is left alone for the rest of the session; a damaged one is put aside
    and begun anew. Either way `problem` says so, and calls give their fallback.
    """

    def __init__(self, path: Path, *, patience: float = 5.0) -> None:
        """Names the file; neither it nor its folder is made before the first call.

        Args:
            path: The file.
            patience: Seconds to wait for another process.
        """
        self._path = path
        self._patience = patience
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._out_of_use = False
        self._problem: Problem | None = None

    @classmethod
    def default(cls) -> Database:
        """The user's own store."""
        return cls(data_dir() / "ctxlab.db")

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def problem(self) -> Problem | None:
        """The first thing that went wrong, or None."""
        return self._problem

    def read(self, work: Callable[[sqlite3.Connection], T], fallback: T) -> T:
        """What `work` reads, or the fallback."""
        return self._guarded(work, fallback)

    def write(self, work: Callable[[sqlite3.Connection], T], fallback: T) -> T:
        """What `work` returns, all of its changes made in one transaction; or the fallback and no change."""

        def transaction(connection: sqlite3.Connection) -> T:
            # Immediate: a transaction that reads first cannot wait for its turn to write.
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
            except BaseException:
                connection.rollback()
                raise
            connection.commit()
            return result

        return self._guarded(transaction, fallback)

    def close(self) -> None:
        """Closes the file; a later call opens it again."""
        with self._lock:
            if self._connection is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None

    def _guarded(self, work: Callable[[sqlite3.Connection], T], fallback: T) -> T:
        with self._lock:
            for _attempt in range(2):
                if self._out_of_use:
                    break
                try:
                    return work(self._open())
                except (sqlite3.Error, OSError, _NewerError) as error:
                    self._handle(error)
            return fallback

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # a new file is its owner's alone: it may come to hold what sessions say
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            connection = sqlite3.connect(
                self._path, timeout=self._patience, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _handle(self, error: Exception) -> None:
        """Decides what becomes of the file after an error: another try, or none in this session."""
        self.close()
        if self._problem is None:
            damaged = _error_code(error) in _DAMAGED
            usable, message = self._put_aside() if damaged else (False, _diagnose(error))
            self._problem = Problem(self._path, f"{message} ({error})" if str(error) else message)
            if usable:
                return
        self._out_of_use = True

    def _put_aside(self) -> tuple[bool, str]:
        """Renames the damaged file with what belongs to it; whether that was possible, and what to say."""
        with locked(self._path.parent):
            if _is_sound(self._path):
                return True, "the store was damaged; another ctxlab put it aside and began it anew"
            aside = _free_name(self._path)
            try:
                for suffix in _PARTS:
                    part = Path(f"{self._path}{suffix}")
                    if part.exists():
                        part.rename(f"{aside}{suffix}")
            except OSError:
                return False, "the store was damaged and cannot be put aside; nothing is kept this time"
        return True, f"the store was damaged; it was put aside as {aside.name} and begun anew"


def _prepare(connection: sqlite3.Connection) -> None:
    """Sets the connection up and brings the file to the latest version."""
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise _NewerError
    # Several processes may switch a new file at once: some are refused, and find it switched all the same.
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)  # another process may have done it meanwhile
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _free_name(path: Path) -> Path:
    """`NAME.damaged`, or `NAME.damaged-2` and so on: nothing has that name, nor that of a part of it."""
    number = 1
    aside = path.with_name(f"{path.name}.damaged")
    while any(os.path.lexists(f"{aside}{suffix}") for suffix in _PARTS):
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{number}")
    return aside


def _is_sound(path: Path) -> bool:
    try:
        connection = sqlite3.connect(path)
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        finally:
            connection.close()
    except sqlite3.Error:
        return False


def _error_code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _diagnose(error: Exception) -> str:
    if isinstance(error, _NewerError):
        return "the store was made by a newer ctxlab and is left alone; nothing is kept this time"
    if _error_code(error) in _LOCKED:
        return "the store is locked by another program; nothing is kept this time"
    return "the store cannot be used; nothing is kept this time"
