"""Models' summaries in memory, over the store: read once, and found at once from then on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from threading import Lock

from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.store.summaries import SqliteSummaryStore


class SummaryMemory:
    """A shelf of summaries. May be shared between threads. Without a store it forgets with the program."""

    def __init__(self, store: SqliteSummaryStore | None = None) -> None:
        self._store = store
        self._lock = Lock()
        self._kept: dict[str, StoredSummary] | None = None
        self._generation = 0

    @property
    def generation(self) -> Hashable:
        """How often summaries were added: what the store held at first was there all along."""
        return self._generation

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """What a model answered to this; None where that is not kept."""
        return self._all().get(ask.key)

    def add(self, summaries: Iterable[StoredSummary]) -> None:
        """Keeps summaries, here and in the store."""
        new = {one.key: one for one in summaries}
        if not new:
            return
        self._all()
        with self._lock:
            self._kept = {**(self._kept or {}), **new}
            self._generation += 1
        if self._store is not None:
            self._store.save(new.values())

    def look_again(self) -> None:
        """Takes over what other programs have put into the store meanwhile."""
        if self._store is None or self._kept is None:
            return
        stored = {one.key: one for one in self._store.load()}
        with self._lock:
            known = self._kept
            if any(known.get(key) != one for key, one in stored.items()):
                self._kept = {**known, **stored}
                self._generation += 1

    def _all(self) -> dict[str, StoredSummary]:
        kept = self._kept
        if kept is None:
            with self._lock:
                if self._kept is None:
                    stored = self._store.load() if self._store is not None else ()
                    self._kept = {one.key: one for one in stored}
                kept = self._kept
        return kept
