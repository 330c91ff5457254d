"""A cap edit under models' summaries, at hand or missing, against that of the recommended profile."""

from __future__ import annotations

from typing import Any

import pytest
from bench.talks import talk
from bench.test_bench_edit import edit_time
from helpers.shelves import Answering

from ctxlab.lab import Lab
from ctxlab.profiles import builtin

_ITEMS = 10_000


def measure() -> dict[str, float]:
    """How many times the recommended profile's edit the others take, on one session."""
    session = talk(_ITEMS)
    compress = builtin("gssc").set("budget.history.overflow", "compress")
    model = compress.set("summarize.strategy", "model")
    own = edit_time(Lab(store=False), session, compress)
    answered = Lab(store=False)
    answered._engine = answered._engine.looking_in(Answering(lambda _: "They talk of it."))
    return {
        "summaries at hand": round(edit_time(answered, session, model) / own, 2),
        "summaries missing": round(edit_time(Lab(store=False), session, model) / own, 2),
    }


@pytest.mark.benchmark(group="edit")
def test_a_cap_edit_under_models_summaries(benchmark: Any) -> None:
    ratios = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update(ratios)
    assert all(ratio <= 2 for ratio in ratios.values()), ratios
