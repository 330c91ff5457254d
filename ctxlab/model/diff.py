"""The difference between two built contexts, message by message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.decision import Numbers, Reason, Stage
from ctxlab.model.forensic import AddedText, Basis, ItemFate

#: Start and end in a text, in code points.
TextSpan = tuple[int, int]


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
class InlineChange:
    """What differs inside a text: spans of the text before that are gone, of the text after that are new.

    Spans are ascending and disjoint.
    """

    removed: tuple[TextSpan, ...] = ()
    added: tuple[TextSpan, ...] = ()

    def is_whole(self, before: str, after: str) -> bool:
        """Whether all of both texts differs."""
        return self.removed == _all_of(before) and self.added == _all_of(after)

    def hunks(self) -> Iterator[tuple[int, int, int, int]]:
        """What stands in place of what: start and end in the text before, start and end in the text after.

        Between two hunks both texts are equal.
        """
        old, new = iter(self.removed), iter(self.added)
        gone, came = next(old, None), next(new, None)
        at = other = 0
        while gone or came:
            # equal stretches are as long on both sides, so the nearer change is the next
            left = gone[0] - at if gone else None
            right = came[0] - other if came else None
            step = min(one for one in (left, right) if one is not None)
            start, behind = at + step, other + step
            at, other = start, behind
            if gone and left == step:
                at, gone = gone[1], next(old, None)
            if came and right == step:
                other, came = came[1], next(new, None)
            yield start, at, behind, other


def _all_of(text: str) -> tuple[TextSpan, ...]:
    return ((0, len(text)),) if text else ()


NO_CHANGE = InlineChange()

#: Finds what differs between the text before and the text after.
Inline = Callable[[str, str], InlineChange]


@dataclass(frozen=True, slots=True)
class DiffBlock:
    """One message on either side or both.

    `before` and `after` are 1-based message numbers in the two contexts, None on the side where it is not.
    The texts are the messages' own strings, not copies; empty on the side where it is not. `tokens` count
    framing. `label` is who speaks and when (`user · 2`; of a result its tool), for blocks that hold several
    items the first one's.

    For a removed or changed block `stage` and `reason` say which decision of the after run did it, for an
    added one which decision of the before run had kept it out, None where no single one did; `numbers` are
    that decision's. `items` are the root ids of the items in it; of a message of another session those of the
    items of the after run that say the same. Where the context before was really sent, or is the recorder's,
    `told` says what became there of an item in it that is not as it was, or that nothing explains it.
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
    numbers: Numbers = ()
    told: ItemFate | AddedText | None = None
    told_by: Basis | None = None


@dataclass(frozen=True, slots=True)
class ContextDiff:
    """Two contexts as one list of blocks: the after side in its order, removed blocks where they stood.

    The titles say what is compared ("saved profile", "history cap 8,000"). The counts are of blocks; the
    tokens are the whole contexts' constructed totals, `exact` whether both are exact counts. `inline` finds
    what differs inside a changed message; it is asked for what is looked at.
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
    exact: bool = True
    inline: Inline | None = None

    def inside(self, block: DiffBlock) -> InlineChange:
        """What differs inside a changed block; nothing of any other."""
        if self.inline is None or block.kind is not DiffKind.CHANGED:
            return NO_CHANGE
        return self.inline(block.before_text, block.after_text)

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
