"""Pausing the search for cyclic garbage."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

#: One for each pause that is under way.
_pauses = set[object]()


@contextmanager
def collector_paused() -> Generator[None]:
    """Meanwhile nothing looks for cyclic garbage.

    Reading a file makes hundreds of thousands of objects, none of them garbage; looking through them again
    and again takes a fifth of the time. Where several threads are in here the collector runs again when the
    first that came leaves.
    """
    was_on = gc.isenabled()
    gc.disable()
    pause = object()
    _pauses.add(pause)
    try:
        yield
    finally:
        _pauses.discard(pause)
        if was_on:
            _pass_as_old()
            gc.enable()


def is_paused() -> bool:
    """Whether some thread is in such a pause, for who looks for garbage by himself."""
    return bool(_pauses)


def _pass_as_old() -> None:
    """Spares the collector the look through all that is new, with which it would begin."""
    if not gc.get_freeze_count():  # else somebody wants what is frozen to stay so
        gc.freeze()
        gc.unfreeze()
