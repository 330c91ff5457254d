"""The calls and results of a session as two parallel rows, compared without a walk over all pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter, ne
from typing import Any


class Answers:
    """Every (call, result) pair of positions, in the order of the calls."""

    def __init__(self, pairs: Mapping[int, tuple[int, ...]]) -> None:
        self.pairs = tuple((call, result) for call, results in pairs.items() for result in results)
        self._calls = _getter([call for call, _ in self.pairs])
        self._results = _getter([result for _, result in self.pairs])

    def differing(self, state: bytes | bytearray) -> Iterable[bool]:
        """For each pair whether call and result are in different states."""
        return map(ne, self._calls(state), self._results(state))


def _getter(positions: list[int]) -> Callable[[bytes | bytearray], Any]:
    """The entries at these positions, always as a tuple."""
    if len(positions) > 1:
        return itemgetter(*positions)
    return lambda column: tuple(column[position] for position in positions)
