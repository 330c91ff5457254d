"""What a text has to hold somewhere, or it cannot keep a constraint: a cheap test before it is read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.numbers import plain
from ctxlab.text.survival.demand import Part
from ctxlab.text.survival.lexicon import lexicon
from ctxlab.text.survival.reading import Quantity, Word
from ctxlab.text.survival.stems import base, forms, stem

_LEAST = 4
_SHORT = 3
_SHARED = 0.4
_LEAST_WEIGHT = 0.5
#: Units in which one quantity has many numbers, such as minutes and hours.
_SCALED = frozenset(
    (
        "second",
        "metre",
        "square metre",
        "gram",
        "litre",
        "byte",
        "degree",
        "money",
        "%",
        "month",
        "year",
        "time",
        "date",
        "weekday",
    )
)
_FIGURE = re.compile(
    "[0-9０-９零〇一二三四五六七八九十百千万两半周期拜正午]"
    r"|\b(?:one|two|three|four|five|six|seven|eigh|nine|ten|eleven|twel|thir|fift|twen|hundred|thous|mill|dozen"
    r"|twice|once|half|an?\s|noon|mid|[a-z]+day)"
)
_HAN = ("零〇", "一壹十百千万", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
_ENGLISH = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twel",
    "thirt",
    "fourt",
    "fifte",
    "sixte",
    "sevent",
    "eighte",
    "ninete",
)
_TENS = ("zero", "ten", "twen", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")


@dataclass(frozen=True, slots=True)
class Needles:
    """Pieces of words of which a text must hold one: `latin` in lower case, `han` as they are."""

    latin: tuple[str, ...] = ()
    han: tuple[str, ...] = ()

    def found(self, lower: str) -> bool:
        """Whether a text, given in lower case, holds one of them."""
        if any(needle in lower for needle in self.latin):
            return True
        return not lower.isascii() and any(needle in lower for needle in self.han)

    def __len__(self) -> int:
        return len(self.latin) + len(self.han)


def needles_of(words: Iterable[Word]) -> Needles:
    """The needles of words: whatever stands for one of them has one of these in it."""
    latin: set[str] = set()
    han: set[str] = set()
    for word in words:
        for said in (*_surfaces(word), word.said.lower()):
            if said.isascii():
                latin |= _latin(said)
            else:
                han.add(said)
        if word.han:
            han |= {word.key[at : at + 2] for at in range(len(word.key) - 1)} or {word.key}
        elif word.key.isascii() and not word.exact and len(word.key) >= _LEAST:
            # Words of one family begin alike.
            latin.add(word.key[: max(_LEAST, math.ceil(_SHARED * len(word.key)))])
    return Needles(_fewest(latin), _fewest(han))


def _surfaces(word: Word) -> list[str]:
    """All words of the lists that may stand for one, or for its denial, a part or the whole of it."""
    known = lexicon()
    concepts = set(word.concepts)
    for table in (known.negates, known.complements, known.includes):
        for one, others in table.items():
            if one in word.concepts:
                concepts |= others
            elif others & word.concepts:
                concepts.add(one)
    return [said.lower() for concept in concepts for said in known.words[concept]]


def _latin(said: str) -> set[str]:
    """What all forms of a phrase have in them: the beginning of its longest word, and its irregular forms."""
    longest = base(max(said.replace("-", " ").split(), key=len))
    root = stem(longest)
    shared = 0
    while shared < min(len(root), len(longest)) and root[shared] == longest[shared]:
        shared += 1
    if shared < _SHORT:
        return {longest, root if len(root) >= _SHORT else longest, longest[:-1] + "ing", *forms(root)}
    return {longest[:shared], *forms(root)}


def _fewest(needles: set[str]) -> tuple[str, ...]:
    """The needles without those that have another in them."""
    kept: list[str] = []
    for needle in sorted(needles, key=lambda one: (len(one), one)):
        if not any(shorter in needle for shorter in kept):
            kept.append(needle)
    return tuple(kept)


def figures(quantities: Sequence[Quantity]) -> Needles | None:
    """The needles of the values of a part that has nothing else; None where they may be said in many ways."""
    values = [one.value for one in quantities]
    if any(one.unit in _SCALED or one.high is not None or one.number <= 2 for one in values):
        return None
    latin: set[str] = set()
    han: set[str] = set()
    for value in values:
        _add_number(value.number, latin, han)
    return Needles(_fewest(latin), _fewest(han))


def _add_number(number: Decimal, latin: set[str], han: set[str]) -> None:
    """How a number may begin: in figures, with a unit of size, in English words, in Chinese numerals."""
    digits = plain(number)
    whole = digits.partition(".")[0]
    latin |= {digits, f"{int(whole):,}", f"{plain(number / 1000)}k", f"{plain(number / 1000)} k"}
    han |= {digits.translate(_WIDE), f"{plain(number / 10_000)}万", f"{plain(number / 1000)}千"}
    han |= set(_HAN[int(whole[0])])
    first, two = int(whole[0]), int(whole[:2])
    latin.add(_ENGLISH[first])
    latin.add(_ENGLISH[two] if two < len(_ENGLISH) else _TENS[two // 10])
    if two == 12:
        latin.add("dozen")


_WIDE = str.maketrans("0123456789.", "０１２３４５６７８９．")


def valued(part: Part) -> bool:
    """Whether a part says nothing but values."""
    return bool(part.quantities) and sum(word.weight for word in part.words) < _LEAST_WEIGHT


def has_figures(lower: str) -> bool:
    """Whether a text, given in lower case, has any number."""
    return _FIGURE.search(lower) is not None


def needed(part: Part, value_weight: float, least: float) -> Needles | None:
    """Needles without which the cover of a part stays below `least`; None where nothing can be said.

    Of all choices of words, the one with the fewest needles.
    """
    if valued(part):
        return figures(part.quantities)
    total = sum(word.weight for word in part.words) + value_weight * len(part.quantities)
    rated = sorted(
        ((needles_of([word]), word) for word in part.words if "per-person" not in word.concepts),
        key=lambda one: len(one[0]) / one[1].weight,
    )
    chosen: list[Word] = []
    weight = 0.0
    for _, word in rated:
        chosen.append(word)
        weight += word.weight
        if total - weight < least * total - 1e-9:
            return needles_of(chosen)
    return None
