"""What is asked: whether one must-keep stands in a run, and in what a cut leaves of an item."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ctxlab.analysis.held_texts import HeldTexts
from ctxlab.analysis.holders import Holders
from ctxlab.analysis.survival import Judge
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Trace
from ctxlab.text.sentences import sentences

#: A span of a text, in code points.
Span = tuple[int, int]


class Question:
    """One must-keep, judged by what judges all of them.

    Texts that no run has yet, such as cuts at other limits, are judged for this must-keep alone.
    """

    def __init__(self, one: MustKeep, judge: Judge) -> None:
        self.one = one
        self.judge = judge
        self._texts = HeldTexts(1)

    @property
    def every(self) -> bool:
        """Whether all that hold it have to stand, and whole: it asks for every item of a source."""
        return bool(self.one.source)

    def kept(self, trace: Trace) -> bool | None:
        """Whether it stands at the end of a run with all its force; None where it cannot be judged."""
        held = self.judge.held(trace, self.one)
        return None if held is None else held.kept

    def holders(self, trace: Trace) -> list[int]:
        """The positions of gathered items that hold it, whatever became of them, ascending."""
        return Holders(trace, self.one, self.judge).gathered()

    def evidence(self, text: str) -> tuple[int, int]:
        """Where a text states it with all its force, in code points; (0, 0) where it does not."""
        if self.one.item or self.one.source:
            return 0, 0
        found = self._texts.judged(self.one, text)
        return (found.start, found.end) if found is not None and found.verdict.kept else (0, 0)

    def passages(self, text: str) -> tuple[Span, ...]:
        """The sentences of a text that state it, ascending; none of one that asks for items.

        A statement that takes several sentences is one passage.
        """
        start, end = self.evidence(text)
        spans = sentences(text)
        touched = [span for span in spans if span[0] < end and start < span[1]]
        found = {(touched[0][0], touched[-1][1])} if touched else set[Span]()
        found.update(span for span in spans if self.evidence(text[span[0] : span[1]])[1])
        return tuple(sorted(found))

    def left_by(self, text: str, now: str) -> bool:
        """Whether an item that holds it still does where only `now` is left of its text."""
        if self.one.item:
            return self.judge.left_of(text, now, cut=True).verdict.kept
        if self.every:
            return False
        found = self._texts.judged(self.one, now)
        return found is not None and found.verdict.kept


@dataclass(frozen=True, eq=False)
class Others:
    """The other must-keeps, and which of them stood before anything was changed.

    `same` are those that say the same as the one that is asked: that it brings them back is no news.
    """

    judge: Judge
    those: tuple[MustKeep, ...]
    before: dict[str, bool]
    same: frozenset[str]

    @classmethod
    def of(cls, question: Question, trace: Trace, those: Iterable[MustKeep]) -> Others:
        """Judges them in the run as things are."""
        others = {one.id: one for one in those if one.id != question.one.id}
        kept = tuple(others.values())
        question.judge.expect(kept)
        same = frozenset(one.id for one in kept if _same(one, question.one))
        return cls(question.judge, kept, _standing(question.judge, trace, kept), same)

    def changed(self, trace: Trace) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids of those that a run loses, and of those that it brings back."""
        after = _standing(self.judge, trace, self.those)
        lost = tuple(name for name, stood in self.before.items() if stood and not after.get(name, True))
        back = tuple(name for name, stands in after.items() if stands and not self.before.get(name, True))
        return lost, tuple(name for name in back if name not in self.same)


def _same(one: MustKeep, other: MustKeep) -> bool:
    """Whether the words of one hold those of the other."""
    words, others = (" ".join(each.text.split()).casefold() for each in (one, other))
    return bool(words and others) and (words in others or others in words)


def _standing(judge: Judge, trace: Trace, those: Iterable[MustKeep]) -> dict[str, bool]:
    found = ((one.id, judge.held(trace, one)) for one in those)
    return {name: held.kept for name, held in found if held is not None}
