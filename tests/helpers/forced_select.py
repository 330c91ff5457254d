"""A Select of another package, which decides on some items as it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.stages.protocol import Gathered, Selected, SparseNumbers, StageContext
from ctxlab.stages.registry import builtin_strategies
from ctxlab.stages.select.layered import LayeredSelect
from helpers.engine import FirstWords
from helpers.word_counter import WordCounter

Forced = Mapping[str, tuple[Fate, Reason, Numbers]]


class ForcedSelect(LayeredSelect):
    """The layered Select; then the named items leave for the reasons given."""

    name = "forced"

    def __init__(self, forced: Forced) -> None:
        super().__init__()
        self._forced = forced

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """What the layered Select keeps, less the named items."""
        selected = super().run(given, context)
        record = selected.record
        fate, reason, tokens = bytearray(record.fate), bytearray(record.reason), list(record.tokens)
        numbers = {at: record.numbers(at) for at in range(len(fate))}
        for item, (new_fate, new_reason, told) in self._forced.items():
            at = given.pool.index[item]
            fate[at], reason[at], tokens[at], numbers[at] = new_fate, new_reason, 0, told
        order = [at for at in record.order if Fate.NONE < fate[at] < Fate.MERGED]
        changed = replace(
            record,
            strategy=self.name,
            fate=bytes(fate),
            reason=bytes(reason),
            tokens=tokens,
            order=order,
            numbers=SparseNumbers(numbers),
            total=sum(tokens),
        )
        return replace(selected, record=changed, trim=None)


def forced_engine(forced: Forced) -> Engine:
    """An engine that counts words, with the strategy `forced`."""
    strategies = {stage: dict(known) for stage, known in builtin_strategies().items()}
    strategies[Stage.SELECT]["forced"] = ForcedSelect(forced)
    counter = WordCounter()
    return Engine(strategies, Tools(lambda _: counter, FirstWords()))
