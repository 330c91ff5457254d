"""Journals: what a process adds to them is still there after it was killed, up to the last whole line.

A folder holds the journals of all processes. Each process has a token; `TOKEN.held` is held while it lives,
`TOKEN-NUMBER-GENERATION.jsonl` are its journals. A journal that became long is begun anew as the next
generation; the old one goes once the new one is safe.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from ctxlab.errors import FormatError, Where
from ctxlab.paths import data_dir
from ctxlab.store.held_file import HeldFile

SCHEMA = "ctxlab.journal/1"

_HELD = ".held"
_LINES = ".jsonl"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)


def journal_folder() -> Path:
    """Where the journals of all windows lie."""
    return data_dir() / "journal"


class JournalFile:
    """One journal that is being written. A line counts once its end is written."""

    def __init__(self, path: Path) -> None:
        """Makes the file.

        Raises:
            OSError: It cannot be made.
        """
        self.path = path
        self._handle: int | None = os.open(path, _FLAGS, 0o600)
        self.size = 0

    def append(self, lines: bytes) -> None:
        """Adds whole lines: all of them, or none.

        Raises:
            OSError: They cannot be written; what was there before is.
        """
        if self._handle is None:
            raise OSError(errno.EBADF, "the journal is closed")
        done = 0
        try:
            while done < len(lines):
                done += os.write(self._handle, lines[done:])
        except OSError:
            self._take_back()
            raise
        self.size += len(lines)

    def copy_of_handle(self) -> int | None:
        """A handle of its own on the file, for `make_safe` on another thread; the caller closes it."""
        return None if self._handle is None else os.dup(self._handle)

    def close(self, *, remove: bool) -> None:
        """Ends the journal, and takes it away unless it is to be found."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
        if remove:
            with suppress(OSError):
                self.path.unlink()

    def _take_back(self) -> None:
        """Cuts off what was half written, or ends that line, so that the next one stands by itself."""
        assert self._handle is not None
        try:
            os.ftruncate(self._handle, self.size)
        except OSError:
            with suppress(OSError):
                self.size += os.write(self._handle, b"\n")


class JournalFolder:
    """The journals of this process. Neither folder nor files are made before they are needed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._token = uuid.uuid4().hex
        self._held: HeldFile | None = None
        self._made = 0

    def number(self) -> int:
        """A number for another journal."""
        self._made += 1
        return self._made

    def create(self, number: int, generation: int) -> JournalFile:
        """A new journal.

        Raises:
            OSError: It cannot be made.
        """
        if self._held is None:
            self._held = HeldFile.create(self._root / f"{self._token}{_HELD}")
        return JournalFile(self._root / f"{self._token}-{number}-{generation}{_LINES}")

    def close(self) -> None:
        """Lets go of the folder. Journals that are left are found as those of a dead process."""
        if self._held is not None:
            left = any(self._root.glob(f"{self._token}-*{_LINES}"))
            self._held.release(remove=not left)
            self._held = None


@dataclass(frozen=True, slots=True)
class JournalText:
    """What a journal says: its head, and the records after it that are whole, in order."""

    path: Path
    head: Mapping[str, Any]
    records: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Abandoned:
    """The journals of one dead process, held by this one: each with its generations, the newest first."""

    journals: tuple[tuple[Path, ...], ...]
    held: HeldFile

    def release(self) -> None:
        """Lets go; what is left will be found again."""
        self.held.release(remove=not any(path.exists() for paths in self.journals for path in paths))


def abandoned(root: Path) -> list[Abandoned]:
    """The journals of all dead processes, each of which nobody else can find while it is held."""
    found: list[Abandoned] = []
    tokens = {path.stem for path in root.glob(f"*{_HELD}")}
    tokens |= {path.stem.partition("-")[0] for path in root.glob(f"*{_LINES}")}
    for token in sorted(tokens):
        file = root / f"{token}{_HELD}"
        held = HeldFile.adopt(file)
        if held is None and not file.exists():
            with suppress(OSError):
                held = HeldFile.create(file)
        if held is None:
            continue
        # listed only now: while it lived, its process may have begun further ones
        one = Abandoned(_by_number(sorted(root.glob(f"{token}-*{_LINES}"))), held)
        if one.journals:
            found.append(one)
        else:
            one.release()
    return found


def line_of(record: Mapping[str, Any]) -> bytes:
    """A record as a line."""
    return json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"


def read_journal(path: Path) -> JournalText:
    """What a journal says. A line that was not finished, or was damaged, is left out.

    Raises:
        FormatError: It cannot be read, or has no head of a known schema.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", where=Where(path.name)) from error
    head = _parsed(lines[0]) if len(lines) > 1 else None
    if head is None:
        raise FormatError("the journal has no whole first line", where=Where(path.name, line=1))
    if head.get("schema") != SCHEMA:
        raise FormatError(f"the journal is no {SCHEMA}", where=Where(path.name, line=1))
    parsed = (_parsed(line) for line in lines[1:-1])
    return JournalText(path, head, tuple(one for one in parsed if one is not None))


def make_safe(handle: int, folder: Path) -> None:
    """Waits until a file, its name too, would survive a loss of power; closes the handle. Slow.

    Raises:
        OSError: The system cannot keep what was written.
    """
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    if sys.platform != "win32":
        with suppress(OSError):
            listing = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(listing)
            finally:
                os.close(listing)


def _by_number(paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """The journals by their number, each with its generations, the newest first."""
    numbered: dict[int, list[tuple[int, Path]]] = {}
    for path in paths:
        parts = path.stem.split("-")[1:]
        number, generation = (int(part) if part.isdecimal() else 0 for part in (*parts, "0", "0")[:2])
        numbered.setdefault(number, []).append((generation, path))
    return tuple(
        tuple(path for _, path in sorted(one, key=lambda pair: pair[0], reverse=True))
        for _, one in sorted(numbered.items())
    )


def _parsed(line: bytes) -> Mapping[str, Any] | None:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if _is_object(value) else None


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)
