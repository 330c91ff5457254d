"""The smallest cap of a row with which a must-keep stands to the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ctxlab.analysis.admission import entry_cap
from ctxlab.analysis.rescue.look import Found, Look
from ctxlab.analysis.rescue.trials import SpentError, Trial
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow
from ctxlab.model.rescue import Lever
from ctxlab.stages.protocol import Queue

#: Caps that should do are tried up to so many: each is that of another item.
_MOST_TRIED = 4
#: All smaller caps at which the row has something else are tried where there are no more of them.
_MOST_STEPS = 24
#: How often the next larger cap is looked at in a row that skips.
_MOST_SKIPS = 400


@dataclass(frozen=True, slots=True)
class Admitting:
    """What a row has to be given for the must-keep to be in it; `proven` says that no less would do."""

    given: int
    proven: bool = True


def cap_changes(look: Look, at: Trial) -> Iterator[Found]:
    """For each row that had no room the smallest cap that keeps the must-keep, where a run shows one.

    Caps are only raised. A cap is the smallest at which the row admits an item that holds the must-keep, or
    its other half, or in a row that truncates leaves the words in a cut. In rows that stop or truncate it is
    left out where a smaller cap than the one now would do, too. That none would is shown by runs at each
    smaller cap at which the row has something else, or, where these are many, follows if the row is no other
    row's neighbour: no row is elastic and it is not `recent`, which hands on what it turns away.
    """
    for row in look.rows(at):
        found = _raised(look, at, row)
        if found is not None:
            yield found


def _key(row: Row) -> str:
    return f"budget.{row.value}.cap"


def _raised(look: Look, at: Trial, row: Row) -> Found | None:
    queue, now = at.run.queues.get(row), at.state.profile.row(row).cap
    if queue is None or now is None or queue.overflow is Overflow.KEEP:
        return None
    for cap in _wanted(look, at, queue, now)[:_MOST_TRIED]:
        trial = look.set(at, Lever.CAP, _key(row), cap)
        if trial.kept:
            try:
                return _smallest(look, at, queue, trial, cap)
            except SpentError:
                return Found(trial)
    return None


def _wanted(look: Look, at: Trial, queue: Queue, now: int) -> list[int]:
    """Larger caps that should do, ascending."""
    given = [one.given for one in admitting(look, at, queue, above=now)]
    if look.question.every and given:
        # all of them have to be in
        given = [max(given)]
    return sorted({cap for one in given for cap in (one - queue.share, one) if cap > now})


def admitting(look: Look, at: Trial, queue: Queue, *, above: int = 0) -> list[Admitting]:
    """For each unit that decides on the must-keep the least that the row has to be given to have it.

    These are the units of items that hold it, and of their other halves.
    """
    units: dict[int, set[int]] = {}
    items = at.trace.pool.items
    for holder in look.holders(at):
        if holder in queue.rank:
            units.setdefault(queue.rank[holder], set()).add(holder)
        for half in look.halves(at, holder):
            if half in queue.rank:
                units.setdefault(queue.rank[half], set())
    found: list[Admitting] = []
    for rank, inside in units.items():
        least = entry_cap(queue, rank)
        if least is None or rank < queue.lead:
            continue
        if queue.overflow is Overflow.SKIP and least <= above:
            least = next_fit(queue, rank, above)
        if queue.overflow is Overflow.TRUNCATE and not look.question.every:
            room, proven = look.room(queue, rank, {position: items[position].text for position in inside})
            found.append(Admitting(queue.prefix[rank] + room, proven))
        else:
            found.append(Admitting(least))
    return found


def next_fit(queue: Queue, rank: int, above: int) -> int:
    """The smallest cap over `above` at which a row that skips has a unit.

    Where that would take too long, it is the one that needs nothing passed over.
    """
    cap = above + 1
    for _ in range(_MOST_SKIPS):
        used, following = queue.prefix[queue.lead], queue.prefix[rank + 1]
        for charge in queue.charges[queue.lead : rank]:
            if used + charge <= cap:
                used += charge
            else:
                following = min(following, used + charge)
        need = max(cap, used + queue.charges[rank])
        if need < following or need == queue.prefix[rank + 1]:
            return need
        cap = following
    return queue.prefix[rank + 1]


def _smallest(look: Look, at: Trial, queue: Queue, kept: Trial, cap: int) -> Found | None:
    """The same or a smaller cap that keeps it; None where one smaller than now does."""
    if queue.overflow not in (Overflow.STOP, Overflow.TRUNCATE):
        return Found(kept)
    now, needs = queue.cap or 0, admitting(look, at, queue)
    proven = all(one.proven for one in needs)
    steps = [0, now, *(queue.prefix[rank + 1] for rank in range(queue.lead, queue.allowed))]
    steps += [one.given - queue.share for one in needs]
    below = sorted({step for step in steps if 0 <= step < cap})
    if len(below) > min(_MOST_STEPS, look.trials.left // 2):
        lower = _at(look, at, queue.row, 0) if now else at
        return None if lower.kept else Found(kept, proven and _alone(at, queue.row))
    for step, following in pairwise([*below, cap]):
        trial = at if step == now else _at(look, at, queue.row, step)
        for one in (trial, *_elastic(look, at, trial, queue.row, step, following)):
            if one.kept:
                raised = one.state.profile.row(queue.row).cap
                return Found(one, proven) if raised is not None and raised > now else None
    return Found(kept, proven)


def _at(look: Look, at: Trial, row: Row, cap: int) -> Trial:
    """A run at a smaller cap, which is no way to go on from."""
    return look.set(at, Lever.CAP, _key(row), cap, note=False)


def _elastic(look: Look, at: Trial, trial: Trial, row: Row, step: int, following: int) -> Iterator[Trial]:
    """Runs between two caps of a row at which an elastic row is given enough for the must-keep.

    Between them nothing enters the row itself, and what it leaves free goes to the elastic ones.
    """
    for other, queue in trial.run.queues.items():
        line = trial.state.profile.row(other)
        if not line.elastic or queue.given is None:
            continue
        lacks = {one.given - queue.given for one in admitting(look, trial, queue)}
        for lack in sorted(lacks):
            if 0 < lack < following - step:
                yield _at(look, at, row, step + lack)


def _alone(at: Trial, row: Row) -> bool:
    """Whether the cap of the row changes nothing about what other rows are given."""
    profile = at.state.profile
    lines = (profile.row(one) for one in profile.table())
    return row is not Row.RECENT and not any(line.elastic and line.cap is not None for line in lines)
