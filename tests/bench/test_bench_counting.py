"""First counting against the plain loop, and reopening against first counting. Run with --benchmark-only."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from bench.texts import read_words, texts

from ctxlab.paths import resource
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.vocabulary import O200K, build, read_ranks


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds over the same texts: the best of several rounds, which other work disturbs least."""

    plain: float
    first: float
    reopened: float

    @property
    def first_ratio(self) -> float:
        """First counting, cached and stored, over tiktoken's plain loop."""
        return self.first / self.plain

    @property
    def reopened_ratio(self) -> float:
        """Counting again in a new session, over the first counting."""
        return self.reopened / self.first


def timed(work: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    work()
    return perf_counter() - start


def measure(folder: Path, number: int = 10_000, rounds: int = 7) -> Figures:
    """Measures all three in turn, `rounds` times, with new string objects each time."""
    exact = ExactCounter(O200K.name)
    exact.load()
    encode = build(O200K, read_ranks(O200K, resource("tokenizers"))).encode_ordinary
    words = read_words()
    plain: list[float] = []
    first: list[float] = []
    reopened: list[float] = []
    for turn in range(rounds):
        path = folder / f"counts-{turn}.db"
        again = texts(words, number)
        plain.append(timed(lambda given=again: [len(encode(text)) for text in given]))
        for times, given in ((first, texts(words, number)), (reopened, texts(words, number))):
            database = Database(path)
            counter = CachedCounter(exact, SqliteCountStore(database))
            times.append(timed(lambda counter=counter, given=given: counter.count_all(given)))
            assert database.problem is None
            database.close()
    return Figures(min(plain), min(first), min(reopened))


@pytest.mark.benchmark(group="counting")
def test_first_counting_and_reopening(benchmark: Any, tmp_path: Path) -> None:
    figures = benchmark.pedantic(measure, args=(tmp_path,), rounds=1, iterations=1)
    benchmark.extra_info["first / plain loop"] = round(figures.first_ratio, 3)
    benchmark.extra_info["reopened / first"] = round(figures.reopened_ratio, 3)
    assert figures.first_ratio <= 1.15
    assert figures.reopened_ratio <= 0.2
