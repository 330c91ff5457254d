"""What the samples say of themselves is true."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.tree import ROOT

from ctxlab.lab import Lab
from ctxlab.model.cause import Cause
from ctxlab.model.decision import Stage
from ctxlab.model.session import Session
from ctxlab.model.violation import Sign

SESSIONS = ROOT / "sessions"
STATED = ("budget", "no-chilli")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def trip(lab: Lab) -> Session:
    return lab.open(SESSIONS / "trip-hangzhou.ctx.json")


def _lost(lab: Lab, trip: Session, profile: str, turn: int) -> dict[str, Stage | None]:
    trace = lab.build(trip.at(turn=turn), SESSIONS / profile)
    return {keep.id: keep.lost_at for keep in trace.must_keeps}


def test_the_travel_agent_forgot_from_turn_13_on(lab: Lab, trip: Session) -> None:
    last = trip.at().request.turn
    lost = {
        turn: {_lost(lab, trip, "travel-agent.toml", turn)[one] for one in STATED}
        for turn in range(3, last + 1)
    }
    assert {turn for turn, stages in lost.items() if stages == {None}} == set(range(3, 13))
    assert {turn for turn, stages in lost.items() if stages == {Stage.SELECT}} == set(range(13, last + 1))


def test_the_fixed_profile_keeps_both_to_the_end(lab: Lab, trip: Session) -> None:
    for turn in range(3, trip.at().request.turn + 1):
        found = _lost(lab, trip, "travel-agent-fixed.toml", turn)
        assert [found[one] for one in STATED] == [None, None], f"turn {turn}"


def test_the_coding_agent_broke_a_rule_that_the_compaction_left_out(lab: Lab) -> None:
    session = lab.open(SESSIONS / "migrations.claude.jsonl")
    assert session.diagnostics == ()
    (rule,) = [one for one in lab.stated(session) if "db/migrations" in one.constraint.text]
    assert (rule.item, rule.constraint.text) == ("i1", "Do not touch anything under db/migrations/")
    edit, *_ = lab.violations(session, Sign(path="db/migrations/**"))
    (item,) = [one for one in session.items if one.id == edit.item]
    assert (item.parts[0].name, edit.request) == ("Edit", 16)
    for request in session.requests:
        found = lab.diagnose(session.at(request.index), "as-recorded", None, rule.id)
        assert found.cause.present == (request.index < 14)
        assert found.cause.present or found.cause is Cause.SUPERSEDED
