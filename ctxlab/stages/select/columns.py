"""From the working state to Select's output: columns, row sums, and what goes to Summarize."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from operator import mul

from ctxlab.model.decision import Numbers, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Made, RowUse, StageRecord
from ctxlab.stages.protocol import Gathered, Selected, SummaryGroup
from ctxlab.stages.select.degrade import Degradation, notices
from ctxlab.stages.select.levels import split_levels
from ctxlab.stages.select.limit import group_members, take, victims
from ctxlab.stages.select.plan import as_number
from ctxlab.stages.select.queues import queues_of
from ctxlab.stages.select.rows import ServedRows
from ctxlab.stages.select.selection import ALIVE, FATES, Selection
from ctxlab.stages.select.serve import Served

_FROM_ROW = frozenset(
    {
        Reason.FITS,
        Reason.KEPT_OVER_CAP,
        Reason.OVER_CAP,
        Reason.CUT_TO_CAP,
        Reason.TO_SUMMARY,
        Reason.BEHIND_OVERFLOW,
    }
)


@dataclass(frozen=True, eq=False)
class RowNumbers:
    """Numbers of decisions, read from the rows' columns when asked; exceptions stand in `special`."""

    gathered: Gathered
    made: Sequence[Made]
    reason: bytes
    served: Mapping[Row, Served]
    row_of: Mapping[int, Row]
    special: Mapping[int, Numbers]

    def __call__(self, position: int, /) -> Numbers:
        """The numbers of the decision at that position."""
        pool = self.gathered.pool
        if position >= len(pool):
            return self._placeholder(position - len(pool))
        found = self.special.get(position)
        if found is not None:
            return found
        if self.reason[position] not in _FROM_ROW:
            return ()
        served = self.served[self.row_of.get(position, pool.row[position])]
        rank = served.plan.rank.get(position)
        if rank is None:
            return ()
        numbers = served.numbers(rank)
        if self.reason[position] == Reason.BEHIND_OVERFLOW and served.by >= 0:
            blocker = served.plan.units[served.by].positions[0]
            if served.crossing is not None:
                blocker = served.crossing.position
            return (*numbers, ("by", pool.items[blocker].id))
        return numbers

    def _placeholder(self, at: int) -> Numbers:
        if at >= len(self.made):
            return ()
        origin = self.made[at].derived_from[0]
        need = 0 if origin in self.gathered.pairs else self.gathered.pool.charge[origin]
        return (("by", self.gathered.pool.items[origin].id), ("need", need))


@dataclass(frozen=True, eq=False)
class Trimmer:
    """Drops the next unit for the window from a copy of the working state."""

    selection: Selection
    levels: Degradation
    strategy: str

    def __call__(self, limit: int, counted: int, /) -> Selected | None:
        """The selection without the unit that goes next; None when nothing more may go."""
        trimmed = self.selection.copy()
        victim = next(victims(trimmed, self.levels.profile), None)
        if victim is None:
            return None
        take(trimmed, victim, limit, counted)
        return finish(trimmed, self.levels, self.strategy, may_trim=True)


@dataclass(frozen=True, eq=False)
class Degrader:
    """Takes a copy of the working state to the next level of degradation."""

    selection: Selection
    levels: Degradation
    strategy: str

    def __call__(self, limit: int, counted: int, /) -> Selected | None:
        """The selection after the next level that does anything; None when there is none."""
        degraded = self.levels.next(self.selection, limit, counted)
        return None if degraded is None else finish(degraded, self.levels, self.strategy, may_trim=True)


def finish(selection: Selection, levels: Degradation, strategy: str, *, may_trim: bool) -> Selected:
    """Freezes the working state; `may_trim` where the limit is enforced."""
    rows, profile = levels.rows, levels.profile
    pool = selection.gathered.pool
    made = tuple(selection.made[position] for position in sorted(selection.made))
    reason = bytes(selection.reason) + bytes([Reason.PLACEHOLDER]) * len(made)
    alive = reason.translate(ALIVE)
    tokens = [*map(mul, pool.tokens, alive), *(one.tokens for one in made)]
    for position, altered in selection.altered.items():
        tokens[position] = altered.tokens
    record = StageRecord(
        stage=Stage.SELECT,
        strategy=strategy,
        fate=reason.translate(FATES),
        reason=reason,
        tokens=tokens,
        order=list(compress(range(len(reason)), alive)),
        numbers=RowNumbers(
            selection.gathered, made, reason, rows.served, selection.row_of, selection.numbers
        ),
        total=sum(tokens),
    )
    return Selected(
        gathered=selection.gathered,
        record=record,
        made=made,
        altered=dict(selection.altered),
        moved=dict(selection.row_of),
        rows=_row_uses(selection, rows, profile, alive),
        groups=_groups(selection),
        to_compress=_to_compress(selection, rows),
        trim=Trimmer(selection, levels, strategy) if may_trim else None,
        degrade=Degrader(selection, levels, strategy) if may_trim else None,
        diagnostics=notices(selection),
        queues=partial(queues_of, rows, profile),
    )


def _row_uses(selection: Selection, rows: ServedRows, profile: Profile, alive: bytes) -> tuple[RowUse, ...]:
    """Items by the row that they ended in, whichever row they came from."""
    kept: dict[Row, int] = {}
    of: dict[Row, int] = {}
    flags = as_number(alive)
    for row, served in rows.served.items():
        kept[row] = served.plan.count(flags)
        of[row] = len(served.plan.flat)
    ranks = {row: served.plan.rank for row, served in rows.served.items()}
    origins = selection.gathered.pool.row
    for position, to in selection.row_of.items():
        origin = origins[position]
        if position not in ranks[to]:
            of[to] += 1
            kept[to] += alive[position]
        if origin is not to and position in ranks[origin]:
            of[origin] -= 1
            kept[origin] -= alive[position]
    return tuple(
        RowUse(row, profile.row(row).cap, rows.given[row], selection.used.get(row, 0), kept[row], of[row])
        for row in profile.table()
    )


def _groups(selection: Selection) -> tuple[SummaryGroup, ...]:
    groups: list[SummaryGroup] = []
    for row, aside in selection.asides.items():
        members = group_members(selection, row)
        if members:
            levels = split_levels(selection, members, aside.tokens)
            groups.extend(
                SummaryGroup(row, aside.charged_to, positions, share) for positions, share in levels
            )
    return tuple(groups)


def _to_compress(selection: Selection, rows: ServedRows) -> tuple[tuple[int, int], ...]:
    """Kept items over a per-item limit that Summarize has to bring down."""
    found: list[tuple[int, int]] = []
    for row in rows.compressing:
        served = rows.served[row]
        kept = (Reason.FITS, Reason.KEPT_OVER_CAP)
        for position, limit in served.plan.limited.items():
            if selection.reason[position] in kept and selection.row(position) is row:
                found.append((position, limit))
    return tuple(sorted(found))
