"""Ticks: the caps of each row at which one more unit enters it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ctxlab.analysis.admission import entry_caps
from ctxlab.engine.pipeline import Examined
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import Tick
from ctxlab.stages.protocol import Queue

_KEPT = 64


@dataclass(eq=False)
class Ticks:
    """Makes ticks, and remembers those of a row as long as its units, their order and charges stay."""

    _kept: dict[tuple[object, ...], tuple[Tick, ...]] = field(
        default_factory=dict[tuple[object, ...], tuple[Tick, ...]]
    )

    def of(self, run: Examined) -> Mapping[Row, tuple[Tick, ...]]:
        """The ticks of every row, ascending by cap; none where the cap decides nothing.

        A tick is the smallest cap at which its unit is in the row, whole and as itself: not cut at the cap,
        not on its way into a summary, with all other rows as they are. Units that are in at any cap
        (required, pinned, or in a row that keeps all) and those over a count have none. A row without a cap
        has the ticks that it would have with one; a cap starts to matter below the last of them. What the
        limit of the window takes afterwards, and pairs, are not looked at. Of an elastic row the ticks allow
        for what it gets beside its cap now. What `recent` turns away joins `history`; its ticks are those of
        the row itself.
        """
        return {row: self._of_row(queue, run) for row, queue in run.queues.items()}

    def _of_row(self, queue: Queue, run: Examined) -> tuple[Tick, ...]:
        known = (queue.source, run.holders, queue.overflow, queue.allowed, queue.aside, queue.share)
        found = self._kept.pop(known, None)
        if found is None:
            found = row_ticks(queue, run)
        self._kept[known] = found
        if len(self._kept) > _KEPT:
            self._kept.pop(next(iter(self._kept)))
        return found


def row_ticks(queue: Queue, run: Examined) -> tuple[Tick, ...]:
    """The ticks of one row, ascending."""
    items, holders, units = run.trace.pool.items, run.holders, queue.units
    share = queue.share
    return tuple(
        Tick(cap - share, items[units[rank].positions[0]].id, not holders.isdisjoint(units[rank].positions))
        for cap, rank in entry_caps(queue)
        if cap > share
    )
