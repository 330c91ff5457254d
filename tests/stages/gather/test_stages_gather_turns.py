"""Turns: what requests count is what the items show that they had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from formats.transcripts import boundary, call, line, read, result, said, summary, user
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import RequestError
from ctxlab.formats.requests import Ranges, requests_of, to_ranges
from ctxlab.model.branches import branches_of, on_branch
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Compaction
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.model.turns import TurnCounter
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.turns import Turns, find_turns

TALK = [
    user("u1", None, "one"),
    said("a1", "u1", "r1", "two"),
    user("u2", "a1", "three"),
    said("a2", "u2", "r2", "four"),
]


def turns_at(session: Session, request: Request) -> Turns:
    snapshot = Snapshot(session, request)
    positions = snapshot.candidates()
    recorded = honour_recorder(snapshot, positions, Compaction.RECORDED)
    items = [session.items[at] for at in positions]
    return find_turns(items, recorded.live, recorded.superseded, branching=session.branching)


def live_turns(session: Session, request: Request) -> dict[str, int]:
    """The turns of what is live at a request, by its text."""
    snapshot = Snapshot(session, request)
    positions = snapshot.candidates()
    live = honour_recorder(snapshot, positions, Compaction.RECORDED).live
    told = zip(positions, live, turns_at(session, request).turn, strict=True)
    return {session.items[at].text: turn for at, alive, turn in told if alive}


def check(session: Session) -> list[int]:
    """The turns of the requests, which are those of the items at each of them."""
    for request in session.requests:
        assert request.turn == turns_at(session, request).count
    return [request.turn for request in session.requests]


def test_a_conversation_begun_anew_counts_from_one() -> None:
    session = read(
        [
            *TALK,
            user("u3", None, "anew"),
            said("a3", "u3", "r3", "five"),
            user("u4", "a3", "six"),
            said("a4", "u4", "r4", "seven"),
        ]
    )
    assert check(session) == [1, 2, 1, 2]
    assert live_turns(session, session.requests[-1]) == {"anew": 1, "five": 1, "six": 2}
    assert session.at(turn=1).request.index == 3
    first, second = branches_of(session)
    assert [[one.turn for one in branch.requests] for branch in (first, second)] == [[1, 2], [1, 2]]
    assert on_branch(session, 1).at(turn=1).request.index == 1


def test_a_branch_counts_only_what_is_on_it() -> None:
    session = read(
        [
            *TALK,
            user("u3", "a2", "tried"),
            said("a3", "u3", "r3", "no"),
            user("u4", "a1", "instead"),
            said("a4", "u4", "r4", "yes"),
            user("u5", "a4", "thanks"),
        ]
    )
    assert check(session) == [1, 2, 3, 2, 3]
    expected = {"one": 1, "two": 1, "instead": 2, "yes": 2, "thanks": 3}
    assert live_turns(session, session.requests[-1]) == expected
    with pytest.raises(RequestError, match="no turn 4"):
        session.at(turn=4)


def test_what_a_compaction_replaced_still_counts() -> None:
    session = read([*TALK, boundary("b1", "a2"), summary("s1", "b1"), user("u3", "s1", "five")])
    assert check(session) == [1, 2, 3]
    again = [
        *(*TALK, boundary("b1", "a2"), summary("s1", "b1"), user("u3", "s1", "five")),
        *(
            said("a3", "u3", "r3", "six"),
            boundary("b2", "a3"),
            summary("s2", "b2"),
            user("u4", "s2", "seven"),
        ),
    ]
    assert check(read(again)) == [1, 2, 3, 4]
    assert check(read([*again, user("u5", None, "anew")]))[-1] == 1


def test_side_chains_count_their_own() -> None:
    def side(given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "isSidechain": True, "agentId": "x"}

    session = read(
        [
            user("u1", None, "one"),
            said("a1", "u1", "r1", call("c1")),
            side(user("v1", None, "task")),
            side(said("w1", "v1", "q1", "done")),
            result("t1", "a1", "c1"),
            said("a2", "t1", "r2", "two"),
            user("u2", "a2", "three"),
        ]
    )
    check(session)
    assert [(one.chain, one.turn) for one in session.requests] == [("", 1), ("x", 1), ("", 1), ("", 2)]


def test_each_of_several_typed_messages_in_a_row_opens_a_turn() -> None:
    session = read([user("u1", None, "one"), user("u2", "u1", "two"), user("u3", "u2", "three")])
    assert check(session) == [3]
    assert live_turns(session, session.requests[0]) == {"one": 1, "two": 2, "three": 3}


def test_a_message_of_several_items_opens_one_turn() -> None:
    blocks = [{"type": "text", "text": "look"}, {"type": "text", "text": "here"}]
    session = read([user("u1", None, blocks), line("assistant", "a1", "u1", message={"content": "ok"})])
    assert [item.message for item in session.items][:2] == [0, 0]
    assert set(check(session)) == {1}


def test_keyword_forms_count_the_user_message_last() -> None:
    history = [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]
    session = Session.from_parts(user_message="three", conversation_history=history)
    assert session.requests[0].turn == turns_at(session, session.requests[0]).count == 2
    assert live_turns(session, session.requests[0]) == {"one": 1, "two": 1, "three": 2}


def test_where_the_recorder_only_goes_on_what_it_dropped_still_counts() -> None:
    items = tuple(item(at, role, at) for at, role in enumerate(["user", "assistant", "user"]))
    request = Request(1, 2, 3, ((2, 2),))
    assert turns_at(Session("s", items, (request,)), request).turn == (1, 1, 2)
    assert turns_at(Session("s", items, (request,), branching=True), request).turn == (0, 0, 1)


def item(at: int, role: str, message: int, by: str = "") -> Item:
    source = Source.SUMMARY if role == "summary" else None
    part = Part(PartKind.TEXT, f"text {at}")
    role = "user" if role == "summary" else role
    return Item(f"i{at + 1}", role, (part,), source, message, superseded_by=by)


ROLES = st.sampled_from(["user", "user", "assistant", "summary"])
#: Of each item its role, whether it goes on with the message before it, and which item replaced it, if any.
ITEMS = st.lists(st.tuples(ROLES, st.booleans(), st.none() | st.integers(0, 11)), min_size=1, max_size=12)
#: At each item whether a request stands before it, and what was live then: all of it, more of it, some of it.
LIVE = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.sets(st.integers(0, 11))), min_size=13, max_size=13
)


@given(ITEMS, LIVE, st.booleans())
def test_requests_count_what_their_items_do(
    given_items: Sequence[tuple[str, bool, int | None]],
    given_live: Sequence[tuple[bool, bool, set[int]]],
    branching: bool,
) -> None:
    items: list[Item] = []
    message = -1
    for at, (role, joins, by) in enumerate(given_items):
        message += not (joins and items and items[-1].role == role)
        items.append(item(at, role, message, "" if by is None else f"i{by + 1}"))
    counter = TurnCounter(branching=branching)
    live: set[int] = set()
    for end in range(len(items) + 1):
        stands, grows, some = given_live[end]
        live = {at for at in (live | some if grows else some) if at < end}
        if stands:
            request = Request(1, counter.count(to_ranges(sorted(live))), end, to_ranges(sorted(live)))
            session = Session("s", tuple(items), (request,), branching=branching)
            assert request.turn == turns_at(session, request).count
        if end < len(items):
            counter.pass_by(end, items[end])


def test_requests_of_counts_by_what_the_rule_says_was_live() -> None:
    def last_only(_chain: str, end: int, _before: Ranges) -> Ranges:
        return ((end - 1, end - 1),)

    items = [item(at, role, at) for at, role in enumerate(["user", "assistant"] * 2)]
    answers = {1: (None, ""), 3: (None, "")}
    assert [one.turn for one in requests_of(items, answers, last_only)] == [1, 2]
    assert [one.turn for one in requests_of(items, answers, last_only, branching=True)] == [1, 1]
