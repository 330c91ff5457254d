"""The pipeline: resolves strategies, runs the stages through memos, and records the trace."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.engine.check import check_profile, unknown_strategy
from ctxlab.engine.fingerprint import marks_of, view_of
from ctxlab.engine.judge import Judge, must_keeps
from ctxlab.engine.ledger import check_gathered, check_handover, check_sums
from ctxlab.engine.memo import Memo
from ctxlab.engine.record import assemble
from ctxlab.errors import CancelledError, ProfileError, Said, StageError
from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile, Wire
from ctxlab.model.profile_keys import Path
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import (
    NO_SUMMARIES,
    Constructed,
    Gathered,
    Queue,
    Selected,
    StageContext,
    Strategy,
    Summarized,
    Summarizer,
    SummaryShelf,
    never,
)
from ctxlab.stages.summarize.shelves import with_own
from ctxlab.tokens.framing import NONE, framing_of
from ctxlab.tokens.models import encoding_for
from ctxlab.tokens.protocols import Counter
from ctxlab.tokens.scaled import scaled

#: How often a unit more may go when the joined text is over the limit after all (pipeline rules, section 2).
MOST_TRIMS = 8


@dataclass(frozen=True, slots=True)
class Kept:
    """How many results an engine keeps: gathers, runs of the stages behind, gathers that were judged."""

    gathers: int = 12
    runs: int = 8
    judged: int = 8


@dataclass(frozen=True, slots=True, eq=False)
class Tools:
    """What the engine is given from outside: a counter for an encoding, a summariser, models' summaries."""

    counter: Callable[[str], Counter]
    summarizer: Summarizer
    summaries: SummaryShelf = NO_SUMMARIES


@dataclass(frozen=True, slots=True, eq=False)
class Examined:
    """A run with what an analysis asks beside its trace.

    `queues` are the rows' as Select served them, none of a strategy that hands out none. `pairs` maps calls
    to their results, by position. `holders` are positions of items that state a must-keep or hold one.
    """

    trace: Trace
    queues: Mapping[Row, Queue]
    pairs: Mapping[int, tuple[int, ...]]
    holders: frozenset[int]


