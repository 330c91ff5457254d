"""Reading an SQLite database from its bytes, in memory: nothing beside the file is made or touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.protocol import Document

_MAGIC = b"SQLite format 3\0"

#: Where the header says how the file is written and read: 2 for a write-ahead log, 1 for none.
_MODE = slice(18, 20)
_WAL = 2
_NO_WAL = bytes((1, 1))

#: Where it says how large a page is, how many there are, and at which of the file's changes that was counted.
_PAGE, _CHANGE, _COUNT, _STATED_AT = slice(16, 18), slice(24, 28), slice(28, 32), slice(92, 96)

#: So many steps of the database's own machine may one query take: far more than any table of messages asks.
_STEPS = 1_000_000
_MOST_CALLS = 200


def is_sqlite(data: bytes) -> bool:
    """Whether the bytes begin as an SQLite database does."""
    return data.startswith(_MAGIC)


def is_write_ahead(data: bytes) -> bool:
    """Whether the newest rows may stand in a log of their own beside the file."""
    return _WAL in data[_MODE]


@dataclass(frozen=True, slots=True)
class Database:
    """An opened database; every method raises FormatError where the file is damaged."""

    document: Document
    connection: sqlite3.Connection

    def tables(self) -> dict[str, tuple[str, ...]]:
        """The names of the tables with those of their columns."""
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
        names = [name for (name,) in self.rows(query) if isinstance(name, str)]
        columns = "SELECT name FROM pragma_table_info(?)"
        return {name: tuple(str(one) for (one,) in self.rows(columns, (name,))) for name in names}

    def rows(self, query: str, given: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as they come."""
        try:
            yield from self.connection.execute(query, given)
        except (sqlite3.Error, OverflowError, ValueError) as error:  # some of its messages are no text
            raise broken(self.document, str(error)) from error


@contextmanager
def database_of(document: Document) -> Generator[Database]:
    """The document's database, to be closed afterwards.

    Raises:
        FormatError: It is none, or a damaged one.
    """
    data = document.data
    if not is_sqlite(data):
        raise FormatError("it is no SQLite database", where=Where(document.file))
    if len(data) < _stated_size(data):
        raise broken(document, f"it is cut off after {len(data):,} of {_stated_size(data):,} bytes")
    if is_write_ahead(data):
        # A database in memory cannot have a log beside it, and would refuse to be one that has.
        data = data[: _MODE.start] + _NO_WAL + data[_MODE.stop :]
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.deserialize(data)
            connection.text_factory = _text
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.set_progress_handler(_Steps(), _STEPS)
        except (sqlite3.Error, OverflowError) as error:
            raise broken(document, str(error)) from error
        yield Database(document, connection)


def _stated_size(data: bytes) -> int:
    """How many bytes the header says that the file has; 0 where that figure is out of date."""
    if data[_CHANGE] != data[_STATED_AT] or len(data) < _STATED_AT.stop:
        return 0
    page = int.from_bytes(data[_PAGE])
    return (65_536 if page == 1 else page) * int.from_bytes(data[_COUNT])


def broken(document: Document, reason: str) -> FormatError:
    """The error for a database that cannot be read."""
    return FormatError(f"the database is damaged: {reason}", where=Where(document.file))


def quoted(name: str) -> str:
    """A name as it stands in a query."""
    return '"' + name.replace('"', '""') + '"'


class _Steps:
    """Ends what runs far longer than reading a table can take: damaged pages may lead in circles."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> int:
        self.calls += 1
        return int(self.calls > _MOST_CALLS)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
