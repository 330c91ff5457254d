"""Models' summaries between sessions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ctxlab.model.summary import StoredSummary
from ctxlab.store.database import Database, storable

_COLUMNS = "key, text, source, version, model, summary_limit, tokens_in, tokens_out"


#: So many are kept at most: all of them are read at once, and one takes some 3 kB.
MOST = 20_000


class SqliteSummaryStore:
    """Keeps summaries by their key, of more than `most` those that were saved last.

    Never raises: what goes wrong is the database's `problem`.
    """

    def __init__(self, database: Database, *, most: int = MOST) -> None:
        self._database = database
        self._most = most

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
                *map(storable, (one.key, one.text, one.source, one.version, one.model)),
                *(one.limit, one.tokens_in, one.tokens_out),
            )
            for one in summaries
        ]
        return self._database.write(lambda connection: _save(connection, rows, self._most), False)


def _load(connection: sqlite3.Connection) -> tuple[StoredSummary, ...]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM summary ORDER BY key")
    return tuple(StoredSummary(*row) for row in rows)


def _save(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]], most: int) -> bool:
    marks = ",".join("?" * 8)
    connection.executemany(f"INSERT OR REPLACE INTO summary ({_COLUMNS}) VALUES ({marks})", rows)
    # a row that takes the place of another is a new one, so that the rows count how long ago each was saved
    connection.execute("DELETE FROM summary WHERE rowid <= (SELECT max(rowid) FROM summary) - ?", (most,))
    return True
