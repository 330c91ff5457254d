"""Which lines the stage panes show: every item, or those that a filter passes, with runs of kept items folded."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from itertools import zip_longest

from ctxlab.gui.models.filter import NO_FILTER, Filter
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row
from ctxlab.model.trace import Trace

#: A fold's key is this and the id of its first item; no item id begins with it.
FOLD = "\x00fold "


@dataclass(frozen=True, slots=True)
class Fold:
    """A run of kept items of one row, by position."""

    row: Row
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The keys of all lines in order, the position each shows, the folds, and how many items there are and pass."""

    keys: list[str]
    positions: list[int] = field(default_factory=list[int])
    folds: dict[str, Fold] = field(default_factory=dict[str, Fold])
    items: int = 0
    shown: int = 0


def fates(trace: Trace) -> bytes:
    """The fate of every position, the worst of its stages, as one column."""
    columns = [record.fate for record in trace.stages]
    return bytes(map(max, zip_longest(*columns, fillvalue=0)))


def lines_of(
    trace: Trace,
    order: list[int],
    wanted: Filter = NO_FILTER,
    *,
    changes_only: bool = False,
    opened: Set[str] = frozenset(),
    starred: Set[str] = frozenset(),
) -> Lines:
    """The lines of a trace in that order; `opened` are keys of folds to show item by item."""
    passing = wanted.of(trace, order) if wanted and wanted.problem is None else order
    if not changes_only:
        return Lines([trace.id(position) for position in passing], passing, {}, len(order), len(passing))
    column = fates(trace)
    lines: list[int] = []
    folds: dict[int, tuple[str, Fold]] = {}
    run: list[int] = []

    def close() -> None:
        if not run:
            return
        key = FOLD + trace.id(run[0])
        if len(run) < 2 or key in opened:
            lines.extend(run)
        else:
            lines.append(run[0])
            folds[run[0]] = (key, Fold(trace.row(run[0]), tuple(run)))
        run.clear()

    for position in passing:
        if column[position] == Fate.KEPT and trace.id(position) not in starred:
            if run and trace.row(run[0]) is not trace.row(position):
                close()
            run.append(position)
        else:
            close()
            lines.append(position)
    close()
    keys = [folds[p][0] if p in folds else trace.id(p) for p in lines]
    return Lines(keys, lines, dict(folds.values()), len(order), len(passing))
