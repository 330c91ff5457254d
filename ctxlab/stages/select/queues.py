"""The queues of rows, as analyses ask for them after a run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.trace import Altered
from ctxlab.stages.protocol import Queue
from ctxlab.stages.select.rows import ServedRows, summary_share


def queues_of(rows: ServedRows, profile: Profile) -> Mapping[Row, Queue]:
    """Each row's queue in that run, in table order."""
    return {row: _queue(row, rows, profile) for row in profile.table()}


def _queue(row: Row, rows: ServedRows, profile: Profile) -> Queue:
    served, line = rows.served[row], profile.row(row)
    plan = served.plan
    return Queue(
        row=row,
        overflow=line.overflow,
        cap=line.cap,
        given=rows.given[row],
        units=plan.units,
        charges=plan.charges,
        prefix=plan.prefix,
        rank=plan.rank,
        lead=plan.lead,
        allowed=len(plan.units) - len(plan.below) - served.verdict.count(Reason.OVER_COUNT),
        aside=summary_share(profile, row) if line.overflow is Overflow.COMPRESS else 0,
        source=plan,
        cut=partial(_cut, rows, row),
    )


def _cut(rows: ServedRows, row: Row, rank: int, room: int) -> tuple[int, Altered] | None:
    """What would be left of a unit of the row if it had so much room."""
    found = rows.cutter(rows.served[row].plan, rank, room)
    return None if found is None else (found.position, found.altered)
