"""What stands of items in a run, after each stage: the items themselves, or what was put in their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxlab.model.constraint import Constraint, Survival, Survived
from ctxlab.model.decision import WHOLE, Fate, Reason, Stage
from ctxlab.model.items import Source
from ctxlab.model.trace import Trace
from ctxlab.text.constraints import find_constraints

#: What stands of a cut item is kept for so many pairs of texts, and the hard constraints of so many texts.
_REMAINS_KEPT = 5_000

_LOST = Survival(Survived.LOST)
_WEAKENED = Survival(Survived.WEAKENED)


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


class Standing:
    """One trace with what is asked of it again and again."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
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

    def stands(self, position: int, stage: Stage) -> bool:
        """Whether an item leaves a stage, whole or shorter."""
        fate = self.trace.stage(stage).fate
        return position < len(fate) and 0 < fate[position] < Fate.MERGED

    def changed(self, position: int, stage: Stage) -> str | None:
        """The text of an item after a stage where a cut or compression changed it, else None."""
        changed = self.trace.altered_at(position, stage)
        return None if changed is None else changed.text

    def left(self, position: int, stage: Stage, whole: str) -> str:
        """What is left of the text of an item after a stage."""
        changed = self.changed(position, stage)
        return whole if changed is None else changed

    def made(self, stage: Stage) -> Iterator[tuple[int, str]]:
        """Summaries that leave a stage, with their texts."""
        for position, text in self._made:
            if self.stands(position, stage):
                yield position, self.left(position, stage, text)

    def standing_for(self, position: int, stage: Stage) -> Iterator[tuple[int, str]]:
        """What leaves a stage in an item's stead: its key facts, a summary, the item that it doubles."""
        trace = self.trace
        others = [*self._facts.get(position, ()), *(at for at in [trace.by.get(position)] if at is not None)]
        for decision in trace.history(position):
            if decision.reason in (Reason.SUPERSEDED, Reason.DUPLICATE):
                by = trace.position(str(dict(decision.numbers).get("by", "")))
                others += [by] if by is not None else []
        for other in others:
            if self.stands(other, stage):
                yield other, self.left(other, stage, trace.item(other).text)

    def of_source(self, source: str) -> list[int]:
        """The gathered items of a source."""
        if source not in self._members:
            self._members[source] = [
                position for position, one in enumerate(self.trace.pool.source) if one.value == source
            ]
        return self._members[source]


class Remains:
    """What is left of whole items that a must-keep asks for; keeps what it found in texts.

    An item stands verbatim where it is whole; cut, merged into a summary or stood for by another, what its
    hard constraints became there counts, the worst of them (without any it is weakened by a cut, elsewhere
    its words are looked for). A source stands as its worst item does, and a cut one is weakened at best.
    """

    def __init__(self) -> None:
        self._left: dict[tuple[str, str, bool], Survival] = {}
        self._hard: dict[str, tuple[Constraint, ...]] = {}

    def item(self, run: Standing, position: int, stage: Stage) -> Held:
        """What stands of an item after a stage."""
        text = run.trace.item(position).text
        if run.stands(position, stage):
            changed = run.changed(position, stage)
            if changed is None:
                return Held(Survival(Survived.VERBATIM, 0, len(text)), position)
            return Held(self.left_of(text, changed, cut=True), position)
        best = Held(_LOST)
        for other, now in run.standing_for(position, stage):
            found = self.left_of(text, now, cut=False)
            if found.verdict.rank < best.survival.verdict.rank:
                best = Held(found, other)
        return best

    def source(self, run: Standing, source: str, stage: Stage) -> Held:
        """What stands of all items of a source; nothing where there are none."""
        members = run.of_source(source)
        fate, altered = run.trace.stage(stage).fate, run.trace.altered
        worst = Held(Survival(Survived.VERBATIM), members[-1]) if members else Held(_LOST)
        for position in members:
            if fate[position] in WHOLE and position not in altered:
                continue
            held = self.item(run, position, stage)
            # what is cut may hold all its constraints still, and is not the whole item all the same
            whole = held.position == position and run.changed(position, stage) is None
            found = Held(_WEAKENED, held.position) if held.kept and not whole else held
            if found.survival.verdict.rank > worst.survival.verdict.rank:
                worst = found
            if worst.survival.verdict is Survived.LOST:
                break
        return worst

    def left_of(self, text: str, now: str, *, cut: bool) -> Survival:
        """What a text's hard constraints became in what stands for it, the worst of them."""
        known = self._left.get((text, now, cut))
        if known is not None:
            return known
        # the judge of survival loads many expressions, which no run needs that cuts nothing
        from ctxlab.text.survival import survival

        hard = self.hard(text)
        if hard:
            found = max(
                (survival(one, now, semantic=False) for one in hard), key=lambda one: one.verdict.rank
            )
        else:
            found = _WEAKENED if cut else survival(text, now, semantic=False)
        if len(self._left) >= _REMAINS_KEPT:
            self._left.clear()
        self._left[text, now, cut] = found
        return found

    def hard(self, text: str) -> tuple[Constraint, ...]:
        """The hard constraints that the rules find in a text."""
        found = self._hard.get(text)
        if found is None:
            if len(self._hard) >= _REMAINS_KEPT:
                self._hard.clear()
            found = self._hard[text] = tuple(one for one in find_constraints(text) if one.hard)
        return found
