"""Which live summary stands for what a recorder replaced, over chains of summaries that were summarised."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.decision import Reason
from ctxlab.model.items import Item
from ctxlab.model.profile import Compaction
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.stages.gather.recorder import honour_recorder


def standing(replaced_by: Sequence[str], live: tuple[tuple[int, int], ...]) -> list[int]:
    """For items a, b, c ... the position of what stands for each; each names the one that replaced it."""
    items = tuple(Item(chr(ord("a") + at), "user", superseded_by=by) for at, by in enumerate(replaced_by))
    request = Request(1, 1, len(items), live)
    session = Session("s", items, (request,))
    found = honour_recorder(Snapshot(session, request), range(len(items)), Compaction.RECORDED)
    return list(found.superseded)


def test_a_chain_of_summaries_ends_at_the_first_that_is_live() -> None:
    assert standing(["b", "c", "d", ""], ((3, 3),)) == [3, 3, 3, -1]
    assert standing(["b", "c", "d", ""], ((1, 1), (3, 3))) == [1, -1, 3, -1]


def test_chains_that_join_end_at_the_same_summary() -> None:
    assert standing(["c", "c", "e", "c", ""], ((4, 4),)) == [4, 4, 4, 4, -1]


def test_a_chain_that_ends_nowhere_has_none() -> None:
    assert standing(["b", "z", "b"], ()) == [-1, -1, -1]
    assert standing(["", ""], ()) == [-1, -1]


def test_a_ring_of_summaries_has_none() -> None:
    assert standing(["b", "c", "b", "a"], ()) == [-1, -1, -1, -1]
    assert standing(["a"], ()) == [-1]


def test_hundreds_of_summaries_are_followed_to_the_last() -> None:
    count = 3_000
    items = tuple(Item(f"i{at}", "user", superseded_by=f"i{at + 1}") for at in range(count))
    items = (*items, Item(f"i{count}", "user"))
    request = Request(1, 1, len(items), ((count, count),))
    snapshot = Snapshot(Session("s", items, (request,)), request)
    found = honour_recorder(snapshot, range(len(items)), Compaction.RECORDED)
    assert found.superseded == (*(count for _ in range(count)), -1)


def test_what_was_in_no_request_is_told_apart_from_what_was_taken_out() -> None:
    """a went to the first request and is gone at the second; b went to none."""
    items = (Item("a", "user"), Item("b", "user"), Item("c", "user"))
    requests = (Request(1, 1, 1, ((0, 0),)), Request(2, 2, 3, ((2, 2),)))
    snapshot = Snapshot(Session("s", items, requests), requests[1])
    found = honour_recorder(snapshot, range(len(items)), Compaction.RECORDED)
    assert found.dropped == {
        0: (Reason.EXCLUDED_BY_RECORDER, ()),
        1: (Reason.EXCLUDED_BY_RECORDER, (("requests", 2),)),
    }
