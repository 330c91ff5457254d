"""A part of a constraint laid over a sentence: which words and values answer which, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.constraint import Comparator, Survived
from ctxlab.text.survival.align import Likeness, Pair, align, translate
from ctxlab.text.survival.demand import Part
from ctxlab.text.survival.lexicon import Cue
from ctxlab.text.survival.quantities import Fit, fit
from ctxlab.text.survival.reading import MINUS, Quantity, Reading
from ctxlab.text.survival.replaced import old_spans

Span = tuple[int, int]

#: What a value adds to the cover, beside 1 for a word.
VALUE = 1.5
#: Words that weigh less need not be found; a counterpart that stands for less of a word is none.
ESSENTIAL = 0.5
#: What a word is worth that only the sentence before has.
_BORROWED = 0.6
#: The least share of a denying part that a sentence has which denies more than that.
OWN = 0.45
#: The least share that a sentence has itself before others add to it.
_ENOUGH = 0.5
#: What a value that fits adds to the weight of a clause.
_HINT = 0.5
_GOES_ON = re.compile(r"(?:it|they|this|these|he|she|that|its|their)\b|[它他她其这]", re.IGNORECASE)
#: What a value measures or costs; such words name no thing.
_MEASURED = frozenset(
    (
        "duration",
        "length",
        "height",
        "width",
        "depth",
        "weight",
        "size",
        "budget",
        "price",
        "pay",
        "fee",
        "limit",
    )
)
_REASON = re.compile(
    r"\b(?:because|as (?=the|he|she|it|they|we|there|this|that|his|her|their|many|most)|due to|since"
    r"|so that|in order to)\b|因为|由于|以免|免得",
    re.IGNORECASE,
)
#: Heads that make nothing less of the word before them: peanut products are peanuts.
_GENERIC = re.compile(
    r"(?:products?|dish(?:es)?|foods?|items?|activit(?:y|ies)|exercises?|training|things?|stuff|contents?"
    r"|materials?|kinds?|sorts?|elements?|work)$|(?:训练|活动|项目|运动|制品|食品|食物|菜|内容|类|动作|练习|服务|行为|产品)$",
    re.IGNORECASE,
)
_NAMED_DAYS = {(1, 5): "workday", (6, 7): "weekend"}
_NAMED_TIMES = {720: "noon", 0: "night"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a sentence makes of a part: `start` and `end` are of the sentence."""

    verdict: Survived
    reason: str
    start: int = 0
    end: int = 0
    was: str = ""
    now: str = ""
    cover: float = 0.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A value of the part and how the value of the sentence fits it that answers it, if there is one."""

    wanted: Quantity
    found: Quantity | None
    how: Fit


@dataclass(frozen=True, slots=True)
class Overlay:
    """A part laid over a sentence.

    `anchor` is the clause that states the most of it, `old` the spans of what holds no longer, `borrowed` the
    weight of the missing words that the sentence before has.
    """

    part: Part
    found: Reading
    pairs: tuple[Pair, ...]
    fits: tuple[Fitted, ...]
    anchor: int
    old: tuple[Span, ...]
    borrowed: float

    @property
    def topic(self) -> float:
        """The share of the words that the sentence has, by weight; without words, whether a value answers."""
        weight = sum(pair.wanted.weight for pair in self.pairs)
        held = sum(pair.held for pair in self.pairs) + self.borrowed
        if weight >= ESSENTIAL:
            return min(1.0, held / weight)
        return 1.0 if any(one.how < Fit.NONE for one in self.fits) else held

    @property
    def own(self) -> float:
        """The topic without what the sentence before has."""
        weight = sum(pair.wanted.weight for pair in self.pairs)
        return sum(pair.held for pair in self.pairs) / weight if weight >= ESSENTIAL else self.topic

    @property
    def cover(self) -> float:
        """The share of words and values that the sentence has."""
        weight = sum(pair.wanted.weight for pair in self.pairs) + VALUE * len(self.fits)
        held = sum(pair.held for pair in self.pairs) + self.borrowed
        held += VALUE * sum(one.how <= Fit.LOOSER for one in self.fits)
        return min(1.0, held / weight) if weight else 0.0

    @property
    def valued(self) -> bool:
        """Whether the part has values, and the sentence the same."""
        return bool(self.fits) and all(one.how is Fit.SAME for one in self.fits)

    @property
    def met(self) -> list[Pair]:
        """The words of the part that the sentence has."""
        return [pair for pair in self.pairs if pair.strength >= ESSENTIAL]

    @property
    def missing(self) -> list[Pair]:
        """The words of the part that count and that the sentence does not have."""
        return [pair for pair in self.pairs if pair.wanted.weight >= ESSENTIAL and pair.strength < ESSENTIAL]

    def cues(self) -> frozenset[Cue]:
        """What the words of the clauses do that state the part."""
        clauses = {one.found.clause for one in self.fits if one.found and one.how <= Fit.LOOSER}
        return self._cues_of(clauses | {self.anchor})

    def told(self) -> frozenset[Cue]:
        """What the words of the clauses do that alone have some word of the part."""
        return self.cues() | self._cues_of(self._telling())

    def mentions(self) -> bool:
        """Whether a clause that states the part only speaks of it, and does not forbid to speak of it."""
        clauses = {one.found.clause for one in self.fits if one.found and one.how <= Fit.LOOSER}
        told = (self.found.clauses[number].cues for number in clauses | self._telling() | {self.anchor})
        return any(Cue.MENTION in cues and Cue.NOT not in cues for cues in told)

    def _telling(self) -> set[int]:
        """The clauses that have some word of the part."""
        return {pair.found.clause for pair in self.met if pair.found and pair.wanted.weight >= ESSENTIAL}

    def all_cues(self) -> frozenset[Cue]:
        """What the words of all clauses do that have a word of the part."""
        return self.cues() | self._cues_of({pair.found.clause for pair in self.met if pair.found})

    def _cues_of(self, clauses: set[int]) -> frozenset[Cue]:
        return frozenset[Cue]().union(*(self.found.clauses[number].cues for number in clauses))

    def is_old(self, place: int) -> bool:
        """Whether what stands at a place of the sentence holds no longer."""
        return any(start <= place < end for start, end in self.old)

    def reason(self) -> range:
        """The places of the sentence from where it only gives a reason."""
        found = _REASON.search(self.found.text)
        return range(found.start() if found else len(self.found.text), len(self.found.text))

    def extra(self) -> str:
        """A word that the stating clause has beside those of the part, but for reasons; empty without one."""
        used = {pair.found.start for pair in self.pairs if pair.found}
        known = frozenset[str]().union(*(word.concepts for word in self.part.words))
        clause = self.found.clauses[self.anchor]
        reason = _REASON.search(self.found.text, clause.start, clause.end)
        end = reason.start() if reason else clause.end
        for word in self.found.words:
            counts = word.clause == self.anchor and word.weight >= ESSENTIAL and word.start < end
            if counts and word.start not in used and not word.concepts & known:
                return word.said
        return ""

    def narrowed(self) -> str:
        """What follows a denied word directly and makes less of it: seafood stalls of seafood."""
        used = {pair.found.start for pair in self.pairs if pair.found}
        known = frozenset[str]().union(*(word.concepts for word in self.part.words))
        words = self.found.words
        for place, word in enumerate(words[1:], 1):
            last, following = words[place - 1], words[place + 1 : place + 2]
            head = not following or following[0].start not in used or following[0].clause != word.clause
            told = last.start in used and last.sign is MINUS and last.weight >= ESSENTIAL
            own = word.start not in used and word.weight >= ESSENTIAL and not word.concepts & known
            between = self.found.text[last.end : word.start]
            close = between in ("", " ") and len(word.said) > 1 and not _GENERIC.match(word.said)
            if told and own and head and word.sign is MINUS and close:
                return word.said
        return ""

    def denied(self) -> bool:
        """Whether the stating clause denies something."""
        return any(
            word.sign is MINUS and word.weight >= ESSENTIAL
            for word in self.found.words
            if word.clause == self.anchor
        )

    def say(self, verdict: Survived, reason: str, was: str = "", now: str = "") -> Finding:
        """A finding with the clauses that state the part as evidence."""
        used = {pair.found.clause for pair in self.met if pair.found} | {self.anchor}
        used |= {one.found.clause for one in self.fits if one.found and one.how < Fit.NONE}
        clauses = [self.found.clauses[number] for number in used]
        start, end = min(one.start for one in clauses), max(one.end for one in clauses)
        text = self.found.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return Finding(verdict, reason, start, end, was, now, self.cover)


def lay(part: Part, found: Reading, before: Reading | None, first: Reading | None) -> Overlay | None:
    """A part laid over a sentence; None where the two have nothing in common.

    `before` is the sentence before it, which may name what this one goes on about, and `first` the one that
    the text begins with, which may name what all of it is about.
    """
    others = [one for one in (before, first) if one is not None]
    goes_on = _goes_on(part, found, others)
    if not found.clauses or not (part.touches(found) or goes_on):
        return None
    pairs = align(part.words, part.reaches, Cue.ONLY in part.cues, found)
    anchor = _anchor(pairs, part, found, ())
    old = old_spans(found.text)
    fits = tuple(_fit(wanted, part, found, anchor, old) for wanted in part.quantities)
    same = sum(one.how is Fit.SAME for one in fits)
    own = sum(pair.held for pair in pairs) + same
    enough = own >= _ENOUGH * (sum(word.weight for word in part.words) + len(fits))
    borrowed = 0.0
    if enough or (same and goes_on):
        borrowed = _borrowed(part, pairs, others)
    return Overlay(part, found, pairs, fits, anchor, old, borrowed)


def lay_alike(part: Part, found: Reading, likeness: Likeness) -> Overlay:
    """A part laid over the sentence that is the most like it, with counterparts of words by likeness."""
    pairs = translate(align(part.words, part.reaches, Cue.ONLY in part.cues, found), found, likeness)
    anchor = _anchor(pairs, part, found, _likes(part, found, likeness))
    old = old_spans(found.text)
    fits = tuple(_fit(wanted, part, found, anchor, old) for wanted in part.quantities)
    return Overlay(part, found, pairs, fits, anchor, old, 0.0)


def _goes_on(part: Part, found: Reading, others: Sequence[Reading]) -> bool:
    """Whether a sentence with a value says no thing that the value is of, so that others have to."""
    if not part.quantities or not found.quantities or not any(part.touches(other) for other in others):
        return False
    valued = {one.clause for one in found.quantities}
    things = [
        word
        for word in found.words
        if word.clause in valued and word.weight >= ESSENTIAL and not word.concepts & _MEASURED
    ]
    return not things or _GOES_ON.match(found.text) is not None


def _borrowed(part: Part, pairs: Sequence[Pair], sources: Sequence[Reading]) -> float:
    """The weight of what other sentences have of the missing words."""
    missing = [
        place
        for place, pair in enumerate(pairs)
        if pair.strength < ESSENTIAL and pair.wanted.weight <= 1.0 and not pair.wanted.exact
    ]
    words = [part.words[place] for place in missing]
    reaches = [part.reaches[place] for place in missing]
    best = [0.0] * len(words)
    for source in sources:
        for place, pair in enumerate(align(words, reaches, False, source)):
            if not pair.opposed:
                best[place] = max(best[place], _BORROWED * pair.held)
    return sum(best)


def _likes(part: Part, found: Reading, likeness: Likeness) -> list[float]:
    """How alike the part and each clause are; the whole sentence counts for each."""
    whole = likeness(part.text, found.text)
    if len(found.clauses) == 1:
        return [whole]
    clauses = (found.text[clause.start : clause.end].strip() for clause in found.clauses)
    return [max(likeness(part.text, clause), whole - 0.01) for clause in clauses]


def _anchor(pairs: Sequence[Pair], part: Part, found: Reading, likes: Sequence[float]) -> int:
    """The clause that states the most of the part."""
    weights = list(likes) or [0.0] * len(found.clauses)
    for pair in pairs:
        if pair.found is not None:
            weights[pair.found.clause] += pair.held
    for wanted in part.quantities:
        for other in found.quantities:
            if fit(wanted, other, limit=True, may=True, languages=True) <= Fit.LOOSER:
                weights[other.clause] += _HINT
    return max(range(len(weights)), key=lambda place: weights[place])


def _fit(wanted: Quantity, part: Part, found: Reading, anchor: int, old: Sequence[Span]) -> Fitted:
    """The value of the sentence that answers one of the part; those of the stating clause come first."""
    languages = part.chinese != any(char > "\u2e80" for char in found.text)
    limit = part.limit or part.ends or _timed(wanted, part)
    rated: list[tuple[Fit, bool, Quantity]] = []
    for other in found.quantities:
        how = fit(wanted, other, limit=limit, may=_is_ceiling(found, other.clause), languages=languages)
        if how < Fit.NONE:
            rated.append((how, any(start <= other.value.start < end for start, end in old), other))
    rated = [
        (Fit.SAME if how is Fit.LOOSER and _needs(wanted, other, found) else how, is_old, other)
        for how, is_old, other in rated
    ]
    near = [one for one in rated if one[2].clause == anchor]
    best = min(near or rated, key=lambda one: one[:2], default=None)
    if best is None:
        return Fitted(wanted, None, Fit.SAME if _named_otherwise(wanted, found) else Fit.NONE)
    return Fitted(wanted, best[2], best[0])


def has_values(part: Part, found: Reading) -> bool:
    """Whether a sentence has all values of a part, whatever their bounds say."""
    fits = (_fit(wanted, part, found, 0, ()).how for wanted in part.quantities)
    return all(how in (Fit.SAME, Fit.TURNED) for how in fits)


def _needs(wanted: Quantity, other: Quantity, found: Reading) -> bool:
    """Whether a plain value is a floor: so many have to be there, for so long it has to be kept."""
    floor = wanted.value.comparator in (Comparator.AT_LEAST, Comparator.ABOVE)
    plain = other.value.comparator is Comparator.EQUAL
    return floor and plain and bool(found.clauses[other.clause].cues & {Cue.MUST, Cue.TWICE})


def _named_otherwise(wanted: Quantity, found: Reading) -> bool:
    """Whether a word says the value: 中午 is 12:00, working days are Monday to Friday."""
    if wanted.value.unit == "weekday" and wanted.value.high is not None:
        days = _NAMED_DAYS.get((int(wanted.value.number), int(wanted.value.high)))
        return days is not None and any(days in word.concepts for word in found.words)
    concept = _NAMED_TIMES.get(int(wanted.value.number)) if wanted.value.unit == "time" else None
    return concept is not None and any(concept in word.concepts for word in found.words)


def _is_ceiling(found: Reading, clause: int) -> bool:
    """Whether a plain value of a clause is a ceiling: it is what may be, or what a limit is."""
    limits = any(word.clause == clause and "limit" in word.concepts for word in found.words)
    return limits or Cue.MAY in found.clauses[clause].cues


def _timed(wanted: Quantity, part: Part) -> bool:
    """Whether a day goes with a time, which then has the bound."""
    return wanted.value.unit in ("weekday", "date") and any(
        other.value.unit == "time" and other.clause == wanted.clause for other in part.quantities
    )
