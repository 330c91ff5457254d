"""`ctxlab sensitivity`: the curve of a row as a table and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

SAMPLE = ROOT / "sessions" / "trip-hangzhou.ctx.json"
TRAVEL = ROOT / "sessions" / "travel-agent.toml"


def test_the_cap_as_it_is_now_is_marked(trip: Path, tight: Path) -> None:
    answer = ctxlab("sensitivity", trip, "history", "--profile", tight)
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0] == "history: 450 now, overflow stop · request 1 · under tight"
    assert lines[1].split() == ["cap", "items", "tokens", "must-keeps"]
    (marked,) = [line for line in lines if line.startswith(">")]
    # Under 450 only the newest answer and the question before it fit; the next needs 405 more.
    assert marked.split()[1:] == ["450", "2/6", "414", "0/1"]
    assert lines[-1].split()[1::2] == ["6/6", "1/1"]


def test_json_has_every_step_and_what_was_run(trip: Path, tight: Path) -> None:
    document = ctxlab("sensitivity", trip, "history", "--profile", tight, "--json").json
    assert (document["schema"], document["row"], document["now"]) == ("ctxlab.sensitivity/1", "history", 450)
    assert (document["items"], document["judged"], document["exact"]) == (6, 1, True)
    caps = [step["cap"] for step in document["steps"]]
    assert caps[0] == 0
    assert 450 in caps
    assert caps == sorted(caps)
    assert all(step["run"] for step in document["steps"])
    # The demand is in the oldest item, so that only the last step has it.
    assert [step["must_keeps"] for step in document["steps"]] == [0] * (len(caps) - 1) + [1]
    assert document["steps"][-1]["items"] == 6


def test_a_step_is_what_a_run_with_its_cap_says() -> None:
    settings = ["--profile", TRAVEL, "--json"]
    document = ctxlab("sensitivity", SAMPLE, "history", *settings).json
    step = next(one for one in document["steps"] if one["must_keeps"] == 8)
    # One message says the last two of them.
    for cap, items, saved in ((step["cap"], step["items"], 8), (step["cap"] - 1, step["items"] - 1, 6)):
        trace = ctxlab("run", SAMPLE, *settings, "--set", f"budget.history.cap={cap}").json
        assert sum(one["lost_at"] is None for one in trace["must_keeps"]) == saved
        (row,) = [one for one in trace["rows"] if one["row"] == "history"]
        assert (row["kept"], row["of"]) == (items, document["items"])


def test_a_long_curve_is_shown_in_part(tmp_path: Path) -> None:
    talk = [message("user" if at % 2 else "assistant", f"word {at}") for at in range(1, 80)]
    file = write_json(tmp_path / "long.json", {"model": "gpt-4o", "messages": talk})
    words = ["sensitivity", file, "history", "--profile", "gssc", "--set", "budget.history.overflow=stop"]
    lines = ctxlab(*words).out.splitlines()
    assert len(lines) < 40
    assert "steps; --json has all" in lines[-2]
    assert lines[-1].startswith("only some caps were looked at (")
    assert len(ctxlab(*words, "--json").json["steps"]) > 60


@pytest.mark.parametrize("wrong", ["hystory", "conversation"])
def test_a_row_that_is_none_is_refused(trip: Path, wrong: str) -> None:
    answer = ctxlab("sensitivity", trip, wrong)
    assert (answer.code, answer.out) == (2, "")
    assert "history" in answer.err


def test_a_row_without_a_cap_says_so(trip: Path) -> None:
    assert ctxlab("sensitivity", trip, "user_message").out.startswith(
        "user_message: no cap now, overflow keep"
    )


def test_an_empty_session_is_nothing_to_do(tmp_path: Path) -> None:
    file = write_json(tmp_path / "empty.json", {"messages": []})
    assert "nothing to do" in ctxlab("sensitivity", file, "history").out


def test_the_same_in_chinese(trip: Path, tight: Path) -> None:
    out = ctxlab("sensitivity", trip, "history", "--profile", tight, "--lang", "zh").out
    assert out.splitlines()[0].startswith("历史对话：现为 450，超限时停止")
    assert "必留项" in out
