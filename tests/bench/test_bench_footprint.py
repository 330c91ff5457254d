"""Start-up and memory: importing ctxlab against importing pydantic, peak memory against the session file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from bench.talks import talk

from ctxlab.formats.writers.native import dumps_session

_TIMER = "import sys, time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"

# The kernel's ru_maxrss of a child starts at its parent's; VmHWM is the process's own.
_PEAK = """
print(next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""

_OPEN = """
import sys
from ctxlab.lab import Lab
lab = Lab(store=False)
trace = lab.build(lab.open(sys.argv[1]).at(), "gssc")
assert trace.totals.constructed
"""


def run(code: str, *arguments: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


@pytest.mark.benchmark(group="footprint")
def test_importing(benchmark: Any) -> None:
    def measure() -> float:
        pairs = [
            (run(_TIMER.format(module="ctxlab")), run(_TIMER.format(module="pydantic"))) for _ in range(7)
        ]
        return median(ours for ours, _ in pairs) / median(theirs for _, theirs in pairs)

    ratio = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info["import ctxlab / import pydantic"] = round(ratio, 2)
    assert ratio < 2


@pytest.mark.benchmark(group="footprint")
def test_peak_memory(benchmark: Any, tmp_path: Path) -> None:
    """Above the same work on a session of one item: the vocabulary alone takes 79 MB, whatever is opened."""
    file, nearly_empty = tmp_path / "talk.ctx.json", tmp_path / "empty.ctx.json"
    file.write_text(dumps_session(talk(10_000)), encoding="utf-8")
    nearly_empty.write_text(dumps_session(talk(1)), encoding="utf-8")

    def measure() -> tuple[float, float]:
        peak, base = run(_OPEN + _PEAK, str(file)), run(_OPEN + _PEAK, str(nearly_empty))
        return (peak - base) / file.stat().st_size, (base - run(_PEAK)) / 1e6

    ratio, base = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info["peak memory above an empty session / file"] = round(ratio, 1)
    benchmark.extra_info["empty session with vocabulary, MB"] = round(base)
    benchmark.extra_info["file, MB"] = round(file.stat().st_size / 1e6, 1)
    assert ratio <= 12
