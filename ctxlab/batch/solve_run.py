"""A whole solve in one call: from files to the solution."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path

from ctxlab.batch.corpus import corpus_at, problem_words
from ctxlab.batch.pool import process_pool
from ctxlab.batch.solve import solve
from ctxlab.errors import RequestError
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.solution import Aim, Solution

Named = str | Path


def solved(
    paths: Named | Sequence[Named],
    profile: Profile | Named = "gssc",
    *,
    rows: Sequence[Row | str] | None = None,
    aim: Aim | str = Aim.SMALLEST,
    may_lose: int = 0,
    hold_out: float = 0.0,
    seed: int = 0,
    stated: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
) -> Solution:
    """The whole solution; see `ctxlab.solve`."""
    chosen = Lab(store=False).profile(profile)
    named = None if rows is None else tuple(Row(row) for row in rows)
    corpus = corpus_at(paths)
    if problems := problem_words(corpus):
        raise RequestError("some of these files cannot be read", hint=problems)
    own = process_pool(workers) if executor is None and workers is not None and workers > 1 else None
    with own or nullcontext(executor) as pool:
        *_, last = solve(
            corpus.places,
            chosen,
            rows=named,
            aim=Aim(aim),
            may_lose=may_lose,
            hold_out=hold_out,
            seed=seed,
            stated=stated,
            executor=pool,
            store=store,
        )
    assert isinstance(last, Solution)
    return last
