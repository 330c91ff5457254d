"""What a worker keeps between jobs: the sessions that it has read, each with its Lab."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from ctxlab.batch.corpus import session_of
from ctxlab.batch.sweep_keys import files_digest
from ctxlab.errors import RequestError
from ctxlab.formats.load import load
from ctxlab.lab import Lab
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place

#: So many sessions keep their Labs, unless they have more items than these together.
_SESSIONS = 4
_ITEMS = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A session and the Lab that has built it before. They belong to one thread."""

    session: Session
    lab: Lab


class Desk(threading.local):
    """The sessions that a thread has read. A file is read once for all that are in it."""

    def __init__(self) -> None:
        self._file: tuple[tuple[str, str], tuple[Session, ...]] | None = None
        self._loaded: OrderedDict[tuple[Place, str, bool], Loaded] = OrderedDict()

    def take(self, place: Place, digest: str, *, store: bool) -> Loaded:
        """The session of a place; `digest` is what `files_digest` is to say of its file, or empty.

        Raises:
            FormatError: The file cannot be read.
            RequestError: It is another one than it was.
        """
        key = (place, digest, store)
        # a Lab of its own for each session: what it has counted goes with it
        found = self._loaded.pop(key, None) or Loaded(self._read(place, digest), Lab(store=store))
        self._loaded[key] = found
        while len(self._loaded) > 1 and (len(self._loaded) > _SESSIONS or self._items() > _ITEMS):
            self._loaded.popitem(last=False)
        return found

    def _items(self) -> int:
        return sum(len(one.session.items) for one in self._loaded.values())

    def _read(self, place: Place, digest: str) -> Session:
        if self._file is None or self._file[0] != (place.file, digest):
            sessions = load(Path(place.file))
            if digest and files_digest(place.file) != digest:
                name = Path(place.file).name
                raise RequestError(f"{name} has changed since the work began", hint="begin it again")
            self._file = ((place.file, digest), sessions)
        return session_of(place, self._file[1])
