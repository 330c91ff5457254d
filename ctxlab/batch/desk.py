"""What a worker keeps between jobs: the sessions that it has read, each with what was made for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ctxlab.batch.corpus import session_of
from ctxlab.batch.sweep_keys import files_digest
from ctxlab.errors import RequestError
from ctxlab.formats.load import load
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place

_T = TypeVar("_T")
_Key = tuple[Place, str, bool]


@dataclass(slots=True, eq=False)
class _Kept(Generic[_T]):
    """What was made for a session, how many items that has, and the work that used it last."""

    made: _T
    items: int
    work: str


class Desk(threading.local, Generic[_T]):
    """The sessions that a thread has read, with what `make(session, store)` makes for each.

    A file is read once for all that are in it. So many sessions stay, unless they have more items than
    `most_items` together.
    """

    def __init__(self, make: Callable[[Session, bool], _T], most_sessions: int, most_items: int) -> None:
        self._make = make
        self._most_sessions, self._most_items = most_sessions, most_items
        self._file: tuple[tuple[str, str], tuple[Session, ...]] | None = None
        self._kept: OrderedDict[_Key, _Kept[_T]] = OrderedDict()

    def take(self, place: Place, digest: str, *, store: bool, work: str) -> _T:
        """What was made for the session of a place; `digest` is what `files_digest` is to say of its file.

        An empty digest is not looked at. `work` names the sweep or solve that asks for it.

        Raises:
            FormatError: The file cannot be read.
            RequestError: It is another one than it was.
        """
        key = (place, digest, store)
        found = self._kept.pop(key, None)
        if found is None:
            session = self._read(place, digest)
            found = _Kept(self._make(session, store), len(session.items), work)
        found.work = work
        self._kept[key] = found
        while len(self._kept) > 1 and self._is_full():
            self._let_one_go(work)
        return found.made

    def forget(self) -> None:
        """Lets go of all of them."""
        self._kept.clear()
        self._file = None

    def _is_full(self) -> bool:
        items = sum(one.items for one in self._kept.values())
        return len(self._kept) > self._most_sessions or items > self._most_items

    def _let_one_go(self, work: str) -> None:
        """Lets go of a session of other work, else of the one used last before this.

        A solve goes through all sessions again and again: those that stay are found again each time, while
        with the oldest gone none would be.
        """
        other = next((key for key, one in self._kept.items() if one.work != work), None)
        self._kept.pop(other or list(self._kept)[-2])

    def _read(self, place: Place, digest: str) -> Session:
        if self._file is None or self._file[0] != (place.file, digest):
            sessions = load(Path(place.file))
            if digest and files_digest(place.file) != digest:
                name = Path(place.file).name
                raise RequestError(f"{name} has changed since the work began", hint="begin it again")
            self._file = ((place.file, digest), sessions)
        return session_of(place, self._file[1])
