"""A whole sweep in one call: from files and settings to what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.grid import variants_of
from ctxlab.batch.sweep import sweep
from ctxlab.errors import RequestError
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Requests, Sweep

Named = str | Path


def swept(
    paths: Named | Sequence[Named],
    profile: Profile | Named | Sequence[Profile | Named] = "gssc",
    settings: Sequence[str] = (),
    *,
    requests: Requests = "last",
    prefix: bool = False,
    price: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
    fresh: bool = False,
) -> Sweep:
    """The whole sweep; see `ctxlab.sweep`."""
    files = [paths] if isinstance(paths, str | Path) else list(paths)
    named = [profile] if isinstance(profile, str | Path | Profile) else list(profile)
    lab = Lab(store=False)
    chosen = variants_of([lab.profile(one) for one in named], settings)
    corpus = corpus_of([Path(one) for one in files])
    if not corpus.places:
        problems = "; ".join(f"{file}: {problem}" for file, problem in corpus.problems)
        raise RequestError("there is no session in these files", hint=problems)
    *_, last = sweep(
        corpus.places,
        chosen,
        requests=requests,
        prefix=prefix,
        price=price,
        executor=executor,
        workers=workers,
        store=store,
        fresh=fresh,
    )
    return last
