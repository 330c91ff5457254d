"""What stands of must-keeps in a run, after each stage and in the final context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ctxlab.analysis.held_texts import HeldTexts
from ctxlab.analysis.placing import Places
from ctxlab.analysis.stated import Found
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace
from ctxlab.text.survival import survival

#: What stands of a cut item is kept for so many pairs of texts.
_REMAINS_KEPT = 5_000

#: Pools whose hits are kept, unless told otherwise.
POOLS_KEPT = 8

_LOST = Survival(Survived.LOST)
_WEAKENED = Survival(Survived.WEAKENED)
_SOURCES = frozenset(source.value for source in Source)


@dataclass(frozen=True, slots=True)
class Held:
    """What of a must-keep stands after a stage, at its best: the verdict, and the position of the item.

    `position` is None where nothing of it stands.
    """

    survival: Survival
    position: int | None = None

    @property
    def kept(self) -> bool:
        """Whether it is there with all its force."""
        return self.survival.verdict.kept


class Judge:
    """Judges must-keeps in runs; keeps what it found in texts, so that the next run costs little.

    A must-keep told by words, number or pattern stands where any item, summary or key fact says it (who may
    say it otherwise: see `held_texts.Weight`); the best verdict counts, and of equal ones the item that
    stands last in the context. An item stands verbatim where it is whole; cut, merged into a summary or stood
    for by another, what its hard constraints became there counts, the worst of them (without any it is
    weakened by a cut, elsewhere its words are looked for). A source stands as its worst item does, and a cut
    one is weakened at best.

    A judge belongs to one thread. `pools` is how many gathers it keeps apart.
    """

    def __init__(self, pools: int = POOLS_KEPT) -> None:
        self._texts = HeldTexts(pools)
        self._constraints = Found()
        self._remains: dict[tuple[str, str], Survival] = {}
        self._run: _Run | None = None

    def expect(self, wanted: Iterable[MustKeep]) -> None:
        """Makes ready for must-keeps that will be asked for: each text is then read once for all of them."""
        self._texts.expect(wanted)

    def held(self, trace: Trace, one: MustKeep, stage: Stage = Stage.CONSTRUCT) -> Held | None:
        """What of a must-keep stands after a stage; None where it cannot be judged at this request.

        It cannot where the item that states it is not there yet, where it is nothing that can be found, or
        where its pattern runs out of time.
        """
        if any(name and trace.position(name) is None for name in (one.since, one.item)):
            return None
        if one.item:
            return self._item(trace, trace.position(one.item) or 0, stage)
        if one.source:
            return self._source(trace, one.source, stage) if one.source in _SOURCES else None
        found = self._words(self._of(trace), one, stage)
        return None if self._texts.broken(one) else found

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
        hard = tuple(one.text for one in self._constraints.of(text) if one.hard)
        return hard or (text,)

    def place(self, trace: Trace, position: int) -> tuple[int, float]:
        """The depth of an item in tokens, and the share of the context that follows it; see `placing`."""
        return self._of(trace).places.place(position)

    def _of(self, trace: Trace) -> _Run:
        if self._run is None or self._run.trace is not trace:
            self._run = _Run(trace)
        return self._run

    def _words(self, run: _Run, one: MustKeep, stage: Stage) -> Held:
        trace = run.trace
        fate = trace.stage(stage).fate
        best, best_at = _LOST, -1
        for position, whole in self._texts.hits(one, trace.pool):
            if not 0 < fate[position] < Fate.MERGED:
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

    def _item(self, trace: Trace, position: int, stage: Stage) -> Held:
        run = self._of(trace)
        item = trace.item(position)
        if 0 < trace.stage(stage).fate[position] < Fate.MERGED:
            changed = run.changed(position, stage)
            if changed is None:
                return Held(Survival(Survived.VERBATIM, 0, len(item.text)), position)
            return Held(self.left_of(item.text, changed, cut=True), position)
        best = Held(_LOST)
        for other, text in run.standing_for(position, stage):
            found = self.left_of(item.text, text, cut=False)
            if found.verdict.rank < best.survival.verdict.rank:
                best = Held(found, other)
        return best

    def _source(self, trace: Trace, source: str, stage: Stage) -> Held:
        fate = trace.stage(stage).fate
        members = self._of(trace).of_source(source)
        worst = Held(Survival(Survived.VERBATIM), members[-1]) if members else Held(_LOST)
        for position in members:
            if fate[position] in (Fate.KEPT, Fate.ADDED) and position not in trace.altered:
                continue
            held = self._item(trace, position, stage)
            # what is cut may hold all its constraints still, and is not the whole item all the same
            whole = held.position == position and self._of(trace).changed(position, stage) is None
            found = Held(_WEAKENED, held.position) if held.kept and not whole else held
            if found.survival.verdict.rank > worst.survival.verdict.rank:
                worst = found
            if worst.survival.verdict is Survived.LOST:
                break
        return worst

    def left_of(self, text: str, now: str, *, cut: bool) -> Survival:
        """What a text's hard constraints became in what stands for it, the worst of them."""
        known = self._remains.get((text, now))
        if known is not None:
            return known
        hard = [one for one in self._constraints.of(text) if one.hard]
        if hard:
            found = max(
                (survival(one, now, semantic=False) for one in hard), key=lambda one: one.verdict.rank
            )
        else:
            found = _WEAKENED if cut else survival(text, now, semantic=False)
        if len(self._remains) >= _REMAINS_KEPT:
            self._remains.clear()
        self._remains[text, now] = found
        return found


