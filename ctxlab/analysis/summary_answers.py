"""What a Lab knows of models' summaries: those at hand, and those that runs lack."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Self

from ctxlab.engine.counters import Counters
from ctxlab.engine.pipeline import Engine, Kept
from ctxlab.engine.summaries import SummaryMemory
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import SummaryShelf, never
from ctxlab.tokens.models import encoding_for
from ctxlab.tokens.protocols import Counter
from ctxlab.tokens.scaled import scaled

if TYPE_CHECKING:
    from ctxlab.analysis.model_summaries import SummaryPlan


class SummaryAnswers(ABC):
    """Answers about models' summaries, given an engine and the counters that hold them."""

    _engine: Engine
    _counters: Counters

    @abstractmethod
    def another(self, kept: Kept) -> Self:
        """The same for other work, with results of its own."""

    @abstractmethod
    def build(
        self,
        snapshot: Snapshot,
        profile: Profile,
        *,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The trace of one run."""

    @property
    def summaries(self) -> SummaryMemory:
        """The models' summaries at hand, which all Labs over the same counters share."""
        return self._counters.summaries

    def counter_of(self, profile: Profile, model: str) -> Counter:
        """What counts as a profile does for a session's model: in its encoding, times its factor."""
        return scaled(self._counters.of(encoding_for(profile, model).value), profile.tokens.factor)

    def missing_summaries(
        self,
        snapshots: Iterable[Snapshot],
        profile: Profile,
        marks: Marks | None = None,
        *,
        passed_over: frozenset[str] = frozenset(),
        cancelled: Callable[[], bool] = never,
    ) -> SummaryPlan:
        """What runs at these requests look for in vain; keys in `passed_over` are not named again."""
        from ctxlab.analysis.model_summaries import summary_plan

        def look(shelf: SummaryShelf) -> Callable[[Snapshot], Trace]:
            other = self.another(Kept(1, 1, 1))
            other._engine = self._engine.looking_in(shelf)
            return lambda snapshot: other.build(snapshot, profile, marks=marks, cancelled=cancelled)

        return summary_plan(look, snapshots, self.summaries, passed_over=passed_over)
