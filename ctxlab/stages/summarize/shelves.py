"""Shelves of models' summaries: a session's own before all others, and one that notes what is missing."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property

from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.stages.protocol import SummaryShelf


def with_own(own: tuple[StoredSummary, ...], shelf: SummaryShelf) -> SummaryShelf:
    """A shelf on which a session's own summaries come first."""
    return _Own(own, shelf) if own else shelf


class _Own:
    def __init__(self, own: tuple[StoredSummary, ...], shelf: SummaryShelf) -> None:
        self._own = own
        self._shelf = shelf

    @property
    def generation(self) -> Hashable:
        """That of the shelf, and the session's own."""
        return (self._own, self._shelf.generation)

    @cached_property
    def _by_key(self) -> dict[str, StoredSummary]:
        return {one.key: one for one in self._own}

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """The session's own, else what the shelf has."""
        return self._by_key.get(ask.key) or self._shelf.find(ask)


class Missing:
    """A shelf that notes what it was asked for, and what of that in vain.

    `passed_over` are keys that are not noted, since they were asked for before.
    """

    def __init__(self, shelf: SummaryShelf, passed_over: frozenset[str] = frozenset()) -> None:
        self._shelf = shelf
        self._passed_over = passed_over
        self._asks: dict[str, SummaryAsk] = {}
        self._found: dict[str, StoredSummary] = {}

    @property
    def asks(self) -> Sequence[SummaryAsk]:
        """What was asked for in vain, each once, in the order of asking."""
        return tuple(self._asks.values())

    @property
    def found(self) -> Sequence[StoredSummary]:
        """What was asked for and was there, each once."""
        return tuple(self._found.values())

    @property
    def generation(self) -> Hashable:
        """Never that of another shelf, so that no kept result spares the asking."""
        return self

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """What the shelf has."""
        found = self._shelf.find(ask)
        if found is not None:
            self._found[found.key] = found
        elif ask.key not in self._passed_over:
            self._asks.setdefault(ask.key, ask)
        return found
