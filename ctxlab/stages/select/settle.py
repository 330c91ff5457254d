"""From rows' outcomes to decisions by position: cuts, limits of single items, and whole pairs."""

from __future__ import annotations

from itertools import compress

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.stages.protocol import StageContext
from ctxlab.stages.select.levels import share_limit
from ctxlab.stages.select.prepared import Prepared
from ctxlab.stages.select.rows import ServedRows
from ctxlab.stages.select.selection import GONE, STANDING, STATE, Aside, Selection
from ctxlab.stages.select.serve import Served, cap_numbers

_KEPT = frozenset({Reason.FITS, Reason.KEPT_OVER_CAP})


def settle(prepared: Prepared, rows: ServedRows, context: StageContext) -> Selection:
    """Writes every row's verdicts into one column, cuts what has to be cut, and mends pairs."""
    profile = context.profile
    selection = Selection(
        prepared=prepared,
        counter=context.counter,
        pairs=profile.select.pairs,
        framing=context.framing.message,
        served=rows.served,
        row_of=_moved(rows),
        reason=prepared.verdicts.column([rows.served[row] for row in _conversation_first(rows.served)]),
        used={row: served.total for row, served in rows.served.items()},
        asides={},
        levels=profile.summarize.levels,
    )
    for position in rows.taken_along:
        selection.reason[position] = Reason.TO_SUMMARY
    _count_over(selection, rows, profile)
    _tell_below(selection, rows, profile)
    _set_aside(selection, rows, profile)
    for row, served in rows.served.items():
        _cut_crossing(selection, row, served)
        if served.plan.limited and row not in rows.compressing:
            _cut_limited(selection, row, served)
    _mend_all(selection)
    return selection


def _conversation_first(served: dict[Row, Served]) -> list[Row]:
    """`recent` before `history`, so that what moved has the verdict of the row it moved to."""
    return sorted(served, key=lambda row: row is not Row.RECENT)


def _moved(rows: ServedRows) -> dict[int, Row]:
    moved = {position: Row.HISTORY for unit in rows.spilled for position in unit.positions}
    moved.update(rows.taken_along)
    return moved


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


def _tell_below(selection: Selection, rows: ServedRows, profile: Profile) -> None:
    """The numbers of units that are not relevant enough."""
    for served in rows.served.values():
        for rank in served.plan.below:
            unit = served.plan.units[rank]
            numbers = (("limit", profile.select.min_relevance), ("need", unit.charge))
            selection.numbers.update(dict.fromkeys(unit.positions, numbers))


def _set_aside(selection: Selection, rows: ServedRows, profile: Profile) -> None:
    """Charges the tokens that are set aside for summaries.

    Where the row `summary` has a cap they are charged to it, as far as the cap allows, and otherwise to the
    row whose items are summarised. With `summarize.share` all summaries together are bounded, too.
    """
    cap, room = rows.given[Row.SUMMARY], share_limit(profile)
    room = None if room is None else max(0, room - selection.used.get(Row.SUMMARY, 0))
    left = 0 if cap is None else max(0, cap - selection.used.get(Row.SUMMARY, 0))
    for row in profile.table():
        served = rows.served[row]
        if Reason.TO_SUMMARY not in served.verdict:
            continue
        if cap is None or row is Row.SUMMARY:
            tokens = served.aside if room is None else min(served.aside, room)
            selection.asides[row] = Aside(row, tokens)
            selection.used[row] -= served.aside - tokens
        else:
            tokens = min(profile.summarize.max_tokens, left if room is None else min(left, room))
            left -= tokens
            selection.asides[row] = Aside(Row.SUMMARY, tokens)
            selection.used[Row.SUMMARY] += tokens
        room = None if room is None else room - tokens


def _cut_crossing(selection: Selection, row: Row, served: Served) -> None:
    """Of the unit that was cut at the cap one item is shorter; the others stay as they are."""
    crossing = served.crossing
    if crossing is None:
        return
    for position in served.plan.units[served.by].positions:
        if selection.row(position) is row:
            selection.reason[position] = Reason.FITS
    selection.reason[crossing.position] = Reason.CUT_TO_CAP
    selection.altered[crossing.position] = crossing.altered


def _cut_limited(selection: Selection, row: Row, served: Served) -> None:
    """Cuts kept items over their row's per-item limit, and drops one of which nothing can be left."""
    pool = selection.gathered.pool
    for position, limit in served.plan.limited.items():
        if selection.reason[position] not in _KEPT or selection.row(position) is not row:
            continue
        altered = selection.prepared.cut(position, limit, selection.counter)
        if altered is None or not altered.text:
            selection.drop(position, Reason.OVER_CAP, cap_numbers(limit, 0, pool.charge[position], 0))
            continue
        selection.altered[position] = altered
        selection.reason[position] = Reason.CUT_TO_ITEM_LIMIT
        selection.numbers[position] = (("limit", limit), ("need", pool.charge[position]))


def _mend_all(selection: Selection) -> None:
    """Finds every broken pair once and mends it; mending follows the chain of what it breaks itself."""
    answered = selection.prepared.answered
    state = selection.reason.translate(STATE)
    for call, result in compress(answered.pairs, answered.differing(state)):
        if state[call] == GONE:
            if selection.alive(result):
                selection.drop(result, Reason.PAIR_BROKEN, selection.prepared.broken_by(call))
        elif state[call] == STANDING:
            if selection.stands(call):
                selection.mend_dropped_result(call, result)
        elif state[result] == STANDING:
            _take_along(selection, call, result)
    for call in selection.prepared.unanswered:
        if selection.stands(call):
            selection.mend_dropped_result(call, call)


def _take_along(selection: Selection, call: int, result: int) -> None:
    """A result whose call goes into a summary goes along, charged no more."""
    selection.used[selection.row(result)] -= selection.charge(result)
    selection.row_of[result] = selection.row(call)
    selection.reason[result] = Reason.TO_SUMMARY
    selection.altered.pop(result, None)
    selection.numbers.pop(result, None)
