"""A whole sweep in one call: from files and settings to what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from ctxlab.batch.corpus import corpus_at
from ctxlab.batch.grid import variants_of
from ctxlab.batch.sweep import sweep
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
    named = [profile] if isinstance(profile, str | Path | Profile) else list(profile)
    lab = Lab(store=False)
    chosen = variants_of([lab.profile(one) for one in named], settings)
    *_, last = sweep(
        corpus_at(paths).places,
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
