"""A sweep of three sessions under four caps, by hand, and a solution for them."""

from __future__ import annotations

from dataclasses import replace

from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.solution import Aim, Checked, Demand, Proof, Solution, SolvedCap
from ctxlab.model.sweep import Outcome, Place, Sweep, Variant

PLACES = tuple(Place(f"/sessions/{name}.json", 0, name) for name in ("trip", "parser", "plain"))
CAPS = (1000, 2000, 3000, 4000)
KEY = "budget.history.cap"


def variant(cap: int, profile: Profile | None = None) -> Variant:
    """A variant of one cap."""
    base = profile or Profile(name="agent")
    return Variant(f"history.cap {cap:,}", base.set(KEY, cap), ((KEY, str(cap)),))


def outcome(tokens: int, lost: tuple[str, ...] = (), *, judged: int = 2, over: int = 0) -> Outcome:
    """One session that was built."""
    names = tuple(f"m{at}" for at in range(1, judged + 1))
    return Outcome(tokens=tokens, limit=5000, over=over, judged=names, lost=lost)


#: Kept of four must-keeps: 1, 3, 3, 4; tokens: 1,500, 2,300, 2,900, 3,600. The third is beaten by the second.
OUTCOMES = (
    (outcome(500, ("m1", "m2")), outcome(700, ("m1",)), outcome(300, judged=0)),
    (outcome(900, ("m1",)), outcome(1000), outcome(400, judged=0)),
    (outcome(1200, ("m2",)), outcome(1200), outcome(500, judged=0)),
    (outcome(1500), outcome(1500, over=20), outcome(600, judged=0)),
)
VARIANTS = tuple(variant(cap) for cap in CAPS)
SWEEP = Sweep(PLACES, VARIANTS, OUTCOMES)


def partly(made: int) -> Sweep:
    """The same sweep when only the first outcomes of each variant are there."""
    rows = tuple(tuple(one if at < made else None for at, one in enumerate(row)) for row in OUTCOMES)
    return replace(SWEEP, outcomes=rows)


SOLVED = Profile(name="agent").set(KEY, 3500).set("budget.tool_result.cap", 0)
BEFORE = Checked(
    (0, 1), judged=4, lost=(Demand(0, "m1", "under 300"), Demand(1, "m1", "no meat")), tokens=1900
)
SOLUTION = Solution(
    PLACES,
    Aim.SMALLEST,
    Proof.EXACT,
    SOLVED,
    (
        SolvedCap(Row.HISTORY, 2000, 3500, "under 300", 0),
        SolvedCap(Row.TOOL_RESULT, 1000, 0),
    ),
    BEFORE,
    Checked((0, 1), judged=4, tokens=2600, peak=1500),
    Checked((2,), judged=2, lost=(Demand(2, "m9", "by train"),), tokens=700),
    Checked((2,), judged=2, tokens=800),
    runs=12,
)
IMPOSSIBLE = replace(
    SOLUTION,
    profile=None,
    caps=(),
    after=None,
    held_out=None,
    held_out_before=None,
    conflict=(Demand(0, "m1", "under 300"), Demand(0, "m2", "no meat")),
    kept_out=((Demand(1, "m3", "by train"), "relevance"),),
)
