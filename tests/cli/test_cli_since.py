"""`ctxlab check` says since which request a must-keep is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chat import write_json
from helpers.cli import ctxlab

from ctxlab.batch import since

LONG = "Yes." + " and" * 400
TIGHT = [
    "--profile", "gssc", "--set", "budget.recent.rounds=0", "--set", "budget.history.cap=450",
    "--set", "budget.history.overflow=stop", "--set", "gather.key_facts=false",
]  # fmt: skip


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A demand in the first of five turns; from the third request on there is no room for it."""
    texts = ["The budget is at most 3000 yuan.", LONG, "Go on.", LONG, "More.", LONG, "More.", LONG, "Bye."]
    items = [
        {"role": ("user", "assistant")[at % 2], "message": at, "text": text} for at, text in enumerate(texts)
    ]
    keeps = [
        {"id": "m1", "text": "3000 yuan", "since": "i1"},
        {"id": "m2", "text": "4000 yuan", "since": "i3"},
    ]
    return write_json(
        tmp_path / "talk.ctx.json",
        {"schema": "ctxlab.session/1", "marks": {"must_keeps": keeps}, "items": items},
    )


def test_the_loss_that_lasts_is_told_from_its_first_request(talk: Path) -> None:
    answer = ctxlab("check", talk, *TIGHT)
    assert answer.code == 1
    assert "must-keep LOST in Select: 3000 yuan · lost since request 3 (turn 3)" in answer.out
    # it never was there, but before its item nothing is judged
    assert "must-keep LOST in Gather: 4000 yuan · lost since request 2 (turn 2)" in answer.out
    (result,) = ctxlab("check", talk, *TIGHT, "--json").json["results"]
    assert [one["lost_since"] for one in result["must_keeps"]] == [
        {"request": 3, "turn": 3, "sure": True},
        {"request": 2, "turn": 2, "sure": True},
    ]


def test_a_must_keep_that_is_kept_is_lost_since_never(talk: Path) -> None:
    (result,) = ctxlab("check", talk, *TIGHT, "--request", "2", "--json").json["results"]
    assert [one["lost_since"] for one in result["must_keeps"]] == [
        None,
        {"request": 2, "turn": 2, "sure": True},
    ]


def test_where_it_would_take_too_long_it_says_or_before(talk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(since, "_MOST_WORK", 7)
    out = ctxlab("check", talk, *TIGHT, "--lang", "zh").out
    assert "自第 4 次请求（第 4 轮）或更早起丢失" in out


def test_a_single_request_has_no_since(trip: Path, tight: Path) -> None:
    assert "since" not in ctxlab("check", trip, "--profile", tight).out
