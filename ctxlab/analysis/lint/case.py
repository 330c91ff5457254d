"""What a check looks at: one request of a session under a profile, with its run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxlab.analysis.lint.missing import Missing, missing_demands
from ctxlab.analysis.survival import Judge
from ctxlab.engine.judge import must_keeps
from ctxlab.engine.pipeline import Examined
from ctxlab.model.constraint import Stated
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.lint import Problem
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.model.trace import Trace

#: One run under a profile; the same request, marks and counter each time.
Build = Callable[[Profile], Examined]

#: The strategies that there are, by stage.
Strategies = Mapping[Stage, Sequence[StrategyInfo]]


@dataclass(frozen=True, eq=False)
class Case:
    """One request under a profile.

    `stated` are the constraints that the session states; `judge` says what of one stands in a run, and
    remembers it.
    """

    snapshot: Snapshot
    profile: Profile
    marks: Marks
    run: Examined
    strategies: Strategies
    stated: Sequence[Stated]
    judge: Judge

    @property
    def trace(self) -> Trace:
        """The run's record."""
        return self.run.trace

    @property
    def request(self) -> int:
        """The 1-based index of the request."""
        return self.snapshot.request.index

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The positions that the context holds, ascending."""
        fate = self.trace.stage(Stage.CONSTRUCT).fate
        return tuple(position for position, one in enumerate(fate) if 0 < one < Fate.MERGED)

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """The hard demands of earlier turns that the context does not hold."""
        wanted = must_keeps(self.profile, self.marks)
        texts = map(self.text, self.standing)
        return missing_demands(self.trace, self.stated, wanted, self.judge, texts)

    def text(self, position: int) -> str:
        """The text of an item as it stands in the context."""
        altered = self.trace.altered.get(position)
        return self.trace.item(position).text if altered is None else altered.text

    def held(self, position: int) -> int:
        """The tokens that an item holds in the context."""
        return self.trace.stage(Stage.CONSTRUCT).tokens[position]


#: Finds problems of one kind; their cures are candidates that nobody has tried yet.
Check = Callable[[Case], Iterator[Problem]]
