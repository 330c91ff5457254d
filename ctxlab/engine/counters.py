"""The counters of all encodings and the models' summaries, over one store."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ctxlab.engine.summaries import SummaryMemory
from ctxlab.model.profile import Encoding
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.store.summaries import SqliteSummaryStore
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.protocols import Counter, CountStore


class Counters:
    """The counters of all encodings, and the `summaries` of models, over one store.

    May be shared between threads.
    """

    def __init__(self, *, store: bool = True) -> None:
        self._database = Database.default() if store else None
        self._store: CountStore | None = SqliteCountStore(self._database) if self._database else None
        self._counters: dict[str, CachedCounter] = {}
        self.summaries = SummaryMemory(SqliteSummaryStore(self._database) if self._database else None)

    def of(self, encoding: str) -> CachedCounter:
        """The counter of an encoding, cached; vocabularies are loaded when something is really counted."""
        found = self._counters.get(encoding)
        if found is None:
            found = self._counters.setdefault(encoding, CachedCounter(_make_counter(encoding), self._store))
        return found

    def provisional(self, encoding: str, generation: int) -> Counter:
        """Known counts where there are any, else estimates, for a first view while counting runs.

        `generation` has to rise with what is known.
        """
        return ProvisionalCounter(self.of(encoding), FallbackCounter(), generation)

    def problems(self) -> Sequence[str]:
        """What went wrong with the store, in words for a user; empty when nothing did."""
        problem = self._database.problem if self._database else None
        return () if problem is None else (str(problem),)

    def close(self) -> None:
        """Hands new counts to the store and closes it."""
        for counter in self._counters.values():
            counter.flush()
        if self._database is not None:
            self._database.close()


def _make_counter(encoding: str) -> Counter:
    if encoding == Encoding.CHARS_3:
        return DivisionCounter(3)
    if encoding == Encoding.CHARS_4:
        return DivisionCounter(4)
    return _exact_counter(encoding)


@cache
def _exact_counter(encoding: str) -> Counter:
    """One counter an encoding and process: a vocabulary takes 80 MB and a quarter of a second to load."""
    from ctxlab.tokens.exact import ExactCounter

    return ExactCounter(encoding)
