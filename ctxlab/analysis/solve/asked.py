"""What is asked of a session: must-keeps of profile and marks, or constraints that are stated in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ctxlab.analysis.holders import Holders
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Examined
from ctxlab.engine.standing import Remains
from ctxlab.model.items import Item
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Altered
from ctxlab.text.cut_json import is_json
from ctxlab.text.match import Matcher


class Sayer(Protocol):
    """Tells which texts say what is asked."""

    @property
    def keep(self) -> MustKeep:
        """What is asked."""
        ...

    def positions(self, run: Examined) -> Sequence[int]:
        """The gathered items that say it, as Gather left them."""
        ...

    def says(self, text: str) -> bool:
        """Whether a text says it."""
        ...

    def left(self, item: Item, altered: Altered) -> bool:
        """Whether an item that says it still does, cut like this."""
        ...


@dataclass(frozen=True, eq=False)
class Exactly:
    """A must-keep that a run is judged by, as the engine judges it: by its very words."""

    keep: MustKeep
    _remains: Remains = field(default_factory=Remains)
    _matchers: list[Matcher] = field(default_factory=list[Matcher])
    _spans: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])

    def positions(self, run: Examined) -> Sequence[int]:
        """The item that it names, the items of the source that it names, or those that have its words."""
        one, pool = self.keep, run.trace.pool
        if one.item:
            return [pool.index[one.item]] if one.item in pool.index else []
        if one.source:
            return [at for at, source in enumerate(pool.source) if source.value == one.source]
        matcher = self._matcher()
        return [at for at in sorted(run.holders) if matcher.found(pool.items[at].text)]

    def says(self, text: str) -> bool:
        """Whether the text has its words; of an item whatever is left of it does."""
        return bool(self.keep.item) or (not self.keep.source and self._matcher().found(text))

    def left(self, item: Item, altered: Altered) -> bool:
        """Whether an item that has its words still does, cut like this; of an item, all hard constraints."""
        if self.keep.item:
            return self._remains.left_of(item.text, altered.text, cut=True).verdict.kept
        if not (self.keep.text or self.keep.number) or is_json(item.text):
            return self.says(altered.text)
        if item.id not in self._spans:
            self._spans[item.id] = self._matcher().spans(item.text)
        stand = self._spans[item.id]
        return any(all(end <= one[0] or one[1] <= start for start, end in altered.cuts) for one in stand)

    def _matcher(self) -> Matcher:
        if not self._matchers:
            self._matchers.append(Matcher(self.keep))
        self._matchers[0].begin()
        return self._matchers[0]


@dataclass(frozen=True, eq=False)
class InOtherWords:
    """A constraint that a session states, which may stand in other words, too."""

    keep: MustKeep
    judge: Judge

    def positions(self, run: Examined) -> Sequence[int]:
        """The items that say it with all its force."""
        return Holders(run.trace, self.keep, self.judge).gathered()

    def says(self, text: str) -> bool:
        """Whether the text says it with all its force."""
        found = self.judge.said(self.keep, text)
        return found is not None and found.verdict.kept

    def left(self, item: Item, altered: Altered) -> bool:
        """Whether what is left of an item says it with all its force."""
        del item
        return self.says(altered.text)
