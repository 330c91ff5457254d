"""How far long work has come: a line on the terminal, which is wiped out at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ctxlab.cli.words import word


def show_progress(line: str) -> None:
    """Shows the line in the place of the one before; where stderr is no terminal, nothing."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def end_progress() -> None:
    """Wipes out the line that was shown last."""
    show_progress("")


def progress(of: int, language: str, key: str = "building") -> Callable[[int], None]:
    """Tells how many of so many are done, in the words of `key`."""
    return lambda done: show_progress(word(language, key, built=f"{done:,}", count=f"{of:,}"))
