"""The verdict on a constraint in a whole text: each part against each sentence that may state it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from ctxlab.model.constraint import Survival, Survived
from ctxlab.text.sentences import sentences
from ctxlab.text.survival import codes, encoder
from ctxlab.text.survival.align import Likeness
from ctxlab.text.survival.compare import NOTHING, VALUE, Finding, compare, least_cover
from ctxlab.text.survival.demand import Demand, Part, demands
from ctxlab.text.survival.literal import Literal, surely_later
from ctxlab.text.survival.needles import Needles, figures, has_figures, needed, needles_of, valued
from ctxlab.text.survival.reading import Reading, readings
from ctxlab.text.survival.replaced import comes_later
from ctxlab.text.survival.spoken import judged, spots

Span = tuple[int, int]

_ORDER = (Survived.CHANGED, Survived.WEAKENED, Survived.UNSURE, Survived.LOST)
#: In a longer text (code points) only sentences that have a word of the constraint are read.
_SHORT = 20_000
#: A sentence longer than this is data, which is read in pieces.
_LONGEST = 1000
#: The share of the words of a part that a sentence of a long text needs to be read.
_TOUCHED = 0.25
#: No more sentences than this are read of a long text, those with most of the words.
_MOST = 1500
_PAUSE = re.compile(r"[\s,，;；]")
#: Reasons that are only about words, so that a likeness may tell otherwise.
_BY_WORDS = frozenset(
    (
        codes.NOT_STATED,
        codes.TOPIC_ONLY,
        codes.PART_LOST,
        codes.VALUE_LOST,
        codes.POLARITY,
        codes.BOUND_TURNED,
    )
)
_LOST = Survival(Survived.LOST, reason=codes.NOT_STATED)


class Prepared:
    """A constraint made ready to be judged in many texts.

    `semantic` lets the encoder of the extra of that name raise recall; None does where it is installed.
    """

    def __init__(self, words: str, semantic: bool | None = None) -> None:
        self.words = words.strip()
        self.ways = demands(self.words)
        self.semantic = encoder.installed() if semantic is None else semantic
        self._literal = Literal(self.words)

    @cached_property
    def _parts(self) -> list[Part]:
        """The parts that have to be kept, of all readings."""
        return [part for way in self.ways for part in way.parts if not part.needless]

    @cached_property
    def _needed(self) -> Needles | None:
        """What a text must have one of to keep it; None where nothing can be said."""
        if len(self.ways) != 1:
            return None
        found = (needed(part, VALUE, least_cover(part, semantic=self.semantic)) for part in self._parts)
        return min((one for one in found if one is not None), key=len, default=None)

    @cached_property
    def _touched(self) -> list[list[tuple[Needles, float]]]:
        """For each part its words, as the share of it that they are."""
        made: list[list[tuple[Needles, float]]] = []
        for part in self._parts:
            weight = sum(word.weight for word in part.words) or 1.0
            made.append([(needles_of([word]), word.weight / weight) for word in part.words])
        return made

    def _touching(self, lower: str) -> float:
        """How much of a part a sentence, given in lower case, may speak of: 0 to 1."""
        best = 0.0
        for part, words in zip(self._parts, self._touched, strict=True):
            share = sum(share for needles, share in words if needles.found(lower))
            if valued(part):
                numbers = figures(part.quantities)
                share = float(numbers.found(lower) if numbers is not None else has_figures(lower))
            best = max(best, share)
        return best

    def likely(self, text: str) -> bool:
        """Whether the text may keep the constraint: False only where it certainly does not.

        With the encoder, any text that is short or in the other language may.
        """
        if self._needed is None or self._needed.found(text.lower()):
            return True
        foreign = any(part.chinese == text.isascii() for part in self._parts)
        return self.semantic and (foreign or len(text) <= _SHORT)

    def survival(self, text: str) -> Survival:
        """What became of the constraint in a text."""
        if not self.words:
            return _LOST
        spans = self._literal.spans(text)
        if spans and self._literal.is_all(text):
            return Survival(Survived.VERBATIM, *spans[0], reason=codes.SAME_WORDS)
        if not spans and len(text) > _SHORT and not self.likely(text):
            return _LOST
        best: Survival | None = None
        if self.ways:
            places = self._places(text)
            likeness = encoder.likeness if self.semantic else None
            found = [_judge(way, text, places, likeness) for way in self.ways]
            best = min(found, key=lambda one: one.verdict.rank)
        if spans and (best is None or _may_be_literal(best)):
            return Survival(Survived.VERBATIM, *spans[0], reason=codes.SAME_WORDS)
        if spans and best is not None and not _taken_back(best, text):
            stated = self._literal.stated(text, list(sentences(text)), spans)
            if stated is not None:
                return Survival(Survived.VERBATIM, *stated, reason=codes.SAME_WORDS)
        return best or _LOST

    def _places(self, text: str) -> list[Span]:
        """The sentences that are read."""
        places = [place for start, end in sentences(text) for place in _windows(text, start, end)]
        lower = text.lower() if len(text) > _SHORT else ""
        if len(lower) != len(text):
            return places
        rated = [(self._touching(lower[start:end]), (start, end)) for start, end in places]
        touched = [one for one in rated if one[0] >= _TOUCHED]
        most = sorted(touched, key=lambda one: -one[0])[:_MOST]
        return sorted(place for _, place in most)


@lru_cache(maxsize=512)
def prepared(words: str, semantic: bool | None = None) -> Prepared:
    """A constraint by its words, made ready once."""
    return Prepared(words, semantic)


def _windows(text: str, start: int, end: int) -> list[Span]:
    """A sentence as one span, or a long one as several that end at a blank or comma if there is one."""
    made: list[Span] = []
    while end - start > _LONGEST:
        found = [mark.end() for mark in _PAUSE.finditer(text, start, start + _LONGEST)]
        border = found[-1] if found else start + _LONGEST
        made.append((start, border))
        start = border
    return [*made, (start, end)] if start < end else made


def _taken_back(found: Survival, text: str) -> bool:
    """Whether another sentence says that what the words ask holds no longer."""
    return found.reason == codes.SUPERSEDED and surely_later(text[found.start : found.end])


def _may_be_literal(found: Survival) -> bool:
    """Whether the same words may stand in the text whatever the gates say: none of them speaks against it."""
    if found.verdict in (Survived.REWORDED, Survived.UNSURE, Survived.LOST):
        return found.reason not in (codes.UNSETTLED, codes.CURRENCY_MISSING)
    return found.reason == codes.BOUND_ADDED


def _judge(way: Demand, text: str, places: Sequence[Span], likeness: Likeness | None) -> Survival:
    read = [readings(text[start:end]) for start, end in places]
    found = [(part, *_best(part, read)) for part in way.parts]
    if likeness is not None:
        found = _alike(way, found, read, likeness)
    counted = [one for one in found if not one[0].needless] or found
    verdicts = [finding.verdict for _, finding, _ in counted]
    if all(verdict.kept for verdict in verdicts):
        return _at(counted[0][1], places, counted[0][2])
    if Survived.CHANGED in verdicts:
        chosen = next(one for one in counted if one[1].verdict is Survived.CHANGED)
        return _at(chosen[1], places, chosen[2])
    if any(verdict.kept for verdict in verdicts):
        return _in_part(counted, places)
    chosen = min(counted, key=lambda one: _ORDER.index(one[1].verdict))
    return _at(chosen[1], places, chosen[2])


def _alike(
    way: Demand,
    found: list[tuple[Part, Finding, int]],
    read: Sequence[tuple[Reading, ...]],
    likeness: Likeness,
) -> list[tuple[Part, Finding, int]]:
    """The findings of the parts with what likeness finds; where not all are kept, that of all as one."""
    found = [_spoken(*one, read, way, likeness) for one in found]
    open_ = [one[1] for one in found if not one[1].verdict.kept and not one[0].needless]
    if len(found) == 1 or not open_ or any(_surely_changed(finding) for finding in open_):
        return found
    whole = _spoken(way.whole, NOTHING, 0, read, way, likeness)
    return [whole] if whole[1].verdict.kept else found


def _surely_changed(finding: Finding) -> bool:
    return finding.verdict is Survived.CHANGED and finding.reason not in _BY_WORDS


def _spoken(
    part: Part,
    finding: Finding,
    number: int,
    read: Sequence[tuple[Reading, ...]],
    way: Demand,
    likeness: Likeness,
) -> tuple[Part, Finding, int]:
    """The finding of the sentence that is the most like a part, where it is better than that of the words."""
    if finding.verdict.kept or part.needless:
        return part, finding, number
    for at in spots(part, way.text, read, likeness):
        if _surely_changed(finding) or (at.number == number and finding.reason not in _BY_WORDS):
            continue
        for words in read[at.number]:
            other = judged(part, words, at, likeness)
            if other is not None and other.verdict.kept:
                return part, other, at.number
    return part, finding, number


def _in_part(counted: Sequence[tuple[Part, Finding, int]], places: Sequence[Span]) -> Survival:
    """The verdict where one part is kept and another is not."""
    part, finding, number = next(one for one in counted if not one[1].verdict.kept)
    if finding.verdict is not Survived.LOST:
        return _at(finding, places, number)
    _, kept, number = next(one for one in counted if one[1].verdict.kept)
    return _at(
        replace(kept, verdict=Survived.WEAKENED, reason=codes.PART_LOST, was=part.text), places, number
    )


def _at(finding: Finding, places: Sequence[Span], number: int) -> Survival:
    if not finding.end:
        return Survival(finding.verdict, reason=finding.reason, was=finding.was, now=finding.now)
    offset = places[number][0]
    return Survival(
        finding.verdict,
        offset + finding.start,
        offset + finding.end,
        finding.reason,
        finding.was,
        finding.now,
    )


def _best(part: Part, read: Sequence[tuple[Reading, ...]]) -> tuple[Finding, int]:
    """The finding of the sentence that states the part, and the number of the sentence."""
    best, place = NOTHING, 0
    later: tuple[Finding, int] | None = None
    for number, ways in enumerate(read):
        before, first = (read[number - 1][0], read[0][0]) if number else (None, None)
        finding = min(
            (compare(part, way, before, first) for way in ways),
            key=lambda one: (one.verdict.rank, -one.cover),
        )
        if best.verdict.kept and finding.verdict is Survived.CHANGED and comes_later(ways[0].text):
            later = (replace(finding, reason=codes.SUPERSEDED), number)
        if _better(finding, best):
            best, place = finding, number
    return later if later is not None and best.verdict.kept else (best, place)


def _better(one: Finding, other: Finding) -> bool:
    if one.verdict.kept != other.verdict.kept:
        return one.verdict.kept
    if (one.verdict is Survived.LOST) != (other.verdict is Survived.LOST):
        return one.verdict is not Survived.LOST
    return (round(one.cover, 2), -_badness(one)) > (round(other.cover, 2), -_badness(other))


def _badness(one: Finding) -> int:
    return _ORDER.index(one.verdict) if one.verdict in _ORDER else -1
