"""`ctxlab why --rescue`: what would keep a lost must-keep."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from helpers.chat import LONG, message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

from ctxlab.analysis import elsewhere

TRAVEL_SAMPLE = ROOT / "sessions" / "trip-hangzhou.ctx.json"
TRAVEL_PROFILE = ROOT / "sessions" / "travel-agent.toml"
WORDS = ("why", TRAVEL_SAMPLE, "budget", "--profile", TRAVEL_PROFILE, "--turn", "13")


def test_it_tells_what_would_keep_it_and_what_that_costs() -> None:
    lines = ctxlab(*WORDS, "--rescue", "--lang", "en").out.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("what keeps it, the best first"))
    told = lines[start + 1 : start + 9]
    assert [line[:3] for line in told] == [f"{number:2}." for number in range(1, len(told) + 1)]
    # `check --turn 13` holds with a cap of 1,317 and not with 1,316
    (cap,) = [line for line in told if "history cap 1,200 → 1,317" in line]
    assert " · no smaller value does · " in cap
    assert cap.endswith("  (--set budget.history.cap=1317)")
    (pin,) = [line for line in told if "pin i8 · " in line]
    assert pin.endswith(f"  (ctxlab marks pin {TRAVEL_SAMPLE} i8)")
    assert "brings back 不吃辣 · also brings back 住一晚 (found, not marked)" in pin


def test_as_json_each_has_its_changes_and_what_set_takes() -> None:
    document = ctxlab(*WORDS, "--rescue", "--json").json["rescue"]
    assert (document["must_keep"], document["complete"], document["conflict"]) == ("budget", True, [])
    assert document["builds"] <= 200
    (cap,) = [one for one in document["found"] if one["settings"] == ["budget.history.cap=1317"]]
    assert cap["changes"] == [{"lever": "cap", "key": "budget.history.cap", "before": 1200, "after": 1317}]
    assert (cap["tokens"], cap["pushes_out"], cap["suffers"], cap["least"]) == (172, [], [], True)
    # What it says is so.
    fixed = ctxlab(*WORDS, "--rescue", "--json", "--set", *cap["settings"]).json
    assert fixed["rescue"] is None


def test_the_commands_that_it_prints_do_it(tmp_path: Path) -> None:
    copied = tmp_path / "it's a trip.json"
    shutil.copy(TRAVEL_SAMPLE, copied)
    asked = ("why", copied, "budget", "--profile", TRAVEL_PROFILE, "--turn", "13", "--rescue", "--json")
    found = ctxlab(*asked).json["rescue"]["found"]
    (command,) = next(one["commands"] for one in found if one["changes"][0]["key"] == "key_fact")
    assert "'\"'\"'s a trip.json' i8 " in command
    program, *words = shlex.split(command)
    assert program == "ctxlab"
    assert words[:3] == ["marks", "key-fact", str(copied)]
    assert ctxlab(*words).code == 0
    assert ctxlab(*asked).json["rescue"] is None


def test_words_that_stand_twice_are_named_by_their_place(tmp_path: Path, tight: Path) -> None:
    said = message("user", "Keep it under 3000 yuan. Keep it under 3000 yuan.")
    talk = [said, *(message(role, LONG) for role in ("assistant", "user") * 3)]
    file = write_json(tmp_path / "talk.json", {"model": "gpt-4o", "messages": talk})
    asked = ("why", file, "3000 yuan", "--profile", tight, "--rescue", "--json")
    found = ctxlab(*asked).json["rescue"]["found"]
    (command,) = next(one["commands"] for one in found if one["changes"][0]["key"] == "key_fact")
    assert shlex.split(command)[-3:] == ["i1", "0", "24"]


def test_each_says_how_it_does_at_the_other_requests() -> None:
    told = ctxlab(*WORDS, "--rescue", "--lang", "en").out
    (cap,) = [line for line in told.splitlines() if "history cap 1,200 → 1,317" in line]
    assert " · holds at this request; at all 46 requests a cap of 2,024 does  (" in cap
    (pin,) = [line for line in told.splitlines() if " pin i8 · " in line]
    assert " · holds at all 46 requests  (" in pin
    assert "judged at request" not in told
    document = ctxlab(*WORDS, "--rescue", "--json").json["rescue"]
    (cap,) = [one for one in document["found"] if one["settings"] == ["budget.history.cap=1317"]]
    assert (cap["everywhere"]["requests"], cap["everywhere"]["lost"][0], cap["everywhere"]["cap"]) == (
        46,
        26,
        2024,
    )
    survival = ("survival", TRAVEL_SAMPLE, "--profile", TRAVEL_PROFILE, "--json")
    rows = ctxlab(*survival, "--set", "budget.history.cap=2024").json["rows"]
    (row,) = [one for one in rows if one["id"] == "budget"]
    assert row["first_loss"] is None


def test_of_a_long_session_it_says_that_one_request_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "MOST_REQUESTS", 46)
    lines = ctxlab(*WORDS, "--rescue", "--lang", "en").out.splitlines()
    assert "    judged at request 25 alone: others may need more (ctxlab survival shows them)" in lines
    document = ctxlab(*WORDS, "--rescue", "--json").json["rescue"]
    assert {one["everywhere"] for one in document["found"]} == {None}


def test_what_says_the_same_is_not_brought_back() -> None:
    words = ("why", TRAVEL_SAMPLE, "found:i8:22", "--profile", TRAVEL_PROFILE, "--turn", "13", "--rescue")
    told = ctxlab(*words).out
    assert "brings back 预算三千以内 · also brings back 住一晚 (found, not marked) · " in told
    assert "brings back 预算三千以内, 不吃辣" not in told.split("\n\n")[1]


def test_without_the_option_nothing_is_looked_for() -> None:
    assert "rescue" not in ctxlab(*WORDS, "--json").json
    assert "what keeps it, the best first" not in ctxlab(*WORDS, "--lang", "en").out


def test_what_stands_needs_no_rescue() -> None:
    words = ("why", TRAVEL_SAMPLE, "fifty", "--profile", TRAVEL_PROFILE, "--rescue")
    assert ctxlab(*words, "--json").json["rescue"] is None
    assert "it is kept at request 47: there is nothing to rescue\n" in ctxlab(*words, "--lang", "en").out
    assert "第 47 次请求处已保留，无需补救\n" in ctxlab(*words, "--lang", "zh").out
    early = ("why", TRAVEL_SAMPLE, "fifty", "--profile", TRAVEL_PROFILE, "--request", "2", "--rescue")
    assert "it is not judged at request 2: there is nothing to rescue\n" in ctxlab(*early).out
    assert "what keeps it, the best first" not in ctxlab(*words, "--lang", "en").out


def test_where_nothing_helps_it_says_what_is_in_the_way() -> None:
    settings = ("size=400", "enforce_soft=no", "output_reserve=0", "buffer=0")
    tight = [word for setting in settings for word in ("--set", f"window.{setting}")]
    document = ctxlab(*WORDS, "--rescue", *tight, "--json").json["rescue"]
    # the tool's answer of this very turn, which the window never takes
    assert (document["found"], document["conflict"]) == ([], ["i54"])
    lines = ctxlab(*WORDS, "--rescue", *tight, "--lang", "en").out.splitlines()
    assert "no change of one setting or of two keeps it · what cannot go holds its room: i54" in lines
