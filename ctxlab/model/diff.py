"""The difference between two built contexts, message by message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.decision import Reason, Stage


class DiffKind(StrEnum):
    """What happened to one message between before and after."""

    EQUAL = "equal"
    REMOVED = "removed"
    ADDED = "added"
    CHANGED = "changed"
    MOVED = "moved"

    @property
    def mark(self) -> str:
        """The sign that stands beside the colour: nothing for equal."""
        return _MARKS[self]


_MARKS = {
    DiffKind.EQUAL: "",
    DiffKind.REMOVED: "−",
    DiffKind.ADDED: "+",
    DiffKind.CHANGED: "~",
    DiffKind.MOVED: "→",
}


@dataclass(frozen=True, slots=True)
class DiffBlock:
    """One message on either side or both.

    `before` and `after` are 1-based message numbers in the two contexts, None on the side where it is not.
    The texts are the messages' own strings, not copies; empty on the side where it is not. `tokens` count
    framing. `label` is who speaks and when (`user · 2`), for blocks that hold several items the first one's.
    For a removed or changed block `stage` and `reason` say which decision of the after run did it, None where
    no single one did. `items` are the root ids of the items in it.
    """

    kind: DiffKind
    before: int | None
    after: int | None
    role: str
    label: str
    before_text: str
    after_text: str
    tokens_before: int
    tokens_after: int
    stage: Stage | None = None
    reason: Reason | None = None
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextDiff:
    """Two contexts as one list of blocks: the after side in its order, removed blocks where they stood.

    The titles say what is compared ("saved profile", "history cap 8,000"). The counts are of blocks; the
    tokens are the whole contexts' constructed totals.
    """

    before_title: str
    after_title: str
    blocks: Sequence[DiffBlock]
    added: int
    removed: int
    changed: int
    moved: int
    tokens_before: int
    tokens_after: int

    @property
    def kinds(self) -> Sequence[DiffKind]:
        """The kind of each block; blocks that are made when asked for stay unmade."""
        column: Sequence[DiffKind] | None = getattr(self.blocks, "kinds", None)
        return [block.kind for block in self.blocks] if column is None else column

    @property
    def numbers(self) -> Sequence[tuple[int | None, int | None]]:
        """The `before` and `after` of each block; blocks that are made when asked for stay unmade."""
        column: Sequence[tuple[int | None, int | None]] | None = getattr(self.blocks, "numbers", None)
        return [(block.before, block.after) for block in self.blocks] if column is None else column

    @property
    def same(self) -> bool:
        """Whether the two contexts are equal."""
        return not (self.added or self.removed or self.changed or self.moved)
