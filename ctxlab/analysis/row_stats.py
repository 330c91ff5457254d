"""What rows ask for over several sessions, so that caps can be read off it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxlab.model.decision import Stage
from ctxlab.model.items import Row
from ctxlab.model.row_stats import RowStats
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON
from ctxlab.stages.select.columns import RowNumbers


def demand(trace: Trace) -> Mapping[Row, int]:
    """What each row would be charged if no row had a cap: charges of all items that Gather let through.

    Limits of single items are applied. What `recent` turned away counts as recent, and what an earlier row
    took along into a summary in the row that it came from. Rows without items ask for 0.
    """
    pool, fate = trace.pool, trace.stage(Stage.GATHER).fate
    asked = dict.fromkeys(Row, 0)
    for row, charge, one in zip(pool.row, pool.charge, fate, strict=False):
        # Gather's own additions go on with everything else.
        if GOES_ON[one]:
            asked[row] += charge
    for position, left in trace.reduced.items():
        asked[pool.row[position]] += left.tokens - pool.tokens[position]
    numbers = trace.stage(Stage.SELECT).numbers
    if isinstance(numbers, RowNumbers):
        for served in numbers.served.values():
            for position, limit in served.plan.limited.items():
                asked[pool.row[position]] -= trace.handed_on(position) - limit
    return asked


def row_stats(demands: Sequence[Mapping[Row, int]]) -> tuple[RowStats, ...]:
    """The median and the ninth decile (by nearest rank) and the largest demand of every row over sessions."""
    if not demands:
        return ()
    return tuple(_stats(row, sorted(asked.get(row, 0) for asked in demands)) for row in Row)


def _stats(row: Row, asked: Sequence[int]) -> RowStats:
    count = len(asked)
    return RowStats(row, _rank(asked, 50), _rank(asked, 90), asked[-1], count)


def _rank(ascending: Sequence[int], percent: int) -> int:
    """The smallest value that so many percent of all do not exceed."""
    return ascending[-(-percent * len(ascending) // 100) - 1]
