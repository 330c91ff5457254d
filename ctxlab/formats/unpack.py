"""From the bytes of a file to its document, whether it is packed or not; told by content, never by name."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ctxlab.errors import FormatError, Where
from ctxlab.formats.archive import Allowance, ZipArchive, gunzip, is_gzip, is_zip
from ctxlab.formats.decode import decode
from ctxlab.formats.protocol import Document

#: What is packed may hold something packed, and that nothing more.
_MOST_LAYERS = 2


def document_of(data: bytes, name: str) -> Document:
    """The document of a file of that name: of what is inside where it is packed, under the file's own hash.

    A ZIP file has no records and no text: what is inside stands in `archive`.

    Raises:
        FormatError: As `decode`; and a packed file that is broken, or holds too much.
    """
    return _document(data, name, Allowance(len(data)), _MOST_LAYERS)


def member_of(outer: Document, archive: ZipArchive, name: str) -> Document:
    """The document of a file in the archive of `outer`, under that one's name and hash.

    Raises:
        FormatError: As `document_of`.
    """
    inner = _document(archive.read(name), outer.file, archive.allowance, archive.layers - 1)
    return replace(inner, sha256=outer.sha256, size=outer.size)


def _document(data: bytes, name: str, allowance: Allowance, layers: int) -> Document:
    if not (is_gzip(data) or is_zip(data)):
        return decode(data, name)
    if layers <= 0:
        raise FormatError("it is packed more than twice over", where=Where(name))
    if is_zip(data):
        archive = ZipArchive(data, name, allowance, layers)
        return Document(
            file=name,
            sha256=hashlib.sha256(data).hexdigest(),
            size=len(data),
            lines=False,
            records=(),
            text="",
            diagnostics=archive.notes,
            data=data,
            archive=archive,
        )
    unpacked, notes = gunzip(data, name, allowance)
    inner = _document(unpacked, name, allowance, layers - 1)
    return replace(
        inner,
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        diagnostics=(*notes, *inner.diagnostics),
    )
