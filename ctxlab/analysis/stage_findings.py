"""One row a stage: what it did to the item that states a must-keep, or to what that was made of."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.engine.standing import Held
from ctxlab.model.cause import Passed, StageFinding
from ctxlab.model.decision import STAGES, WHOLE, Decision, Fate, Stage
from ctxlab.model.trace import Trace


def findings(
    trace: Trace,
    position: int | None,
    held: Sequence[Held | None],
    *,
    origin: int | None = None,
    lost_at: Stage | None = None,
) -> tuple[StageFinding, ...]:
    """The rows of the item at a position; None is no item at all.

    Args:
        trace: The run.
        position: The item that states the must-keep.
        held: What stands after each stage.
        origin: What the item was made of, where a stage made it: told up to that stage, and with it.
        lost_at: The stage that lost the must-keep.
    """
    rows: list[StageFinding] = []
    for stage, now in zip(STAGES, held, strict=True):
        told = None if position is None else _at(trace, position, origin, stage)
        decision = None if told is None else trace.stage(stage).decision(told)
        rows.append(
            StageFinding(
                stage=stage,
                passed=_passed(decision, lost=stage is lost_at),
                item="" if told is None else trace.id(told),
                reason=decision.reason if decision else None,
                numbers=decision.numbers if decision else (),
                held=now.survival if now else None,
            )
        )
    return tuple(rows)


def _at(trace: Trace, position: int, origin: int | None, stage: Stage) -> int:
    """The item itself, or before it was made, and where it was, the one that it was made of."""
    if origin is None or position < len(trace.pool):
        return position
    made_at = trace.made[position - len(trace.pool)].stage
    return origin if STAGES.index(stage) <= STAGES.index(made_at) else position


def _passed(decision: Decision | None, *, lost: bool) -> Passed:
    if lost:
        return Passed.FAILED
    if decision is None:
        return Passed.NEVER_REACHED
    if decision.fate is Fate.DROPPED:
        return Passed.FAILED
    return Passed.PASSED if decision.fate in WHOLE else Passed.CUT
