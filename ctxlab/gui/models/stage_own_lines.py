"""The lines of one stage in its own order: what it passes on as it passes it on, then what it let go."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from itertools import compress

from ctxlab.gui.models.stage_lines import Fold, folded, ids
from ctxlab.model.decision import Fate
from ctxlab.model.trace import StageRecord, Trace

#: The key of an item that the stage let go is this and its id, so that going is one line less and one more.
GONE = "\x00gone "
#: The key of the head over such items is this and their fate.
HEAD = "\x00head "
#: The fates of items that go no further, in the order in which they are listed.
LEAVING = (Fate.MERGED, Fate.DROPPED)


@dataclass(frozen=True, slots=True)
class OwnLines:
    """The keys of all lines, the position each shows (-1 for heads), the folds, the count under each head."""

    keys: list[str]
    positions: list[int] = field(default_factory=list[int])
    folds: dict[str, Fold] = field(default_factory=dict[str, Fold])
    heads: dict[str, tuple[Fate, int]] = field(default_factory=dict[str, tuple[Fate, int]])


def own_lines(
    trace: Trace,
    stage: int,
    passing: Set[int] | None = None,
    *,
    codes: bytes | None = None,
    opened: Set[str] = frozenset(),
) -> OwnLines:
    """The lines of a stage by its index; `passing` are the positions that a filter lets be seen, None all.

    With `codes`, as `fold_codes` makes them, runs of kept items are folded, unless they are `opened`.
    """
    record = trace.stages[stage]
    standing = _standing(record)
    if passing is not None:
        standing = [position for position in standing if position in passing]
    if codes is not None:
        keys, positions, folds = folded(trace, standing, opened, codes)
    else:
        keys, positions, folds = ids(trace, standing), standing, {}
    heads: dict[str, tuple[Fate, int]] = {}
    for fate in LEAVING:
        gone = _with_fate(record, fate)
        if passing is not None:
            gone = [position for position in gone if position in passing]
        if gone:
            head = HEAD + fate.word
            heads[head] = (fate, len(gone))
            keys = [*keys, head, *(GONE + item_id for item_id in ids(trace, gone))]
            positions = [*positions, -1, *gone]
    return OwnLines(keys, positions, folds, heads)


def _standing(record: StageRecord) -> list[int]:
    """The items that a stage passes on, in the order of its output; any left out of that at the end."""
    order = list(record.order)
    staying = len(record.fate) - record.fate.count(Fate.NONE)
    staying -= sum(record.fate.count(fate) for fate in LEAVING)
    if len(order) == staying == len(set(order)):
        return order
    once = dict.fromkeys(order)
    rest = (position for position, fate in enumerate(record.fate) if fate and not Fate(fate).leaves)
    return [*once, *(position for position in rest if position not in once)]


def _with_fate(record: StageRecord, fate: Fate) -> list[int]:
    """The positions to which the stage gave that fate."""
    table = bytes(one == fate for one in range(256))
    return list(compress(range(len(record.fate)), record.fate.translate(table)))
