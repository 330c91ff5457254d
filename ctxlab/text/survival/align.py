"""Which words of a later sentence stand for the words of a constraint."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.text.survival.lexicon import Cue, Lexicon, lexicon
from ctxlab.text.survival.reading import EVERY, MINUS, PLUS, Clause, Reading, Word, marks, pairs
from ctxlab.text.survival.stems import akin

#: How alike two texts are, -1 to 1, told by a source outside the lexicon.
Likeness = Callable[[str, str], float]

_AKIN = 0.9
_IMPLIED = 0.9
_NARROWER = 0.5
_LEAST_SHARED = 0.5
_COUNT = re.compile("第?[〇零一二两三四五六七八九十百千]+(?=.$)")
#: How alike two words have to be to stand for each other, and what such a pair is worth.
_LIKE, _TRANSLATED = 0.65, 0.8


@dataclass(frozen=True, slots=True)
class Pair:
    """A word of the constraint with the word of the text that stands for it, or None.

    `strength` is 0 to 1. `opposed` says that one is denied and the other is not. `narrower` says that the
    text speaks of a part of what the constraint speaks of, `turned` that one word is the denial of the other.
    """

    wanted: Word
    found: Word | None = None
    strength: float = 0.0
    opposed: bool = False
    narrower: bool = False
    turned: bool = False

    @property
    def held(self) -> float:
        """What it adds to the cover."""
        return self.wanted.weight * self.strength


def translate(pairs: Sequence[Pair], found: Reading, likeness: Likeness) -> tuple[Pair, ...]:
    """The pairs, with a counterpart by likeness for words that have none.

    Not for names, numbers and what has others of its kind: there, alike is not the same.
    """
    used = {pair.found.start for pair in pairs if pair.found and pair.strength >= _LEAST_SHARED}
    free = [word for word in found.words if word.start not in used and _may_be_alike(word)]
    made: list[Pair] = []
    for pair in pairs:
        word = pair.wanted
        if pair.strength >= _LEAST_SHARED or not _may_be_alike(word):
            made.append(pair)
            continue
        rated = [
            (likeness(word.said, other.said), other)
            for other in free
            if other.start not in used and not _other_count(word, other)
        ]
        like, best = max(rated, key=lambda one: one[0], default=(0.0, None))
        if best is None or like < _LIKE:
            made.append(pair)
            continue
        used.add(best.start)
        made.append(Pair(word, best, _TRANSLATED, opposed=_opposed(word.sign, best.sign)))
    return tuple(made)


def _may_be_alike(word: Word) -> bool:
    special = word.exact or word.numeral or lexicon().rivals.keys() & word.concepts
    return word.weight >= _LEAST_SHARED and not special


def reach(word: Word) -> frozenset[str]:
    """The marks of all words that may stand for one."""
    known = lexicon()
    concepts = set(word.concepts)
    for table in (known.negates, known.complements, known.includes):
        for one, others in table.items():
            if one in word.concepts:
                concepts |= others
            elif others & word.concepts:
                concepts.add(one)
    if "per-person" in word.concepts:
        concepts.add(EVERY)
    return marks(word.key, frozenset(concepts))


def align(
    wanted: Sequence[Word], reaches: Sequence[frozenset[str]], only: bool, found: Reading
) -> tuple[Pair, ...]:
    """Each wanted word with its best counterpart in a sentence.

    `only` says that the wanted words shut others out. Of counterparts as strong, one of the same polarity is
    taken.
    """
    return tuple(_best(word, marks, only, found) for word, marks in zip(wanted, reaches, strict=True))


def _best(word: Word, reached: frozenset[str], only: bool, found: Reading) -> Pair:
    best = Pair(word)
    if found.index.keys().isdisjoint(reached):
        return best
    places = sorted({place for mark in reached for place in found.index.get(mark, ())})
    for other in (found.words[place] for place in places):
        pair = _pair(word, only, other, found.clauses[other.clause])
        if (pair.strength, not pair.opposed) > (best.strength, not best.opposed):
            best = pair
    if best.found is None and EVERY in reached and EVERY in found.index:
        return Pair(word, None, 1.0)
    if best.strength < _LEAST_SHARED and word.key[:1] > "\u2e80":
        best = max(best, _literal(word, found), key=lambda pair: pair.strength)
    return best


def _pair(word: Word, only: bool, other: Word, clause: Clause) -> Pair:
    """How one word of the text stands for one of the constraint."""
    known = lexicon()
    if _other_count(word, other):
        return Pair(word)
    if word.concepts & other.concepts or word.key == other.key:
        return Pair(word, other, 1.0, opposed=_opposed(word.sign, other.sign))
    if word.exact or other.exact:
        return Pair(word)
    turned = _turned(known, word, other, only or bool(clause.cues & {Cue.ONLY, Cue.ALL, Cue.MUST}))
    if turned is not None:
        return Pair(word, other, 1.0, opposed=turned, turned=True)
    if word.concepts and other.concepts:
        return _included(known, word, other)
    if len(word.key) > 3 and akin(word.key, other.key):
        return Pair(word, other, _AKIN, opposed=_opposed(word.sign, other.sign))
    if word.han and other.han:
        shared = _shared(word.key, other.key)
        if shared >= _LEAST_SHARED:
            return Pair(word, other, shared, opposed=_opposed(word.sign, other.sign))
    return Pair(word)


def _other_count(word: Word, other: Word) -> bool:
    """Whether two Chinese words count otherwise: 三期, 四期."""
    one, two = _COUNT.match(word.key), _COUNT.match(other.key)
    return one is not None and two is not None and one.group() != two.group()


def _opposed(one: int, other: int) -> bool:
    return one * other < 0


def _turned(known: Lexicon, word: Word, other: Word, only: bool) -> bool | None:
    """Whether two words that are each other's denial are opposed as they stand; None if they are not such."""
    for one, two in ((word, other), (other, word)):
        for concept in one.concepts:
            if known.negates.get(concept, frozenset()) & two.concepts:
                return one.sign * two.sign > 0
    for concept in word.concepts:
        if known.complements.get(concept, frozenset()) & other.concepts:
            denied = min(word.sign, other.sign) < PLUS <= max(word.sign, other.sign)
            # Not the one is the other; the other alone is not the one, unless all are or have to be that.
            return False if denied and (only or word.sign is PLUS) else None
    return None


