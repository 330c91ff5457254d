"""Select as GSSC was published: layers in a fixed order, each ending at the first item that does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile, RowBudget
from ctxlab.model.trace import Pool, RowUse
from ctxlab.stages.protocol import Gathered, Queue, Selected, StageContext, Unit
from ctxlab.stages.published_contents import recorded_field
from ctxlab.stages.published_record import Decisions

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
        selection = _Selection(given.pool, context.profile, Decisions(len(given.pool)))
        by_row = _by_row(given)
        # Rows that the published system does not have come from another Gather only: they stand last.
        others = [row for row in context.profile.table() if row not in LAYERS]
        served: dict[Row, Sequence[int]] = {}
        for row in (*LAYERS, *others):
            served[row] = _served(row, by_row.get(row, ()), given.pool)
            selection.take(row, served[row])
        return Selected(
            gathered=given,
            record=selection.decisions.record(Stage.SELECT, self.name, selection.order),
            made=(),
            altered={},
            moved={},
            rows=tuple(selection.uses[row] for row in context.profile.table()),
            groups=(),
            to_compress=(),
            diagnostics=_unread_caps(context.profile, selection.uses),
            queues=partial(_queues, served, given.pool, context.profile),
        )


@dataclass(slots=True)
class _Selection:
    """The layers taken so far."""

    pool: Pool
    profile: Profile
    decisions: Decisions
    order: list[int] = field(default_factory=list[int])
    uses: dict[Row, RowUse] = field(default_factory=dict[Row, RowUse])

    def take(self, row: Row, positions: Sequence[int]) -> None:
        """Decides one layer's items in the order in which it serves them."""
        cap = self.profile.row(row).cap
        whole = row in _WHOLE
        used = kept = 0
        blocker = ""
        for position in positions:
            need = self.pool.charge[position]
            numbers = _numbers(cap, used, need, kept)
            if blocker:
                numbers = (*numbers, ("by", blocker))
                self.decisions.decide(position, Fate.DROPPED, Reason.BEHIND_OVERFLOW, 0, numbers)
                continue
            fits = cap is None or used + need <= cap
            if not fits and not whole:
                blocker = self.pool.items[position].id
                self.decisions.decide(position, Fate.DROPPED, Reason.OVER_CAP, 0, numbers)
                continue
            reason = Reason.FITS if fits else Reason.KEPT_OVER_CAP
            self.decisions.decide(position, Fate.KEPT, reason, self.pool.tokens[position], numbers)
            self.order.append(position)
            used += need
            kept += 1
        self.uses[row] = RowUse(row, cap, cap, used, kept, len(positions))


def _queues(served: Mapping[Row, Sequence[int]], pool: Pool, profile: Profile) -> Mapping[Row, Queue]:
    """Each layer as analyses ask for it: it stops at its cap, or takes all."""
    return {row: _queue(row, served[row], pool, profile.row(row).cap) for row in profile.table()}


def _queue(row: Row, positions: Sequence[int], pool: Pool, cap: int | None) -> Queue:
    charges = [pool.charge[position] for position in positions]
    return Queue(
        row=row,
        overflow=Overflow.KEEP if row in _WHOLE else Overflow.STOP,
        cap=cap,
        given=cap,
        units=[Unit((position,), charge) for position, charge in zip(positions, charges, strict=True)],
        charges=charges,
        prefix=list(accumulate(charges, initial=0)),
        rank={position: rank for rank, position in enumerate(positions)},
        lead=0,
        allowed=len(positions),
        aside=0,
        source=(pool, tuple(positions)),
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


def _numbers(cap: int | None, used: int, need: int, count: int) -> Numbers:
    if cap is None:
        return (("used", used), ("need", need), ("count", count))
    return (("cap", cap), ("used", used), ("need", need), ("left", cap - used), ("count", count))


def _unread_caps(profile: Profile, uses: Mapping[Row, RowUse]) -> tuple[Diagnostic, ...]:
    """Says where the published figures would have bound, had the published code read them."""
    stated = dict(profile.published)
    found: list[Diagnostic] = []
    for figure, row in _UNREAD:
        cap = stated.get(figure)
        used = uses[row].used
        if isinstance(cap, int) and used > cap:
            numbers = (("figure", figure), ("cap", cap), ("used", used))
            found.append(Diagnostic("cap_not_enforced", numbers=numbers))
    return tuple(found)
