"""Rescues among 10,000 items: how many runs are made, and how long that takes against one cold run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import pytest
from bench.talks import talk

from ctxlab.analysis.rescue import rescues
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Examined
from ctxlab.lab import Lab
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Rescues
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

NUMBER = "47113"
GOAL = 200


@dataclass(frozen=True, slots=True)
class Searched:
    """One search: its answer, its seconds, and those until the first rescue."""

    found: Rescues
    seconds: float
    first: float


def stated(items: int, at: int) -> Session:
    """A talk in which one message states a number that stands nowhere else."""
    session = talk(items)
    part = session.items[at].parts[0]
    said = f"{part.text[:200]}\nNever spend more than {NUMBER} yuan.\n{part.text[200:]}"
    changed = replace(session.items[at], parts=(replace(part, text=said), *session.items[at].parts[1:]))
    return replace(session, items=(*session.items[:at], changed, *session.items[at + 1 :]))


def profiles() -> dict[str, Profile]:
    """Profiles under each of which it is lost for another reason."""
    base = builtin("gssc").set("gather.key_facts", False)
    stop = base.set("budget.history.overflow", "stop")
    return {
        "stop": stop,
        "truncate": base.set("budget.history.overflow", "truncate"),
        "skip": base.set("budget.history.overflow", "skip"),
        "no summaries": base.set("summarize.strategy", "none"),
        "window": base.set("budget.history.cap", None).set("window.buffer", 80_000),
        "cap and window": stop.set("window.soft_limit", 45_000).set("window.enforce_soft", True),
        "nothing": stop.set("window.output_reserve", 0).set("window.size", 60),
    }


def search(lab: Lab, session: Session, profile: Profile) -> Searched:
    """All that keeps the number at the last request."""
    snapshot, one = session.at(), MustKeep("number", number=NUMBER)

    def build(under: Profile, marks: Marks) -> Examined:
        return lab.examine(snapshot, under, marks=marks)

    start = perf_counter()
    answers = rescues(build, (profile, Marks()), one, Judge())
    found = [next(answers)]
    first = perf_counter() - start
    found += answers
    return Searched(found[-1], perf_counter() - start, first)


@pytest.mark.benchmark(group="rescue")
def test_rescues_among_ten_thousand_items(benchmark: Any) -> None:
    lab, session = Lab(store=False), stated(10_000, 9_304)
    lab.build(session.at(), builtin("gssc"))
    lab.forget()
    start = perf_counter()
    lab.build(session.at(), builtin("gssc"))
    cold = perf_counter() - start

    def measure() -> dict[str, Searched]:
        return {name: search(lab, session, profile) for name, profile in profiles().items()}

    searched = benchmark.pedantic(measure, rounds=1, iterations=1)
    for name, one in searched.items():
        benchmark.extra_info[f"{name}: runs"] = one.found.builds
        benchmark.extra_info[f"{name}: time / cold run"] = round(one.seconds / cold, 1)
        benchmark.extra_info[f"{name}: first / cold run"] = round(one.first / cold, 1)
        assert one.found.builds <= GOAL
        assert bool(one.found.found) is (name != "nothing")
    assert searched["nothing"].found.conflict
    caps = {change.key for name in ("stop", "truncate") for change in _changes(searched[name].found)}
    assert "budget.history.cap" in caps


def _changes(found: Rescues) -> list[Any]:
    return [change for one in found.found for change in one.changes]
