"""Which items of a run hold a must-keep with all its force, as gathered and after each stage."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.analysis.survival import Judge
from ctxlab.model.decision import STAGES, Fate, Stage
from ctxlab.model.items import Item
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace


class Holders:
    """What holds one must-keep in one run.

    Of a must-keep on an item it is that item, on a source the items of that source, as long as they are
    whole. Any other is held by whatever text states it, in the same or in other words.
    """

    def __init__(self, trace: Trace, one: MustKeep, judge: Judge) -> None:
        self._trace = trace
        self._one = one
        self._judge = judge

    def gathered(self) -> list[int]:
        """Positions of the items at this request that hold it as they came, whatever became of them."""
        trace, one = self._trace, self._one
        if one.item:
            position = trace.position(one.item)
            return [] if position is None else [position]
        if one.source:
            return [at for at, source in enumerate(trace.pool.source) if source.value == one.source]
        return [at for at, found in self._judge.gathered(trace, one) if found.verdict.kept]

    def leaving(self, stage: Stage) -> list[int]:
        """Positions of the items that hold it as they leave a stage, made ones behind the others."""
        trace = self._trace
        made = range(len(trace.pool), len(trace))
        return [position for position in (*self.gathered(), *made) if self.leaves(position, stage)]

    def leaves(self, position: int, stage: Stage) -> bool:
        """Whether the item at a position leaves a stage and holds it then."""
        trace, one = self._trace, self._one
        fate = trace.stage(stage).fate
        if position >= len(fate) or not Fate.NONE < fate[position] < Fate.MERGED:
            return False
        if one.item or one.source:
            return position < len(trace.pool) and self._is_whole(position, stage)
        return self._in(text_after(trace, position, stage))

    def said_by(self, items: Sequence[Item]) -> list[str]:
        """The ids of those items of the session that hold it; of a source none is known."""
        if self._one.item or self._one.source:
            return [item.id for item in items if item.id == self._one.item]
        return [item.id for item in items if self._in(item.text)]

    def _in(self, text: str) -> bool:
        found = self._judge.said(self._one, text)
        return found is not None and found.verdict.kept

    def _is_whole(self, position: int, stage: Stage) -> bool:
        """Whether no stage up to this one made the item shorter."""
        until = self._trace.stages[: STAGES.index(stage) + 1]
        return all(one.fate[position] < Fate.TRUNCATED for one in until if position < len(one.fate))


def text_after(trace: Trace, position: int, stage: Stage) -> str:
    """The text of an item as it leaves a stage, as far as the trace knows it."""
    altered = trace.altered_at(position, stage)
    return trace.item(position).text if altered is None else altered.text
