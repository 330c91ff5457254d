"""All rows' verdicts as one column by position, through a permutation kept as long as the plans are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from ctxlab.stages.select.plan import Plan
from ctxlab.stages.select.serve import Served

_KEPT = 3


@dataclass(frozen=True, eq=False)
class _Permutation:
    plans: tuple[Plan, ...]
    pick: Callable[[bytes], Any]


class VerdictColumns:
    """Turns rows' verdicts into a column of reason codes; remembers where each plan's units stand."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: dict[tuple[int, ...], _Permutation] = {}

    def column(self, served: Sequence[Served]) -> bytearray:
        """The reason of every position, 0 where no row served it. A later row overrides an earlier one."""
        plans = tuple(one.plan for one in served)
        verdicts = b"".join(_by_position(one) for one in served) + b"\0\0"
        return bytearray(self._permutation(plans).pick(verdicts)[: self._size])

    def _permutation(self, plans: tuple[Plan, ...]) -> _Permutation:
        key = tuple(map(id, plans))
        found = self._known.get(key)
        if found is None:
            nowhere = sum(len(plan.flat) for plan in plans)
            # Two more than there are positions: a getter of one index would not give a tuple.
            index = [nowhere] * (self._size + 2)
            at = 0
            for plan in plans:
                for position in plan.flat:
                    index[position] = at
                    at += 1
            if len(self._known) >= _KEPT:
                self._known.pop(next(iter(self._known)))
            found = self._known[key] = _Permutation(plans, itemgetter(*index))
        return found


def _by_position(served: Served) -> bytes:
    """The verdict of each position of the plan, units spread over their positions."""
    if served.plan.unit_of is None:
        return bytes(served.verdict)
    return bytes(map(served.verdict.__getitem__, served.plan.unit_of))