def _is_better(found: Survival, position: int, best: Survival, best_at: int, run: _Run, stage: Stage) -> bool:
    rank, least = found.verdict.rank, best.verdict.rank
    if rank != least or best_at < 0:
        return rank < least
    if stage is not Stage.CONSTRUCT:
        return position > best_at
    return run.places.after(position) > run.places.after(best_at)


class _Run:
    """One trace with what the judge asks of it again and again."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._places: Places | None = None
        self._facts: dict[int, list[int]] = {}
        self._members: dict[str, list[int]] = {}
        # placeholders say nothing of what they stand for
        self._made = [
            (len(trace.pool) + at, one.item.text)
            for at, one in enumerate(trace.made)
            if one.source is not Source.TOOL_RESULT
        ]
        for fact, origins in trace.pool.derived_from.items():
            for origin in origins:
                self._facts.setdefault(origin, []).append(fact)

    @property
    def places(self) -> Places:
        """Where the items stand in the context."""
        if self._places is None:
            self._places = Places(self.trace)
        return self._places

    def changed(self, position: int, stage: Stage) -> str | None:
        """The text of an item after a stage where a cut or compression changed it, else None."""
        changed = self.trace.altered_at(position, stage)
        return None if changed is None else changed.text

    def made(self, stage: Stage) -> Iterator[tuple[int, str]]:
        """Summaries that leave a stage, with their texts."""
        fate = self.trace.stage(stage).fate
        for position, text in self._made:
            if position < len(fate) and 0 < fate[position] < Fate.MERGED:
                yield position, text

    def standing_for(self, position: int, stage: Stage) -> Iterator[tuple[int, str]]:
        """What leaves a stage in an item's stead: its key facts, a summary, the item that it doubles."""
        trace = self.trace
        others = [*self._facts.get(position, ()), *(at for at in [trace.by.get(position)] if at is not None)]
        for decision in trace.history(position):
            if decision.reason in (Reason.SUPERSEDED, Reason.DUPLICATE):
                by = trace.position(str(dict(decision.numbers).get("by", "")))
                others += [by] if by is not None else []
        fate = trace.stage(stage).fate
        for other in others:
            if other < len(fate) and 0 < fate[other] < Fate.MERGED:
                changed = self.changed(other, stage)
                yield other, trace.item(other).text if changed is None else changed

    def of_source(self, source: str) -> list[int]:
        """The gathered items of a source."""
        if source not in self._members:
            self._members[source] = [
                position for position, one in enumerate(self.trace.pool.source) if one.value == source
            ]
        return self._members[source]
