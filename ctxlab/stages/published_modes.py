"""What the stages of the published context modes share: the order of chat by its recorded times."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ctxlab.model.items import Item


def is_number(time: str) -> bool:
    """Whether a recorded time is a number; keyword forms keep those as their digits."""
    try:
        return math.isfinite(float(time))
    except ValueError:
        return False


def by_time(positions: Sequence[int], items: Sequence[Item]) -> list[int]:
    """Positions sorted by time, equal ones as given.

    Numbers compare as numbers, texts as texts. A message without a time is taken to be made now, as the
    published messages are, and comes after all that state one; so does one whose time is of another kind.
    """
    timed = [position for position in positions if items[position].time]
    numeric = bool(timed) and is_number(items[timed[0]].time)
    sortable = [position for position in timed if is_number(items[position].time) is numeric]
    there = set(sortable)
    rest = [position for position in positions if position not in there]
    if numeric:
        return [*sorted(sortable, key=lambda position: float(items[position].time)), *rest]
    return [*sorted(sortable, key=lambda position: items[position].time), *rest]
