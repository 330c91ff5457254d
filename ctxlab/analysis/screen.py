"""A cheap test of which texts may keep or state a must-keep, so that the judge reads few of them.

A text is read once for all must-keeps: the beginnings of its words, its Chinese characters and their pairs,
and its numbers where they are asked for. A must-keep needs enough of them: whatever stands for a word of it,
in either language, has one of the word's keys.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise

from ctxlab.model.constraint import Value
from ctxlab.text.numbers import find_numbers
from ctxlab.text.survival.compare import VALUE, least_cover
from ctxlab.text.survival.demand import Part, demands
from ctxlab.text.survival.lexicon import lexicon
from ctxlab.text.survival.reading import Quantity, Word
from ctxlab.text.survival.stems import stem
from ctxlab.text.values import find_values

_LATIN = re.compile("[a-z]+|[0-9]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_WIDE = re.compile("[\uff00-\uffef\u2e80-\u2fdf\uf900-\ufaff]")

#: English words of one family begin alike so far.
_BEGINNING = 4

#: The least share of the words of a part that says anything of it; parts with less weight are all values.
_TOPIC = 0.25
_LEAST_WEIGHT = 0.5
_ROUNDING = 1e-6

#: Letters of the code of a currency.
_CURRENCY = 3

#: Units in which one quantity has many numbers, such as minutes and hours.
_SCALED = frozenset(
    ["second", "metre", "square metre", "gram", "litre", "byte", "degree", "money", "%", "month"]
) | frozenset(["time", "date", "weekday"])

#: Beginnings of English words that say a number.
_SAID = re.compile(
    "one|two|thre|four|five|six|seve|eigh|nine|ten|elev|twel|thir|fift|twen|hund|thou|mill|doze|twic|once|half"
    "|coup|sing|pair|doub|noon"
)


class Keys:
    """What a text has that a must-keep may need."""

    def __init__(self, text: str) -> None:
        self._text = text
        low = (unicodedata.normalize("NFKC", text) if _WIDE.search(text) else text).lower()
        self.words = set(map(_beginning, _LATIN.findall(low)))
        if not low.isascii():
            for run in _HAN.findall(low):
                self.words.update(run)
                self.words.update(map("".join, pairwise(run)))

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """The numbers as they are written, those in words aside."""
        return frozenset(one.value for one in find_numbers(self._text))

    @cached_property
    def values(self) -> frozenset[Decimal | str]:
        """Numbers in their base units, and these units; all currencies are `money`, too."""
        return _parts_of(find_values(self._text))

    @cached_property
    def spells(self) -> bool:
        """Whether it may say a number in English words."""
        return any(map(_SAID.fullmatch, self.words))


class Vocabulary:
    """The words of all must-keeps, a bit each, and the keys that tell them."""

    def __init__(self) -> None:
        self._bits: dict[frozenset[str], int] = {}
        self._masks: dict[str, int] = {}

    @property
    def size(self) -> int:
        """How many words there are; a mask of fewer has to be made again."""
        return len(self._bits)

    def bit(self, keys: frozenset[str]) -> int:
        """The bit of the word with these keys."""
        bit = self._bits.get(keys)
        if bit is None:
            bit = self._bits[keys] = 1 << len(self._bits)
            for key in keys:
                self._masks[key] = self._masks.get(key, 0) | bit
        return bit

    def mask(self, keys: Keys) -> int:
        """The words that a text may have, together."""
        found = 0
        for key in self._masks.keys() & keys.words:
            found |= self._masks[key]
        return found


class Screen:
    """What a text has to have to keep a must-keep, or to say anything of it.

    `touched` are all of its words, `needed` those of which a text has to have one to say anything of it, 0
    where it need not. `values` are its numbers and units.
    """

    def __init__(self, words: str, vocabulary: Vocabulary) -> None:
        parts = [[part for part in way.parts if not part.needless] for way in demands(words)]
        self._ways = [[_Need(part, vocabulary) for part in way] for way in parts if way]
        needs = [need for way in self._ways for need in way]
        self.touched = 0
        for bit in (bit for need in needs for _, bit in (*need.words, *need.free)):
            self.touched |= bit
        self.values = frozenset[Decimal | str]().union(*(need.values for need in needs))
        self.needed = self.touched if all(need.speaks for need in needs) else 0

    def may_keep(self, mask: int, keys: Keys) -> bool:
        """Whether a text with these words and keys may keep all of it."""
        if not self._ways:
            return True
        return any(all(part.may_keep(mask, keys) for part in way) for way in self._ways)

    def may_state(self, mask: int, keys: Keys) -> bool:
        """Whether a text with these words and keys may state any of it, be it otherwise."""
        if not self._ways:
            return True
        return any(part.may_state(mask, keys) for way in self._ways for part in way)


class _Need:
    """What one part needs: `words` are weights and bits, the heaviest first.

    `free` are words that no text needs, since others may stand for them. `values` are its numbers and units.
    `speaks` says that it needs words whatever is to be said of it.
    """

    def __init__(self, part: Part, vocabulary: Vocabulary) -> None:
        self.words: list[tuple[float, int]] = []
        self.free: list[tuple[float, int]] = []
        for word in part.words:
            # that each person counts may be said by any word for all
            listed = self.free if "per-person" in word.concepts else self.words
            listed.append((word.weight, vocabulary.bit(_keys_for(word))))
        self.words.sort(reverse=True)
        self._quantities = part.quantities
        needed, free = (sum(weight for weight, _ in listed) for listed in (self.words, self.free))
        values = VALUE * len(part.quantities)
        self._keep = least_cover(part, semantic=False) * (needed + free + values) - values - free
        self.values = _parts_of(one.value for one in part.quantities)
        self._valued = needed < _LEAST_WEIGHT and bool(part.quantities)
        self._state = 0.0 if needed < _LEAST_WEIGHT else _TOPIC * (needed + free) - free
        self.speaks = min(self._keep, self._state) > _ROUNDING

    def may_keep(self, mask: int, keys: Keys) -> bool:
        """Whether the words are enough, and each value is there."""
        return self._reaches(self._keep, mask) and all(_has(one, keys) for one in self._quantities)

    def may_state(self, mask: int, keys: Keys) -> bool:
        """Whether there are words enough, or, where there are none, values that could be meant."""
        if not self._valued:
            return self._reaches(self._state, mask)
        return not keys.values.isdisjoint(self.values)

    def _reaches(self, least: float, mask: int) -> bool:
        left = least - _ROUNDING
        for weight, bit in self.words:
            if left <= 0:
                break
            if mask & bit:
                left -= weight
        return left <= 0


def _parts_of(found: Iterable[Value]) -> frozenset[Decimal | str]:
    parts: set[Decimal | str] = set()
    for one in found:
        parts.update((one.number, one.unit))
        if len(one.unit) == _CURRENCY and one.unit.isupper():
            parts.add("money")
    return frozenset(parts)


def _has(one: Quantity, keys: Keys) -> bool:
    """Whether the value may stand in the text."""
    number = one.value.number
    if one.value.unit not in _SCALED and number in keys.numbers:
        return True
    if one.value.unit in _SCALED or keys.spells:
        # noon and midnight are times that words say
        return number in keys.values or (one.value.unit == "time" and number in (0, 720))
    return False


@lru_cache(maxsize=50_000)
def _beginning(word: str) -> str:
    """What all forms of an English word begin with."""
    return stem(word)[:_BEGINNING]


def _keys_for(word: Word) -> frozenset[str]:
    """The keys of which a text has one wherever something stands for the word."""
    return frozenset(key for said in _sayings(word) for key in _keys(said))


def _sayings(word: Word) -> Iterator[str]:
    """Whatever may stand for a word: itself, words of its concepts, of their contraries, parts and wholes."""
    known = lexicon()
    concepts = set(word.concepts)
    for table in (known.negates, known.complements, known.includes):
        for one, others in table.items():
            if one in word.concepts:
                concepts |= others
            elif others & word.concepts:
                concepts.add(one)
    yield word.key
    yield word.said
    for concept in concepts:
        yield from known.words[concept]


def _keys(said: str) -> Iterator[str]:
    """The keys of which a text that has these words has at least one."""
    low = said.lower()
    run = _HAN.search(low)
    if run is not None:
        pairs = list(map("".join, pairwise(run.group())))
        yield from pairs or [run.group()]
        return
    words = _LATIN.findall(low)
    if words:
        yield _beginning(max(words, key=len))
