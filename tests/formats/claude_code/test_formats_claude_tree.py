"""Claude Code transcripts: what was live on which branch, chain and side of a compaction."""

from __future__ import annotations

from typing import Any

import pytest
from formats.transcripts import boundary, call, codes, line, live, note, read, result, said, summary, user

from ctxlab.model.session import Session


def test_an_edited_message_leaves_its_first_branch() -> None:
    session = read(
        [
            user("u1", None, "hi"),
            said("a1", "u1", "r1", "hello"),
            user("u2", "a1", "first try"),
            said("a2", "u2", "r2", "no"),
            user("u3", "a1", "second try"),
            said("a3", "u3", "r3", "yes"),
            user("u4", "a3", "thanks"),
        ]
    )
    assert [live(session, request) for request in session.requests] == [
        ["hi"],
        ["hi", "hello", "first try"],
        ["hi", "hello", "second try"],
        ["hi", "hello", "second try", "yes", "thanks"],
    ]
    assert len(session.at().candidates()) == 7


def test_a_reply_tried_again_hears_only_its_own_reminders() -> None:
    session = read(
        [
            user("u1", None, "q"),
            note("n1", "u1", "reminder 1"),
            said("a1", "n1", "r1", "bad"),
            note("n2", "u1", "reminder 2"),
            said("a2", "n2", "r2", "good"),
        ]
    )
    assert [live(session, request) for request in session.requests] == [
        ["q", "reminder 1"],
        ["q", "reminder 2"],
    ]


def test_a_first_message_edited_begins_anew() -> None:
    session = read([user("u1", None, "a"), said("a1", "u1", "r1", "b"), user("u2", None, "c")])
    assert live(session, session.requests[-1]) == ["c"]


def test_attachments_of_a_resumed_session_continue_it() -> None:
    session = read(
        [user("u1", None, "a"), said("a1", "u1", "r1", "b"), note("n1", None, "hook"), user("u2", "n1", "c")]
    )
    assert live(session, session.requests[-1]) == ["a", "b", "hook", "c"]


def test_parallel_results_belong_to_the_path_whichever_it_takes() -> None:
    lines = [
        user("u1", None, "q"),
        said("a1", "u1", "r1", call("c1")),
        said("a2", "a1", "r1", call("c2")),
        result("t2", "a2", "c2", "two"),
        note("n2", "t2", "beside two"),
        result("t1", "a1", "c1", "one"),
    ]
    for parent in ("t1", "n2"):
        session = read([*lines, said("a3", parent, "r2", "done")])
        assert live(session, session.requests[-1]) == ["q", "{}", "{}", "two", "beside two", "one"]


def test_a_result_that_comes_late_is_live_from_then_on() -> None:
    session = read(
        [
            user("u1", None, "q"),
            said("a1", "u1", "r1", call("c1")),
            said("a2", "a1", "r1", call("c2")),
            result("t1", "a1", "c1", "one"),
            said("a3", "t1", "r2", "still waiting"),
            result("t2", "a2", "c2", "two"),
            user("u2", "a3", "and?"),
        ]
    )
    assert live(session, session.requests[1]) == ["q", "{}", "{}", "one"]
    assert live(session, session.requests[2]) == ["q", "{}", "{}", "one", "still waiting", "two", "and?"]


def test_links_through_bookkeeping_hold() -> None:
    session = read(
        [
            user("u1", None, "a"),
            line("progress", "p1", "u1"),
            said("a1", "p1", "r1", "b"),
            user("u2", "a1", "c"),
        ]
    )
    assert live(session, session.requests[-1]) == ["a", "b", "c"]
    assert session.diagnostics == ()


def test_rings_of_parents_are_cut() -> None:
    session = read([user("u1", "u2", "a"), user("u2", "u3", "b"), user("u3", "u1", "c")])
    assert codes(session) == [("parent_cycle", 1)]
    assert live(session, session.requests[-1]) == ["a", "b", "c"]


def test_side_chains_are_contexts_of_their_own() -> None:
    side = {"isSidechain": True}
    session = read(
        [
            user("u1", None, "q"),
            said("a1", "u1", "r1", call("c1", "Task")),
            user("s1", None, "do it", **side),
            said("s2", "s1", "x1", "did it", **side),
            user("k1", None, "do that", **side, agentId="agent-7"),
            said("k2", "k1", "y1", "did that", **side, agentId="agent-7"),
            result("t1", "a1", "c1", "finished"),
            said("a2", "t1", "r2", "all done"),
        ]
    )
    assert [item.chain for item in session.items] == ["", "", "s1", "s1", "agent-7", "agent-7", "", ""]
    assert [live(session, request) for request in session.chain()] == [["q"], ["q", "{}", "finished"]]
    assert [live(session, request) for request in session.chain("s1")] == [["do it"]]
    assert [live(session, request) for request in session.chain("agent-7")] == [["do that"]]
    assert [request.index for request in session.chain("agent-7")] == [1]