class Engine:
    """Runs profiles on snapshots, and keeps stage results so that an edit only runs what it touches.

    An engine belongs to one thread.
    """

    def __init__(
        self, strategies: Mapping[Stage, Mapping[str, Strategy]], tools: Tools, kept: Kept | None = None
    ) -> None:
        self._strategies = strategies
        self._tools = tools
        self._kept = kept = kept or Kept()
        self._gathered: Memo[Gathered] = Memo(kept.gathers)
        self._selected: Memo[Selected] = Memo(kept.runs)
        self._finished: Memo[tuple[Summarized, Constructed]] = Memo(kept.runs)
        self._judge = Judge(kept.judged)

    def another(self, kept: Kept) -> Engine:
        """An engine with the same strategies and tools that keeps results of its own."""
        return Engine(self._strategies, self._tools, kept)

    def looking_in(self, shelf: SummaryShelf) -> Engine:
        """An engine that finds models' summaries elsewhere; it keeps results of its own, and few."""
        return Engine(self._strategies, replace(self._tools, summaries=shelf), Kept(1, 1, 1))

    def run(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None = None,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The trace of one run.

        `marks` None takes the session's own. `counter` stands in for that of the profile's encoding while
        exact counts are still being made; the profile's factor goes on top of either.

        Raises:
            ProfileError: The profile names a strategy that is not there.
            StageError: A strategy broke the books.
            CancelledError: `cancelled` said so between two stages.
        """
        return self._run(snapshot, profile, marks, counter, cancelled)[0]

    def examine(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None = None,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Examined:
        """One run with what analyses ask beside its trace; the arguments and errors are those of `run`."""
        trace, selected = self._run(snapshot, profile, marks, counter, cancelled)
        gathered = selected.gathered
        wanted = must_keeps(profile, snapshot.session.marks if marks is None else marks)
        return Examined(trace, selected.queues(), gathered.pairs, self._judge.holders(wanted, gathered))

    def _run(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        counter: Counter | None,
        cancelled: Callable[[], bool],
    ) -> tuple[Trace, Selected]:
        own = snapshot.session.marks if marks is None else marks
        asked = _wire(profile, snapshot)
        fixed = self._fixed_wire(profile)
        wire = asked if fixed is None else fixed
        context = StageContext(
            profile=profile,
            marks=own,
            counter=scaled(
                counter or self._tools.counter(encoding_for(profile, snapshot.session.model).value),
                profile.tokens.factor,
            ),
            framing=framing_of(wire) if fixed is None else NONE,
            wire=wire,
            summarizer=self._tools.summarizer,
            cancelled=cancelled,
            summaries=with_own(snapshot.session.summaries, self._tools.summaries),
        )
        gathered = self._gather(snapshot, context)
        _stop_if(cancelled)
        selected = self._select(gathered, context)
        _stop_if(cancelled)
        summarized, constructed = self._finish(selected, context)
        selected, summarized, constructed = self._trim(selected, summarized, constructed, context)
        trace = assemble(snapshot, selected, summarized, constructed, context, self._tools.counter)
        noticed = trace.diagnostics
        if wire is not asked:
            numbers = (("wire", asked.value), ("built", wire.value))
            noticed = (*noticed, Diagnostic("wire_not_read", numbers=numbers))
        judged = self._judge.judge(must_keeps(profile, own), trace, snapshot)
        noticed = (*noticed, *judged.diagnostics)
        if judged.verdicts or noticed:
            trace = replace(trace, must_keeps=judged.verdicts, diagnostics=noticed)
        return trace, selected

    def check(
        self, profile: Profile, lines: Callable[[], Mapping[Path, int]] | None = None, file: str = ""
    ) -> None:
        """Refuses a profile that cannot run here; `lines` gives those of its file, `file` that one's name.

        Raises:
            ProfileError: It names strategies that are not there, or must-keeps that nothing could match.
        """
        check_profile(profile, self._strategies, lines, file)

    def _fixed_wire(self, profile: Profile) -> Wire | None:
        """The wire of a Construct that builds one only, whatever the profile says; None for all others."""
        strategy = self._strategies[Stage.CONSTRUCT].get(profile.construct.strategy)
        found: Wire | None = getattr(strategy, "fixed_wire", None)
        return found

    def forget(self) -> None:
        """Drops every kept result, so that the next run is a cold one."""
        self._gathered.clear()
        self._selected.clear()
        self._finished.clear()
        self._judge = Judge(self._kept.judged)

    def _gather(self, snapshot: Snapshot, context: StageContext) -> Gathered:
        strategy, narrow = self._prepare(Stage.GATHER, context.profile.gather.strategy, context)
        session = snapshot.session
        read = (session.model, session.form, _Same(session.diagnostics), _Same(session.requests))
        key = (_key(strategy, narrow), _Same(session.items), read, snapshot.request)

        def run() -> Gathered:
            gathered: Gathered = strategy.run(snapshot, narrow)
            check_gathered(gathered.record, len(gathered.pool))
            return gathered

        return self._gathered.get(key, run)

    def _select(self, gathered: Gathered, context: StageContext) -> Selected:
        strategy, narrow = self._prepare(Stage.SELECT, context.profile.select.strategy, context)

        def run() -> Selected:
            selected: Selected = strategy.run(gathered, narrow)
            check_handover(gathered.record, selected.record)
            return selected

        return self._selected.get((_key(strategy, narrow), gathered), run)

    def _finish(self, selected: Selected, context: StageContext) -> tuple[Summarized, Constructed]:
        """Summarize and Construct; runs on equal selections are the same, whatever numbers led to them."""
        first, narrow_first = self._prepare(Stage.SUMMARIZE, context.profile.summarize.strategy, context)
        second, narrow_second = self._prepare(Stage.CONSTRUCT, context.profile.construct.strategy, context)

        def run() -> tuple[Summarized, Constructed]:
            summarized: Summarized = first.run(selected, narrow_first)
            check_handover(selected.record, summarized.record)
            _stop_if(context.cancelled)
            constructed: Constructed = second.run(summarized, narrow_second)
            check_handover(summarized.record, constructed.record)
            check_sums(constructed)
            return summarized, constructed

        summarizer = (context.summarizer.name, context.summarizer.version, context.summaries.generation)
        key = (_key(first, narrow_first), _key(second, narrow_second), summarizer, _content(selected))
        return self._finished.get(key, run)

    def _trim(
        self, selected: Selected, summarized: Summarized, constructed: Constructed, context: StageContext
    ) -> tuple[Selected, Summarized, Constructed]:
        limit = context.profile.window.limit
        for _ in range(MOST_TRIMS):
            if limit is None or constructed.total <= limit or selected.trim is None:
                break
            again = selected.trim(limit, constructed.total)
            if again is None:
                break
            selected = again
            summarized, constructed = self._finish(selected, context)
        while limit is not None and constructed.total > limit and selected.degrade is not None:
            again = selected.degrade(limit, constructed.total)
            if again is None:
                break
            selected = again
            summarized, constructed = self._finish(selected, context)
        return selected, summarized, constructed

    def _prepare(self, slot: Stage, name: str, context: StageContext) -> tuple[Strategy, StageContext]:
        strategy = self._strategies[slot].get(name)
        if strategy is None:
            raise ProfileError.of((unknown_strategy(slot, name, self._strategies[slot])[1],))
        if strategy.external:
            raise StageError(
                f"strategy {name!r} of stage {slot} calls a model and runs only when asked",
                said=Said.of("stage_external", name=name, stage=slot),
            )
        view = view_of(context.profile, strategy.reads)
        return strategy, replace(context, profile=view, marks=marks_of(context.marks, strategy.reads))


class _Same:
    """A key that is equal only to itself: a session's items are compared by identity, not one by one."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


def _key(strategy: Strategy, context: StageContext) -> Hashable:
    generation: Any = getattr(context.counter, "generation", 0)
    counted = (context.counter.encoding, context.counter.vocabulary, generation)
    told = (context.profile, context.marks, context.wire, context.framing)
    return (strategy.name, strategy.version, told, counted)


def _content(selected: Selected) -> Hashable:
    """What later stages see of a selection: which items go on, how, and what is to be summarised."""
    record = selected.record
    order = None if selected.trim is not None else tuple(record.order)
    made = tuple(one.item.id for one in selected.made)
    altered = tuple(sorted((position, one.tokens, one.text) for position, one in selected.altered.items()))
    return (
        selected.gathered,
        bytes(record.fate),
        order,
        made,
        altered,
        selected.groups,
        selected.to_compress,
    )


def _wire(profile: Profile, snapshot: Snapshot) -> Wire:
    if profile.construct.wire is not Wire.RECORDED:
        return profile.construct.wire
    return Wire.ANTHROPIC if snapshot.session.wire == Wire.ANTHROPIC.value else Wire.OPENAI_CHAT


def _stop_if(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise CancelledError("the run was stopped")
