"""Which lines a diff has: from the kinds of its blocks alone, so that no block is made for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from ctxlab.gui.models.diff_details import Detail
from ctxlab.model.diff import DiffKind

#: So many equal messages stand before and after a change; longer runs are folded between them.
CONTEXT = 1


class DiffLine(NamedTuple):
    """One line: a block or one side of it, a fold of blocks `first` to `last` (inclusive), or part of a text.

    `key` stays with a message of the before side while others come and go. `kind` is the block's. Where the
    two sides do not stand beside each other a changed block has two lines, of which the one with `old` shows
    the text before. `detail` is the number of a line of the opened text, -1 for the message's own line.
    """

    key: str
    kind: DiffKind
    first: int
    last: int
    old: bool = False
    detail: int = -1

    @property
    def fold(self) -> bool:
        """Whether it stands for several equal blocks."""
        return self.last > self.first

    @property
    def message(self) -> str:
        """The key of the message, whichever side of it this is."""
        return self.key.partition("/")[0].removesuffix(" old")


def lines_of(
    kinds: Sequence[DiffKind], opened: Set[str] = frozenset(), *, split: bool = False
) -> list[DiffLine]:
    """The lines of a diff; `opened` are the keys of folds to show message by message.

    An equal run keeps `CONTEXT` messages at each end that touches a change. `split` says that both sides of a
    message stand beside each other, on one line.
    """
    lines: list[DiffLine] = []
    before = added = moved = 0
    at, end = 0, len(kinds)
    while at < end:
        kind = kinds[at]
        start = at
        at += 1
        if kind is DiffKind.EQUAL:
            while at < end and kinds[at] is DiffKind.EQUAL:
                at += 1
            lines.extend(_equal_run(start, at - 1, end - 1, before, opened))
            before += at - start
        elif kind is DiffKind.ADDED:
            lines.append(DiffLine(f"added {added}", kind, start, start))
            added += 1
        elif kind is DiffKind.MOVED:
            lines.append(DiffLine(f"moved {moved}", kind, start, start))
            moved += 1
        else:
            if kind is DiffKind.CHANGED and not split:
                lines.append(DiffLine(f"{before} old", kind, start, start, old=True))
            lines.append(DiffLine(str(before), kind, start, start))
            before += 1
    return lines


def with_details(
    lines: Sequence[DiffLine], details: Mapping[str, Sequence[Detail]], *, split: bool = False
) -> list[DiffLine]:
    """The lines with those of opened messages below them; `details` are by the key of the message.

    Where a changed message has two lines, each is followed by its own side.
    """
    found: list[DiffLine] = []
    for line in lines:
        found.append(line)
        parts = details.get(line.message, ())
        if not parts or line.fold:
            continue
        both = split or line.kind is not DiffKind.CHANGED
        found.extend(
            line._replace(key=f"{line.key}/{at}", detail=at)
            for at, part in enumerate(parts)
            if both or part.has(old=line.old)
        )
    return found


def _equal_run(first: int, last: int, end: int, before: int, opened: Set[str]) -> list[DiffLine]:
    """A run of equal blocks, of which the first is the `before`-th message of its side."""
    head = first + (CONTEXT if first > 0 else 0)
    tail = last - (CONTEXT if last < end else 0)

    def single(at: int) -> DiffLine:
        return DiffLine(str(before + at - first), DiffKind.EQUAL, at, at)

    key = f"fold {before + head - first}"
    if tail - head < 2 or key in opened:
        return [single(at) for at in range(first, last + 1)]
    fold = DiffLine(key, DiffKind.EQUAL, head, tail)
    return [*map(single, range(first, head)), fold, *map(single, range(tail + 1, last + 1))]
