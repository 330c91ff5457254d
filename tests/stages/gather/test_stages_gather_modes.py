"""The mode of a request: what chooses it, what it leaves out, and that the current turn stays."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.check_trace import check_trace
from helpers.spec import fates, numbers, run, session, table_of

from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Mode, ModeRule, ModeSettings, Profile
from ctxlab.model.trace import Trace

TALK = """
p system 2
u1 user 2
c1 assistant 2 call:A
r1 tool 2 result:A
a1 assistant 2
s user 2 summary
u2 user 2
c2 assistant 2 call:B
r2 tool 2 result:B
d1 system 2 doc
f1 system 2 fact
f2 system 2 fact
"""

EVERYTHING = table_of("""
p kept fits
u1 kept fits
c1 kept fits
r1 kept fits
a1 kept fits
s kept fits
u2 kept fits
c2 kept required
r2 kept fits
d1 kept fits
f1 kept fits
f2 kept fits
""")

LEFT_OUT = {
    "": {},
    "mixed": {},
    "long": {"d1": "dropped excluded_by_mode"},
    "single": {
        **dict.fromkeys(("u1", "c1", "a1", "s", "f1"), "dropped excluded_by_mode"),
        "r1": "dropped pair_broken",
    },
}


def _profile(**settings: Any) -> Profile:
    return Profile(mode=ModeSettings(**settings))


def _chosen(trace: Trace) -> tuple[object, object]:
    found = [dict(one.numbers) for one in trace.diagnostics if one.code == "mode_chosen"]
    assert len(found) <= 1
    return (found[0]["mode"], found[0]["rule"]) if found else ("", 0)


@pytest.mark.parametrize("mode", [mode.value for mode in Mode])
def test_each_mode_leaves_out_its_rows_and_never_the_current_turn(mode: str) -> None:
    trace = run(TALK, f"mode.use={mode}")
    check_trace(trace)
    assert fates(trace) == {**EVERYTHING, **LEFT_OUT[mode]}
    assert _chosen(trace) == (mode, 0)
    for item, fate in LEFT_OUT[mode].items():
        told = numbers(trace, item, Stage.GATHER)
        assert told == ({"mode": mode} if fate.endswith("by_mode") else {"by": "c1"})


@pytest.mark.parametrize("mode", ["long", "single"])
def test_a_pin_stays_in_every_mode_and_a_pinned_result_with_its_call(mode: str) -> None:
    trace = run(TALK, f"mode.use={mode}", marks=Marks(pins=("u1", "r1", "d1", "s", "f1")))
    check_trace(trace)
    found = fates(trace)
    assert {found[item].split()[0] for item in ("u1", "c1", "r1", "d1", "s", "f1")} == {"kept"}
    assert found["a1"].startswith("dropped") is (mode == "single")


def test_single_keeps_the_newest_key_fact_that_gather_made() -> None:
    table = "u1 user 1\nu2 user 1\nu3 user 1"
    texts = {"u1": "You must never pay cash.", "u2": "You must not call me."}
    trace = run(session(table, texts=texts), "mode.use=single gather.key_facts=yes")
    check_trace(trace)
    assert fates(trace) == table_of("""
        u1 dropped excluded_by_mode
        u1~fact dropped excluded_by_mode
        u2 dropped excluded_by_mode
        u2~fact added key_fact
        u3 kept fits
    """)


def test_a_summary_that_opens_the_current_turn_stays() -> None:
    table = "u1 user 2 gone by:s\ns user 2 summary\na1 assistant 2"
    trace = run(table, "mode.use=single")
    check_trace(trace)
    assert fates(trace)["s"] == "kept required"


def test_the_first_rule_that_holds_chooses_else_the_mode_in_use() -> None:
    rules = (
        ModeRule(mode=Mode.LONG, turns_from=3),
        ModeRule(mode=Mode.MIXED, tools=True),
        ModeRule(mode=Mode.SINGLE, tools=False, retrieval=True, text="^which"),
    )
    profile = _profile(use=Mode.LONG, rule=rules)
    one = "u1 user 1"
    assert _chosen(run(one, profile)) == ("long", 0)
    assert _chosen(run(f"{one}\nt system 1 schema", profile)) == ("mixed", 2)
    doc = session(f"{one}\nd system 1 doc", texts={"u1": "which berth"})
    assert _chosen(run(doc, profile)) == ("single", 3)
    tools = session(f"{one}\nd system 1 doc\nt system 1 schema", texts={"u1": "which berth"})
    assert _chosen(run(tools, profile)) == ("mixed", 2)
    turns = "u1 user 1\nu2 user 1\nu3 user 1\nt system 1 schema"
    assert _chosen(run(turns, profile)) == ("long", 1)
    assert _chosen(run(one, _profile(rule=rules))) == ("", 0)


def test_a_rule_asks_the_current_message_alone() -> None:
    profile = _profile(rule=(ModeRule(mode=Mode.SINGLE, text="berth"),))
    old = session("u1 user 1\nu2 user 1", texts={"u1": "which berth"})
    assert _chosen(run(old, profile)) == ("", 0)
    new = session("u1 user 1\nu2 user 1", texts={"u2": "which berth"})
    assert _chosen(run(new, profile)) == ("single", 1)


def test_a_rule_without_conditions_always_holds() -> None:
    assert _chosen(run("u1 user 1", _profile(rule=(ModeRule(mode=Mode.SINGLE),)))) == ("single", 1)


def test_what_a_gather_rule_leaves_out_is_asked_of_no_mode_rule() -> None:
    profile = _profile(rule=(ModeRule(mode=Mode.SINGLE, retrieval=True),)).set(
        "gather.rule", [{"regex": "d1", "exclude": True}]
    )
    assert _chosen(run("u1 user 1\nd1 system 1 doc", profile)) == ("", 0)


def test_a_pattern_that_runs_out_of_time_is_passed_over_and_named() -> None:
    slow = ModeRule(mode=Mode.SINGLE, text=r"(a|a|aa)+$")
    opened = session("u1 user 1", texts={"u1": "a" * 60 + "b"})
    trace = run(opened, _profile(use=Mode.LONG, rule=(slow,)))
    assert _chosen(trace) == ("long", 0)
    assert [dict(one.numbers) for one in trace.diagnostics if one.code == "mode_rule_too_slow"] == [
        {"number": 1, "pattern": r"(a|a|aa)+$"}
    ]


def test_a_result_with_its_call_that_a_mark_made_a_document_leaves_a_placeholder() -> None:
    profile = _profile(use=Mode.LONG).set(
        "gather.rule", [{"regex": "r1", "role": "tool", "source": Source.RETRIEVED_DOC}]
    )
    trace = run("u1 user 1\nc1 assistant 2 call:A\nr1 tool 30 result:A\nu2 user 1", profile)
    check_trace(trace)
    assert fates(trace)["r1"] == "dropped excluded_by_mode"
    assert fates(trace)["r1~placeholder"] == "added placeholder"
