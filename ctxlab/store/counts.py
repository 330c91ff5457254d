"""Token counts between sessions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import itemgetter

from ctxlab.store.database import Database

#: Digests in one query; some builds of SQLite take no more than 999 parameters.
_CHUNK = 450


class SqliteCountStore:
    """Keeps counts by vocabulary and digest. Never raises: what goes wrong is the database's `problem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self, vocabulary: str, digests: Sequence[bytes]) -> dict[bytes, int]:
        """The known counts among those asked for."""
        nothing: dict[bytes, int] = {}
        return self._database.read(lambda connection: _load(connection, vocabulary, digests), nothing)

    def save(self, vocabulary: str, counts: Iterable[tuple[bytes, int]]) -> None:
        """Keeps counts, all or none. One that is there already stays: a text always counts the same."""
        # In the order of the key neighbouring rows go to the same page.
        rows = sorted(counts, key=itemgetter(0))
        if rows:
            self._database.write(lambda connection: _save(connection, vocabulary, rows), None)


def _load(connection: sqlite3.Connection, vocabulary: str, digests: Sequence[bytes]) -> dict[bytes, int]:
    number = _number(connection, vocabulary)
    found: dict[bytes, int] = {}
    if number is None:
        return found
    for start in range(0, len(digests), _CHUNK):
        chunk = digests[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        query = f"SELECT digest, tokens FROM token_count WHERE vocabulary = ? AND digest IN ({marks})"
        found.update(connection.execute(query, (number, *chunk)))
    return found


def _save(connection: sqlite3.Connection, vocabulary: str, rows: Sequence[tuple[bytes, int]]) -> None:
    connection.execute("INSERT OR IGNORE INTO vocabulary (name) VALUES (?)", (vocabulary,))
    number = _number(connection, vocabulary)
    # Many rows a statement: half the time of one statement a row.
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        marks = ",".join([f"({number},?,?)"] * len(chunk))
        statement = f"INSERT OR IGNORE INTO token_count (vocabulary, digest, tokens) VALUES {marks}"
        connection.execute(statement, tuple(chain.from_iterable(chunk)))


def _number(connection: sqlite3.Connection, vocabulary: str) -> int | None:
    row = connection.execute("SELECT id FROM vocabulary WHERE name = ?", (vocabulary,)).fetchone()
    return None if row is None else int(row[0])
