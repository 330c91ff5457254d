"""HelloAgents: each known defect shows and is told, and what its profile does is as published."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.hello_agents_faults import FAULTS, words
from helpers.hello_agents_reference import Call, Packet
from helpers.hello_agents_runs import Limits, run
from helpers.lint_bench import found, numbers, only
from helpers.seen import Fault, seen

from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row
from ctxlab.profiles import builtin

ASKED = "where shall i stay"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_shows_and_is_told(lab: Lab, fault: Fault) -> None:
    trace = lab.build(fault.make().at(), "hello-agents")
    check_trace(trace, closing=0, valid=False)
    out = seen(trace)
    assert fault.shows(out)
    assert fault.said(out)


def test_a_packet_that_does_not_fit_is_passed_over() -> None:
    additional = [Packet("retrieval", f"{ASKED} {words(200)}"), Packet("retrieval", f"stay where {words(3)}")]
    trace = run(Call(ASKED, additional=additional), Limits(120, 20, 30))
    out = seen(trace)
    assert out.says("i3", "select", "dropped", "over_window")
    assert out.says("i4", "select", "kept", "fits")


def test_the_reserve_is_room_for_the_answer() -> None:
    assert builtin("hello-agents").window.limit == 6800
    trace = run(Call(ASKED), Limits(8000, 1200))
    assert trace.totals.limit == 6800


def test_packets_go_by_the_share_of_the_words_and_equal_ones_stay_in_order() -> None:
    additional = [
        Packet("retrieval", "where shall first"),
        Packet("retrieval", "where shall i second"),
        Packet("tool_result", "where shall third"),
        Packet("retrieval", "where fourth"),
    ]
    additional = sorted(additional, key=lambda one: one.kind)
    trace = run(Call(ASKED, additional=additional), Limits(percent=50))
    text = str(trace.messages[0]["content"])
    assert text.index("second") < text.index("first") < text.index("third")
    assert "fourth" not in text
    position = trace.position("i5")
    assert position is not None
    assert dict(trace.outcome(position).numbers) == {"limit": 50, "need": 2}


def test_a_cut_within_a_message_leaves_its_lines() -> None:
    lines = "\n".join(f"{ASKED} line {n}" for n in range(9))
    trace = run(Call(ASKED, history=[("user", lines)], instructions=words(40)), Limits(120, 0, 30))
    position = trace.position("i3")
    assert position is not None
    outcome = trace.outcome(position)
    assert (outcome.fate, outcome.reason.code) == (Fate.TRUNCATED, "cut_to_window")
    left = trace.altered[position]
    assert lines.startswith(left.text)
    assert left.text.endswith(tuple("012345678"))
    assert left.cuts == ((len(left.text), len(lines)),)


def test_an_empty_instruction_makes_no_packet() -> None:
    trace = run(Call(ASKED))
    assert seen(trace).says("i1", "select", "dropped", "not_gathered")


def test_the_rows_have_no_cap_and_tell_what_they_hold() -> None:
    trace = run(Call(ASKED, history=[("user", ASKED), ("assistant", "no")], instructions="Plan."))
    rows = {use.row: use for use in trace.rows}
    assert [use.row for use in trace.rows] == list(builtin("hello-agents").table())
    history = rows[Row.HISTORY]
    assert (history.cap, history.kept, history.of) == (None, 2, 2)


def test_figures_that_its_code_never_reads_are_named() -> None:
    one = only("i1 user 3", builtin("hello-agents"), "figures_unread")
    assert numbers(one)["names"] == "enable_mmr True, mmr_lambda 0.7"
    assert not found("i1 user 3", builtin("hello-agents"), "setting_unread")
