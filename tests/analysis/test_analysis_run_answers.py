"""A Lab's answers about runs: what would keep a must-keep, by the session's own marks and constraints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ctxlab import paths
from ctxlab.errors import CancelledError
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Lever, Rescue
from ctxlab.model.session import Session


@pytest.fixture
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


@pytest.fixture
def trip(lab: Lab) -> Session:
    return lab.open(paths.sample_sessions("trip-hangzhou.ctx.json"))


@pytest.fixture
def agent(lab: Lab) -> Profile:
    return lab.profile(paths.sample_sessions("travel-agent.toml"))


def of(found: tuple[Rescue, ...], lever: Lever) -> Rescue:
    return next(one for one in found if one.changes[0].lever is lever)


def test_a_lost_must_keep_of_the_session_is_kept_by_each_rescue(
    lab: Lab, trip: Session, agent: Profile
) -> None:
    one = next(keep for keep in trip.marks.must_keeps if keep.id == "budget")
    snapshot = trip.at(turn=13)
    *before, last = lab.rescues(snapshot, agent, None, one)
    assert before
    assert last.complete
    assert (last.must_keep, last.conflict) == ("budget", ())
    cap = of(last.found, Lever.CAP)
    # by hand: `check --turn 13` holds with a cap of 1,317 and not with 1,316; the answer repeats the words
    assert (cap.profile.row(Row.HISTORY).cap, cap.least) == (1317, True)
    assert of(last.found, Lever.PIN).marks.pins == (*trip.marks.pins, "i8")
    for rescue in last.found:
        held = lab.judge.held(lab.build(snapshot, rescue.profile, marks=rescue.marks), one)
        assert held is not None
        assert held.kept


def test_constraints_that_were_found_and_not_marked_may_come_back_too(
    lab: Lab, trip: Session, agent: Profile
) -> None:
    snapshot = trip.at(turn=13)
    *_, last = lab.rescues(snapshot, agent, trip.marks, MustKeep("asked", text="预算三千以内"))
    named = {one.id for one in lab.wanted(trip, agent).must_keeps}
    saved = set(of(last.found, Lever.CAP).saves)
    assert "no-chilli" in saved
    assert "budget" not in saved, "it asks for the same words"
    assert saved <= named


def test_a_search_that_nobody_wants_any_more_is_stopped(lab: Lab, trip: Session, agent: Profile) -> None:
    one = trip.marks.must_keeps[0]
    with pytest.raises(CancelledError):
        list(lab.rescues(trip.at(turn=13), agent, None, one, cancelled=lambda: True))
