"""`ctxlab lint`: problems step by step, their cures, exit codes, one profile written with a cure."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import ctxlab

SAMPLE = "sessions/trip-hangzhou.ctx.json"
FORGOT = "sessions/travel-agent.toml"
SMALL = "sessions/retention-q1.json"


def test_problems_stand_step_by_step_with_their_cures_beneath() -> None:
    answer = ctxlab("lint", SAMPLE, "--profile", FORGOT)
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert lines[0] == "trip-hangzhou.ctx.json · request 47 of 47 (turn 22) · under travel-agent"
    steps = [line for line in lines if line.strip()[:1] in "123"]
    assert steps == ["  1 What the model saw", "  2 How the budget is split", "  3 The rest"]
    lost = next(at for at, line in enumerate(lines) if "预算三千以内" in line)
    assert lines[lost].startswith("  ! i8: “预算三千以内” is lost in Select")
    assert lines[lost].endswith("[must_keep_lost]")
    assert lines[lost + 1].startswith("      cheapest: key fact from i8 · +17 tokens (")
    assert lines[lost + 2].startswith("      set budget.history.cap = ")
    results = ctxlab("lint", SAMPLE, "--profile", FORGOT, "--json").json["results"]
    told = next(one for one in results[0]["problems"] if "预算三千以内" in one["text"])
    # what `why --rescue` lists first
    best = ctxlab("why", SAMPLE, "budget", "--profile", FORGOT, "--rescue", "--json").json["rescue"]["found"][
        0
    ]
    assert told["cheapest"] == {"changes": best["changes"], "tokens": best["tokens"]}


def test_nothing_of_weight_holds() -> None:
    answer = ctxlab("lint", SMALL, "--profile", "gssc", "--lang", "zh")
    assert answer.code == 0
    assert "没有任何上限起作用" in answer.out
    assert "  2 预算如何分配" in answer.out


def test_what_the_profile_ignores_is_counted_only() -> None:
    ignored = ("--set", "lint.ignore=must_keep_lost, no_such_problem")
    answer = ctxlab("lint", SAMPLE, "--profile", FORGOT, *ignored)
    assert "[must_keep_lost]" not in answer.out
    last = answer.out.splitlines()[-1]
    assert last.startswith("  left out, as lint.ignore says: must_keep_lost ")
    assert "lint.ignore: there is no problem no_such_problem [ignored_unknown]" in answer.out
    document = ctxlab("lint", SAMPLE, "--profile", FORGOT, *ignored, "--json").json["results"][0]
    assert list(document["ignored"]) == ["must_keep_lost"]
    assert "must_keep_lost" not in {one["code"] for one in document["problems"]}
    every = ctxlab("lint", SAMPLE, "--profile", FORGOT).out
    told = int(last.rpartition(" ")[2])
    assert every.count("[must_keep_lost]") == told


def test_json_is_one_document() -> None:
    answer = ctxlab("lint", SAMPLE, "--profile", FORGOT, "--json")
    document = answer.json
    assert (document["schema"], document["code"]) == ("ctxlab.lint/1", 1)
    (result,) = document["results"]
    assert (result["request"], result["profile"]) == (47, "travel-agent")
    lost = next(one for one in result["problems"] if (one["code"], one["item"]) == ("must_keep_lost", "i8"))
    assert (lost["severity"], lost["step"], lost["item"]) == ("error", 1, "i8")
    assert lost["cures"][0][0]["key"] == "budget.history.cap"
    assert lost["text"].startswith("“预算三千以内”")


def test_an_earlier_request_and_every_request() -> None:
    early = ctxlab("lint", SAMPLE, "--profile", FORGOT, "--request", 2)
    assert "must_keep_lost" not in early.out
    every = ctxlab("lint", SMALL, "--all")
    assert every.code == 0
    both = ctxlab("lint", SMALL, "--all", "--request", 1)
    assert both.code == 2
    assert "--all looks at every request" in both.err


def test_over_several_sessions_caps_are_told_once() -> None:
    answer = ctxlab("lint", SMALL, "sessions/airline-task.json", "--profile", "gssc")
    assert answer.out.count("no cap binds") == 1
    assert answer.out.splitlines()[-3] == "over all 2 sessions"
    assert "no cap binds in 30 requests" in answer.out


def test_what_cannot_be_read_cannot_be_judged(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text('{"messages": []}')
    answer = ctxlab("lint", empty, tmp_path / "gone.json")
    assert answer.code == 2
    assert "empty.json: cannot be judged: the session is empty" in answer.out
    assert "gone.json: cannot be judged" in answer.out
    assert ctxlab("lint", SMALL, "--profile", "nothing-such").code == 2


def test_a_fix_is_written_with_the_comments_of_the_profile(tmp_path: Path) -> None:
    target = tmp_path / "mended.toml"
    answer = ctxlab("lint", SAMPLE, "--profile", FORGOT, "--fix", "must_keep_lost", "-o", target)
    assert answer.code == 0
    assert answer.out.startswith("budget.history.cap: 1,200 → ")
    text = target.read_text(encoding="utf-8")
    assert text.startswith("# The profile under which the travel agent forgot")
    again = ctxlab("lint", SAMPLE, "--profile", target)
    assert "must_keep_lost" not in again.out
    assert ctxlab("check", SAMPLE, "--profile", target).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--fix", "must_keep_lost"], "--fix CODE and -o FILE go together"),
        (["-o", "x.toml"], "--fix CODE and -o FILE go together"),
        ([SMALL, "--fix", "must_keep_lost", "-o", "x.toml"], "--fix takes one file"),
        (["--fix", "no_such_code", "-o", "x.toml"], "there is no problem 'no_such_code' here"),
        (["--fix", "no_cap_binds", "-o", "x.toml"], "no edit of the profile cures no_cap_binds"),
        (["--fix", "no_cap_binds", "-o", SMALL], "it is never changed"),
    ],
)
def test_a_fix_that_cannot_be_is_refused(words: list[str], told: str) -> None:
    answer = ctxlab("lint", SMALL, "--profile", "gssc", *words)
    assert answer.code == 2
    assert told in answer.err
    assert not Path("x.toml").exists()
