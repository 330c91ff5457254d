"""Engines for tests, with a counter that can be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.items import Source
from ctxlab.model.profile import Language
from ctxlab.stages.protocol import Summarizer, Summary
from ctxlab.stages.registry import builtin_strategies
from ctxlab.tokens.protocols import Counter
from helpers.word_counter import WordCounter


@dataclass(frozen=True)
class FirstWords:
    """Keeps the first words of a text, or of all texts one after the other; at most `most` of them."""

    most: int = 1_000_000
    name: str = "first-words"
    version: str = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The first words."""
        del source, language
        words = text.split()[: min(limit, self.most)]
        left = counter.count(text) - len(words)
        return (
            Summary(" ".join(words), (("demands", 0), ("numbers", 0), ("sentences", left))) if words else None
        )

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The first words of all texts."""
        return self.condense(
            " ".join(text for _, text in texts), Source.CONVERSATION, limit, counter, language
        )


def word_engine(summarizer: Summarizer | None = None) -> Engine:
    """An engine that counts words."""
    counter = WordCounter()
    return Engine(builtin_strategies(), Tools(lambda _: counter, summarizer or FirstWords()))
