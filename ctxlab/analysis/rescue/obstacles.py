"""Obstacles: where a run lost what an item holds of a must-keep, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ctxlab.analysis.rescue.question import Question
from ctxlab.engine.pipeline import Examined
from ctxlab.model.decision import Decision, Fate, Numbers, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace

_BY_ROW = frozenset(
    {
        Reason.OVER_CAP,
        Reason.CUT_TO_CAP,
        Reason.BEHIND_OVERFLOW,
        Reason.TO_SUMMARY,
        Reason.SUMMARISED,
        Reason.SUMMARY_REFUSED,
    }
)
_BY_WINDOW = frozenset(
    {Reason.OVER_WINDOW, Reason.CUT_TO_WINDOW, Reason.DEGRADED_1, Reason.DEGRADED_2, Reason.DEGRADED_3}
)
#: A pair is followed to its other half so often, since that may itself have lost its pair.
_HALVES = 4


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What a run did to one item that holds the must-keep.

    `holder` is the item's position. `position` is that of the item on which it was decided: its other half
    where the pair was broken, else itself. `row` is the row in which that ended, `origin` the one that it
    came from. `paired` says that a broken pair led there.
    """

    holder: int
    position: int
    stage: Stage
    fate: Fate
    reason: Reason
    numbers: Numbers
    row: Row
    origin: Row
    paired: bool = False

    @property
    def by_row(self) -> bool:
        """Whether its row had no room for it."""
        return self.reason in _BY_ROW and self.fate is not Fate.COMPRESSED

    @property
    def by_window(self) -> bool:
        """Whether the window had no room for it."""
        return self.reason in _BY_WINDOW

    @property
    def by_item_limit(self) -> bool:
        """Whether it is longer than one item may be."""
        return self.reason is Reason.CUT_TO_ITEM_LIMIT or self.fate is Fate.COMPRESSED

    def number(self, name: str) -> int | None:
        """One of the numbers of the decision, or None."""
        value = dict(self.numbers).get(name)
        return value if isinstance(value, int) else None


def obstacle(run: Examined, question: Question, holder: int) -> Obstacle | None:
    """What a run did to an item that holds the must-keep; None where it goes on with it."""
    trace = run.trace
    position, paired = holder, False
    decision = _decision(trace, question, holder)
    for _ in range(_HALVES):
        if decision is None or decision.reason is not Reason.PAIR_BROKEN:
            break
        half = trace.position(str(dict(decision.numbers).get("by", "")))
        lost = None if half is None else _lost(trace, half)
        paired = True
        if half is None or lost is None:
            break
        position, decision = half, lost
    if decision is None:
        return None
    return Obstacle(
        holder=holder,
        position=position,
        stage=decision.stage,
        fate=decision.fate,
        reason=decision.reason,
        numbers=decision.numbers,
        row=trace.row(position),
        origin=trace.pool.row[position],
        paired=paired,
    )


def _decision(trace: Trace, question: Question, position: int) -> Decision | None:
    """The decision by which an item lost what it holds."""
    shorter: Decision | None = None
    for decision in trace.history(position):
        if decision.fate.leaves:
            return _sent_away(trace, position, decision)
        if decision.fate in (Fate.TRUNCATED, Fate.COMPRESSED):
            shorter = decision
    altered = trace.altered.get(position)
    if shorter is None or altered is None or question.left_by(trace.item(position).text, altered.text):
        return None
    return shorter


def _sent_away(trace: Trace, position: int, decision: Decision) -> Decision:
    """The decision by which an item left; of what degradation gave to a summary the window is why it did."""
    select = trace.stage(Stage.SELECT).decision(position)
    if select is None or select.reason is not Reason.DEGRADED_2 or select.fate.leaves:
        return decision
    return replace(decision, reason=select.reason, numbers=select.numbers)


def _lost(trace: Trace, position: int) -> Decision | None:
    """The decision by which an item left, or None."""
    return next((one for one in trace.history(position) if one.fate.leaves), None)
