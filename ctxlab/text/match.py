"""Finding what a profile is judged by: exact words, patterns, and numbers by their value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache

from ctxlab.errors import ProfileError, Where
from ctxlab.model.marks import MustKeep
from ctxlab.text.fold import Folded, fold, fold_around
from ctxlab.text.numbers import canonical, find_numbers, parse, plain
from ctxlab.text.numerals import FIGURES, UNITS, WESTERN
from ctxlab.text.patience import PatientPattern

Span = tuple[int, int]

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_NUMERALS = frozenset(FIGURES + UNITS)
#: Longer texts (code points) are read anew each time.
_LONG = 20_000
_WORD = re.compile("[a-z\u00df-\u024f\u0370-\u03ff\u0430-\u052f]+")
#: The Chinese figures for each digit.
_HAN_FIGURES = ("零〇", "一壹", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
_ZERO_FULL_WIDTH = 0xFF10


class Matcher:
    """Finds one must-keep of kind text, regex or number in texts.

    `too_slow` is true once a pattern ran out of time on some text; from then on it finds nothing.

    Raises:
        ProfileError: a pattern that cannot be read, or a number that is none.
        ValueError: a must-keep of another kind.
    """

    def __init__(self, mark: MustKeep) -> None:
        self.mark = mark
        try:
            self._finder = _finder(mark)
        except ProfileError as error:
            raise ProfileError(error.message, where=Where(key=f"must-keep {mark.id}")) from error

    @property
    def too_slow(self) -> bool:
        """Whether its pattern ran out of time: what it says of any text is then worth nothing."""
        return isinstance(self._finder, _Pattern) and self._finder.pattern.too_slow

    def begin(self) -> None:
        """A new round of searches begins, with all the time that one has."""
        if isinstance(self._finder, _Pattern):
            self._finder.pattern.begin()

    def found(self, text: str) -> bool:
        """Whether it stands in the text."""
        return self._finder.likely(text) and next(self._finder.search(text), None) is not None

    def spans(self, text: str) -> list[Span]:
        """Where it stands in the text, in code points, ascending and apart."""
        return list(self._finder.search(text)) if self._finder.likely(text) else []


def _finder(mark: MustKeep) -> _Text | _Number | _Pattern:
    if mark.text:
        return _Text(mark.text)
    if mark.number:
        return _Number(mark.number)
    if mark.regex:
        return _Pattern(mark.regex)
    raise ValueError(f"must-keep {mark.id} is judged by items, not by texts")


class _Pattern:
    """A regular expression, held to a time limit."""

    def __init__(self, pattern: str) -> None:
        self.pattern = PatientPattern(pattern)

    def likely(self, _text: str) -> bool:
        """Always: only the search can tell."""
        return True

    def search(self, text: str) -> Iterator[Span]:
        """The matches that are not empty."""
        return self.pattern.spans(text)


class _Number:
    """A number, by value."""

    def __init__(self, number: str) -> None:
        value = parse(number)
        if value is None:
            raise ProfileError(f"{number!r} is no number")
        self.value: Decimal = value
        self.shape = _shape(value)

    def likely(self, text: str) -> bool:
        """Whether the text has anything that looks like such a number."""
        return self.shape.search(text) is not None

    def search(self, text: str) -> Iterator[Span]:
        """The numbers of that value."""
        for number in find_numbers(text):
            if number.value == self.value:
                yield (number.start, number.end)


class _Text:
    """Exact words, with numbers by value, whatever the case, width and blanks."""

    def __init__(self, words: str) -> None:
        self.words = canonical(words)
        if not self.words:
            raise ProfileError("a must-keep without words")
        self.han = [
            _variants(char) for char in dict.fromkeys(_HAN.findall(self.words)) if char not in _NUMERALS
        ]
        self.longest = max(_WORD.findall(self.words), key=len, default="")
        numbers = find_numbers(self.words)
        self.shapes = [_shape(number.value) for number in numbers]
        self.number_first = bool(numbers) and numbers[0].start == 0
        self.number_last = bool(numbers) and numbers[-1].end == len(self.words)

    def likely(self, text: str) -> bool:
        """Whether the text has the things that the words cannot do without."""
        for variants in self.han:
            if not any(char in text for char in variants):
                return False
        if any(shape.search(text) is None for shape in self.shapes):
            return False
        return not self.longest or self.longest in text or self.longest in fold(text)

    def search(self, text: str) -> Iterator[Span]:
        """Where the folded words stand in the folded text, as whole words and whole numbers."""
        folded, starts, ends = _read(text) if len(text) > _LONG else _read_once(text)
        start = folded.text.find(self.words)
        while start >= 0:
            end = start + len(self.words)
            span = folded.span(start, end)
            alone = span[0] in starts if self.number_first else not _joined(folded.text, start)
            alone = alone and (span[1] in ends if self.number_last else not _joined(folded.text, end))
            if alone:
                yield span
            start = folded.text.find(self.words, end if alone else start + 1)


def _read(text: str) -> tuple[Folded, frozenset[int], frozenset[int]]:
    """A text folded around its numbers, and where these begin and end."""
    numbers = find_numbers(text)
    folded = fold_around(text, [(number.start, number.end, plain(number.value)) for number in numbers])
    return folded, frozenset(one.start for one in numbers), frozenset(one.end for one in numbers)


#: The same, remembered: must-keeps are looked for one after the other, each in all texts of a session.
_read_once = lru_cache(maxsize=512)(_read)


def _joined(text: str, place: int) -> bool:
    """Whether the characters around a place belong to one word of Latin letters or to one run of digits."""
    before, after = text[place - 1 : place] if place else "", text[place : place + 1]
    if before.isdigit():
        return after.isdigit() or (bool(after) and after in ".," and text[place + 1 : place + 2].isdigit())
    if after.isdigit():
        return bool(before) and before in ".," and text[place - 2 : place - 1].isdigit()
    return _latin(before) and _latin(after)


def _latin(char: str) -> bool:
    return char == "_" or (char.isalpha() and ord(char) < 0x0E00)


def _shape(value: Decimal) -> re.Pattern[str]:
    """What every way to write a number of this value looks like, and few others do.

    Its digits in a row with or without group marks, or its first digit with a unit or percent sign to
    follow, or Chinese numerals that begin with it; those for tens, hundreds and so on may leave a first one
    unsaid.
    """
    digits = plain(abs(value)).lstrip("0.") or "0"
    row = "[,，]?".join(_digit(char) for char in digits).replace("[,，]?[.．]", "[.．]")
    follows = f"[{WESTERN}.．,，]*\\s?(?:[{UNITS}kK%％]|percent)"
    han = _HAN_FIGURES[int(digits[0])]
    units = f"|[{UNITS}]" if digits[0] == "1" else ""
    goes_on = "" if abs(value) < 10 else f"[{FIGURES}{UNITS}点]"
    return re.compile(f"{row}|{_digit(digits[0])}{follows}|[{han}]{goes_on}{units}")


def _digit(char: str) -> str:
    return "[.．]" if char == "." else f"[{char}{chr(_ZERO_FULL_WIDTH + int(char))}]"


def _variants(char: str) -> str:
    """A Chinese character and those that NFKC makes into it."""
    return char + _compatible().get(char, "")


@cache
def _compatible() -> Mapping[str, str]:
    """For each character that NFKC makes others into, those others."""
    found: dict[str, str] = {}
    for code in (*range(0x2E80, 0x2FE0), *range(0xF900, 0xFB00), *range(0x3220, 0x3400)):
        for char in dict.fromkeys(unicodedata.normalize("NFKC", chr(code))):
            found[char] = found.get(char, "") + chr(code)
    return found
