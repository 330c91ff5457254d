"""Solving six rows over sixty sessions with 1,200 must-keeps, against building each session once, cold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from bench.solving import corpus, independent

from ctxlab.batch.corpus import corpus_of, open_place
from ctxlab.batch.solve import solve
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.solution import Proof, Solution
from ctxlab.model.sweep import Place
from ctxlab.profiles import builtin

_SESSIONS, _ROWS, _KEEPS = 60, 6, 1_200


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds of the processor for a solve and for one cold build of each session; runs of the solve."""

    solve: float
    cold: float
    runs: int

    def ratios(self) -> dict[str, float]:
        """The figures that the goals speak of."""
        return {
            "solve / one cold build of each session": round(self.solve / self.cold, 1),
            "runs for each session": round(self.runs / _SESSIONS, 1),
            "seconds": round(self.solve, 1),
        }


def measure(places: tuple[Place, ...], profile: Profile) -> tuple[Solution, Figures]:
    """Both on files that were never read by these Labs, in one process."""
    lab = Lab(store=False)
    lab.build(open_place(places[0]).at(), profile)
    begun = process_time()
    for place in places:
        lab.build(open_place(place).at(), profile)
    cold = process_time() - begun
    begun = process_time()
    *_, found = solve(places, profile, store=False)
    assert isinstance(found, Solution)
    return found, Figures(process_time() - begun, cold, found.runs)


@pytest.mark.benchmark(group="solve")
@pytest.mark.parametrize("kind", ["independent", "gssc"])
def test_six_rows_over_sixty_sessions(benchmark: Any, tmp_path: Path, kind: str) -> None:
    corpus(tmp_path, _SESSIONS, keeps=_KEEPS // _SESSIONS)
    places = corpus_of([tmp_path]).places
    profile = independent() if kind == "independent" else builtin("gssc")
    found, figures = benchmark.pedantic(measure, args=(places, profile), rounds=1, iterations=1)
    benchmark.extra_info.update(figures.ratios())
    assert (len(found.caps), found.before.judged) == (_ROWS, _KEEPS)
    assert found.after is not None
    assert found.after.losing == 0
    assert found.proof is (Proof.EXACT if kind == "independent" else Proof.DESCENT)
    assert sum(one.after for one in found.caps) <= sum(one.before or 0 for one in found.caps)
    assert figures.solve < (4 if kind == "independent" else 12) * figures.cold
