"""A cap edit under every other built-in profile, against the same edit under the recommended one."""

from __future__ import annotations

from typing import Any

import pytest
from bench.talks import talk
from bench.test_bench_edit import edit_time

from ctxlab.lab import Lab
from ctxlab.profiles import builtin, builtin_names

_ITEMS = 10_000
_RECOMMENDED = "gssc"


def measure() -> dict[str, float]:
    """How many times the recommended profile's edit each one takes, on one lab, measured side by side."""
    lab = Lab(store=False)
    session = talk(_ITEMS)
    found: dict[str, float] = {}
    for name in builtin_names():
        if name != _RECOMMENDED:
            other = edit_time(lab, session, builtin(name))
            found[name] = round(other / edit_time(lab, session, builtin(_RECOMMENDED)), 2)
    return found


@pytest.mark.benchmark(group="edit")
def test_a_cap_edit_under_built_in_profiles(benchmark: Any) -> None:
    ratios = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update(ratios)
    assert all(ratio <= 2 for ratio in ratios.values()), ratios
