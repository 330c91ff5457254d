"""Kept texts: each stands once under its digest, compressed, as long as a build names it."""

from __future__ import annotations

import sqlite3
import zlib
from dataclasses import dataclass, field
from hashlib import sha256

#: A text that is larger than this, compressed, is not kept (bytes).
MOST_ONE = 32_000_000

#: All kept texts together take no more than this, compressed (bytes).
MOST_ALL = 256_000_000


@dataclass(frozen=True, slots=True)
class KeptText:
    """A text to keep; `text` is None where that of the digest is kept already.

    `digest` is that of the text before stand-ins were put for `hidden` secrets in it.
    """

    digest: bytes
    text: str | None = field(default=None, repr=False)
    hidden: int = 0

    @classmethod
    def of(cls, text: str) -> KeptText:
        """A text without any secret in it."""
        return cls(digest_of(text), text)


def digest_of(text: str) -> bytes:
    """The digest under which a text is kept; lone surrogates count as they are."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def keep(connection: sqlite3.Connection, one: KeptText, most: int = MOST_ONE) -> None:
    """Keeps a text unless it is kept already or is too large."""
    if one.text is None or hidden_in(connection, one.digest) is not None:
        return
    data = zlib.compress(one.text.encode("utf-8", "surrogatepass"))
    if len(data) <= most:
        connection.execute("INSERT INTO kept VALUES (?, ?, ?, ?)", (one.digest, one.hidden, len(data), data))


def hidden_in(connection: sqlite3.Connection, digest: bytes) -> int | None:
    """How many secrets are hidden in a kept text; None where it is not kept."""
    row = connection.execute("SELECT hidden FROM kept WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else int(row[0])


def text_of(connection: sqlite3.Connection, digest: bytes) -> str | None:
    """A kept text; None where it is not kept, or is not what was kept any more."""
    row = connection.execute("SELECT data FROM kept WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return None
    try:
        return zlib.decompress(row[0]).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError, TypeError):
        return None


def prune(connection: sqlite3.Connection, builds: int, most: int = MOST_ALL) -> None:
    """Holds the store to its bounds.

    Of more builds than so many the oldest go, and with them the texts that no build names any more. While
    the texts are larger than `most`, that session goes which was built longest ago: its builds keep their
    figures, and cannot be made again. The session of the newest build stays in any case.
    """
    (count,) = connection.execute("SELECT count(*) FROM build").fetchone()
    if count > builds:
        connection.execute(
            "DELETE FROM build WHERE id IN (SELECT id FROM build ORDER BY id LIMIT ?)", (count - builds,)
        )
        drop_unnamed(connection)
    (size,) = connection.execute("SELECT total(size) FROM kept").fetchone()
    if size <= most:
        return
    oldest = connection.execute(
        "SELECT digest, size FROM kept JOIN build ON kept_session = digest GROUP BY digest ORDER BY max(id)"
    ).fetchall()
    for digest, one in oldest[:-1]:
        if size <= most:
            return
        connection.execute("DELETE FROM kept WHERE digest = ?", (digest,))
        size -= one


def drop_unnamed(connection: sqlite3.Connection) -> None:
    """Takes away the texts that no build names."""
    connection.execute(
        "DELETE FROM kept WHERE digest NOT IN (SELECT kept_session FROM build"
        " UNION SELECT kept_profile FROM build UNION SELECT kept_marks FROM build)"
    )
