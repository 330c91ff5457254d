"""A constraint as the judge looks for it: parts that may be kept or lost each by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ctxlab.model.constraint import Comparator
from ctxlab.text.survival.align import reach
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.reading import MINUS, Quantity, Reading, Word, readings

_SUBJECT = re.compile(
    r"\b(?:i|i'm|i'd|i've|my|we|we're|our|he|she|it|they|it's|he's|she's|his|her|their)\b|[我俺咱他她它]",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\s*(?:because|since|as|so that|in order|otherwise|or else)\b|\s*(?:因为|由于|以免|免得|否则|不然|毕竟)",
    re.IGNORECASE,
)
#: A part of the body that is not well: a reason for what is asked beside it.
_UNWELL = re.compile(
    "(?:我|他|她|孩子|老人)?[一-鿿]{0,4}(?:膝盖|腰|背|胃|肠胃|心脏|眼睛|耳朵|嗓子|牙|腿|脚|手|肩|颈椎|身体|血压|皮肤)"
    "[一-鿿]{0,2}(?:不太?好|不舒服|不行|疼|痛|有伤|受过?伤|有毛病|有问题|虚弱)"
)
_GRANTS = re.compile(
    r"\b(?:must|has to|have to|needs? to|should) be (?:allowed|permitted|welcome|accepted)\b"
    "|(?:必须|要|得|应)(?:允许|准许)",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\s*(?:without\b|没有|未经|没经过|不经)", re.IGNORECASE)
_DEMANDS = frozenset(
    (Cue.NOT, Cue.NOT_BEFORE, Cue.MUST, Cue.ONLY, Cue.WISH, Cue.EXCEPT, Cue.EXCEPT_BEFORE, Cue.ALL, Cue.MAY)
)
_PAYING = frozenset(("budget", "price", "pay", "afford", "fee", "in-total"))
_BOUNDS = (Comparator.AT_MOST, Comparator.BELOW)
_CODE = 3
_FAINT = 0.2
_LEAST = 0.5
_LIMITS = frozenset(("budget", "limit", "afford", "price", "rent", "rate-limit", "fee", "ticket-price"))
_ENDS = frozenset(("finish", "expire", "deadline", "term"))
_HEALTH = frozenset(("allergy", "vegetarian", "vegan", "halal", "kosher", "diabetes", "illness", "pregnancy"))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a constraint: its words and values, and what the words around them do.

    `chinese` says which language it is in, `needless` that it only gives a reason, `beside` has
    the words of all parts, `company` says that another part has values, `reaches` has for each word the marks
    of those that may stand for it.
    """

    text: str
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]
    cues: frozenset[Cue]
    chinese: bool
    needless: bool = False
    beside: tuple[Word, ...] = ()
    company: bool = False
    reaches: tuple[frozenset[str], ...] = ()

    def touches(self, found: Reading) -> bool:
        """Whether a sentence has a word that may stand for one of it, or values where it has no words."""
        if sum(word.weight for word in self.words) < 1.0 or len(self.quantities) > 1:
            return bool(found.quantities) or not self.quantities
        return any(not found.index.keys().isdisjoint(reached) for reached in self.reaches)

    @property
    def denies(self) -> bool:
        """Whether it forbids or excludes something."""
        return any(word.sign is MINUS and not word.excepted for word in self.words)

    @property
    def permits(self) -> bool:
        """Whether it only permits something."""
        return (
            Cue.MAY in self.cues
            and not self.quantities
            and not self.cues & {Cue.MUST, Cue.NOT, Cue.ONLY, Cue.BOUND}
        )

    @property
    def grants(self) -> bool:
        """Whether it demands that something be permitted."""
        return _GRANTS.search(self.text) is not None

    @property
    def ends(self) -> bool:
        """Whether it speaks of an end, which is a ceiling by itself."""
        return any(word.concepts & _ENDS for word in self.words)

    @property
    def limit(self) -> bool:
        """Whether a value of it is a ceiling though no word says so."""
        return bool(self.cues & {Cue.BOUND, Cue.MAY}) or any(word.concepts & _LIMITS for word in self.words)


