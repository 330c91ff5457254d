"""Counters for tests of cutting and summarising: one exact and shared, one that divides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ctxlab.tokens.exact import ExactCounter


@cache
def exact() -> ExactCounter:
    """The o200k counter, loaded once for all tests."""
    return ExactCounter("o200k_base")


@dataclass(frozen=True)
class Dividing:
    """Counts code points, `size` to the token, rounded up."""

    size: int = 1

    @property
    def encoding(self) -> str:
        return f"chars/{self.size}"

    @property
    def vocabulary(self) -> str:
        return self.encoding

    def count(self, text: str) -> int:
        return -(-len(text) // self.size)

    def count_all(self, texts: Sequence[str]) -> list[int]:
        return [self.count(text) for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        return min(len(text), limit * self.size)
