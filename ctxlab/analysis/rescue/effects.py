"""What a rescue does beside keeping its must-keep, and how rescues rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress

from ctxlab.analysis.rescue.look import Found
from ctxlab.analysis.rescue.question import Others
from ctxlab.analysis.rescue.trials import Trial
from ctxlab.model.decision import Stage
from ctxlab.model.rescue import Lever, Rescue
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON

_NATURAL = {lever: rank for rank, lever in enumerate(Lever)}


@dataclass(frozen=True, slots=True)
class Offer:
    """A rescue and its rank: what comes first in order is offered first.

    Fewer changes go first, then those by which no other must-keep suffers, then the smaller upheaval (tokens
    that come in and tokens of recorded items that go), then the levers in their natural order.
    """

    rank: tuple[int, bool, int, int]
    rescue: Rescue


def crowds(before: Trace, after: Trace) -> bool:
    """Whether a run is over the limit of the window where it was not, or by more."""
    return (after.totals.over or 0) > (before.totals.over or 0)


def offer(root: Trial, found: Found, others: Others) -> Offer:
    """The rescue that a run has shown."""
    trial = found.trial
    before, after = root.trace, trial.trace
    gone = list(_pushed_out(before, after))
    suffers, saves = others.changed(after)
    tokens = after.totals.constructed - before.totals.constructed
    rescue = Rescue(
        changes=trial.changes,
        profile=trial.state.profile,
        marks=trial.state.marks,
        tokens=tokens,
        pushes_out=tuple(before.id(position) for position in gone),
        suffers=suffers,
        saves=saves,
        least=found.least,
    )
    lost = _lost(before, after)
    levers = max(_NATURAL[change.lever] for change in trial.changes)
    return Offer((len(trial.changes), bool(suffers), max(0, tokens + lost) + lost, levers), rescue)


def ranked(offers: Iterable[Offer], most: int) -> tuple[Rescue, ...]:
    """The best so many, the best first; of those that change the same settings only the best."""
    best: dict[frozenset[str], Rescue] = {}
    for one in sorted(offers, key=lambda one: one.rank):
        best.setdefault(frozenset(change.key for change in one.rescue.changes), one.rescue)
    return tuple(best.values())[:most]


def _pushed_out(before: Trace, after: Trace) -> Iterable[int]:
    """Positions of recorded items that stood in the context and do not any more."""
    recorded = len(before.pool) - len(before.pool.derived_from)
    pairs = zip(_standing(before, recorded), _standing(after, recorded), strict=True)
    return compress(range(recorded), (stood and not stands for stood, stands in pairs))


def _lost(before: Trace, after: Trace) -> int:
    """Tokens of recorded items that went or were cut."""
    recorded = len(before.pool) - len(before.pool.derived_from)
    was, now = (trace.stage(Stage.CONSTRUCT).tokens[:recorded] for trace in (before, after))
    return sum(max(0, one - other) for one, other in zip(was, now, strict=True))


def _standing(trace: Trace, count: int) -> bytes:
    return bytes(trace.stage(Stage.CONSTRUCT).fate[:count]).translate(GOES_ON)
