from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.session import Request, Session

FILE = "10_sharegpt_chatgpt_oasst/oasst_en_100_tree.first25.jsonl"
TREES = [json.loads(line) for line in (FORMATS / FILE).read_text("utf-8").splitlines()]


def node(role: str, text: str, *replies: Any, **more: Any) -> dict[str, Any]:
    return {"message_id": text, "role": role, "text": text, "replies": list(replies), **more}


def tree(prompt: Any, **more: Any) -> Session:
    (session,) = load_bytes(json.dumps({"message_tree_id": "t", "prompt": prompt, **more}).encode(), "x")
    assert session.origin.format == "oasst"
    return session


def flat(*messages: dict[str, Any]) -> tuple[Session, ...]:
    sessions = load_bytes("\n".join(map(json.dumps, messages)).encode(), "x")
    assert {one.origin.format for one in sessions} == {"oasst"}
    return sessions


def message(id: str, parent: str | None, role: str, tree: str = "t", **more: Any) -> dict[str, Any]:
    return {"message_id": id, "parent_id": parent, "message_tree_id": tree, "role": role, "text": id, **more}


def seen(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def codes(session: Session) -> list[str]:
    return [one.code for one in session.diagnostics]


def best_way(prompt: dict[str, Any]) -> list[str]:
    way = [prompt["text"]]
    while prompt["replies"]:
        ranked = [(one.get("rank", 99), i) for i, one in enumerate(prompt["replies"])]
        prompt = prompt["replies"][min(ranked)[1]]
        way.append(prompt["text"])
    return way


def ends(prompt: dict[str, Any]) -> int:
    return sum(ends(one) for one in prompt["replies"]) or 1


def answers(prompt: dict[str, Any], way: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """What was said before each answer, for all answers of a tree."""
    own = [way] if prompt["role"] == "assistant" else []
    below = (*way, prompt["text"])
    return own + [one for reply in prompt["replies"] for one in answers(reply, below)]


def test_the_trees_hold_what_was_counted_in_them() -> None:
    sessions = opened(FILE)
    assert counts(sessions) == Counts(25, 272, {"user": 114, "assistant": 158}, 0, 0)
    assert sessions[0].title == "How can I find the best 401k plan for my needs?"
    assert [json.loads(one.extra)["message_tree_id"] for one in sessions] == [
        one["message_tree_id"] for one in TREES
    ]
    assert sessions[0].model == "chip20b"
    assert json.loads(sessions[0].extra)["tree_state"] == "ready_for_export"


def test_the_best_ranked_way_is_the_last_and_that_is_said() -> None:
    for session, raw in zip(opened(FILE), TREES, strict=True):
        way = best_way(raw["prompt"])
        last = session.at().request
        assert session.items[-1].text == way[-1]
        assert seen(session, last) == (way if session.items[-1].role == "user" else way[:-1])
        count = ends(raw["prompt"])
        told = [dict(one.numbers)["count"] for one in session.diagnostics if one.code == "way_chosen"]
        assert told == ([count] if count > 1 else [])
        assert session.branching == (count > 1)


def test_each_answer_saw_what_leads_to_it() -> None:
    for session, raw in zip(opened(FILE), TREES, strict=True):
        before = [tuple(seen(session, request)) for request in session.requests]
        if session.items[-1].role == "user":
            before.pop()
        assert sorted(before) == sorted(answers(raw["prompt"]))


def test_a_tree_of_three_answers_has_three_branches() -> None:
    session = opened(FILE)[0]
    assert len(branches_of(session)) == 3
    # Of the answers, those of the ranks 1 and 2 come first.
    assert [json.loads(item.extra).get("rank") for item in session.items] == [None, 1, 2, 0]
    assert str(session.items[3].place) == "line 1 /prompt/replies/0"


def test_without_ranks_the_first_counts_and_a_deleted_one_never_before_others() -> None:
    session = tree(node("prompter", "a", node("assistant", "b"), node("assistant", "c")))
    assert [item.text for item in session.items] == ["a", "c", "b"]
    ranked = [node("assistant", "b", rank=0, deleted=True), node("assistant", "c", rank=1)]
    session = tree(node("prompter", "a", *ranked))
    assert [item.text for item in session.items] == ["a", "b", "c"]


def test_flat_messages_are_joined_to_their_trees() -> None:
    first, second = flat(
        message("a", None, "prompter"),
        message("x", None, "prompter", "u", created_date="2023-02-05T14:23:50+00:00"),
        message("c", "b", "prompter"),
        message("b", "a", "assistant", rank=1),
        message("d", "a", "assistant", rank=0),
        message("y", "x", "assistant", "u"),
    )
    assert [item.text for item in first.items] == ["a", "b", "c", "d"]
    assert [seen(first, one) for one in first.requests] == [["a"], ["a"]]
    assert [item.text for item in second.items] == ["x", "y"]
    assert second.items[0].time == "2023-02-05T14:23:50+00:00"
    assert (first.title, second.title) == ("a", "x")
    assert json.loads(second.extra) == {"message_tree_id": "u"}
    assert codes(first) == ["way_chosen"]
    assert [item.place.line for item in first.items] == [1, 4, 3, 5]


def test_messages_that_follow_each_other_in_a_circle_are_cut() -> None:
    (session,) = flat(message("a", "b", "prompter"), message("b", "a", "assistant"))
    assert [item.text for item in session.items] == ["a", "b"]
    assert codes(session) == ["parent_cycle"]


def test_what_is_no_message_is_kept_and_named() -> None:
    session = tree(node("prompter", "a", 7, node("narrator", "b", rank=0), {"text": [1]}))
    assert [(item.role, item.text) for item in session.items] == [
        *[("user", "a"), ("unknown", "7"), ("unknown", "[1]"), ("narrator", "b")]
    ]
    assert "message_unknown" in codes(session)
    lines = [message("a", None, "prompter"), {"b": 1}]
    (session,) = load_bytes("\n".join(map(json.dumps, lines)).encode(), "x", format="oasst")
    assert codes(session) == ["record_unknown"]


def test_what_holds_no_tree_is_refused() -> None:
    with pytest.raises(FormatError, match="no messages of Open Assistant"):
        load_bytes(b'{"prompt": {"text": "a"}}', "x", format="oasst")
