"""What a reader has to state and to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON value of a file: the value, its 1-based line (1 for a whole-file JSON), its byte offset."""

    value: Any
    line: int
    byte: int


class Archive(Protocol):
    """The files inside a ZIP file, unpacked one at a time when asked for."""

    @property
    def names(self) -> tuple[str, ...]:
        """The paths of its files, in the archive's order; folders are left out."""
        ...

    def read(self, name: str) -> bytes:
        """The unpacked bytes of that file; raises FormatError where it is broken, locked or too large."""
        ...


class Beside(Protocol):
    """The files that belong to a session's own file and stand beside it, each read when asked for."""

    @property
    def own(self) -> str:
        """The session's own file, named as the others are."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The paths of the others, in the order in which they are to be read."""
        ...

    @property
    def left_out(self) -> int:
        """How many more would belong to it, but are beyond the bounds."""
        ...

    def read(self, name: str) -> bytes:
        """The bytes of that file; raises FormatError where it cannot be read."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A decoded file, before anything is known of its format.

    `lines` tells JSON lines (many records) from one JSON value (one record). `diagnostics` are what decoding
    noticed: replaced bytes, cut or broken lines. `text` is the decoded text for formats that are no JSON;
    of JSON lines it may be empty, to spare the memory. `data` are the file's bytes (those inside, where it
    came packed) and `archive` what is inside a ZIP file, for formats that are no text; a ZIP file and a
    database have no records and no text. `beside` are the files that belong to this one, where it lies among
    others.
    """

    file: str
    sha256: str
    size: int
    lines: bool
    records: tuple[Record, ...]
    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    data: bytes = b""
    archive: Archive | None = None
    beside: Beside | None = None


class Reader(Protocol):
    """Turns a document into sessions.

    Raises FormatError and nothing else; a bad record becomes a diagnostic.
    """

    @property
    def name(self) -> str:
        """What `--format` takes, such as `openai-chat`."""
        ...

    @property
    def title(self) -> str:
        """The format's name for people."""
        ...

    @property
    def experimental(self) -> bool:
        """Whether it was never tried on a real file."""
        ...

    def sniff(self, document: Document) -> float:
        """How sure the reader is that the document is its own, 0 to 1.

        Looks at content, never at the file name.
        """
        ...

    def read(self, document: Document) -> tuple[Session, ...]:
        """The document's sessions, in file order; at least one, possibly without items."""
        ...
