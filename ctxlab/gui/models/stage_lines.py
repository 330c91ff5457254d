"""Which lines the panes show: every item, or those that a filter passes, with runs of them folded.

Kept items fold, and so do long runs of what one stage dropped for one reason.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field
from operator import mul

from ctxlab.gui.models.filter import NO_FILTER, Filter
from ctxlab.gui.models.filter_columns import ROW_NUMBERS, FilterColumns, fates
from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.trace import StageRecord, Trace

__all__ = ["FOLD", "Fold", "Lines", "fates", "fold_codes", "folded", "ids", "lines_of"]

#: How many items of a run make a fold: what was dropped is looked for, so only long runs of it fold.
LEAST_KEPT, LEAST_DROPPED = 2, 8
#: A fold's key is this and the id of its first item; no item id begins with it.
FOLD = "\x00fold "


@dataclass(frozen=True, slots=True)
class Fold:
    """A run of kept items, by position: of one row, or of a conversation with its tools' results.

    `row` is the row of the first. `reason` is why all of them were dropped, None where they were kept.
    """

    row: Row
    positions: tuple[int, ...]
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """The keys of all lines, the position each shows, the folds, and how many items there are and pass."""

    keys: list[str]
    positions: list[int] = field(default_factory=list[int])
    folds: dict[str, Fold] = field(default_factory=dict[str, Fold])
    items: int = 0
    shown: int = 0


def lines_of(
    trace: Trace,
    order: list[int],
    wanted: Filter = NO_FILTER,
    *,
    changes_only: bool = False,
    opened: Set[str] = frozenset(),
    starred: Set[str] = frozenset(),
    columns: FilterColumns | None = None,
    codes: bytes | None = None,
) -> Lines:
    """The lines of a trace in that order; `opened` are keys of folds to show item by item.

    `columns` and `codes` are those of the trace, where they have been made.
    """
    passing = wanted.of(trace, order, columns) if wanted and wanted.problem is None else order
    if not changes_only:
        return Lines(ids(trace, passing), passing, {}, len(order), len(passing))
    keys, lines, folds = folded(trace, passing, opened, codes or fold_codes(trace, starred, columns))
    return Lines(keys, lines, folds, len(order), len(passing))


def folded(
    trace: Trace, passing: list[int], opened: Set[str], codes: bytes
) -> tuple[list[str], list[int], dict[str, Fold]]:
    """Keys, positions and folds of these items, runs as one line unless opened.

    `codes` are the trace's, as `fold_codes` makes them.
    """
    lines: list[int] = []
    folds: dict[int, tuple[str, Fold]] = {}
    for run in _RUN.finditer(bytes(map(codes.__getitem__, passing))):
        first, end = run.span()
        start, code = passing[first], run.group()[0]
        least = LEAST_DROPPED if code & _DROPPED else LEAST_KEPT
        key = FOLD + trace.id(start) if code and end - first >= least else ""
        if not key or key in opened:
            lines.extend(passing[first:end])
        else:
            lines.append(start)
            reason = Reason(code ^ _DROPPED) if code & _DROPPED else None
            folds[start] = (key, Fold(trace.row(start), tuple(passing[first:end]), reason))
    keys = ids(trace, lines)
    if folds:
        keys = [folds[p][0] if p in folds else key for p, key in zip(lines, keys, strict=True)]
    return keys, lines, dict(folds.values())


def _runs() -> re.Pattern[bytes]:
    """Runs of equal codes; the results of tools run on with the messages between which they stand."""
    history, recent, result = (
        re.escape(bytes([ROW_NUMBERS[row]])) for row in (Row.HISTORY, Row.RECENT, Row.TOOL_RESULT)
    )
    talks = [row + b"[" + row + result + b"]*" for row in (history, recent)]
    return re.compile(b"|".join((*talks, rb"(.)\1*")), re.DOTALL)


_RUN = _runs()
_KEPT = bytes(fate == Fate.KEPT for fate in range(256))
#: Stands in a code for a dropped item, beside its reason.
_DROPPED = 0x80
#: All bits where an item was dropped.
_WHERE_DROPPED = bytes(0xFF if fate == Fate.DROPPED else 0 for fate in range(256))


def fold_codes(trace: Trace, starred: Set[str], columns: FilterColumns | None = None) -> bytes:
    """For each position of the trace a code of what it may be folded with, 0 where it may not.

    It is of its row where the item is kept, of the reason where it was dropped.
    """
    given = columns or FilterColumns(trace)
    codes = bytearray(map(mul, given.fates.translate(_KEPT), given.row_numbers))
    for record in trace.stages:
        if Fate.DROPPED in record.fate:
            codes = _with_reasons(codes, record)
    for item_id in starred:
        position = trace.position(item_id)
        if position is not None:
            codes[position] = 0
    return bytes(codes)


def _with_reasons(codes: bytearray, record: StageRecord) -> bytearray:
    """The codes with those of what the stage dropped; worked out on whole columns, since each edit asks."""
    where = int.from_bytes(bytes(record.fate).translate(_WHERE_DROPPED), "little")
    reasons = int.from_bytes(bytes(record.reason), "little")
    marks = int.from_bytes(bytes([_DROPPED]) * len(record.fate), "little")
    found = int.from_bytes(codes, "little") | (where & (reasons | marks))
    return bytearray(found.to_bytes(len(codes), "little"))


def ids(trace: Trace, positions: list[int]) -> list[str]:
    """The root ids at these positions; read from the columns, since there may be very many."""
    items = trace.pool.items
    pool = len(items)
    return [items[p].id if p < pool else trace.id(p) for p in positions]
