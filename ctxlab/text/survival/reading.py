"""What a sentence says, as far as the judge reads it: words and values with polarity, clauses with force."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ctxlab.model.constraint import Value
from ctxlab.text.survival.drafts import (
    FLIPPED,
    MINUS,
    OPEN,
    PLUS,
    Draft,
    Signs,
    asides,
    bound_denials,
    denied_twice,
    drafts,
    late_denials,
    something_between,
)
from ctxlab.text.survival.figures import behind, values_of
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.words import Piece

__all__ = [
    "EVERY",
    "MINUS",
    "OPEN",
    "PLUS",
    "Clause",
    "Quantity",
    "Reading",
    "Word",
    "marks",
    "pairs",
    "readings",
]

#: The mark of a sentence that says that there are no others.
EVERY = "@every"

_FIRST_LETTERS = 4
_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_LINK = re.compile(r"\b(?:and|or|nor|plus)\b|&|[和与及或且并、]|还有", re.IGNORECASE)
_COUNTS = 0.5
_NUMERAL = re.compile(
    "[0-9]+|[零〇一二两三四五六七八九十百千万半]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred"
    "|thousand|dozen|half|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|第[一二三四五六七八九十]|[二两三四五六七八九十]{1,3}[期轮批届版级档层楼]"
)
_FAR = 24
_BEFORE_IT = re.compile(
    r"\b(?:(?P<after>after|following)|before|prior to)"
    r" (?:the |a |an |my |his |her |their |our |your |each |every )?$",
    re.IGNORECASE,
)
_BEHIND_IT = re.compile("(?:(?P<after>[之以]?后)|[之以]?前)(?![台面往来天])")
_ALLERGIC_TO = re.compile(r"\s(?:to|against)\s(?:\w+(?:,| and| or)\s)*(?:any |all )?$")
_FAINT, _MIXED, _FULL, _NAME = 0.2, 0.25, 1.0, 1.2
_LEAST_RUN, _MOST_RUN = 0.5, 2.0
#: What a number measures says its unit already: 25 minutes long.
_DIMENSIONS = frozenset(
    ("duration", "length", "height", "width", "depth", "weight", "age", "size", "old-word")
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word that says what a clause is about.

    `sign` is PLUS, MINUS where the clause denies or forbids it, OPEN where only what follows is denied.
    `excepted` and `supposed` mark words of an exception and of a condition, `linked` one that "and" or "or"
    joins to the word before, `exact` names and code. `when` is MINUS for what something has to be before,
    PLUS for what it has to be after, else OPEN.
    """

    start: int
    end: int
    key: str
    concepts: frozenset[str]
    said: str
    weight: float
    clause: int
    sign: int = PLUS
    exact: bool = False
    excepted: bool = False
    supposed: bool = False
    linked: bool = False
    when: int = OPEN

    @property
    def han(self) -> bool:
        """Whether it is Chinese that no list knows."""
        return not self.concepts and self.key[:1] > "\u2e80"

    @property
    def numeral(self) -> bool:
        """Whether it is a number that is no value: of a name, or said in a way that is not read."""
        return _NUMERAL.fullmatch(self.key) is not None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value of a sentence, with its words, the clause it stands in, and its polarity.

    `counts` says that it is a bare number and the thing that it counts follows.
    """

    value: Value
    said: str
    clause: int
    sign: int = PLUS
    excepted: bool = False
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its span and what its words do."""

    start: int
    end: int
    cues: frozenset[Cue]


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as it is read; spans are of its own text.

    `index` has the places of the words by what they may be known by: concepts, the first letters (`=` before
    them), pairs of Chinese characters. `EVERY` is in it where the sentence says that there are no others.
    """

    text: str
    clauses: tuple[Clause, ...]
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]
    index: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]], compare=False)


@lru_cache(maxsize=4096)
def readings(text: str) -> tuple[Reading, ...]:
    """The ways to read a sentence, the likeliest first.

    There are two where a denial may belong to a bound or to a deed: "lift nothing above 25 kg" is to lift at
    most 25 kg, and to lift what is above 25 kg is forbidden.
    """
    made = drafts(text, values_of(text))
    bound = bound_denials(text, made)
    first = _read(text, made, frozenset(bound))
    apart = {start: value for start, value in bound.items() if something_between(made, start, value)}
    late = late_denials(text, made)
    if not apart and not late:
        return (first,)
    turned = [_with_flipped(draft, [*apart.values(), *late.values()]) for draft in made]
    return (first, _read(text, turned, (frozenset(bound) - apart.keys()) | late.keys()))


def _with_flipped(draft: Draft, flipped: Sequence[Value]) -> Draft:
    """A clause with the bounds of some values turned round."""
    values = [
        replace(value, comparator=FLIPPED[value.comparator]) if value in flipped else value
        for value in draft.values
    ]
    return Draft(draft.start, draft.end, draft.pieces, values, draft.listed)


def _read(text: str, made: Sequence[Draft], ignored: frozenset[int]) -> Reading:
    words: list[Word] = []
    quantities: list[Quantity] = []
    clauses: list[Clause] = []
    denying = False
    twice = denied_twice(made, ignored)
    bounds = [range(value.end, behind(text, value.end)) for draft in made for value in draft.values]
    for number, draft in enumerate(made):
        signs = Signs(draft, ignored, carried=denying and draft.listed, twice=twice)
        denying = signs.denying
        aside = asides(draft)
        for piece in draft.pieces:
            if not piece.entry.cues and not (piece.joined and piece.key == "free"):
                linked = _linked(text, words, piece)
                bound = any(piece.start in one for one in bounds)
                weight = _FAINT if bound else _weight(piece, text, draft.values)
                words.append(_word(text, piece, weight, number, signs.of[piece.start], aside, linked=linked))
        for value in draft.values:
            counts = not value.unit and _counted(draft, value)
            said = text[value.start : value.end]
            quantities.append(
                Quantity(value, said, number, signs.of[value.start], aside[value.start][0], counts)
            )
        cues = (piece.entry.cues for piece in draft.pieces if piece.start not in ignored)
        both = {Cue.TWICE} if twice else set[Cue]()
        clauses.append(Clause(draft.start, draft.end, frozenset(both).union(*cues)))
    words = _allergies(text, words)
    return Reading(text, tuple(clauses), tuple(words), tuple(quantities), _index(text, clauses, words))


def _word(
    text: str,
    piece: Piece,
    weight: float,
    clause: int,
    sign: int,
    aside: Mapping[int, tuple[bool, bool]],
    *,
    linked: bool,
) -> Word:
    excepted, supposed = aside[piece.start]
    said = text[piece.start : piece.end]
    concepts = piece.entry.concepts
    return Word(
        piece.start,
        piece.end,
        piece.key,
        concepts,
        said,
        weight,
        clause,
        sign,
        piece.exact,
        excepted,
        supposed,
        linked,
        _when(text, piece),
    )


def _when(text: str, piece: Piece) -> int:
    """Whether something is said to be before or after a word: before meals, 饭后."""
    before = _BEFORE_IT.search(text, max(0, piece.start - _FAR), piece.start)
    if before is not None:
        return PLUS if before["after"] else MINUS
    behind = _BEHIND_IT.match(text, piece.end)
    if behind is None:
        return OPEN
    return PLUS if behind["after"] else MINUS


def _linked(text: str, words: Sequence[Word], piece: Piece) -> bool:
    """Whether "and" or "or" stands between a word and the last one that counts, or only a comma."""
    last = next((word for word in reversed(words) if word.weight >= _COUNTS), None)
    if last is None:
        return False
    return _LINK.search(text, last.end, piece.start) is not None or text[last.end : piece.start] == ", "


def _counted(draft: Draft, value: Value) -> bool:
    return any(0 <= piece.start - value.end <= 1 and not piece.entry.cues for piece in draft.pieces)


def _weight(piece: Piece, text: str, values: Sequence[Value]) -> float:
    concepts = piece.entry.concepts
    if concepts:
        measured = concepts & _DIMENSIONS and any(0 <= piece.start - one.end <= 1 for one in values)
        if measured or concepts <= lexicon().faint:
            return _FAINT
        return _MIXED if concepts & lexicon().faint else _FULL
    if piece.han:
        return min(_MOST_RUN, max(_LEAST_RUN, (piece.end - piece.start) / 2))
    name = piece.exact or (text[piece.start].isupper() and piece.start > 0)
    return _NAME if name else _FULL


def _allergies(text: str, words: Sequence[Word]) -> list[Word]:
    """What somebody is allergic to is to be kept away: it is denied without a word that says so."""
    made = list(words)
    for place, word in enumerate(words):
        if "allergy" not in word.concepts or word.sign is MINUS:
            continue
        for other, near in enumerate(words):
            if near.clause == word.clause and near.sign is PLUS and _causes(text, word, near, other > place):
                made[other] = replace(near, sign=MINUS)
    return made


def _causes(text: str, allergy: Word, near: Word, after: bool) -> bool:
    if near is allergy:
        return False
    if after:
        return _ALLERGIC_TO.match(text[allergy.end : near.start]) is not None
    between = text[near.end : allergy.start]
    return not between.strip() or text[near.start - 1 : near.start] == "对"


def _index(text: str, clauses: Sequence[Clause], words: Sequence[Word]) -> dict[str, tuple[int, ...]]:
    index: dict[str, tuple[int, ...]] = {}
    for place, word in enumerate(words):
        for mark in marks(word.key, word.concepts):
            index[mark] = (*index.get(mark, ()), place)
    if not text.isascii():
        for run in _HAN_RUN.finditer(text):
            for mark in (*pairs(run.group()), *run.group()):
                index.setdefault(mark, ())
    if any(Cue.ALL in clause.cues for clause in clauses):
        index.setdefault(EVERY, ())
    return index


def marks(key: str, concepts: frozenset[str]) -> frozenset[str]:
    """What a word may be known by."""
    if key[:1] > "\u2e80":
        return concepts.union(pairs(key))
    return concepts | {"=" + key[:_FIRST_LETTERS]}


def pairs(run: str) -> list[str]:
    """The pairs of characters of a Chinese run; the character itself where it is one."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
