"""The difference of two contexts as data."""

from __future__ import annotations

from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind


def test_marks_stand_for_what_happened() -> None:
    assert [kind.mark for kind in DiffKind] == ["", "−", "+", "~", "→"]


def test_contexts_are_the_same_when_nothing_is_counted() -> None:
    block = DiffBlock(DiffKind.EQUAL, 1, 1, "user", "user · 1", "a", "a", 4, 4)
    assert ContextDiff("before", "after", (block,), 0, 0, 0, 0, 4, 4).same
    assert not ContextDiff("before", "after", (block,), 0, 0, 0, 1, 4, 4).same
