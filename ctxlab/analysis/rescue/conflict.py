"""What stands against a must-keep that nothing keeps: the items that hold its room and cannot go."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.rescue.look import Look
from ctxlab.analysis.rescue.trials import Trial
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON

_FIRST = frozenset({Reason.PINNED, Reason.REQUIRED})
#: The tier that the window never takes from.
_SAFE = 1


def conflict(look: Look) -> tuple[str, ...]:
    """The root ids of items that hold the room of the must-keep, the largest first, until they cover it.

    They are items of the current turn, required and pinned ones, and those of rows of tier 1: what the window
    never takes. There are none where it was not for want of room that nothing kept the must-keep.
    """
    root = look.root
    if not look.no_room:
        return ()
    needs = [root.trace.charge(position) for position in look.holders(root)]
    totals = root.trace.totals
    lacking = min(needs, default=0) - max(0, (totals.limit or 0) - totals.constructed)
    found: list[str] = []
    for tokens, name in sorted(_immovable(root), key=lambda one: -one[0]):
        if lacking <= 0 and found:
            break
        found.append(name)
        lacking -= tokens
    return tuple(found)


def _immovable(at: Trial) -> Iterator[tuple[int, str]]:
    """Tokens and root ids of recorded items that stand and that the window never takes."""
    trace = at.trace
    fate = trace.stage(Stage.CONSTRUCT).fate
    for position in range(len(trace.pool)):
        if GOES_ON[fate[position]] and _stays(trace, at, position):
            yield trace.stage(Stage.CONSTRUCT).tokens[position], trace.id(position)


def _stays(trace: Trace, at: Trial, position: int) -> bool:
    if trace.pool.current[position] or trace.stage(Stage.SELECT).reason[position] in _FIRST:
        return True
    return at.state.profile.row(trace.row(position)).tier == _SAFE
