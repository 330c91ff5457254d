"""`ctxlab why --rescue`: what would keep a lost must-keep."""

from __future__ import annotations

from helpers.cli import ctxlab
from helpers.tree import ROOT

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
    assert cap.endswith("no smaller value does  (--set budget.history.cap=1317)")
    assert any("pin i8" in line and "--set" not in line for line in told)


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


def test_without_the_option_nothing_is_looked_for() -> None:
    assert "rescue" not in ctxlab(*WORDS, "--json").json
    assert "what keeps it, the best first" not in ctxlab(*WORDS, "--lang", "en").out


def test_what_stands_needs_no_rescue() -> None:
    words = ("why", TRAVEL_SAMPLE, "fifty", "--profile", TRAVEL_PROFILE, "--rescue")
    assert ctxlab(*words, "--json").json["rescue"] is None
    assert "what keeps it, the best first" not in ctxlab(*words, "--lang", "en").out


def test_where_nothing_helps_it_says_what_is_in_the_way() -> None:
    settings = ("size=400", "enforce_soft=no", "output_reserve=0", "buffer=0")
    tight = [word for setting in settings for word in ("--set", f"window.{setting}")]
    document = ctxlab(*WORDS, "--rescue", *tight, "--json").json["rescue"]
    # the tool's answer of this very turn, which the window never takes
    assert (document["found"], document["conflict"]) == ([], ["i54"])
    lines = ctxlab(*WORDS, "--rescue", *tight, "--lang", "en").out.splitlines()
    assert "no change of one setting or of two keeps it · what cannot go holds its room: i54" in lines
