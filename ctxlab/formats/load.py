"""Opening session files: bytes, text, values, the right reader, and what every session needs besides."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from ctxlab.errors import FormatError, Said, Where
from ctxlab.formats.archive import MAX_UNPACKED, shown_name
from ctxlab.formats.beside import FolderBeside, opened_by
from ctxlab.formats.collector import collector_paused
from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.formats.opening import Opened, sessions_in
from ctxlab.formats.protocol import Beside, Reader
from ctxlab.formats.registry import readers
from ctxlab.formats.summaries_file import read_replay, replay_path
from ctxlab.formats.unpack import document_of
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.marks import Marks
from ctxlab.model.session import Origin, Session

#: Larger files are refused, as is what unpacks to more: they would not fit into memory as a session.
MAX_BYTES = MAX_UNPACKED


def load(
    path: str | os.PathLike[str], *, format: str | None = None, among: tuple[Reader, ...] | None = None
) -> tuple[Session, ...]:
    """The sessions of a file, in file order, with what stands beside it: marks, and models' summaries.

    So do files that belong to the session (`formats/beside`). No file is ever changed.

    `format` names a reader instead of finding one. `among` are the readers to choose from, by default ours.

    Raises:
        FormatError: The file cannot be read, or not as any session.
    """
    file = Path(path)
    data = read_bytes(file)
    sessions = load_bytes(data, file.name, format=format, among=among, beside=FolderBeside(file))
    return _with_summaries(_with_sidecar(sessions, marks_path(file)), replay_path(file))


@collector_paused()
def load_bytes(
    data: bytes,
    name: str,
    *,
    format: str | None = None,
    among: tuple[Reader, ...] | None = None,
    beside: Beside | None = None,
) -> tuple[Session, ...]:
    """The sessions in the bytes of a file of that name, without any sidecar; `beside` is what belongs to it.

    Raises:
        FormatError: The bytes are no session.
    """
    offered = readers() if among is None else among
    try:
        document = replace(document_of(data, name), beside=beside)
        opened = sessions_in(document, offered, format)
    except FormatError as error:
        error.where = replace(error.where, file=error.where.file or name)
        raise
    except RecursionError as error:
        raise FormatError("it is nested too deeply", where=Where(name)) from error
    except MemoryError as error:
        raise FormatError("it does not fit into memory", where=Where(name)) from error
    return tuple(_completed(one, index, len(opened)) for index, one in enumerate(opened))


def read_bytes(file: Path) -> bytes:
    """The bytes of a session file.

    Raises:
        FormatError: There is no such file, it is too large, or it cannot be read.
    """
    where = Where(file.name or str(file))
    try:
        if file.is_dir():
            inside = opened_by(file)
            hint = f"open {inside}" if inside else ""
            said = Said.of("folder_of" if inside else "folder", inside=inside)
            raise FormatError("it is a folder, not a file", where=where, hint=hint, said=said)
        size = file.stat().st_size
        if size > MAX_BYTES:
            said = Said.of("file_too_large", size=size, most=MAX_BYTES)
            message = f"it is too large: {size:,} bytes, at most {MAX_BYTES:,}"
            raise FormatError(message, where=where, said=said)
        return file.read_bytes()
    except FileNotFoundError as error:
        raise FormatError("there is no such file", where=where, said=Said("no_file")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        said = Said.of("unreadable", reason=reason)
        raise FormatError(f"it cannot be read: {reason}", where=where, said=said) from error
    except MemoryError as error:
        raise FormatError("it does not fit into memory", where=where) from error


def _completed(opened: Opened, index: int, count: int) -> Session:
    """The session with an id, a title and an origin where its reader gave none.

    The title names the file inside a ZIP file.
    """
    session, document = opened.session, opened.document
    suffix = f"-{index + 1}" if count > 1 else ""
    number = f" #{opened.number}" if opened.number else ""
    title = session.title or f"{_stem(document.file)}{number}"
    if opened.member:
        member = shown_name(opened.member)
        title = f"{session.title} ({member})" if session.title else f"{member}{number}"
    return replace(
        session,
        id=session.id or document.sha256[:16] + suffix,
        title=title,
        origin=session.origin
        if session.origin != Origin()
        else Origin(opened.reader.name, document.file, document.sha256),
    )


def _stem(name: str) -> str:
    if name.lower().endswith(".gz"):
        name = name[: -len(".gz")]
    return name[: -len(".ctx.json")] if name.lower().endswith(".ctx.json") else Path(name).stem or name


def _with_sidecar(sessions: tuple[Session, ...], path: Path) -> tuple[Session, ...]:
    try:
        found = read_sidecar(path)
    except FormatError as error:
        # Each of the sessions lacks its marks, whichever is looked at.
        told = Diagnostic("marks_broken", numbers=(("reason", str(error)),))
        return tuple(replace(one, diagnostics=(*one.diagnostics, told)) for one in sessions)
    every = found.notices.get(-1, ())
    return tuple(
        _marked(one, found.marks.get(i), (*every, *found.notices.get(i, ())))
        for i, one in enumerate(sessions)
    )


def _with_summaries(sessions: tuple[Session, ...], path: Path) -> tuple[Session, ...]:
    """The sessions with the models' summaries beside their file; the first tells what is wrong with these."""
    found = read_replay(path)
    if found.notices:
        first, *others = sessions
        sessions = (replace(first, diagnostics=(*first.diagnostics, *found.notices)), *others)
    if not found.summaries:
        return sessions
    return tuple(replace(one, summaries=found.summaries) for one in sessions)


def _marked(session: Session, marks: Marks | None, notices: tuple[Diagnostic, ...]) -> Session:
    """The session under the sidecar's marks, which replace its own; those on missing items are named."""
    session = replace(session, diagnostics=(*session.diagnostics, *notices)) if notices else session
    if marks is None:
        return session
    ids = {item.id for item in session.items}
    named = [*marks.pins, *(one.item for one in marks.key_facts), *(item for item, _ in marks.sources)]
    named += [one.item for one in marks.constraints]
    named += [name for one in marks.must_keeps for name in (one.item, one.since) if name]
    missing = sorted({item for item in named if item not in ids})
    notes = tuple(Diagnostic("mark_without_item", item) for item in missing)
    return replace(session.with_marks(marks), diagnostics=(*session.diagnostics, *notes))
