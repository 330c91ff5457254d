"""Select as GSSC was published: layers in a fixed order, each ending at the first item that does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import mul

from ctxlab.model.decision import Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import Order, Overflow, Profile, RowBudget
from ctxlab.model.trace import Pool, RowUse, StageRecord
from ctxlab.stages.kept import kept_with
from ctxlab.stages.protocol import Gathered, Queue, Selected, StageContext, Unit
from ctxlab.stages.published_contents import recorded_field
from ctxlab.stages.published_table import unread_caps
from ctxlab.stages.select.columns import RowNumbers
from ctxlab.stages.select.plan import Plan, make_plan
from ctxlab.stages.select.selection import ALIVE, FATES
from ctxlab.stages.select.serve import Served, serve
from ctxlab.stages.select.verdicts import VerdictColumns

#: The order of the layers, which is the order of the output.
LAYERS = (
    Row.SYSTEM_PROMPT,
    Row.USER_MESSAGE,
    Row.TASK_STATE,
    Row.AGENT_NOTE,
    Row.TOOL_RESULT,
    Row.RETRIEVED_DOC,
    Row.HISTORY,
)

#: Layers that are taken whole, whatever their cap says.
_WHOLE = (Row.SYSTEM_PROMPT, Row.USER_MESSAGE)

#: Figures of the published budget that its code never reads, and the row that each would have bound.
_UNREAD = (("system_prompt_max", Row.SYSTEM_PROMPT), ("recent_conversation_max", Row.HISTORY))


class SelectGsscPublished:
    """The published Select.

    Of the budget table it reads the caps alone: overflow is always `stop` and the order is fixed (tool
    results by priority, documents by relevance, both stable; history newest first). Pins are not known to
    it. `published` is read only to say which of its figures nothing enforces.
    """

    name = "gssc-published"
    version = "1"
    slot = Stage.SELECT
    reads: tuple[str, ...] = ("budget", "published")
    #: Of a row's line only the cap does anything here.
    idle: tuple[str, ...] = tuple(f"budget.*.{field}" for field in RowBudget.model_fields if field != "cap")
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """Takes each layer's items while they fit its cap."""
        table = context.profile.table()
        plans = _plans_of(given)
        # Rows that the published system does not have come from another Gather only: they stand last.
        rows = (*LAYERS, *(row for row in table if row not in LAYERS))
        served = {row: _serve(row, plans.by_row[row], context.profile) for row in rows}
        reason = bytes(plans.columns.column([served[row] for row in plans.by_row]))
        tokens = list(map(mul, given.pool.tokens, reason.translate(ALIVE)))
        uses = {row: _use(row, one) for row, one in served.items()}
        used = ((figure, uses[row].used) for figure, row in _UNREAD)
        record = StageRecord(
            stage=Stage.SELECT,
            strategy=self.name,
            fate=reason.translate(FATES),
            reason=reason,
            tokens=tokens,
            order=[position for row in rows for position in served[row].plan.flat[: uses[row].kept]],
            numbers=RowNumbers(given, (), reason, served, {}, {}),
            total=sum(tokens),
        )
        return Selected(
            gathered=given,
            record=record,
            made=(),
            altered={},
            moved={},
            rows=tuple(uses[row] for row in table),
            groups=(),
            to_compress=(),
            diagnostics=tuple(unread_caps(context.profile, used)),
            queues=partial(_queues, served, table),
        )


@dataclass(frozen=True, eq=False)
class _Plans:
    """The layers of one gather, which no profile changes, and the column that their verdicts make."""

    by_row: Mapping[Row, Plan]
    columns: VerdictColumns


def _plans_of(given: Gathered) -> _Plans:
    """The layers, made on first use and kept as long as the gather is."""
    return kept_with(given, _Plans, lambda: _make_plans(given))


def _make_plans(given: Gathered) -> _Plans:
    by_row = _by_row(given)
    plans = {row: _plan(row, by_row.get(row, ()), given.pool) for row in Row}
    return _Plans(plans, VerdictColumns(len(given.pool)))


def _plan(row: Row, positions: Sequence[int], pool: Pool) -> Plan:
    units = [Unit((position,), pool.charge[position]) for position in _served(row, positions, pool)]
    return make_plan(units, pool, Order.GIVEN, None)


def _serve(row: Row, plan: Plan, profile: Profile) -> Served:
    return serve(plan, profile.row(row).cap, _overflow(row), _uncut, most=None, aside=0)


def _overflow(row: Row) -> Overflow:
    return Overflow.KEEP if row in _WHOLE else Overflow.STOP


def _uncut(_plan: Plan, _rank: int, _room: int, /) -> None:
    """The published system cuts nothing to a cap."""


def _use(row: Row, served: Served) -> RowUse:
    of = len(served.plan.units)
    return RowUse(row, served.cap, served.cap, served.total, of if served.by < 0 else served.by, of)


def _queues(served: Mapping[Row, Served], table: Sequence[Row]) -> Mapping[Row, Queue]:
    """Each layer as analyses ask for it: it stops at its cap, or takes all."""
    return {row: _queue(row, served[row]) for row in table}


def _queue(row: Row, served: Served) -> Queue:
    plan = served.plan
    return Queue(
        row=row,
        overflow=_overflow(row),
        cap=served.cap,
        given=served.cap,
        units=plan.units,
        charges=plan.charges,
        prefix=plan.prefix,
        rank=plan.rank,
        lead=0,
        allowed=len(plan.units),
        aside=0,
        source=plan,
    )


def _by_row(given: Gathered) -> Mapping[Row, list[int]]:
    """What Gather let through, by row, in the order gathered."""
    found: dict[Row, list[int]] = {}
    for position in given.record.order:
        found.setdefault(given.pool.row[position], []).append(position)
    return found


def _served(row: Row, positions: Sequence[int], pool: Pool) -> Sequence[int]:
    """The order in which a layer serves its items."""
    if row is Row.TOOL_RESULT:
        return sorted(positions, key=lambda i: pool.items[i].priority)
    if row is Row.RETRIEVED_DOC:
        return _by_score(positions, pool)
    if row is Row.HISTORY:
        return positions[::-1]
    return positions


def _by_score(positions: Sequence[int], pool: Pool) -> Sequence[int]:
    """High scores first, equal ones in the order gathered; scores that are all texts compare as texts."""
    items = pool.items
    texts = {i: recorded_field(items[i], "score", None) for i in positions}
    if all(isinstance(score, str) for score in texts.values()):
        return sorted(positions, key=lambda i: str(texts[i]), reverse=True)
    return sorted(positions, key=lambda i: items[i].relevance, reverse=True)