def test_a_side_chain_that_is_no_answer_yet_has_a_request_at_its_end() -> None:
    session = read(
        [user("u1", None, "q"), said("a1", "u1", "r1", "x"), user("s1", None, "go", isSidechain=True)]
    )
    (request,) = session.chain("s1")
    assert (request.end, live(session, request)) == (3, ["go"])


BEFORE = [
    user("u1", None, "one"),
    said("a1", "u1", "r1", "two"),
    user("u2", "a1", "three"),
    said("a2", "u2", "r2", "four"),
]


def replaced(session: Session) -> dict[str, str]:
    names = {item.id: item.text for item in session.items}
    return {item.text: names[item.superseded_by] for item in session.items if item.superseded_by}


def test_after_a_compaction_only_what_follows_is_live() -> None:
    session = read(
        [
            *BEFORE,
            boundary("b1", "a2"),
            summary("s1", "b1"),
            note("n1", "s1", "file"),
            user("u3", "n1", "five"),
        ]
    )
    assert [live(session, request) for request in session.requests] == [
        ["one"],
        ["one", "two", "three"],
        ["summary s1", "file", "five"],
    ]
    assert replaced(session) == dict.fromkeys(["one", "two", "three", "four"], "summary s1")
    assert [request.turn for request in session.requests] == [1, 2, 3]


def test_a_second_compaction_replaces_the_first_summary_too() -> None:
    session = read(
        [
            *BEFORE,
            boundary("b1", "a2"),
            summary("s1", "b1"),
            user("u3", "s1", "five"),
            said("a3", "u3", "r3", "six"),
            boundary("b2", "a3"),
            summary("s2", "b2"),
            user("u4", "s2", "seven"),
        ]
    )
    assert live(session, session.requests[-1]) == ["summary s2", "seven"]
    assert replaced(session) == {
        **dict.fromkeys(["one", "two", "three", "four"], "summary s1"),
        **dict.fromkeys(["summary s1", "five", "six"], "summary s2"),
    }


@pytest.mark.parametrize(
    "metadata",
    [
        {"preservedMessages": ["u2", "a2"]},
        {"preservedMessages": {"anchorUuid": "s1", "uuids": ["u2"], "allUuids": ["u2", "a2"]}},
        {"preservedSegment": {"headUuid": "u2", "anchorUuid": "s1", "tailUuid": "a2"}},
    ],
)
@pytest.mark.parametrize("parent", ["n1", "a2"])
def test_preserved_messages_stay_live(metadata: dict[str, Any], parent: str) -> None:
    session = read(
        [
            *BEFORE,
            boundary("b1", "a2", **metadata),
            summary("s1", "b1"),
            note("n1", "s1", "file"),
            user("u3", parent, "five"),
            said("a3", "u3", "r3", "six"),
            user("u4", "a3", "seven"),
        ]
    )
    assert live(session, session.requests[-2]) == ["three", "four", "summary s1", "file", "five"]
    assert live(session, session.requests[-1]) == [
        "three",
        "four",
        "summary s1",
        "file",
        "five",
        "six",
        "seven",
    ]
    assert replaced(session) == dict.fromkeys(["one", "two"], "summary s1")


def test_a_branch_from_before_a_compaction_knows_nothing_of_it() -> None:
    session = read([*BEFORE, boundary("b1", "a2"), summary("s1", "b1"), user("u3", "a1", "other")])
    assert live(session, session.requests[-1]) == ["one", "two", "other"]


def test_an_abandoned_branch_is_not_what_a_summary_replaced() -> None:
    session = read(
        [
            *BEFORE,
            user("u3", "a1", "other"),
            boundary("b1", "u3"),
            summary("s1", "b1"),
        ]
    )
    assert replaced(session) == dict.fromkeys(["one", "two", "other"], "summary s1")


def test_a_summary_without_a_boundary_cuts_too() -> None:
    session = read([*BEFORE, summary("s1", "a2"), user("u3", "s1", "five")])
    assert live(session, session.requests[-1]) == ["summary s1", "five"]
    assert replaced(session) == dict.fromkeys(["one", "two", "three", "four"], "summary s1")
