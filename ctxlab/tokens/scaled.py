"""Counts times a factor that was taken from what a provider counted: a model's tokens by another encoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.tokens.cache import first_tokens
from ctxlab.tokens.protocols import Counter

#: Percent of a count that is taken as it is.
PLAIN = 100


class ScaledCounter:
    """Each count of another counter times `percent`, rounded up. Never exact: a factor is an estimate.

    Counts are scaled one by one where they are made, so that items, rows and totals still add up. The inner
    counter keeps its own counts; nothing that is scaled is stored.
    """

    def __init__(self, inner: Counter, percent: int) -> None:
        self._inner = inner
        self._percent = percent

    @property
    def encoding(self) -> str:
        """The inner counter's encoding."""
        return self._inner.encoding

    @property
    def vocabulary(self) -> str:
        """A name of its own, so that nothing that is keyed by it is taken for another factor's."""
        return f"{self._inner.vocabulary}*{self._percent}"

    @property
    def provisional(self) -> bool:
        """Whether the inner counter's counts are still estimates of its own."""
        return bool(getattr(self._inner, "provisional", False))

    @property
    def generation(self) -> int:
        """The inner counter's generation, 0 where it has none."""
        found: Any = getattr(self._inner, "generation", 0)
        return int(found)

    def is_exact(self, _text: str) -> bool:
        """Never."""
        return False

    def count(self, text: str) -> int:
        """The scaled count, rounded up."""
        return self._scaled(self._inner.count(text))

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """The scaled count of each text, in order."""
        return [self._scaled(tokens) for tokens in self._inner.count_all(texts)]

    def prefix(self, text: str, limit: int) -> int:
        """The inner counter's prefix for the most tokens that scaled up still fit."""
        return self._inner.prefix(text, self._unscaled(limit))

    def head(self, text: str, limit: int) -> str:
        """The inner counter's first tokens, as many as scaled up still fit."""
        return first_tokens(self._inner, text, self._unscaled(limit))

    def _scaled(self, tokens: int) -> int:
        return -(-tokens * self._percent // PLAIN)

    def _unscaled(self, limit: int) -> int:
        return limit * PLAIN // self._percent


def scaled(counter: Counter, percent: int) -> Counter:
    """The counter with its counts times `percent`; the counter itself for 100."""
    return counter if percent == PLAIN else ScaledCounter(counter, percent)
