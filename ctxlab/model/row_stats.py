"""How much of its cap a row uses over several sessions."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.items import Row


@dataclass(frozen=True, slots=True)
class RowStats:
    """What a row asks for over sessions, in tokens: half of them at most `p50`, nine in ten at most `p90`.

    It is what the row would be charged without a cap, so that a cap can be read off it. `sessions` is how
    many were looked at, `most` the largest.
    """

    row: Row
    p50: int
    p90: int
    most: int
    sessions: int
