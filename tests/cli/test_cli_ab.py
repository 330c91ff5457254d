"""`ctxlab ab`: cost first, then sessions under two profiles by a model's answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import ctxlab
from helpers.model_server import ModelServer, saying
from werkzeug import Response


@pytest.fixture(autouse=True)
def _endpoint(monkeypatch: pytest.MonkeyPatch, server: ModelServer) -> None:
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    monkeypatch.setenv("CTXLAB_MODEL", "small")


def _obedient(asked: dict[str, Any]) -> Response:
    """A model that keeps to the budget where it can read it."""
    return saying("2,800 yuan" if "3000 yuan" in json.dumps(asked["messages"]) else "5,000 yuan")


def test_the_context_without_the_demand_breaks_it(trip: Path, tight: Path, server: ModelServer) -> None:
    server.will("")
    server.reads = _obedient
    words = ["ab", trip, "--profile", tight, "--bound", "> 3000 CNY", "-n", "2", "--yes"]
    answer = ctxlab(*words)
    assert answer.code == 0
    assert "sessions: 1; none against" in answer.err
    assert f"small at {server.address}: calls 4" in answer.err
    rows = [line.split() for line in answer.out.splitlines() if line]
    assert rows[1][:2] == ["none", "2/2"]
    assert rows[2][:2] == [str(tight), "0/2"]
    assert "1 worse" in answer.out
    assert "fewer than six sessions" in answer.out
    assert "breaks it: 5,000 yuan" in answer.out
    document = ctxlab(*words, "--json").json
    assert document["schema"] == "ctxlab.ab/1"
    assert [arm["share"] for arm in document["arms"]] == [1.0, 0.0]
    assert (document["p"], document["worse"], len(document["trials"])) == (1.0, 1, 4)


def test_nothing_is_sent_before_the_user_agrees(trip: Path, server: ModelServer) -> None:
    server.will("x")
    assert ctxlab("ab", trip, "--expect", "x", "--dry-run").code == 0
    refused = ctxlab("ab", trip, "--expect", "x")
    assert refused.code == 2
    assert "nothing was sent" in refused.err
    assert server.asked == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "say what an answer is judged by"),
        (["--broken-by", "x", "--path", "y"], "give one of"),
        (["--bound", "many"], "states no number"),
        (["--expect", "(", "--yes"], "cannot be read"),
        (["--broken-by", "(", "--dry-run"], "cannot be read"),
    ],
)
def test_a_check_that_is_none_is_refused(
    trip: Path, server: ModelServer, options: list[str], told: str
) -> None:
    server.will("x")
    answer = ctxlab("ab", trip, *options)
    assert answer.code == 2
    assert told in answer.err
    assert server.asked == []


def test_an_answer_that_only_lacks_what_was_expected_breaks_nothing(trip: Path, server: ModelServer) -> None:
    server.will("hello")
    out = ctxlab("ab", trip, "--expect", "3000", "--broken-by", "spicy", "--yes").out
    assert "lacks what was expected: hello" in out
    assert "breaks it" not in out


def test_a_folder_is_searched_for_sessions(trip: Path, server: ModelServer) -> None:
    server.will("fine")
    (trip.parent / "notes.json").write_text("[1]", "utf-8")
    (trip.parent / "other.json").write_bytes(trip.read_bytes())
    document = ctxlab("ab", trip.parent, "--expect", "fine", "--yes", "--json").json
    assert [one["title"] for one in document["sessions"]] == ["other.json", "trip.json"]


def test_in_chinese(trip: Path, server: ModelServer) -> None:
    server.will("好")
    answer = ctxlab("ab", trip, "--expect", "好", "--yes", "--lang", "zh")
    assert "1 个会话" in answer.err
    assert "按会话" in answer.out
