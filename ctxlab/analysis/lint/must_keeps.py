"""Must-keeps that the model did not see, and those that nothing in the session states."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.admission import entry_cap
from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import ProfileError
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Overflow
from ctxlab.text.match import Matcher

_OVER_CAP = frozenset({Reason.OVER_CAP, Reason.BEHIND_OVERFLOW})


def lost_must_keeps(case: Case) -> Iterator[Problem]:
    """Tells of each must-keep that was lost; of one that nothing states, that it may be a slip."""
    wanted = {one.id: one for one in must_keeps(case.profile, case.marks)}
    for verdict in case.trace.must_keeps:
        if verdict.lost_at is not None:
            yield _lost(case, wanted[verdict.id], verdict.lost_at)


def newest_holder(case: Case, one: MustKeep) -> int | None:
    """The position of the newest gathered item that states a must-keep; it needs the least room as a rule."""
    pool = case.trace.pool
    if one.item:
        return pool.index.get(one.item)
    if one.source:
        found = (p for p in range(len(pool) - 1, -1, -1) if pool.source[p].value == one.source)
        return next(found, None)
    try:
        matcher = Matcher(one)
    except ProfileError:
        return None
    matcher.begin()
    return next((p for p in range(len(pool) - 1, -1, -1) if matcher.found(pool.items[p].text)), None)


def _lost(case: Case, one: MustKeep, stage: Stage) -> Problem:
    holder = newest_holder(case, one)
    named = (("id", one.id), ("label", one.label), ("stage", stage.value))
    if holder is None:
        return Problem(
            "must_keep_nowhere", Severity.ERROR, item=one.since, request=case.request, numbers=named
        )
    trace = case.trace
    row = trace.row(holder)
    numbers: tuple[tuple[str, int | str], ...] = named
    decision = trace.outcome(holder)
    told = dict(decision.numbers)
    need, left = told.get("need"), told.get("left")
    if decision.reason in _OVER_CAP:
        numbers = (*numbers, ("row", row.value))
        if isinstance(need, int) and isinstance(left, int) and need > left:
            numbers = (*numbers, ("short", need - max(0, left)))
    return Problem(
        "must_keep_lost",
        Severity.ERROR,
        item=one.since or trace.id(holder),
        request=case.request,
        numbers=numbers,
        cures=tuple(_cures(case, row, holder)),
    )


def _cures(case: Case, row: Row, holder: int) -> Iterator[Cure]:
    """The smallest cap that admits the item, a key fact, a summary; at last the recommended strategies."""
    profile, key = case.profile, f"budget.{row.value}"
    queue = case.run.queues.get(row)
    rank = None if queue is None else queue.rank.get(holder)
    cap = entry_cap(queue, rank) if queue is not None and rank is not None else None
    if queue is not None and cap is not None and queue.cap is not None:
        for least in (cap - queue.share, cap):
            if least > queue.cap:
                yield changes(profile, [(f"{key}.cap", least)])
    yield changes(profile, [("gather.key_facts", True)])
    summary = ("summarize.strategy", "extractive")
    yield changes(profile, [(f"{key}.overflow", Overflow.COMPRESS.value), summary])
    yield changes(profile, RECOMMENDED)
