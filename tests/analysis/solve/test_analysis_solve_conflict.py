"""The smallest conflict, by what can be had together."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.solve.conflict import smallest_conflict


class _Store:
    """Things that cannot be had together: any set that holds one of the conflicts."""

    def __init__(self, conflicts: Sequence[frozenset[int]]) -> None:
        self.conflicts = conflicts
        self.asked = 0

    def can(self, items: Sequence[int]) -> Generator[str, None, bool]:
        self.asked += 1
        yield "asked"
        return not any(one <= set(items) for one in self.conflicts)


def _found(items: Sequence[int], store: _Store) -> tuple[int, ...]:
    steps = smallest_conflict(items, store.can)
    while True:
        try:
            assert next(steps) == "asked"
        except StopIteration as end:
            found: tuple[int, ...] = end.value
            return found


@given(st.lists(st.frozensets(st.integers(0, 11), min_size=1, max_size=4), min_size=1, max_size=4))
def test_no_one_of_it_can_be_left_out(conflicts: list[frozenset[int]]) -> None:
    store = _Store(conflicts)
    found = set(_found(range(12), store))
    assert any(one <= found for one in conflicts)
    assert not any(one <= found - {left} for left in found for one in conflicts)


def test_a_small_conflict_among_many_takes_few_questions() -> None:
    store = _Store([frozenset({17, 900})])
    assert sorted(_found(range(1_000), store)) == [17, 900]
    assert store.asked < 50
