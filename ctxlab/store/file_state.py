"""What a file held at some time: enough to tell later whether it holds something else."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

#: Larger files are judged by size and time alone: reading them again would cost more than it tells (bytes).
LARGEST_HASHED = 8_000_000

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class FileState:
    """Size in bytes, time of the last change (ns), and the sha256 of the bytes or nothing; or no file."""

    there: bool = False
    size: int = 0
    changed: int = 0
    sha256: str = ""

    def holds_the_same(self, other: FileState) -> bool:
        """Whether both hold the same bytes; without a digest, whether nothing speaks against it."""
        if self.there != other.there or self.size != other.size:
            return False
        if self.sha256 and other.sha256:
            return self.sha256 == other.sha256
        return self.changed == other.changed


#: The state of a file that is not there.
NO_FILE = FileState()


def file_state(path: Path, known: FileState | None = None) -> FileState:
    """The state of a file; where size and time are those of a known state, that one without reading."""
    seen = quick_state(path)
    if not seen.there:
        return seen
    if known is not None and (known.size, known.changed, known.there) == (seen.size, seen.changed, True):
        return known
    if seen.size > LARGEST_HASHED:
        return seen
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return seen
    return FileState(True, seen.size, seen.changed, digest.hexdigest())


def quick_state(path: Path) -> FileState:
    """The state of a file without its digest; nothing of it is read."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return NO_FILE
    return FileState(True, found.st_size, found.st_mtime_ns)
