"""From the working state to Select's output: columns, row sums, and what goes to Summarize."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress
from operator import mul

from ctxlab.model.decision import Numbers, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Pool, RowUse, StageRecord
from ctxlab.stages.protocol import Selected, SummaryGroup
from ctxlab.stages.select.limit import take, victims
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

    pool: Pool
    reason: bytes
    served: Mapping[Row, Served]
    row_of: Mapping[int, Row]
    special: Mapping[int, Numbers]

    def __call__(self, position: int, /) -> Numbers:
        """The numbers of the decision at that position."""
        found = self.special.get(position)
        if found is not None:
            return found
        if position >= len(self.reason) or self.reason[position] not in _FROM_ROW:
            return ()
        served = self.served[self.row_of.get(position, self.pool.row[position])]
        rank = served.plan.rank.get(position)
        if rank is None:
            return ()
        numbers = served.numbers(rank)
        if self.reason[position] == Reason.BEHIND_OVERFLOW and served.by >= 0:
            blocker = served.plan.units[served.by].positions[0]
            return (*numbers, ("by", self.pool.items[blocker].id))
        return numbers


@dataclass(frozen=True, eq=False)
class Trimmer:
    """Drops the next unit for the window from a copy of the working state."""

    selection: Selection
    rows: ServedRows
    profile: Profile
    strategy: str

    def __call__(self, limit: int, counted: int, /) -> Selected | None:
        """The selection without the unit that goes next; None when nothing more may go."""
        trimmed = self.selection.copy()
        victim = next(victims(trimmed, self.profile), None)
        if victim is None:
            return None
        take(trimmed, victim, limit, counted)
        return finish(trimmed, self.rows, self.profile, self.strategy, may_trim=True)


def finish(
    selection: Selection, rows: ServedRows, profile: Profile, strategy: str, *, may_trim: bool
) -> Selected:
    """Freezes the working state; `may_trim` where the limit is enforced."""
    pool = selection.gathered.pool
    size = len(pool)
    made = tuple(selection.made[position] for position in sorted(selection.made))
    special = dict(selection.numbers)
    for at, one in enumerate(made):
        origin = one.derived_from[0]
        special[size + at] = (("by", pool.items[origin].id), ("need", pool.tokens[origin]))
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
        numbers=RowNumbers(pool, reason, rows.served, selection.row_of, special),
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
        trim=Trimmer(selection, rows, profile, strategy) if may_trim else None,
    )


def _row_uses(selection: Selection, rows: ServedRows, profile: Profile, alive: bytes) -> tuple[RowUse, ...]:
    uses: list[RowUse] = []
    left: dict[Row, int] = {}
    kept_elsewhere: dict[Row, int] = {}
    for position in selection.row_of:
        origin = selection.gathered.pool.row[position]
        left[origin] = left.get(origin, 0) + 1
        if position in rows.taken_along:
            kept_elsewhere[Row.HISTORY] = kept_elsewhere.get(Row.HISTORY, 0) + 1
    for row in profile.table():
        served = rows.served[row]
        flat = served.plan.flat
        kept = sum(map(alive.__getitem__, flat))
        of = len(flat)
        if row is Row.RECENT:
            spilled = sum(len(unit.positions) for unit in rows.spilled)
            kept -= sum(alive[position] for unit in rows.spilled for position in unit.positions)
            of -= spilled
        extra = kept_elsewhere.get(row, 0)
        cap, given = profile.row(row).cap, rows.given[row]
        uses.append(RowUse(row, cap, given, selection.used.get(row, 0), kept + extra, of + extra))
    return tuple(uses)


def _groups(selection: Selection) -> tuple[SummaryGroup, ...]:
    groups: list[SummaryGroup] = []
    for row, aside in selection.asides.items():
        served = selection.served[row]
        members = [p for p in served.plan.flat if selection.reason[p] == Reason.TO_SUMMARY]
        if row is Row.HISTORY:
            along = [p for p, to in selection.row_of.items() if to is row and p not in served.plan.rank]
            members += [p for p in along if selection.reason[p] == Reason.TO_SUMMARY]
        if members:
            groups.append(SummaryGroup(row, aside.charged_to, tuple(sorted(members)), aside.tokens))
    return tuple(groups)


def _to_compress(selection: Selection, rows: ServedRows) -> tuple[tuple[int, int], ...]:
    """Kept items over a per-item limit that Summarize has to bring down."""
    found: list[tuple[int, int]] = []
    for row in rows.compressing:
        served = rows.served[row]
        kept = (Reason.FITS, Reason.KEPT_OVER_CAP)
        found.extend((p, limit) for p, limit in served.plan.limited.items() if selection.reason[p] in kept)
    return tuple(sorted(found))
