"""What stands of must-keeps in a run, after each stage and in the final context."""

from __future__ import annotations

from collections.abc import Iterable

from ctxlab.analysis.held_texts import HeldTexts
from ctxlab.analysis.placing import Place, Places
from ctxlab.engine.standing import Held, Remains, Standing
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.decision import Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace

#: Pools whose hits are kept, unless told otherwise.
POOLS_KEPT = 8

_LOST = Survival(Survived.LOST)
_SOURCES = frozenset(source.value for source in Source)


class Judge:
    """Judges must-keeps in runs; keeps what it found in texts, so that the next run costs little.

    A must-keep told by words, number or pattern stands where any item, summary or key fact has exactly that,
    as `engine.judge` has it; a constraint that was found also where it is said in other words (who may say it
    so: see `held_texts.Weight`). The best verdict counts, and of equal ones the item that stands last in the
    context. What an item or a source must have: see `engine.standing.Remains`.

    A judge belongs to one thread. `pools` is how many gathers it keeps apart.
    """

    def __init__(self, pools: int = POOLS_KEPT) -> None:
        self._texts = HeldTexts(pools)
        self._remains = Remains()
        self._run: _Run | None = None

    def expect(self, wanted: Iterable[MustKeep]) -> None:
        """Makes ready for must-keeps that will be asked for: each text is then read once for all of them."""
        self._texts.expect(wanted)

    def held(self, trace: Trace, one: MustKeep, stage: Stage = Stage.CONSTRUCT) -> Held | None:
        """What of a must-keep stands after a stage; None where it cannot be judged at this request.

        It cannot where no item states it yet, where it is nothing that can be found, or where its pattern
        runs out of time.
        """
        if one.since and trace.position(one.since) is None:
            return None
        found = self.standing(trace, one, stage)
        said = one.since or one.item or self.is_said(trace, one)
        return found if said else None

    def standing(self, trace: Trace, one: MustKeep, stage: Stage = Stage.CONSTRUCT) -> Held | None:
        """The same where it does not matter whether an item of this very session states it."""
        if one.item:
            position = trace.position(one.item)
            return None if position is None else self._remains.item(self._of(trace), position, stage)
        if one.source:
            known = one.source in _SOURCES
            return self._remains.source(self._of(trace), one.source, stage) if known else None
        found = self._words(self._of(trace), one, stage)
        return None if self._texts.broken(one) else found

    def is_said(self, trace: Trace, one: MustKeep) -> bool:
        """Whether a gathered item, whatever its fate, states a must-keep or is of its source."""
        if one.source:
            return bool(self._of(trace).of_source(one.source))
        return any(found.verdict.kept for _, found in self.gathered(trace, one))

    def lost_at(self, trace: Trace, one: MustKeep) -> Stage | None:
        """The first stage after which a must-keep that did not reach the end was not kept any more.

        None where it did, or cannot be judged.
        """
        last = self.held(trace, one)
        if last is None or last.kept:
            return None
        for stage in (Stage.GATHER, Stage.SELECT, Stage.SUMMARIZE):
            held = self.held(trace, one, stage)
            if held is not None and not held.kept:
                return stage
        return Stage.CONSTRUCT

    def gathered(self, trace: Trace, one: MustKeep) -> list[tuple[int, Survival]]:
        """What each gathered item has of a must-keep told by words, number or pattern, whatever its fate."""
        return self._texts.hits(one, trace.pool)

    def said(self, one: MustKeep, text: str) -> Survival | None:
        """What a text has of a must-keep told by words, number or pattern; None for nothing."""
        return self._texts.judged(one, text)

    def demands(self, text: str) -> tuple[str, ...]:
        """The hard constraints in a text, in its words; the whole text where it has none."""
        return tuple(one.text for one in self._remains.hard(text)) or (text,)

    def left_of(self, text: str, now: str, *, cut: bool) -> Survival:
        """What a text's hard constraints became in what stands for it, the worst of them."""
        return self._remains.left_of(text, now, cut=cut)

    def place(self, trace: Trace, position: int) -> Place:
        """Where an item stands in the context; see `placing`."""
        return self._of(trace).places.place(position)

    def _of(self, trace: Trace) -> _Run:
        if self._run is None or self._run.trace is not trace:
            self._run = _Run(trace)
        return self._run

    def _words(self, run: _Run, one: MustKeep, stage: Stage) -> Held:
        best, best_at = _LOST, -1
        for position, whole in self._texts.hits(one, run.trace.pool):
            if not run.stands(position, stage):
                continue
            changed = run.changed(position, stage)
            found = whole if changed is None else self._texts.judged(one, changed)
            if found is not None and _is_better(found, position, best, best_at, run, stage):
                best, best_at = found, position
        for position, text in run.made(stage):
            found = self._texts.judged(one, text)
            if found is not None and _is_better(found, position, best, best_at, run, stage):
                best, best_at = found, position
        return Held(best, None if best_at < 0 else best_at)


def _is_better(found: Survival, position: int, best: Survival, best_at: int, run: _Run, stage: Stage) -> bool:
    rank, least = found.verdict.rank, best.verdict.rank
    if rank != least or best_at < 0:
        return rank < least
    if stage is not Stage.CONSTRUCT:
        return position > best_at
    return run.places.after(position) > run.places.after(best_at)


class _Run(Standing):
    """One trace with what the judge asks of it again and again."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self._places: Places | None = None

    @property
    def places(self) -> Places:
        """Where the items stand in the context."""
        if self._places is None:
            self._places = Places(self.trace)
        return self._places
