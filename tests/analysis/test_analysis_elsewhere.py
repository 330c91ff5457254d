"""How a rescue does at the other requests of its chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from helpers.spec import session
from helpers.tree import ROOT

from ctxlab.analysis.asked import must_keep_named
from ctxlab.analysis.elsewhere import MOST_REQUESTS, Elsewhere, elsewhere, is_cheap
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Change, Lever, Rescue
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace

CAP = "budget.history.cap"


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def trip(lab: Lab) -> Session:
    return lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")


def _profile(lab: Lab) -> Profile:
    return lab.profile(ROOT / "sessions" / "travel-agent.toml")


def _told(lab: Lab, trip: Session, cap: int, *larger: int) -> Elsewhere:
    """How a cap does at requests 24, 25 and 47, where those larger ones are found one after the other."""
    profile = _profile(lab)
    keep = must_keep_named("budget", trip, profile, trip.marks, lab.stated(trip))
    one = Rescue((Change(Lever.CAP, CAP, 1200, cap),), profile.set(CAP, cap), trip.marks, 0)
    caps = iter(larger)

    def build(request: Request, under: Profile, marks: Marks) -> Trace:
        return lab.build(trip.at(request.index), under, marks=marks)

    def find(_request: Request, under: Profile, _marks: Marks) -> Iterator[Change]:
        yield Change(Lever.LIMIT, "window.size", 1, 2)
        yield from (Change(Lever.CAP, CAP, under.row(Row.HISTORY).cap, each) for each in [next(caps, None)])

    return elsewhere(one, keep, [trip.chain("")[at - 1] for at in (24, 25, 47)], build, lab.judge, find)


def test_a_cap_that_holds_at_all_needs_no_other(lab: Lab, trip: Session) -> None:
    assert _told(lab, trip, 2100) == Elsewhere(3)


def test_a_larger_cap_is_tried_at_all_of_them(lab: Lab, trip: Session) -> None:
    assert _told(lab, trip, 1317, 1400, 2100) == Elsewhere(3, (47,), 2100)


def test_where_no_cap_is_found_the_requests_are_told(lab: Lab, trip: Session) -> None:
    assert _told(lab, trip, 1317) == Elsewhere(3, (47,))
    assert _told(lab, trip, 1317, 1318, 1319, 1320, 1321, 2100) == Elsewhere(3, (47,))


def test_a_request_before_it_was_said_is_not_counted(lab: Lab, trip: Session) -> None:
    keep = MustKeep("k", text="预算三千以内", since="i8")
    one = Rescue((Change(Lever.PIN, "pin", None, "i8"),), _profile(lab), replace(trip.marks, pins=("i8",)), 0)

    def build(request: Request, under: Profile, marks: Marks) -> Trace:
        return lab.build(trip.at(request.index), under, marks=marks)

    def find(_request: Request, _under: Profile, _marks: Marks) -> Iterator[Change]:
        yield from ()

    assert elsewhere(one, keep, trip.chain("")[:4], build, lab.judge, find) == Elsewhere(3)


def test_long_chains_are_left_alone() -> None:
    chain = session("i1 user 1").chain("")
    assert is_cheap(chain * MOST_REQUESTS)
    assert not is_cheap(chain * (MOST_REQUESTS + 1))
    assert not is_cheap([replace(chain[0], end=1_000_000)])
