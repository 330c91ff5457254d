"""Which reader takes a document: found from its content, never from its name."""

from __future__ import annotations

from ctxlab.errors import NoReaderError, Said, Where
from ctxlab.formats.looks import description
from ctxlab.formats.protocol import Document, Reader

#: Where to find what is read.
KNOWN = "`ctxlab formats` lists what is read"

#: A reader that is less sure than this does not take a file.
SURE = 0.5

#: None can be surer than this, so that those behind are not asked, nor loaded.
CERTAIN = 1.0


def detect(document: Document, readers: tuple[Reader, ...]) -> Reader:
    """The reader that is surest; of equally sure ones the first.

    Raises:
        NoReaderError: None is sure; says what the file looks like and what is read.
    """
    best: Reader | None = None
    most = 0.0
    for reader in readers:
        sure = reader.sniff(document)
        if sure > most:
            best, most = reader, sure
        if most >= CERTAIN:
            break
    if best is None or most < SURE:
        looks = description(document)
        raise NoReaderError(
            f"no reader takes it: it looks like {looks}",
            where=Where(document.file),
            hint=KNOWN,
            said=Said.of("no_reader", looks=looks),
        )
    return best
