"""Solved caps are never worse than any combination of the caps at which something changes, by real runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers.solving import Runs, counted, placed, small_sessions, solved
from helpers.spec import profile
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.solve.caps import rows_to_solve
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.solution import Aim, Proof, Solution

ROWS = ("history", "retrieved_doc", "agent_note")


@st.composite
def _rows(draw: st.DrawFn, overflows: Sequence[str]) -> str:
    """One to three rows with caps, overflow rules and orders."""
    return " ".join(
        f"{row}.cap={draw(st.integers(0, 60))} {row}.overflow={draw(st.sampled_from(overflows))}"
        f" {row}.order={draw(st.sampled_from(['newest', 'given', 'priority']))}"
        for row in ROWS[: draw(st.integers(1, 3))]
    )


@st.composite
def _dependent(draw: st.DrawFn) -> Profile:
    """Rows that depend on each other, by one rule or several."""
    words = [draw(_rows(["stop", "skip", "truncate", "compress"])), "summarize.max_tokens=12"]
    recent = f"recent.rounds=1 recent.cap={draw(st.integers(0, 40))} recent.order=newest"
    handing_on = f"{recent} recent.overflow={draw(st.sampled_from(['stop', 'skip']))}"
    words.append(handing_on if draw(st.booleans()) else "recent.rounds=0")
    words += [one for one in ("history.elastic=yes", "select.pairs=drop") if draw(st.booleans())]
    if draw(st.booleans()):
        # a limit is held to by counts that are exact
        return profile(" ".join([*words, f"window.size={draw(st.integers(20, 160))}"]))
    return counted(" ".join(words))


def _solved(sessions: Sequence[Session], one: Profile, aim: Aim, may_lose: int) -> Solution:
    with TemporaryDirectory() as folder:
        return solved(placed(Path(folder), sessions), one, aim=aim, may_lose=may_lose)


def _never_worse(sessions: Sequence[Session], one: Profile, aim: Aim, may_lose: int) -> Solution:
    found = _solved(sessions, one, aim, may_lose)
    rows = rows_to_solve(one, None)
    runs = Runs(sessions, one, rows)
    now = tuple(one.row(row).cap or 0 for row in rows)

    def cost(caps: tuple[int, ...]) -> int:
        if aim is Aim.SMALLEST:
            return sum(caps)
        return sum(abs(cap - before) for cap, before in zip(caps, now, strict=True))

    best = runs.best(cost, may_lose, now)
    if found.profile is None:
        # what nobody says is no must-keep to solve by
        assert best is None or not any(run.trace.must_keeps for run in runs.examined(one))
        return found
    caps = tuple(one.after for one in found.caps)
    assert runs.losing(caps) <= may_lose
    assert best is None or cost(caps) <= best
    if runs.losing(None) <= may_lose:
        assert cost(caps) <= cost(now)
    return found


@settings(max_examples=40)
@given(
    st.lists(small_sessions(), min_size=1, max_size=2),
    _rows(["stop", "skip", "truncate"]),
    st.sampled_from(Aim),
    st.integers(0, 1),
)
def test_where_rows_are_independent_it_is_exact(
    sessions: list[Session], rows: str, aim: Aim, may_lose: int
) -> None:
    found = _never_worse(sessions, counted(f"recent.rounds=0 {rows}"), aim, may_lose)
    assert found.loose == ()
    assert found.profile is None or found.proof is Proof.EXACT
    for cap in found.caps:
        # a cap that is no smaller has a reason
        costs = cap.after if aim is Aim.SMALLEST else cap.after - (cap.before or 0)
        assert (cap.place is not None) is bool(costs)


@settings(max_examples=40)
@given(
    st.lists(small_sessions(calls=True), min_size=1, max_size=2),
    _dependent(),
    st.sampled_from(Aim),
    st.integers(0, 1),
)
def test_where_rows_depend_on_each_other_it_is_no_worse_either(
    sessions: list[Session], one: Profile, aim: Aim, may_lose: int
) -> None:
    _never_worse(sessions, one, aim, may_lose)