def _included(known: Lexicon, word: Word, other: Word) -> Pair:
    for concept in other.concepts:
        if known.includes.get(concept, frozenset()) & word.concepts:
            implied = word.sign is MINUS and other.sign is MINUS
            return Pair(
                word,
                other,
                _IMPLIED if implied else _NARROWER,
                opposed=_opposed(word.sign, other.sign),
                narrower=not implied,
            )
    for concept in word.concepts:
        if known.includes.get(concept, frozenset()) & other.concepts:
            return Pair(word, other, _NARROWER, opposed=_opposed(word.sign, other.sign), narrower=True)
    return Pair(word)


def _shared(one: str, other: str) -> float:
    """The share of the pairs of characters of one unknown Chinese word that the other has."""
    wanted = pairs(one)
    return sum(pair in other for pair in wanted) / len(wanted)


def _literal(word: Word, found: Reading) -> Pair:
    """A Chinese word that stands in the sentence, but parted otherwise."""
    at = found.text.find(word.key)
    if at < 0:
        return Pair(word)
    for other in found.words:
        if len(word.key) == 1 and word.concepts and not other.han:
            continue
        if other.start < at + len(word.key) and at < other.end:
            if any(lexicon().rivals.get(one, frozenset()) & other.concepts for one in word.concepts):
                return Pair(word)
            return Pair(word, other, 1.0, opposed=_opposed(word.sign, other.sign))
    return Pair(word)
