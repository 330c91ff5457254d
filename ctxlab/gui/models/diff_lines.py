"""Which lines a unified diff has: from the kinds of its blocks alone, so that no block is made for it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from ctxlab.model.diff import DiffKind

#: So many equal messages stand before and after a change; longer runs are folded between them.
CONTEXT = 1


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line: a block or one side of it, or a fold of blocks `first` to `last` (inclusive indexes).

    `key` stays with a message of the before side while others come and go. `kind` is the block's. A changed
    block has two lines, of which the one with `old` shows the text before.
    """

    key: str
    kind: DiffKind
    first: int
    last: int
    old: bool = False

    @property
    def fold(self) -> bool:
        """Whether it stands for several equal blocks."""
        return self.last > self.first


def lines_of(kinds: Sequence[DiffKind], opened: Set[str] = frozenset()) -> list[DiffLine]:
    """The lines of a diff; `opened` are the keys of folds to show message by message.

    An equal run keeps `CONTEXT` messages at each end that touches a change.
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
            if kind is DiffKind.CHANGED:
                lines.append(DiffLine(f"{before} old", kind, start, start, old=True))
            lines.append(DiffLine(str(before), kind, start, start))
            before += 1
    return lines


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
