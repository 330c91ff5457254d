"""Files that a process holds while it lives: the system ends the hold with the process, however that ends."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

_ATTEMPTS = 20
_WAIT_S = 0.002
_FLAGS = os.O_RDWR | getattr(os, "O_BINARY", 0)

if sys.platform == "win32":
    import msvcrt

    # Beyond whatever is written: elsewhere a locked byte could not be read either.
    _FAR = 1 << 30

    def _lock(handle: int) -> bool:
        """Takes the lock, unless somebody else has it."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        """Takes the lock, unless somebody else has it.

        Raises:
            OSError: The file system has no locks.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class HeldFile:
    """A small file that nobody else can hold until it is released or this process ends."""

    def __init__(self, path: Path, handle: int) -> None:
        """Takes over an open and locked file; use `create` or `adopt`."""
        self.path = path
        self._handle: int | None = handle

    @classmethod
    def create(cls, path: Path, content: bytes = b"") -> Self:
        """A new file, held, with its folder where that is missing.

        Raises:
            OSError: It cannot be made, such as where there is one of that name.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        for _attempt in range(_ATTEMPTS):
            handle = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
            # Whoever tidies up may have taken the new file for one of a dead process: then once more.
            if _lock_or_close(handle) and _is_at(handle, path):
                try:
                    os.write(handle, content)
                except OSError:
                    os.close(handle)
                    with suppress(OSError):
                        path.unlink()
                    raise
                return cls(path, handle)
            time.sleep(_WAIT_S)
        raise OSError(f"{path.name} cannot be locked")

    @classmethod
    def adopt(cls, path: Path) -> Self | None:
        """A file whose process is gone, held from now on; None where somebody holds it or it is not there."""
        try:
            handle = os.open(path, _FLAGS)
        except OSError:
            return None
        try:
            taken = _lock_or_close(handle)
        except OSError:
            return None
        return cls(path, handle) if taken and _is_at(handle, path) else None

    def append(self, content: bytes) -> None:
        """Adds to what is in the file.

        Raises:
            OSError: It was released, or cannot be written.
        """
        if self._handle is None:
            raise OSError(errno.EBADF, "the file was released")
        os.lseek(self._handle, 0, os.SEEK_END)
        os.write(self._handle, content)

    def release(self, *, remove: bool = True) -> None:
        """Lets go of the file, and takes it away unless somebody else is to find it."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        # An open file cannot be removed everywhere, a removed one be found by nobody: so both orders.
        if remove and sys.platform != "win32":
            with suppress(OSError):
                self.path.unlink()
        os.close(handle)
        if remove and sys.platform == "win32":
            with suppress(OSError):
                self.path.unlink()


def _lock_or_close(handle: int) -> bool:
    try:
        taken = _lock(handle)
    except OSError:
        os.close(handle)
        raise
    if not taken:
        os.close(handle)
    return taken


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still what its path names; closes it where it is not."""
    try:
        same = os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        same = False
    if not same:
        os.close(handle)
    return same
