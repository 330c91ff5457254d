"""What stood in the way of an item that Select dropped: the items that hold the tokens that it needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxlab.model.decision import Reason, Stage
from ctxlab.model.displaced import Displacer
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON

_FIRST = frozenset({Reason.PINNED, Reason.REQUIRED})
_OVER_LIMIT = frozenset({Reason.OVER_WINDOW, Reason.DEGRADED_1, Reason.DEGRADED_2, Reason.DEGRADED_3})
_TO_SUMMARY = frozenset({Reason.TO_SUMMARY, Reason.DEGRADED_2})
_OVER_CAP = frozenset({Reason.OVER_CAP, Reason.BEHIND_OVERFLOW, Reason.TO_SUMMARY, Reason.CUT_TO_CAP})


def displaced(trace: Trace, item: str) -> tuple[Displacer, ...]:
    """The items that hold the tokens which an item needed, the largest first, until they cover its lack.

    Of an item over its row's cap (dropped, cut or given to a summary) they are kept items of its row that
    were served before it; where its row had stopped before, the item at which it stopped comes first. Of one
    over the window they are the kept items of any row. Of any other item there are none: nothing took its
    place. Only what still stands after Select is named, so that it may cover less than was lacking.
    """
    position = trace.position(item)
    decision = None if position is None else trace.stage(Stage.SELECT).decision(position)
    if position is None or decision is None or position >= len(trace.pool):
        return ()
    numbers = dict(decision.numbers)
    if decision.reason in _OVER_LIMIT:
        limit = trace.totals.limit
        spare = 0 if limit is None else limit - trace.totals.constructed
        return _until(trace, _all(trace), int(numbers.get("need", 0)) - max(0, spare))
    if decision.reason not in _OVER_CAP or "left" not in numbers:
        return ()
    blocker = trace.position(str(numbers.get("by", "")))
    blockers = () if blocker is None else (_holder(trace, blocker, blocks=True),)
    # What stands behind an overflow lacks no tokens where it is small: its row had stopped, that is all.
    lacking = int(numbers["need"]) - int(numbers["left"])
    mates = _before(trace, position, int(numbers["count"]))
    others = (one for one in mates if one != blocker)
    return (*blockers, *_until(trace, others, lacking - sum(one.tokens for one in blockers)))


def _all(trace: Trace) -> Iterator[int]:
    """All gathered items that go on after Select as themselves, and not into a summary."""
    fate, reason = trace.stage(Stage.SELECT).fate, trace.stage(Stage.SELECT).reason
    return (p for p in range(len(trace.pool)) if GOES_ON[fate[p]] and reason[p] not in _TO_SUMMARY)


def _before(trace: Trace, wanted: int, count: int) -> Iterator[int]:
    """Kept items of the same row that were served before one that `count` units had been served before."""
    record, row = trace.stage(Stage.SELECT), trace.row(wanted)
    for position in _all(trace):
        if trace.row(position) is not row:
            continue
        served = 0 if record.reason[position] in _FIRST else _count(record.numbers, position)
        if served is not None and served < max(1, count):
            yield position


def _count(numbers: Callable[[int], tuple[tuple[str, int | str], ...]], position: int) -> int | None:
    """How many units had been served before that item's, where its decision says it."""
    found = dict(numbers(position)).get("count")
    return None if found is None else int(found)


def _until(trace: Trace, positions: Iterator[int], lacking: int) -> tuple[Displacer, ...]:
    """The largest holders, one after the other, until they hold what was lacking."""
    if lacking <= 0:
        return ()
    holders = sorted((_holder(trace, position) for position in positions), key=lambda one: -one.tokens)
    found: list[Displacer] = []
    for holder in holders:
        if lacking <= 0 or holder.tokens <= 0:
            break
        found.append(holder)
        lacking -= holder.tokens
    return tuple(found)


def _holder(trace: Trace, position: int, *, blocks: bool = False) -> Displacer:
    """An item with what it is charged after Select: its tokens then, and its message's framing."""
    tokens, pool = trace.stage(Stage.SELECT).tokens[position], trace.pool
    goes_on = GOES_ON[trace.stage(Stage.SELECT).fate[position]]
    charge = tokens + pool.charge[position] - pool.tokens[position] if goes_on else 0
    return Displacer(trace.id(position), trace.row(position), charge, blocks)
