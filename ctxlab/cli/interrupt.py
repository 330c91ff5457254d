"""Ctrl+C while the program is still being loaded, before any command could hear it."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

#: The exit code, as a shell has it for whom Ctrl+C ended.
INTERRUPTED = 130
_STDERR = 2


@contextmanager
def ends_at_once() -> Generator[None]:
    """Ctrl+C within ends the process with the usual words: nothing was begun that had to be left in order.

    As an exception it would come out of whatever module is being imported, or get lost in it. What somebody
    else has put in its place stays.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _end)
    except ValueError:  # only the main thread hears signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(_number: int, _frame: FrameType | None) -> None:
    os.write(_STDERR, b"\nctxlab: stopped\n")
    os._exit(INTERRUPTED)
