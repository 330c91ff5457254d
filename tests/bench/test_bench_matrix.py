"""The survival matrix of a long session: from nothing, after a cap edit, and with what is kept for it.

A talk of 10,000 items and 120 requests, in which the user states 40 must-keeps, some of which later items
repeat, change or hint at.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from bench.talks import talk

from ctxlab.lab import Counters, Lab
from ctxlab.model.items import Part, PartKind
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

ITEMS, REQUESTS, MUST_KEEPS = 10_000, 120, 40
_COLD = 5
_EDITS = 3

_DEMANDS = (
    "The hotel must cost at most {0} yuan a night.",
    "不要超过{0}字。",
    "Do not touch the folder migrations{0}.",
    "第{0}步之前先问我。",
    "Every report has to name at least {0} sources.",
    "预算控制在{0}元以内。",
    "Never call the tool delete_{0} on your own.",
    "每天步行不超过{0}公里。",
)


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds: a cold build of the last request, the first matrix, one after a cap edit; megabytes kept.

    `bare` is a cold build that judges no must-keep.
    """

    cold: float
    bare: float
    first: float
    edit: float
    kept: float

    def ratios(self) -> dict[str, float]:
        """The figures that the goals speak of."""
        return {
            "first / cold build": round(self.first / self.cold, 1),
            "first / cold build without must-keeps": round(self.first / self.bare, 1),
            "first / after an edit": round(self.first / self.edit, 1),
            "first, s": round(self.first, 1),
            "after an edit, s": round(self.edit, 2),
            "kept, MB": round(self.kept),
        }


def long_session() -> Session:
    """The talk, its demands spread over the user's messages of the first half and said again now and then."""
    session = talk(ITEMS)
    items = list(session.items)
    users = [at for at, item in enumerate(items) if item.opens_turn]
    answers = [at for at, item in enumerate(items) if item.role == "assistant" and not item.call_id]
    keeps: list[MustKeep] = []
    for number in range(MUST_KEEPS):
        demand = _DEMANDS[number % len(_DEMANDS)].format(2 + number)
        at = users[number * len(users) // (2 * MUST_KEEPS)]
        items[at] = replace(items[at], parts=(Part(PartKind.TEXT, f"{items[at].text}\n{demand}"),))
        keeps.append(MustKeep(f"m{number}", text=demand.rstrip(".。"), since=items[at].id))
        for again in answers[100 * number + 400 :: 2_000]:
            said = f"{items[again].text}\n{demand}"
            items[again] = replace(items[again], parts=(Part(PartKind.TEXT, said),))
    step = len(session.requests) / REQUESTS
    chosen = [session.requests[round((at + 1) * step) - 1] for at in range(REQUESTS)]
    requests = tuple(replace(request, index=at) for at, request in enumerate(chosen, 1))
    return replace(session, items=tuple(items), requests=requests, marks=Marks(must_keeps=tuple(keeps)))


def cold_build(counters: Counters, session: Session, profile: Profile) -> float:
    """The median of a build of the last request with nothing kept but counts."""
    Lab(counters=counters).build(session.at(), profile)
    times: list[float] = []
    for _ in range(_COLD):
        lab = Lab(counters=counters)
        gc.collect()
        start = perf_counter()
        lab.build(session.at(), profile)
        times.append(perf_counter() - start)
    return median(times)


def measure(profile: Profile) -> Figures:
    """All figures of one profile, on the same counts."""
    session, counters = long_session(), Counters(store=False)
    cold = cold_build(counters, session, profile)
    bare = cold_build(counters, session.with_marks(Marks()), profile)
    lab = Lab(counters=counters)
    gc.collect()
    before, start = _resident(), perf_counter()
    matrix = lab.matrix(session, profile)
    first = perf_counter() - start
    assert matrix.complete
    assert (len(matrix.rows), len(matrix.columns)) == (MUST_KEEPS, REQUESTS)
    times: list[float] = []
    for step in range(_EDITS):
        start = perf_counter()
        lab.matrix(session, profile.set("budget.history.cap", 9_000 + 500 * step))
        times.append(perf_counter() - start)
    gc.collect()
    return Figures(cold, bare, first, median(times), (_resident() - before) / 1e6)


def _resident() -> int:
    """Bytes of memory that the process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.benchmark(group="matrix")
@pytest.mark.parametrize("overflow", ["stop", "compress"])
def test_a_matrix_and_an_edit_of_it(benchmark: Any, overflow: str) -> None:
    profile = builtin("gssc").set("budget.history.overflow", overflow)
    figures = benchmark.pedantic(measure, args=(profile,), rounds=1, iterations=1)
    benchmark.extra_info.update(figures.ratios())
    assert figures.first < 100 * figures.cold
    assert 5 * figures.edit < figures.first
