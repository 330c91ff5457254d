from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.message_tree import (
    ROOT,
    TreeRule,
    children_of,
    has_fork,
    newest_leaf,
    rings,
    walk,
    way_to,
    without_rings,
)
from ctxlab.formats.requests import to_ranges

#: 0 begins it, 1 and 2 follow 0, 3 follows 1, 4 and 5 follow 2, 6 begins another.
FORKED = [ROOT, 0, 0, 1, 2, 2, ROOT]

tables = st.lists(st.integers(0, 30), max_size=20).map(
    lambda numbers: [number % (i + 1) - 1 for i, number in enumerate(numbers)]
)


def test_a_way_leads_from_a_message_back_to_the_first() -> None:
    assert way_to(5, FORKED) == [5, 2, 0]
    assert way_to(ROOT, FORKED) == []
    assert children_of(FORKED) == {ROOT: [0, 6], 0: [1, 2], 1: [3], 2: [4, 5]}


def test_forks_are_where_several_follow_the_same_or_none() -> None:
    assert has_fork(FORKED)
    assert has_fork([ROOT, ROOT])
    assert not has_fork([ROOT, 0, 1])
    assert not has_fork([])


def test_of_siblings_the_one_towards_the_tip_is_last_and_others_keep_their_order() -> None:
    assert walk(FORKED, 4) == [6, 0, 1, 3, 2, 5, 4]
    assert walk(FORKED, 3) == [6, 0, 2, 4, 5, 1, 3]
    assert walk(FORKED, 6) == [0, 1, 3, 2, 4, 5, 6]
    assert walk([1, ROOT], 0) == [1, 0]
    assert walk([], ROOT) == []


def test_the_newest_of_the_ends_counts_and_the_last_of_equal_ones() -> None:
    assert newest_leaf(FORKED, [9.0, 9.0, 9.0, 3.0, 5.0, 4.0, 1.0]) == 4
    assert newest_leaf(FORKED, [0.0] * 7) == 6
    assert newest_leaf([], []) == ROOT


def test_cycles_are_cut_at_their_first_message() -> None:
    parents = [2, 0, 1, 3, ROOT]
    assert sorted(map(sorted, rings(parents))) == [[0, 1, 2], [3]]
    assert without_rings(parents) == ([ROOT, 0, 1, ROOT, ROOT], [0, 3])


@given(tables, st.data())
def test_what_is_live_is_the_way_to_the_message(parents: list[int], data: st.DataObject) -> None:
    tip = data.draw(st.sampled_from([ROOT, *range(len(parents))]))
    order = walk(parents, tip)
    assert sorted(order) == list(range(len(parents)))
    if tip != ROOT:
        below = set(order[order.index(tip) :])
        assert set(order) - below == set(order[: order.index(tip)])
        assert all(tip in way_to(one, parents) for one in below)
    sizes = data.draw(st.lists(st.integers(0, 3), min_size=len(parents), max_size=len(parents)))
    owners = [index for index in order for _ in range(sizes[index])]
    unseen = set(data.draw(st.lists(st.integers(0, max(0, len(owners) - 1)), max_size=5)))
    rule = TreeRule(parents, owners, unseen)
    ends = [*range(len(owners) + 1), *data.draw(st.lists(st.integers(0, len(owners)), max_size=5))]
    for end in ends:
        owner = owners[min(end, len(owners) - 1)] if owners else ROOT
        way = set(way_to(owner, parents))
        live = [at for at in range(end) if owners[at] in way and at not in unseen]
        assert rule("", end, ()) == to_ranges(live)
