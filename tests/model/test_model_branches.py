"""The ways that a recorded conversation took, when it was taken up again further back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from formats.transcripts import boundary, read, said, summary, user
from helpers.cli import ctxlab

from ctxlab.errors import RequestError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.branches import branch_with, branches_of, on_branch
from ctxlab.model.session import Session

#: Asked, answered; asked again from the first answer on, answered, and asked further.
EDITED: list[dict[str, Any]] = [
    user("u1", None, "hi"),
    said("a1", "u1", "r1", "hello"),
    user("u2", "a1", "first try"),
    said("a2", "u2", "r2", "no"),
    user("u3", "a1", "second try"),
    said("a3", "u3", "r3", "yes"),
    user("u4", "a3", "thanks"),
]


def ways(session: Session) -> list[tuple[list[int], int]]:
    return [([one.index for one in way.requests], way.parted.index) for way in branches_of(session)]


def test_a_message_asked_anew_parts_two_branches() -> None:
    assert ways(read(EDITED)) == [([1, 2], 1), ([1, 3, 4], 3)]


def test_a_conversation_without_forks_is_one_branch() -> None:
    assert ways(read(EDITED[:4])) == [([1, 2], 1)]


def test_the_first_message_asked_anew_shares_nothing() -> None:
    session = read([user("u1", None, "a"), said("a1", "u1", "r1", "b"), user("u2", None, "c")])
    assert ways(session) == [([1], 1), ([2], 2)]


def test_what_a_compaction_replaced_is_on_the_way_of_its_summary() -> None:
    session = read(
        [
            user("u1", None, "a"),
            said("a1", "u1", "r1", "b"),
            boundary("b1", "a1"),
            summary("s1", "b1"),
            user("u2", "s1", "c"),
            said("a2", "u2", "r2", "d"),
        ]
    )
    assert ways(session) == [([1, 2], 1)]


def test_formats_without_branches_have_one_whatever_was_sent() -> None:
    trimmed = replace(read(EDITED), branching=False)
    assert ways(trimmed) == [([1, 2, 3, 4], 1)]


def test_the_requests_of_one_branch_keep_their_numbers() -> None:
    session = read(EDITED)
    second = on_branch(session, 2)
    assert [one.index for one in second.requests] == [1, 3, 4]
    assert second.items == session.items
    assert on_branch(session, 1).at().request.index == 2
    with pytest.raises(RequestError, match="no branch 3"):
        on_branch(session, 3)


def test_a_request_is_found_on_the_last_branch_that_has_it() -> None:
    session = read(EDITED)
    branches = branches_of(session)
    assert [branch_with(branches, one) for one in session.requests] == [1, 0, 1, 1]


def test_a_native_file_keeps_the_branches() -> None:
    session = read(EDITED)
    (again,) = load_bytes(dumps_session(session).encode(), "x.ctx.json")
    assert ways(again) == ways(session)


def test_the_command_line_takes_one_branch(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in EDITED), encoding="utf-8")
    told = ctxlab("run", file)
    assert "all 2 branches; --branch N" in told.err
    first = ctxlab("convert", file, "--branch", "1")
    assert [one["index"] for one in first.json["requests"]] == [1, 2]
    assert ctxlab("run", file, "--branch", "1", "--request", "3").code == 2
    assert "there is no branch 3" in ctxlab("run", file, "--branch", "3").err
