from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.live_history import LiveHistory, those
from ctxlab.formats.requests import to_ranges

#: Items are added, so many at once; and then of those that are live only these stay, by their remainder.
STEPS = st.lists(st.tuples(st.integers(0, 4), st.none() | st.integers(0, 2)), max_size=12)


@given(STEPS)
def test_what_is_live_is_what_was_kept_and_what_came_since(steps: list[tuple[int, int | None]]) -> None:
    history, count = LiveHistory(), 0
    live: list[int] = []
    expected: dict[int, list[int]] = {0: []}
    for added, kept in steps:
        for _ in range(added):
            live = [*live, count]
            count += 1
            expected[count] = live
        if kept is not None:
            live = [position for position in live if position % 3 == kept]
            history.change(live, count)
            expected[count] = live
        assert history.at(count) == live
    for end, positions in expected.items():
        ranges = history.rule("", end, ())
        assert [i for first, last in ranges for i in range(first, last + 1)] == positions
        assert all(one[1] + 1 < other[0] for one, other in pairwise(ranges))


@given(st.lists(st.integers(0, 20), unique=True).map(sorted), st.integers(1, 4))
def test_positions_are_picked_out_of_ranges(positions: list[int], step: int) -> None:
    picked = those(to_ranges(positions), lambda at: at % step == 0)
    assert picked == to_ranges(at for at in positions if at % step == 0)
