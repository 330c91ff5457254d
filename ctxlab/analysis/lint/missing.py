"""Hard demands of earlier turns that no item of a context states any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.survival import Judge
from ctxlab.analysis.wanted import found_keep
from ctxlab.model.constraint import Constraint, Stated
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace

#: More demands than this are not looked for: the first of them tell enough.
MOST_DEMANDS = 60
#: Demands times items that are judged in one go: about a second of work, in which nothing else is answered.
MOST_WORK = 100_000
#: So many demands are looked for in any session.
LEAST_DEMANDS = 5


@dataclass(frozen=True, slots=True)
class Missing:
    """A demand that no item of the context states: the position and id of the item that stated it."""

    position: int
    item: str
    constraint: Constraint


def missing_demands(
    trace: Trace,
    stated: Sequence[Stated],
    must_keeps: Sequence[MustKeep],
    judge: Judge,
    texts: Iterable[str],
) -> tuple[Missing, ...]:
    """Hard demands of earlier turns that are not in the context, in the order in which they were stated.

    `texts` are those of the context; what one of them says word for word needs no judge.

    Those that share words with a must-keep are left out: its verdict tells of them. So are those that a later
    demand replaced by then, and those of a branch that the recorder itself had left.
    """
    words = [one.text for one in must_keeps if one.text]
    asked = [one for one in _asked(trace, stated) if not _covered(one.constraint.text, words)]
    if asked:
        whole = "\n".join(texts)
        most = max(LEAST_DEMANDS, min(MOST_DEMANDS, MOST_WORK // len(trace.pool)))
        asked = [one for one in asked if one.constraint.text not in whole][:most]
    keeps = {one.id: found_keep(one) for one in asked}
    judge.expect(keeps.values())
    found: list[Missing] = []
    for one in asked:
        held = judge.held(trace, keeps[one.id])
        position = trace.pool.index[one.item]
        if held is None or not held.kept:
            found.append(Missing(position, one.item, one.constraint))
    return tuple(found)


def _covered(text: str, words: Sequence[str]) -> bool:
    return any(kept in text or text in kept for kept in words)


def _asked(trace: Trace, stated: Sequence[Stated]) -> Iterator[Stated]:
    """The hard demands that still hold, of items of earlier turns that are not whole in the context."""
    construct, gathered = trace.stage(Stage.CONSTRUCT), trace.stage(Stage.GATHER)
    index = trace.pool.index
    for one in stated:
        position = index.get(one.item)
        if position is None or not one.constraint.hard or trace.pool.current[position]:
            continue
        whole = 0 < construct.fate[position] < Fate.MERGED and position not in trace.altered
        # the id of a constraint has that of its item: `found:ITEM:START`
        replaced = one.superseded.removeprefix("found:").rpartition(":")[0] in index
        if not whole and not replaced and gathered.reason[position] != Reason.EXCLUDED_BY_RECORDER:
            yield one
