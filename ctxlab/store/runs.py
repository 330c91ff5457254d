"""Recorded builds in SQLite: their figures, and what they were built from."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.model.recorded import BuildOrigin, Figures, RecordedBuild
from ctxlab.settings import KEEP_BUILDS
from ctxlab.store import kept
from ctxlab.store.database import Database, Problem, storable
from ctxlab.store.kept import KeptText
from ctxlab.store.run_rows import COLUMNS, SELECT, build_of, values_of

#: Ids in one statement; some builds of SQLite take no more than 999 parameters.
_CHUNK = 450

#: The largest number that SQLite has.
_LARGEST = 2**63 - 1

_KEPT = ("kept_session", "kept_profile", "kept_marks")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which builds: empty and None are all.

    `session` is a part of the session's id, title or file, `profile` a profile's name, `since` in seconds
    since 1970, `limit` how many of the newest.
    """

    session: str = ""
    profile: str = ""
    since: float = 0.0
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class KeptState:
    """What a build was made from, as texts: session (native, without marks), profile (TOML), marks (JSON).

    `digest` is that of the session's text before anything was hidden in it.
    """

    session: str
    profile: str
    marks: str
    digest: bytes = b""


class RunStore:
    """The recorded builds of a database. Never raises: what goes wrong is the database's `problem`.

    At most `keep` builds stay, and their texts within `most` bytes; `kept.prune` says what goes first.
    """

    def __init__(
        self, database: Database | None = None, *, keep: int = KEEP_BUILDS, most: int = kept.MOST_ALL
    ) -> None:
        self._database = database or Database.default()
        self._keep = max(1, keep)
        self._most = most

    @property
    def problem(self) -> Problem | None:
        """What is wrong with the database, or None."""
        return self._database.problem

    def hidden(self, digest: bytes) -> int | None:
        """How many secrets are hidden in the kept text of a digest; None where none is kept."""
        return self._database.read(lambda connection: kept.hidden_in(connection, digest), None)

    def add(
        self,
        figures: Figures,
        origin: BuildOrigin,
        texts: tuple[KeptText, KeptText, KeptText],
        *,
        at: float,
        milliseconds: float,
        repeats: bool = True,
    ) -> int | None:
        """Records a build and gives its number; None where it cannot be kept.

        Args:
            figures: The build's figures.
            origin: Where its session came from.
            texts: What it was made from: session, profile, marks.
            at: When, in seconds since 1970.
            milliseconds: How long it took.
            repeats: False gives the number of the session's last build where that was made from the same.
        """
        values = values_of(at, milliseconds, origin, figures)
        digests = tuple(one.digest for one in texts)

        def work(connection: sqlite3.Connection) -> int | None:
            if not repeats and (known := _same(connection, figures, origin, digests)) is not None:
                return known
            for one in texts:
                kept.keep(connection, one)
            names = (*COLUMNS, *_KEPT)
            marks = ", ".join("?" * len(names))
            made = connection.execute(
                f"INSERT INTO build ({', '.join(names)}) VALUES ({marks})", (*values, *digests)
            )
            kept.prune(connection, self._keep, self._most)
            return made.lastrowid

        return self._database.write(work, None)

    def builds(self, chosen: Filter | None = None) -> tuple[RecordedBuild, ...]:
        """The builds of a filter, the newest first."""
        where, values = _where(chosen or Filter())
        nothing: tuple[RecordedBuild, ...] = ()
        return self._database.read(
            lambda connection: tuple(map(build_of, connection.execute(f"{SELECT}{where}", values))), nothing
        )

    def build(self, number: int) -> RecordedBuild | None:
        """The build of that number, or None."""

        def work(connection: sqlite3.Connection) -> RecordedBuild | None:
            row = connection.execute(f"{SELECT} WHERE build.id = ?", (_bounded(number),)).fetchone()
            return None if row is None else build_of(row)

        return self._database.read(work, None)

    def state(self, number: int) -> KeptState | None:
        """What a build was made from; None where there is no such build, or not all of it is kept."""

        def work(connection: sqlite3.Connection) -> KeptState | None:
            row = connection.execute(
                f"SELECT {', '.join(_KEPT)} FROM build WHERE id = ?", (_bounded(number),)
            ).fetchone()
            session, profile, marks = (kept.text_of(connection, one) for one in row or (b"", b"", b""))
            if session is None or profile is None or marks is None:
                return None
            return KeptState(session, profile, marks, row[0])

        return self._database.read(work, None)

    def delete(self, numbers: Sequence[int]) -> int:
        """Deletes builds, what only they kept with them; how many there were."""

        def work(connection: sqlite3.Connection) -> int:
            gone = 0
            for start in range(0, len(numbers), _CHUNK):
                chunk = tuple(map(_bounded, numbers[start : start + _CHUNK]))
                marks = ",".join("?" * len(chunk))
                gone += connection.execute(f"DELETE FROM build WHERE id IN ({marks})", chunk).rowcount
            kept.drop_unnamed(connection)
            return gone

        return self._database.write(_thoroughly(work), 0)

    def clear(self) -> int:
        """Deletes all builds and what is kept of them, and makes the file small; how many there were."""

        def work(connection: sqlite3.Connection) -> int:
            gone = connection.execute("DELETE FROM build").rowcount
            connection.execute("DELETE FROM kept")
            return gone

        gone = self._database.write(_thoroughly(work), 0)
        self._database.read(_shrink, None)
        return gone

    def close(self) -> None:
        """Closes the database."""
        self._database.close()


def _where(chosen: Filter) -> tuple[str, tuple[object, ...]]:
    """The end of a statement that reads the builds of a filter, and its values."""
    conditions: list[str] = []
    values: list[object] = []
    if chosen.session:
        conditions.append("(instr(session, ?) OR instr(title, ?) OR instr(file, ?))")
        values += [storable(chosen.session)] * 3
    if chosen.profile:
        conditions.append("profile = ?")
        values.append(storable(chosen.profile))
    if chosen.since:
        conditions.append("at >= ?")
        values.append(chosen.since)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    limit = "" if chosen.limit is None else " LIMIT ?"
    values += [] if chosen.limit is None else [max(0, _bounded(chosen.limit))]
    return f"{where} ORDER BY build.id DESC{limit}", tuple(values)


def _same(
    connection: sqlite3.Connection, figures: Figures, origin: BuildOrigin, digests: tuple[bytes, ...]
) -> int | None:
    """The session's last build where it was of the same request and made from the same; else None."""
    row = connection.execute(
        f"SELECT id, request, chain, {', '.join(_KEPT)} FROM build"
        " WHERE session = ? ORDER BY id DESC LIMIT 1",
        (storable(figures.session),),
    ).fetchone()
    if row is None or tuple(row[1:]) != (figures.request, storable(origin.chain), *digests):
        return None
    return int(row[0])


def _bounded(number: int) -> int:
    """The number, or one that no build has where SQLite has none so large."""
    return min(number, _LARGEST)


def _thoroughly(work: Callable[[sqlite3.Connection], int]) -> Callable[[sqlite3.Connection], int]:
    """The same work, with what it deletes overwritten in the file and not only let go of."""

    def overwriting(connection: sqlite3.Connection) -> int:
        connection.execute("PRAGMA secure_delete = ON")
        return work(connection)

    return overwriting


def _shrink(connection: sqlite3.Connection) -> None:
    # another process may hold the file: then its free pages are used again, and that is enough
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
