"""Which caps a curve of a row has, which of them are looked at first, and what a run shows of the row."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.analysis.admission import Admission, entry_caps
from ctxlab.engine.pipeline import Examined
from ctxlab.model.decision import Reason, Stage
from ctxlab.stages.fates import byte_table
from ctxlab.stages.protocol import Queue

_STANDING = frozenset(
    {Reason.REQUIRED, Reason.PINNED, Reason.FITS, Reason.KEPT_OVER_CAP, Reason.CUT_TO_ITEM_LIMIT}
)
_STANDS = byte_table(lambda code: code in _STANDING)


@dataclass(frozen=True, slots=True)
class Plan:
    """The caps of a curve, ascending from 0, and which of them are worth a run each if not all are.

    `admitted` are items and tokens that the row admits at each. `complete` says that the row admits nothing
    else between two of them. `inside` says that the row holds a must-keep that its cap may take.
    """

    caps: tuple[int, ...]
    admitted: tuple[tuple[int, int], ...]
    first: tuple[int, ...]
    complete: bool
    inside: bool


def plan_curve(queue: Queue, run: Examined, now: int | None, most: int) -> Plan:
    """The plan for a row at its cap; where `most` caps are too few for all, those are chosen with care."""
    admission, share = Admission(queue), queue.share
    steps, complete = admission.steps()
    # The cap as it is now is always one of them, so that what the run at it shows is there to be seen.
    present = () if now is None else (now,)
    caps = sorted({0, *present, *(cap - share for cap in steps if cap > share)})
    first = (
        *present,
        0,
        caps[-1],
        *_around_must_keeps(queue, run, caps, most // 2),
        *thinned(caps, most // 4),
    )
    first = tuple(dict.fromkeys(first))
    if not complete:
        # What such a row admits is walked through cap by cap: for thousands of them that would take too long.
        caps = sorted({*first, *thinned(caps, max(1, most - len(first)))})
    admitted = tuple(admission.at(cap + share) for cap in caps)
    inside = any(not run.holders.isdisjoint(unit.positions) for unit in queue.units[queue.lead :])
    return Plan(tuple(caps), admitted, first, complete, inside)


def _around_must_keeps(queue: Queue, run: Examined, caps: Sequence[int], most: int) -> list[int]:
    """The caps at which must-keeps enter, and the last ones before."""
    entering = [
        cap - queue.share
        for cap, rank in entry_caps(queue)
        if not run.holders.isdisjoint(queue.units[rank].positions)
    ]
    places = sorted({bisect_right(caps, max(0, cap)) - 1 for cap in entering})
    return thinned([caps[at] for place in places for at in (place - 1, place) if at >= 0], most)


def thinned(caps: Sequence[int], most: int) -> list[int]:
    """At most so many of the caps (two or more), evenly, with the first and the last."""
    if len(caps) <= most:
        return list(caps)
    last, gaps = len(caps) - 1, max(1, most - 1)
    return [caps[at * last // gaps] for at in range(gaps + 1)]


def standing(run: Examined, queue: Queue) -> tuple[int, int]:
    """Items of the row that stand whole at the end of Select, and what the row is charged for them.

    Of a unit that was cut at the cap none counts. Items of the row that ended in another do not count.
    """
    trace = run.trace
    reason = bytes(trace.stage(Stage.SELECT).reason)
    stands, moved, row = reason.translate(_STANDS), trace.moved, queue.row
    items = tokens = 0
    for unit, charge in zip(queue.units, queue.charges, strict=True):
        whole = [p for p in unit.positions if stands[p] and moved.get(p, row) is row]
        if len(whole) == len(unit.positions):
            items += len(whole)
            tokens += charge
        elif whole and all(reason[p] != Reason.CUT_TO_CAP for p in unit.positions):
            items += len(whole)
            tokens += sum(trace.charge(p) for p in whole)
    return items, tokens
