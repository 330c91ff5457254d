"""How sure a reader is of a whole document, by how sure it is of the records in it."""

from __future__ import annotations

from collections.abc import Sequence


def overall(sure: Sequence[float]) -> float:
    """How sure of records of which one is so sure each: as of the surest, less where others are not alike."""
    like = sum(1 for one in sure if one)
    return max(sure) * (0.6 + 0.4 * like / len(sure)) if like else 0.0
