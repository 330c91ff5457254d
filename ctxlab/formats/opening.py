"""Which sessions are in a document: those of the reader that takes it, or of the files inside a ZIP file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ctxlab.errors import FormatError, NoReaderError, Where
from ctxlab.formats.archive import ZipArchive, is_gzip, is_zip, shown_name
from ctxlab.formats.beside import members_beside
from ctxlab.formats.claude_code.side_files import meta_name
from ctxlab.formats.detect import KNOWN, SURE, detect
from ctxlab.formats.protocol import Beside, Document, Reader
from ctxlab.formats.registry import reader_named
from ctxlab.formats.sqlite_file import is_sqlite
from ctxlab.formats.unpack import member_of
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session

#: So many files of a ZIP file are named where they cannot be read.
_MOST_NAMED = 12

#: Text files may have these at their beginning, and NUL bytes then.
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_HEAD = 1000


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, and what read it from what.

    `member` is the file inside a ZIP file where it was in one; `number` counts the sessions of one file from
    1, and is 0 where there is but one.
    """

    session: Session
    reader: Reader
    document: Document
    member: str = ""
    number: int = 0


def sessions_in(document: Document, readers: tuple[Reader, ...], format: str | None) -> tuple[Opened, ...]:
    """The sessions of a document, in file order; `format` names the reader instead of finding one.

    What was noticed while decoding stands with the first session of each file; the first of all tells which
    files in a ZIP file no reader takes.

    Raises:
        FormatError: There is none.
    """
    named = None if format is None else reader_named(format, readers)
    unread: list[_Unread] = []
    opened = list(_Opening(readers, named, unread).of(document))
    if not opened:
        raise _nothing(document, unread)
    if unread:
        numbers = (("count", len(unread)), ("names", _listed(unread)))
        told = Diagnostic("members_unread", numbers=numbers, severity="info")
        opened[0] = replace(opened[0], session=_noted(opened[0].session, (told,)))
    return tuple(opened)


@dataclass(frozen=True, slots=True)
class _Unread:
    """A file in a ZIP file that gave no session: its name as it may be shown, and what is wrong with it."""

    name: str
    error: FormatError | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.error.message})" if self.error else self.name


def _nothing(document: Document, unread: list[_Unread]) -> FormatError:
    """Why there is no session."""
    where = Where(document.file)
    if not unread:
        empty = "the ZIP file is empty" if document.archive else "there is no session in it"
        return FormatError(empty, where=where)
    if len(unread) == 1 and unread[0].error:
        error = unread[0].error
        return FormatError(error.message, where=replace(where, key=unread[0].name), hint=error.hint)
    hint = next((one.error.hint for one in unread if one.error and one.error.hint), "")
    return NoReaderError(
        f"no reader takes what is in the ZIP file: {_listed(unread)}",
        where=where,
        hint=hint or KNOWN,
    )


class _Opening:
    """One file and the files inside it; `unread` collects the names of those that no reader takes."""

    def __init__(self, readers: tuple[Reader, ...], named: Reader | None, unread: list[_Unread]) -> None:
        self._readers = readers
        self._named = named
        self._unread = unread

    def of(self, document: Document, member: str = "") -> Iterator[Opened]:
        """The sessions of a document, or else those of the files inside it."""
        archive = document.archive
        if isinstance(archive, ZipArchive) and not self._taken_whole(document):
            yield from self._inside(document, archive, member)
            return
        reader = self._named or detect(document, self._readers)
        sessions = reader.read(document)
        for index, session in enumerate(sessions):
            noted = session if index else _noted(session, document.diagnostics)
            yield Opened(noted, reader, document, member, index + 1 if len(sessions) > 1 else 0)

    def _taken_whole(self, document: Document) -> bool:
        among = self._readers if self._named is None else (self._named,)
        return any(reader.sniff(document) >= SURE for reader in among)

    def _inside(self, document: Document, archive: ZipArchive, member: str) -> Iterator[Opened]:
        notes = document.diagnostics
        beside = members_beside(archive)
        joined = {name for one in beside.values() for name in (*one.names, *map(meta_name, one.names))}
        for name in archive.names:
            if name in joined:
                continue
            path = f"{member}/{name}" if member else name
            for opened in self._member(document, archive, name, path, beside.get(name)):
                yield replace(opened, session=_noted(opened.session, notes)) if notes else opened
                notes = ()

    def _member(
        self, document: Document, archive: ZipArchive, name: str, path: str, beside: Beside | None
    ) -> tuple[Opened, ...]:
        shown = shown_name(path)
        try:
            inner = replace(member_of(document, archive, name), beside=beside)
            if inner.data.strip() and not _is_binary(inner.data):
                return tuple(self.of(inner, path))
            self._unread.append(_Unread(shown))
        except NoReaderError:
            self._unread.append(_Unread(shown))
        except FormatError as error:
            self._unread.append(_Unread(shown, error))
        except RecursionError:
            self._unread.append(_Unread(shown, FormatError("it is nested too deeply")))
        return ()


def _is_binary(data: bytes) -> bool:
    """Whether it is neither text nor anything else that a reader may take (a picture, a program)."""
    known = data.startswith(_WIDE_MARKS) or is_sqlite(data) or is_gzip(data) or is_zip(data)
    return not known and b"\0" in data[:_HEAD]


def _listed(unread: list[_Unread]) -> str:
    more = f" and {len(unread) - _MOST_NAMED:,} more" if len(unread) > _MOST_NAMED else ""
    return ", ".join(str(one) for one in unread[:_MOST_NAMED]) + more


def _noted(session: Session, notes: tuple[Diagnostic, ...]) -> Session:
    return replace(session, diagnostics=(*notes, *session.diagnostics)) if notes else session
