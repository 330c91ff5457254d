"""Models' summaries between sessions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ctxlab.model.summary import StoredSummary
from ctxlab.store.database import Database

_COLUMNS = "key, text, source, version, model, summary_limit, tokens_in, tokens_out"


class SqliteSummaryStore:
    """Keeps summaries by their key. Never raises: what goes wrong is the database's `problem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self) -> tuple[StoredSummary, ...]:
        """All that are kept, in the order of their keys."""
        nothing: tuple[StoredSummary, ...] = ()
        return self._database.read(_load, nothing)

    def save(self, summaries: Iterable[StoredSummary]) -> bool:
        """Keeps summaries, all or none; one under a key that is there already takes its place.

        Returns:
            Whether they are kept.
        """
        rows = [
            (
                one.key,
                one.text,
                one.source,
                one.version,
                one.model,
                one.limit,
                one.tokens_in,
                one.tokens_out,
            )
            for one in summaries
        ]
        return self._database.write(lambda connection: _save(connection, rows), False)


def _load(connection: sqlite3.Connection) -> tuple[StoredSummary, ...]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM summary ORDER BY key")
    return tuple(StoredSummary(*row) for row in rows)


def _save(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> bool:
    marks = ",".join("?" * 8)
    connection.executemany(f"INSERT OR REPLACE INTO summary ({_COLUMNS}) VALUES ({marks})", rows)
    return True
