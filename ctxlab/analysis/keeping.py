"""The smallest cap of its own row that keeps an item, checked by a run."""

from __future__ import annotations

from itertools import compress

from ctxlab.analysis.admission import entry_cap
from ctxlab.analysis.sensitivity import Build
from ctxlab.engine.pipeline import Examined
from ctxlab.errors import RequestError
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.profile import Profile
from ctxlab.model.sensitivity import KeepingCap
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON
from ctxlab.stages.protocol import Queue

_NOT_WHOLE = frozenset({Reason.CUT_TO_CAP, Reason.TO_SUMMARY, Reason.DEGRADED_2, Reason.DEGRADED_3})
_BY_LIMIT = frozenset(
    {Reason.OVER_WINDOW, Reason.CUT_TO_WINDOW, Reason.DEGRADED_1, Reason.DEGRADED_2, Reason.DEGRADED_3}
)
_BY_ROW = frozenset(
    {
        Reason.OVER_CAP,
        Reason.BEHIND_OVERFLOW,
        Reason.CUT_TO_CAP,
        Reason.TO_SUMMARY,
        Reason.SUMMARISED,
        Reason.SUMMARY_REFUSED,
    }
)


def keeping_cap(build: Build, profile: Profile, item: str) -> KeepingCap:
    """The smallest cap of its own row with which an item stands whole to the end of Construct.

    The cap is the smallest at which the row admits the item's unit, whole and as itself: worked out exactly
    for every overflow rule (in a row that truncates, a cut piece does not count), and then tried by a run. A
    result that went into a summary with its call needs the cap that keeps the call. Of an elastic row the cap
    allows for what it gets beside it now; where a run says that this is not enough, it is the one that needs
    nothing beside it. An item that is kept has such a cap too, which may be smaller than the one now.

    A larger cap of the same row is not tried where the window or the item's pair is what it fails by, since
    it would add tokens and change nothing about that.

    Raises:
        RequestError: There is no such item at this request.
        ProfileError: The profile names a strategy that is not there.
        CancelledError: `build` was told to stop.
    """
    base = build(profile)
    trace = base.trace
    position = trace.position(item)
    if position is None:
        raise RequestError(f"there is no item {item!r} at this request")
    row = trace.row(position)
    now = profile.row(row).cap
    found = _unit(base, position)
    if found is None:
        return _not_found(item, profile, trace, trace, position)
    queue, rank = found
    least = entry_cap(queue, rank)
    if least is None:
        below = trace.outcome(position).reason is Reason.BELOW_RELEVANCE
        return KeepingCap(item, row, None, now, verified=False, reason="relevance" if below else "count")
    caps = [max(0, least - queue.share), least]
    if keeps(trace, position) and (now is None or now < caps[0]):
        # Something other than its row's cap keeps it, such as a placeholder that would be no shorter.
        caps = [0, *caps]
    failed = trace
    for cap in dict.fromkeys(caps):
        run = build(profile.set(f"budget.{row}.cap", cap)).trace
        if keeps(run, position):
            return _found(item, KeepingCap(item, row, cap, now, verified=True), trace, run)
        failed = run
    return _not_found(item, profile, trace, failed, position)


def keeps(trace: Trace, position: int) -> bool:
    """Whether an item that was gathered stands in the context, neither cut at a cap nor summarised away."""
    if trace.stage(Stage.SELECT).reason[position] in _NOT_WHOLE:
        return False
    record = trace.stage(Stage.CONSTRUCT)
    return position < len(record.fate) and bool(GOES_ON[record.fate[position]])


def _unit(run: Examined, position: int) -> tuple[Queue, int] | None:
    """The queue and the unit whose going in decides on the item; None where no row had it."""
    trace = run.trace
    queue = run.queues.get(trace.row(position))
    if queue is None or position >= len(trace.pool):
        return None
    rank = queue.rank.get(position)
    if rank is None:
        calls = (call for call, results in run.pairs.items() if position in results)
        rank = next((queue.rank[call] for call in calls if call in queue.rank), None)
    return None if rank is None else (queue, rank)


def _not_found(item: str, profile: Profile, before: Trace, run: Trace, position: int) -> KeepingCap:
    """The answer where a run with the cap that should do did not keep the item, by what it made of it."""
    row, outcome = before.row(position), run.outcome(position)
    select = run.stage(Stage.SELECT).decision(position)
    by = ""
    if outcome.reason in _BY_LIMIT or (select is not None and select.reason in _BY_LIMIT):
        reason = "limit"
    elif outcome.reason is Reason.PAIR_BROKEN:
        reason, by = "pair", str(dict(outcome.numbers).get("by", ""))
    elif outcome.reason is Reason.OVER_COUNT:
        reason = "count"
    elif outcome.reason is Reason.BELOW_RELEVANCE:
        reason = "relevance"
    elif outcome.reason in _BY_ROW:
        reason = "unsettled" if run.row(position) is row else "other_row"
    else:
        reason = "elsewhere"
    return KeepingCap(item, row, None, profile.row(row).cap, verified=False, reason=reason, by=by)


def _found(item: str, found: KeepingCap, before: Trace, after: Trace) -> KeepingCap:
    """The answer with what the run at that cap costs and changes beside the item."""
    was, now = _kept(before), _kept(after)
    pool = before.pool.items
    gone = compress(range(len(pool)), (one and not other for one, other in zip(was, now, strict=True)))
    verdicts = {one.id: one.lost_at for one in before.must_keeps}
    lost = [o.id for o in after.must_keeps if o.lost_at is not None and verdicts.get(o.id, o.lost_at) is None]
    saved = [o.id for o in after.must_keeps if o.lost_at is None and verdicts.get(o.id) is not None]
    return KeepingCap(
        item=item,
        row=found.row,
        cap=found.cap,
        now=found.now,
        verified=True,
        tokens=after.totals.constructed - before.totals.constructed,
        lost=tuple(pool[position].id for position in gone),
        must_keeps=tuple(lost),
        saved=tuple(saved),
    )


def _kept(trace: Trace) -> bytes:
    """For each gathered item whether it stands in the context, whole or shorter."""
    return bytes(trace.stage(Stage.CONSTRUCT).fate[: len(trace.pool)]).translate(GOES_ON)
