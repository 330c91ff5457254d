"""What differs between two traces of the same snapshot, so that a model repaints those lines alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne

from ctxlab.model.trace import Pool, StageRecord, Trace

#: Entries of a column that are compared at once.
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Shown:
    """A trace with the place of each position in its context, as `stage_cells.places` makes it."""

    trace: Trace
    places: list[int]


def same_pool(a: Pool, b: Pool) -> bool:
    """Whether two pools hold the same items under the same counts; at once where they are one object."""
    if a is b:
        return True
    pairs = ((a.items, b.items), (a.row, b.row), (a.source, b.source), (a.turn, b.turn), (a.tokens, b.tokens))
    return a.exact == b.exact and all(x is y or x == y for x, y in pairs) and a.derived_from == b.derived_from


def same_made(a: Trace, b: Trace) -> bool:
    """Whether two traces on one pool made the same items, so that their positions and order are the same."""
    if a.made is b.made:
        return True
    if len(a.made) != len(b.made):
        return False
    return all(
        x.item.id == y.item.id and x.derived_from == y.derived_from
        for x, y in zip(a.made, b.made, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs: for each stage the gathered positions, and the ids of items that both traces made.

    What a stage did shows in the later ones too, so positions add up from stage to stage. Items that only one
    of the traces made are not among them: their lines come and go as a whole.
    """

    positions: tuple[set[int], ...]
    made: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.made) or any(self.positions)


def changes_between(old: Shown, new: Shown) -> Changes:
    """What differs between two traces whose pools are the same."""
    pool = len(new.trace.pool)
    positions = _moved(old.trace, new.trace, pool)
    found: list[set[int]] = []
    for was, now in zip(old.trace.stages, new.trace.stages, strict=True):
        if was is not now:
            positions = positions | _differing(was, now, pool)
        found.append(positions)
    if old.places is not new.places:
        moved = unequal(old.places, new.places, pool)
        if moved:
            found[-1] = found[-1] | set(moved)
    return Changes(tuple(found), tuple(_made_differing(old, new)))


def unequal(a: Sequence[int], b: Sequence[int], end: int) -> list[int]:
    """Positions below `end` at which two columns differ; blocks that are equal are passed over as a whole."""
    found: list[int] = []
    common = min(len(a), len(b))
    for start in range(0, min(end, common), BLOCK):
        stop = min(start + BLOCK, end, common)
        was, now = a[start:stop], b[start:stop]
        if was != now:
            found.extend(compress(range(start, stop), map(ne, was, now)))
    found.extend(range(common, min(end, max(len(a), len(b)))))
    return found


def _moved(old: Trace, new: Trace, pool: int) -> set[int]:
    if old.moved is new.moved or old.moved == new.moved:
        return set()
    return {p for p in {*old.moved, *new.moved} if p < pool and old.moved.get(p) != new.moved.get(p)}


def _differing(was: StageRecord, now: StageRecord, pool: int) -> set[int]:
    """Gathered positions at which two records of a stage differ in fate, reason or tokens."""
    found: set[int] = set()
    columns: tuple[tuple[Sequence[int], Sequence[int]], ...] = (
        (was.fate, now.fate),
        (was.reason, now.reason),
        (was.tokens, now.tokens),
    )
    for a, b in columns:
        if a is not b and a != b:
            found.update(unequal(a, b, pool))
    return found


def _made_differing(old: Shown, new: Shown) -> list[str]:
    """Ids of items that both traces made and that show something else now."""
    if old.trace.made is new.trace.made and old.trace.stages == new.trace.stages:
        return []
    start = len(old.trace.pool)
    were = {made.item.id: start + i for i, made in enumerate(old.trace.made)}
    found: list[str] = []
    for i, made in enumerate(new.trace.made):
        before = were.get(made.item.id)
        if before is None:
            continue
        now = len(new.trace.pool) + i
        if old.trace.made[before - start] != made or _column(old, before) != _column(new, now):
            found.append(made.item.id)
    return found


def _column(shown: Shown, position: int) -> list[tuple[int, int, int]]:
    out = [(shown.places[position], 0, 0)]
    for record in shown.trace.stages:
        if position < len(record.fate):
            out.append((record.fate[position], record.reason[position], record.tokens[position]))
    return out
