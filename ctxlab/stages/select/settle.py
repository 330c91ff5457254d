"""From rows' outcomes to decisions by position: cuts, limits of single items, and whole pairs."""

from __future__ import annotations

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.stages.protocol import LEAST_USEFUL, StageContext
from ctxlab.stages.select.plan import is_cuttable
from ctxlab.stages.select.prepared import Prepared
from ctxlab.stages.select.rows import ServedRows
from ctxlab.stages.select.selection import ALIVE, Aside, Selection
from ctxlab.stages.select.serve import Served

_KEPT = frozenset({Reason.FITS, Reason.KEPT_OVER_CAP})


def settle(prepared: Prepared, rows: ServedRows, context: StageContext) -> Selection:
    """Writes every row's verdicts into one column, cuts what has to be cut, and mends pairs."""
    profile = context.profile
    gathered = prepared.gathered
    selection = Selection(
        prepared=prepared,
        counter=context.counter,
        pairs=profile.select.pairs,
        served=rows.served,
        row_of=_moved(rows),
        reason=bytearray(len(gathered.pool)),
        used={row: served.total for row, served in rows.served.items()},
        asides={},
    )
    for row in _conversation_first(rows.served):
        _write_verdicts(selection.reason, rows.served[row])
    for position in rows.taken_along:
        selection.reason[position] = Reason.TO_SUMMARY
    _count_over(selection, rows, profile)
    _set_aside(selection, rows, profile)
    for row, served in rows.served.items():
        _cut_crossing(selection, served)
        if served.plan.limited and row not in rows.compressing:
            _cut_limited(selection, served)
    _mend_all(selection)
    return selection


def _conversation_first(served: dict[Row, Served]) -> list[Row]:
    """`recent` before `history`, so that what moved between them ends with the verdict of the row it moved to."""
    return sorted(served, key=lambda row: row is not Row.RECENT)


def _moved(rows: ServedRows) -> dict[int, Row]:
    moved = {position: Row.HISTORY for unit in rows.spilled for position in unit.positions}
    moved.update(dict.fromkeys(rows.taken_along, Row.HISTORY))
    return moved


def _write_verdicts(reason: bytearray, served: Served) -> None:
    plan = served.plan
    if plan.unit_of is None:
        for position, verdict in zip(plan.flat, served.verdict, strict=True):
            reason[position] = verdict
    else:
        verdicts = served.verdict
        for position, unit in zip(plan.flat, plan.unit_of, strict=True):
            reason[position] = verdicts[unit]


def _count_over(selection: Selection, rows: ServedRows, profile: Profile) -> None:
    """The numbers of units over a count: of the row's own limit or of the limit over all messages."""
    for row, served in rows.served.items():
        if Reason.OVER_COUNT not in served.verdict:
            continue
        most = profile.row(row).max_items or 0
        for rank, unit in enumerate(served.plan.units):
            if served.verdict[rank] == Reason.OVER_COUNT:
                over = rows.over_count.get(unit.positions[0])
                limit = most if over is None else profile.select.max_messages or 0
                numbers = (("limit", limit), ("rank", rank + 1 if over is None else over))
                selection.numbers.update(dict.fromkeys(unit.positions, numbers))


def _set_aside(selection: Selection, rows: ServedRows, profile: Profile) -> None:
    shared = profile.row(Row.SUMMARY).cap
    for row, served in rows.served.items():
        if Reason.TO_SUMMARY not in served.verdict:
            continue
        if shared is None:
            selection.asides[row] = Aside(row, served.aside)
        else:
            tokens = min(profile.summarize.max_tokens, shared)
            selection.asides[row] = Aside(Row.SUMMARY, tokens)
            selection.used[Row.SUMMARY] = selection.used.get(Row.SUMMARY, 0) + tokens


def _cut_crossing(selection: Selection, served: Served) -> None:
    """Cuts the unit that crosses the cap, or drops it where too little would be left."""
    if served.by < 0 or served.verdict[served.by] != Reason.CUT_TO_CAP:
        return
    unit = served.plan.units[served.by]
    pool = selection.gathered.pool
    texts = [position for position in unit.positions if is_cuttable(pool, position)]
    target = max(texts, key=lambda position: pool.tokens[position], default=-1)
    altered = None
    if target >= 0:
        room = served.room - (unit.charge - pool.tokens[target])
        limit = min(room, served.plan.limited.get(target, room))
        if limit >= LEAST_USEFUL:
            altered = selection.prepared.cut(target, limit, selection.counter)
    if altered is None or altered.tokens < LEAST_USEFUL:
        for position in unit.positions:
            selection.reason[position] = Reason.OVER_CAP
        return
    for position in unit.positions:
        selection.reason[position] = Reason.FITS
    selection.reason[target] = Reason.CUT_TO_CAP
    selection.altered[target] = altered
    selection.used[selection.row(target)] += unit.charge - pool.tokens[target] + altered.tokens


def _cut_limited(selection: Selection, served: Served) -> None:
    """Cuts kept items that are over their row's per-item limit."""
    pool = selection.gathered.pool
    for position, limit in served.plan.limited.items():
        if selection.reason[position] in _KEPT:
            altered = selection.prepared.cut(position, limit, selection.counter)
            if altered is not None:
                selection.altered[position] = altered
                selection.reason[position] = Reason.CUT_TO_ITEM_LIMIT
                selection.numbers[position] = (("limit", limit), ("need", pool.tokens[position]))


def _mend_all(selection: Selection) -> None:
    """Finds every broken pair once and mends it; mending follows the chain of what it breaks itself."""
    alive = selection.reason.translate(ALIVE)
    for call, results in selection.gathered.pairs.items():
        if not results:
            continue
        if not alive[call]:
            for result in results:
                if alive[result] and selection.alive(result):
                    selection.drop(result, Reason.PAIR_BROKEN, (("by", selection.gathered.pool.items[call].id),))
        else:
            for result in results:
                if not alive[result] and selection.alive(call):
                    selection.mend_dropped_result(call, result)
