"""Outcomes of sweeps between runs, so that one that was broken off goes on where it stood."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from ctxlab.model.sweep import Outcome
from ctxlab.store.database import Database, Problem

#: So many are kept at most, of no more bytes than these together.
MOST = 500_000
MOST_BYTES = 128_000_000

#: Keys in one query; some builds of SQLite take no more than 999 parameters.
_CHUNK = 450


#: The fields of an outcome that hold names.
_NAMES = ("judged", "lost", "unknown", "estimated")


class OutcomeStore:
    """Keeps outcomes by a digest of all that they depend on; of too many the oldest go.

    Never raises: what goes wrong is the database's `problem`.
    """

    def __init__(
        self, database: Database | None = None, *, most: int = MOST, most_bytes: int = MOST_BYTES
    ) -> None:
        self._database = database or Database.default()
        self._most, self._most_bytes = most, most_bytes

    @property
    def problem(self) -> Problem | None:
        """What is wrong with the database, or None."""
        return self._database.problem

    def load(self, keys: Sequence[bytes]) -> Mapping[bytes, Outcome]:
        """Those that are kept among the keys asked for."""
        nothing: dict[bytes, Outcome] = {}
        return self._database.read(lambda connection: _load(connection, keys), nothing)

    def save(self, outcomes: Iterable[tuple[bytes, Outcome]]) -> bool:
        """Keeps outcomes, all or none; one under a key that is there takes its place.

        Returns:
            Whether they are kept.
        """
        rows = [(key, _packed(one)) for key, one in outcomes]

        def work(connection: sqlite3.Connection) -> bool:
            connection.executemany("INSERT OR REPLACE INTO outcome (key, data) VALUES (?, ?)", rows)
            # a row that takes the place of another is a new one: the rows count how long ago each was saved
            connection.execute(
                "DELETE FROM outcome WHERE rowid <= (SELECT max(rowid) FROM outcome) - ?", (self._most,)
            )
            return True

        return self._database.write(work, False)

    def prune(self) -> None:
        """Takes away the oldest beyond the bytes that all may take together."""
        self._database.write(lambda connection: _prune(connection, self._most_bytes), None)

    def close(self) -> None:
        """Closes the database."""
        self._database.close()


def _load(connection: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, Outcome]:
    found: dict[bytes, Outcome] = {}
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        for key, data in connection.execute(f"SELECT key, data FROM outcome WHERE key IN ({marks})", chunk):
            one = _unpacked(data)
            if one is not None:
                found[key] = one
    return found


def _prune(connection: sqlite3.Connection, most: int) -> None:
    size = 0
    rows = connection.execute("SELECT rowid, length(data) FROM outcome ORDER BY rowid DESC")
    for rowid, length in rows:
        size += length
        if size > most:
            rows.close()
            connection.execute("DELETE FROM outcome WHERE rowid <= ?", (rowid,))
            return


def _packed(one: Outcome) -> bytes:
    """An outcome as compressed JSON: its ids are many and alike."""
    value = {field.name: getattr(one, field.name) for field in fields(one)}
    return zlib.compress(json.dumps(value).encode("ascii"), 1)


def _unpacked(data: bytes) -> Outcome | None:
    """The outcome; None where it is not what was kept any more."""
    try:
        value: dict[str, Any] = json.loads(zlib.decompress(data))
        for name in _NAMES:
            value[name] = tuple(value[name])
        return Outcome(**value)
    except (zlib.error, ValueError, TypeError, KeyError):
        return None
