"""What a judgement comes to, as exit codes of the command line; apart, so that it costs nothing to know."""

from __future__ import annotations

from collections.abc import Iterable

HOLDS = 0
FAILS = 1
UNJUDGED = 2


def worst(codes: Iterable[int]) -> int:
    """The code of several: one that fails decides, then one that cannot be judged; none cannot be judged."""
    given = set(codes)
    if FAILS in given:
        return FAILS
    return UNJUDGED if UNJUDGED in given or not given else HOLDS