@dataclass(frozen=True, slots=True)
class Demand:
    """One way to read a constraint: its parts in order, one of which counts; all as one; its text."""

    parts: tuple[Part, ...]
    whole: Part
    text: str


def demands(text: str) -> tuple[Demand, ...]:
    """The ways to read a constraint; none where it says nothing that could be looked for."""
    found = (_demand(reading) for reading in readings(text.strip()) if reading.clauses)
    return tuple(one for one in found if one.parts)


def _demand(reading: Reading) -> Demand:
    groups: list[list[int]] = []
    join = False
    for number, clause in enumerate(reading.clauses):
        if groups and (join or _leans(reading, number)):
            groups[-1].append(number)
        else:
            groups.append([number])
        mark = reading.text[clause.end : clause.end + 1]
        join = mark in (":", "：", "(", "（", "—") or Cue.IF in clause.cues or _leading(reading, number)
    parts = [part for part in (_part(reading, group) for group in groups) if part.words or part.quantities]
    everything = tuple(word for part in parts for word in part.words)
    needed = not all(part.needless for part in parts)
    valued = [part for part in parts if part.quantities]
    return Demand(
        tuple(
            replace(
                part,
                needless=part.needless and needed,
                beside=everything,
                company=any(other is not part for other in valued),
            )
            for part in parts
        ),
        _part(reading, list(range(len(reading.clauses)))),
        reading.text,
    )


def _leans(reading: Reading, number: int) -> bool:
    """Whether a clause says nothing without the one before it: an exception, a condition, one more thing."""
    cues = reading.clauses[number].cues
    words = [word for word in reading.words if word.clause == number]
    if any(word.excepted or word.supposed for word in words):
        return True
    clause = reading.clauses[number]
    if _SUBJECT.search(reading.text, clause.start, clause.end):
        return False
    quantities = [one for one in reading.quantities if one.clause == number]
    if quantities and all(word.weight < _LEAST for word in words):
        return True
    return not quantities and not cues & _DEMANDS and sum(word.weight for word in words) < 1.5


def _leading(reading: Reading, number: int) -> bool:
    """Whether a clause is only what the next is about: an exception or a condition."""
    words = [word for word in reading.words if word.clause == number]
    clause = reading.clauses[number]
    if _WITHOUT.match(reading.text, clause.start, clause.end):
        return True
    return bool(words) and all(word.excepted or word.supposed for word in words)


def _part(reading: Reading, group: list[int]) -> Part:
    first, last = reading.clauses[group[0]], reading.clauses[group[-1]]
    text = reading.text[first.start : last.end].strip()
    words = tuple(word for word in reading.words if word.clause in group)
    quantities = tuple(one for one in reading.quantities if one.clause in group)
    cues = frozenset[Cue]().union(*(reading.clauses[number].cues for number in group))
    chinese = any(char > "\u2e80" for char in text)
    if any(_is_sum(one) for one in quantities):
        words = tuple(replace(word, weight=_FAINT) if word.concepts & _PAYING else word for word in words)
    elif not quantities and sum(word.weight for word in words) < _LEAST:
        # Words that may be faint are all that it has: they count as what else they may be.
        words = tuple(
            word
            if word.weight <= _FAINT
            else replace(word, weight=1.0, concepts=word.concepts - lexicon().faint)
            for word in words
        )
    needless = _needless(text, words, quantities, cues)
    return Part(text, words, quantities, cues, chinese, needless, reaches=tuple(map(reach, words)))


def _is_sum(quantity: Quantity) -> bool:
    """Whether a value is a bound of money: that it is to be paid goes without saying."""
    unit, comparator = quantity.value.unit, quantity.value.comparator
    return (unit == "money" or (len(unit) == _CODE and unit.isupper())) and comparator in _BOUNDS


def _needless(
    text: str, words: tuple[Word, ...], quantities: tuple[Quantity, ...], cues: frozenset[Cue]
) -> bool:
    if _REASON.match(text) or _UNWELL.fullmatch(text):
        return True
    told = not quantities and not cues & _DEMANDS and _SUBJECT.search(text) is not None
    return told and not any(word.concepts & _HEALTH for word in words)
