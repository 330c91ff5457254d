"""A small store of results, the most recently used kept longest."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Memo(Generic[Result]):
    """Keeps up to `most` results by key. Not safe for use by several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, Result] = {}
        self.hits = 0
        self.misses = 0

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """The result under that key, made if it is not there."""
        if key in self._kept:
            self.hits += 1
            found = self._kept.pop(key)
        else:
            self.misses += 1
            found = make()
        self._kept[key] = found
        if len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)))
        return found

    def clear(self) -> None:
        """Forgets everything."""
        self._kept.clear()
