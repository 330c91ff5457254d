"""How fast constraints are found in mixed text and in nasty text, and how long the rules take to be there.

Run with --benchmark-only on a machine that does nothing else: these are times.
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter
from typing import Any

import pytest
from bench.texts import read_words, texts

from ctxlab.text.constraints import find_constraints

#: Megabytes (10^6 bytes) of text a second.
_SLOWEST = 5.0
_LONGEST_IMPORT_MS = 50
_ROUNDS = 5
_MEGABYTE = 1_000_000

_LOADING = """
from time import perf_counter
began = perf_counter()
import ctxlab.text.constraints
there = perf_counter()
from ctxlab.text.constraints.load import language
language("en"), language("zh")
print(there - began, perf_counter() - there)
"""

#: Texts that invite expressions to go back and forth: each is repeated to a megabyte.
NASTY = {
    "one word": "a",
    "words of rules": "must not only if without at least 5 words in the ",
    "blanks": "in the   \t  ",
    "numbers": "between 1 and 2 to 3 - 4, 5,000.00 ",
    "quotes": '"say "no ',
    "marks": "(((,,, ;;; ... ",
    "tags": "<output> </log> <pre ",
    "fences": "```\nnever\n",
    "polite": "and please could you just ",
    "lines": "please do not use at most 3 lines\n",
    "code": "for row in rows: must(row, 'not', 5)\n",
    "Chinese": "请不要超过三十字，如果不能，",
    "Chinese data": "输入：请翻译以下句子：“不要",
    "handed over": "translate this: do not go. ",
}


def seconds(text: str) -> float:
    """How long a text takes."""
    began = perf_counter()
    find_constraints(text)
    return perf_counter() - began


@pytest.mark.benchmark(group="constraints")
def test_mixed_text_goes_fast(benchmark: Any) -> None:
    several = list(texts(read_words(), 8_000, 3))
    size = sum(len(text.encode()) for text in several)
    for text in several[:400]:
        find_constraints(text)
    best = benchmark.pedantic(
        lambda: min(sum(map(seconds, several)) for _ in range(_ROUNDS)), rounds=1, iterations=1
    )
    benchmark.extra_info.update(megabytes_a_second=round(size / best / _MEGABYTE, 1))
    assert size / best / _MEGABYTE >= _SLOWEST


@pytest.mark.benchmark(group="constraints")
def test_a_megabyte_of_nasty_text_takes_no_more_than_in_proportion(benchmark: Any) -> None:
    def measure() -> dict[str, float]:
        return {name: seconds(piece * (_MEGABYTE // len(piece))) for name, piece in NASTY.items()}

    found = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update({name: round(taken, 2) for name, taken in found.items()})
    assert max(found.values()) <= 20


@pytest.mark.benchmark(group="constraints")
def test_the_rules_are_there_at_once(benchmark: Any) -> None:
    """Imported into a bare interpreter; the rule files are read with the first text of their language."""

    def load() -> tuple[float, float]:
        done = subprocess.run([sys.executable, "-c", _LOADING], capture_output=True, text=True, check=True)
        imported, read = (float(one) * 1000 for one in done.stdout.split())
        return imported, read

    best = benchmark.pedantic(lambda: min(load() for _ in range(2 * _ROUNDS)), rounds=1, iterations=1)
    benchmark.extra_info.update(import_ms=round(best[0]), reading_ms=round(best[1]))
    assert best[0] <= _LONGEST_IMPORT_MS
