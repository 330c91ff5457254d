"""Packed files: gzip and ZIP, told by their first bytes, and held to limits against bombs.

Nothing is ever written to disk.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress

from ctxlab.errors import FormatError, Where
from ctxlab.model.diagnostics import Diagnostic

#: More bytes than these are not unpacked of one file, whatever it holds.
MAX_UNPACKED = 2_000_000_000

#: So many bytes are unpacked of any file; of a larger one at most `_MOST_RATIO` times its own size. Logs that
#: repeat themselves pack to a hundredth; only what is made to pack well goes far beyond.
_ALWAYS_UNPACKED = 100_000_000
_MOST_RATIO = 250

#: More files than these in one ZIP file are refused, before any of them is looked at.
_MOST_FILES = 100_000

_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY = b"PK\x01\x02"
_END = b"PK\x05\x06"
#: Small, for all of a step is copied, and its input tried byte by byte where it is broken.
_CHUNK = 1 << 14
_ENCRYPTED = 0x1
#: Only these: of the others a few bytes can become gigabytes before anybody can count them.
_READ_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd", 99: "AES"}
_HINT_METHOD = "unpack it with another program, or pack it again by Deflate"

#: What the modules of the standard library raise on damaged archives.
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(EOFError, OSError, ValueError, NotImplementedError, RuntimeError, OverflowError, LookupError),
)


def is_gzip(data: bytes) -> bool:
    """Whether the bytes begin as a gzip file does."""
    return data.startswith(_GZIP)


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a ZIP file does; an empty one counts."""
    return data.startswith(_ZIP)


def shown_name(name: str, most: int = 120) -> str:
    """The name of a file in an archive as it may be shown: one line, without control characters, not long."""
    clean = "".join(one if one.isprintable() else "\ufffd" for one in name)
    return clean if len(clean) <= most else f"…{clean[1 - most :]}"


class Allowance:
    """How many bytes may still be unpacked of one file of that size and of the archives in it."""

    def __init__(self, size: int) -> None:
        self._most = min(MAX_UNPACKED, max(_ALWAYS_UNPACKED, _MOST_RATIO * size))
        self._left = self._most

    def take(self, size: int, file: str) -> None:
        """Counts bytes that are to be unpacked; raises FormatError where they are too many."""
        if size > self._left:
            raise FormatError(
                f"it unpacks to too much: at most {self._most:,} bytes are unpacked of it",
                where=Where(file),
                hint="unpack it with another program and open what is inside",
            )
        self._left -= size


def gunzip(data: bytes, file: str, allowance: Allowance) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """The bytes inside a gzip file of one or more members, and what was noticed.

    Of a file that is cut off or broken what comes before is read, and that is told.

    Raises:
        FormatError: Nothing in it can be read, or it holds too much.
    """
    chunks: list[bytes] = []
    rest = memoryview(data)
    notes: tuple[Diagnostic, ...] = ()
    while not notes and bytes(rest[:2]) == _GZIP:
        used, notes = _member(rest, chunks, file, allowance)
        rest = rest[used:]
    if not notes and bytes(rest).strip(b"\0"):
        notes = (Diagnostic("packed_rest", numbers=(("count", len(rest)),)),)
    if not any(chunks) and any(one.code != "packed_rest" for one in notes):
        raise FormatError("the gzip file is broken: nothing in it can be unpacked", where=Where(file))
    return b"".join(chunks), notes


def _member(
    packed: memoryview, chunks: list[bytes], file: str, allowance: Allowance
) -> tuple[int, tuple[Diagnostic, ...]]:
    """Unpacks one member into `chunks`; gives the number of its packed bytes."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    at, pending = 0, b""
    while not unpacker.eof:
        if not pending:
            pending = bytes(packed[at : at + _CHUNK])
            at += len(pending)
            if not pending:
                return at, (Diagnostic("packed_cut"),)
        before = unpacker.copy()
        try:
            chunk = unpacker.decompress(pending, _CHUNK)
        except zlib.error as error:
            chunks.append(_before_error(before.decompress, pending))
            return at, (Diagnostic("packed_broken", numbers=(("reason", str(error)),)),)
        pending = unpacker.unconsumed_tail
        if chunk:
            allowance.take(len(chunk), file)
            chunks.append(chunk)
    return at - len(unpacker.unused_data), ()


def _before_error(unpack: Callable[[bytes, int], bytes], pending: bytes) -> bytes:
    """What can be unpacked before the error in these bytes: with the error comes nothing at all."""
    chunks: list[bytes] = []
    with suppress(zlib.error):
        for at in range(len(pending)):
            chunks.append(unpack(pending[at : at + 1], _CHUNK))
    return b"".join(chunks)


class ZipArchive:
    """The files inside a ZIP file. Where a name stands twice, the last file of that name counts."""

    def __init__(self, data: bytes, file: str, allowance: Allowance, layers: int = 1) -> None:
        """Reads what is inside, and no file yet; raises FormatError where that fails or is too much.

        `layers` is how often what is inside may be packed, this archive counted.
        """
        self._file = file
        self.allowance = allowance
        self.layers = layers
        count = data.count(_ENTRY)
        if count > _MOST_FILES:
            raise FormatError(
                f"it holds too many files: {count:,}, at most {_MOST_FILES:,}", where=Where(file)
            )
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN as error:
            raise FormatError(
                "the ZIP file is broken: what is inside cannot be told",
                where=Where(file),
                hint="" if _END in data else "it seems to be cut off",
            ) from error
        entries = [one for one in self._zip.infolist() if not one.filename.endswith("/")]
        self._entries = {one.filename: one for one in entries}
        repeated = len(entries) - len(self._entries)
        told = Diagnostic("member_repeated", numbers=(("count", repeated),), severity="info")
        self.notes = (told,) if repeated else ()
        # The standard library never unpacks more of a file than the archive states.
        allowance.take(sum(one.file_size for one in entries), file)

    @property
    def names(self) -> tuple[str, ...]:
        """The paths of its files, in the archive's order; folders are left out."""
        return tuple(self._entries)

    def read(self, name: str) -> bytes:
        """The unpacked bytes of that file; raises FormatError where it is broken, locked or unreadable."""
        shown, where = shown_name(name), Where(self._file, key=shown_name(name))
        entry = self._entries.get(name)
        if entry is None:
            raise FormatError(f"there is no {shown} in it", where=Where(self._file))
        if entry.flag_bits & _ENCRYPTED:
            raise FormatError("it is encrypted", where=where, hint="unpack it with its password first")
        if entry.compress_type not in _READ_METHODS:
            method = _METHODS.get(entry.compress_type, f"method {entry.compress_type}")
            raise FormatError(f"it is packed by {method}, which is not read", where=where, hint=_HINT_METHOD)
        try:
            return self._zip.read(entry)
        except _BROKEN as error:
            raise FormatError(f"it is broken in the ZIP file: {error}", where=where) from error
