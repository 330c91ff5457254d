"""A sweep: what each further profile costs on a session that is loaded, and what a second process costs.

Processor time is compared, as machines have other things to do. Run with --benchmark-only.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from bench.talks import talk

from ctxlab.batch.corpus import corpus_of, open_place
from ctxlab.batch.grid import variants
from ctxlab.batch.sweep import sweep
from ctxlab.batch.sweep_job import Asked, Job, run
from ctxlab.formats.writers.native import dumps_session
from ctxlab.lab import Lab
from ctxlab.model.sweep import Place
from ctxlab.profiles import builtin

SESSIONS, ITEMS = 200, 400
CAPS = "budget.history.cap=2000:51000:1000"

#: Sessions on which a profile is compared with an edit.
LOOKED_AT = 12


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, ...]:
    folder = tmp_path_factory.mktemp("talks")
    for at in range(SESSIONS):
        (folder / f"{at:03}.ctx.json").write_text(dumps_session(talk(ITEMS, seed=at + 1)), "utf-8")
    return corpus_of([folder]).places


def seconds(work: Any) -> float:
    begun = process_time()
    work()
    return process_time() - begun


@pytest.mark.parametrize("prefix", [False, True])
def test_a_further_profile_on_a_loaded_session(
    benchmark: Any, places: tuple[Place, ...], prefix: bool
) -> None:
    chosen = variants(builtin("gssc"), [CAPS])
    assert len(chosen) == 50
    profiles = pickle.dumps(tuple(one.profile for one in chosen))
    ratios: list[float] = []

    def compare() -> None:
        for place in places[:: SESSIONS // LOOKED_AT][:LOOKED_AT]:
            job = Job("", 0, place, "", profiles, (0,), Asked(prefix=prefix), store=False)
            run(job)
            further = Job("", 0, place, "", profiles, tuple(range(1, 50)), Asked(prefix=prefix), store=False)
            session, lab = open_place(place), Lab(store=False)
            lab.build(session.at(), chosen[0].profile)
            swept = seconds(lambda job=further: run(job))
            edits = seconds(
                lambda lab=lab, session=session: [lab.build(session.at(), one.profile) for one in chosen[1:]]
            )
            ratios.append(swept / edits)

    benchmark.pedantic(compare, rounds=1)
    ratio = median(ratios)
    benchmark.extra_info["a further profile / a cap edit"] = ratio
    if not prefix:
        assert ratio <= 1.5


@pytest.mark.skipif(sys.platform == "win32", reason="processor time of children as POSIX tells it")
def test_two_processes_and_one(
    benchmark: Any, places: tuple[Place, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return process_time() + children.ru_utime + children.ru_stime

    chosen = variants(builtin("gssc"), [CAPS])
    costs: dict[int, float] = {}

    def sweep_with(workers: int) -> None:
        monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / str(workers)))
        before = used()
        *_, last = sweep(places, chosen, workers=workers)
        costs[workers] = used() - before
        assert last.builds == SESSIONS * 50

    def both() -> None:
        sweep_with(1)
        sweep_with(2)

    benchmark.pedantic(both, rounds=1)
    benchmark.extra_info["one process, s"] = costs[1]
    benchmark.extra_info["two / one"] = costs[2] / costs[1]
    assert costs[1] >= 20
    assert costs[2] / costs[1] <= 1.15
