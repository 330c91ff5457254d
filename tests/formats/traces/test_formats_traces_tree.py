from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.traces.tree import SpanTree, logical_calls


def test_a_parent_that_is_not_there_is_none() -> None:
    tree = SpanTree(["a", "b", "c"], ["", "a", "gone"])
    assert tree.parent == [-1, 0, -1]
    assert tree.cycles == 0


def test_of_spans_with_one_id_the_first_is_the_parent() -> None:
    assert SpanTree(["a", "a", "b"], ["", "", "a"]).parent == [-1, -1, 0]


def test_a_span_in_itself_and_a_ring_are_opened() -> None:
    tree = SpanTree(["a", "b", "c"], ["a", "c", "b"])
    assert tree.cycles == 2
    assert list(tree.ancestors(0)) == []
    assert sorted(len(list(tree.ancestors(i))) for i in (1, 2)) == [0, 1]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), max_size=12))
def test_any_tree_has_an_end(spans: list[tuple[int, int]]) -> None:
    tree = SpanTree([str(one) for one, _ in spans], [str(parent) for _, parent in spans])
    assert all(len(set(tree.ancestors(i))) == len(list(tree.ancestors(i))) for i in range(len(spans)))


def test_layers_that_record_one_call_are_one() -> None:
    # an agent; in it a call in three layers, the middle one with a tool's run beside
    tree = SpanTree(["agent", "outer", "middle", "tool", "inner"], ["", "agent", "outer", "middle", "middle"])
    is_call = [False, True, True, False, True]
    border = [True, False, False, True, False]
    assert logical_calls(tree, is_call, border, [True] * 5) == [(4, 2, 1)]


def test_a_call_in_a_tool_of_a_call_is_another() -> None:
    tree = SpanTree(["call", "tool", "sub"], ["", "call", "tool"])
    assert logical_calls(tree, [True, False, True], [False, True, False], [True] * 3) == [(0,), (2,)]


def test_what_sums_up_several_calls_is_none_unless_it_alone_has_content() -> None:
    tree = SpanTree(["all", "one", "two"], ["", "all", "all"])
    nothing = [False] * 3
    assert logical_calls(tree, [True] * 3, nothing, [True] * 3) == [(1,), (2,)]
    assert logical_calls(tree, [True] * 3, nothing, nothing) == [(1,), (2,)]
    assert logical_calls(tree, [True] * 3, nothing, [True, False, False]) == [(0,)]
