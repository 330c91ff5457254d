"""Shelves of models' summaries for tests, and engines that look there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.engine.summaries import SummaryMemory
from ctxlab.model.summary import StoredSummary, SummaryAsk
from ctxlab.stages.protocol import SummaryShelf
from ctxlab.stages.registry import builtin_strategies
from helpers.engine import FirstWords
from helpers.word_counter import WordCounter


def stored(ask: SummaryAsk, text: str, model: str = "m") -> StoredSummary:
    """What would be kept if a model answered this."""
    return StoredSummary(ask.key, text, ask.content, ask.version, model, ask.limit, 10, 5)


@dataclass
class Answering:
    """A shelf on which every summary is, as `answer` makes it; None is none."""

    answer: Callable[[SummaryAsk], str | None]
    generation: int = 0
    asked: list[SummaryAsk] = field(default_factory=list[SummaryAsk])

    def find(self, ask: SummaryAsk) -> StoredSummary | None:
        """The summary."""
        self.asked.append(ask)
        text = self.answer(ask)
        return None if text is None else stored(ask, text)


def shelf_engine(shelf: SummaryShelf | None = None) -> Engine:
    """An engine that counts words and looks for summaries on a shelf."""
    counter = WordCounter()
    tools = Tools(lambda _: counter, FirstWords(), shelf or SummaryMemory())
    return Engine(builtin_strategies(), tools)
