"""What a summary must not lose of its source, and what of that a summary lost or says otherwise.

Facts are hard demands, and figures: numbers with their units, moments, and short identifiers with digits. A
negation counts as said otherwise where the summary states the same thing without it. What the summary leaves
unsaid altogether, and holds neither figure nor demand, is no loss: leaving out is what a summary is for.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeGuard

from ctxlab.model.constraint import Survived, Value
from ctxlab.text.constraints import find_constraints
from ctxlab.text.cut_json import is_json
from ctxlab.text.numbers import find_numbers
from ctxlab.text.sentences import sentences
from ctxlab.text.survival import codes, prepared
from ctxlab.text.values import find_values
from ctxlab.text.values.moments import DATE, TIME, WEEKDAY
from ctxlab.text.values.units import MONEY

_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./:#-]*")
#: Longer ones (code points) are hashes, addresses and paths, which nobody summarises.
_LONGEST_NAME = 24
_LIST_MARK = re.compile(r"(?:^|[\n\r])[ \t>*-]*\Z")
#: What numbers a part of the text and says nothing of the world: `Turn 5:`, `Step 3.`, `第2步：`.
_LABEL = re.compile(r"(?:\A|[\n\r.!?。！？]\s*)(?:[A-Z]\w* |第)\Z")
_AFTER_LABEL = re.compile(r"[:：)]|\.\s|[步章节轮天][:：、]")
_NOT = re.compile(
    r"\b(?:not|never|no|none|nor|without|cannot|neither)\b|n['’]t\b|[不没无未非勿莫]", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z]{4,}|[\u4e00-\u9fff]+")
#: The share of a sentence's words without which no text turns it.
_TOUCHED = 0.5
_LOOK_BACK = 40
#: The answer may count a few things that the source only names.
_FEW = 10
_YEAR = 10_000
_KEPT_SOURCES = 20_000


@dataclass(frozen=True, slots=True)
class Lost:
    """What a text does not say of its source.

    `demands` counts hard demands, `figures` sentences of which a figure is missing. `altered` counts what the
    text says otherwise: demands and negations that it turns, and figures that the source does not have.
    `sentences` are those of the sources that say what is missing, word for word and in their order, each with
    the place of its source.
    """

    demands: int = 0
    figures: int = 0
    altered: int = 0
    sentences: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """One text with the sentences that it is quoted by.

    `demands` are (words, quote) pairs, `figures` values or names with the place of their quote, `denials` are
    quotes that deny something.
    """

    text: str
    quotes: tuple[str, ...]
    demands: tuple[tuple[str, int], ...]
    figures: tuple[tuple[Value | str, int], ...]
    denials: tuple[str, ...]


def lost(sources: Sequence[str], text: str, most: int | None = None) -> Lost:
    """What a text that stands for these sources, in their order, does not say of them.

    Once more than `most` sentences are missing, no further source is looked at: all counts are then what was
    found up to there.
    """
    said = _Said(text)
    quotes: dict[str, int] = {}
    demands = figures = altered = 0
    for at, source in enumerate(map(_source, sources)):
        missing: set[int] = set()
        for words, sentence in source.demands:
            # what is quoted is kept, whatever stands beside it
            verbatim = source.quotes[sentence] in text
            kept, turned = (True, False) if verbatim else _stands(words, text, source.text)
            demands += not kept
            altered += turned
            if not kept:
                missing.add(sentence)
        unsaid = {sentence for figure, sentence in source.figures if not said.has(figure)}
        figures += len(unsaid)
        altered += sum(_turned(sentence, text, source.text) for sentence in source.denials)
        for sentence in sorted(missing | unsaid):
            quotes.setdefault(source.quotes[sentence], at)
        if most is not None and len(quotes) > most:
            break
    altered += _invented(said, sources)
    return Lost(demands, figures, altered, tuple((at, quote) for quote, at in quotes.items()))


def _stands(words: str, text: str, source: str) -> tuple[bool, bool]:
    """Whether a text keeps a demand, and whether it turns it into something that the source does not say."""
    # by words alone, so that the answer is the same wherever it is asked
    found = prepared(words, semantic=False).survival(text)
    if found.verdict.kept:
        return True, False
    return False, found.verdict is Survived.CHANGED and not _says(source, text[found.start : found.end])


def _turned(sentence: str, text: str, source: str) -> bool:
    if sentence in text or not _touched(sentence, text):
        return False
    found = prepared(sentence, semantic=False).survival(text)
    if found.verdict is not Survived.CHANGED or found.reason != codes.POLARITY:
        return False
    return not _says(source, text[found.start : found.end])


def _touched(sentence: str, text: str) -> bool:
    """Whether so many of its words stand in the text that it may speak of the same thing."""
    words = {word.lower() for found in _WORD.findall(sentence) for word in _pairs(found)}
    lower = text.lower()
    return sum(word in lower for word in words) >= _TOUCHED * len(words)


def _pairs(word: str) -> Sequence[str]:
    """A word, or a run of Chinese characters as pairs of them."""
    return [word] if word.isascii() else [word[at : at + 2] for at in range(max(1, len(word) - 1))]


def _says(source: str, words: str) -> bool:
    return prepared(words, semantic=False).survival(source).verdict.kept


def _invented(said: _Said, sources: Sequence[str]) -> int:
    """How many figures of a text none of the sources has."""
    open_ = [value for value in said.values if not _is_few(value)]
    if not open_:
        return 0
    left = [_numbers_of(value) for value in open_]
    for text in sources:
        left = [numbers for numbers in left if not numbers & _numbers(text)]
        if not left:
            break
    return len(left)


def _is_few(value: Value) -> bool:
    plain = value.unit not in (MONEY.unit, "%", TIME, DATE, WEEKDAY) and not value.unit.isupper()
    return plain and value.number == int(value.number) and 0 <= value.number <= _FEW


def _numbers_of(value: Value) -> set[Decimal]:
    found = {value.number}
    if value.high is not None:
        found.add(value.high)
    if value.unit == DATE:
        found |= {number % _YEAR for number in found}
    return found


class _Said:
    """The figures of a text."""

    def __init__(self, text: str) -> None:
        self.values = find_values(text)
        self._lower = text.lower()
        self.numbers = {number.value for number in find_numbers(text)}
        for value in self.values:
            self.numbers |= _numbers_of(value)

    def has(self, figure: Value | str) -> bool:
        """Whether it states a value in the same unit, or names an identifier."""
        if isinstance(figure, str):
            return self._names(figure.lower())
        if not figure.unit:
            return bool(_numbers_of(figure) <= self.numbers)
        wanted = _numbers_of(figure)
        return any(
            _alike(figure.unit, value.unit) and wanted & _numbers_of(value) for value in self.values
        ) and (figure.high is None or figure.high in self.numbers)

    def _names(self, name: str) -> bool:
        at = self._lower.find(name)
        while at >= 0:
            before, after = self._lower[at - 1 : at], self._lower[at + len(name) : at + len(name) + 1]
            if not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum()):
                return True
            at = self._lower.find(name, at + 1)
        return False


def _alike(wanted: str, found: str) -> bool:
    return wanted == found or (wanted == MONEY.unit and found.isupper())


@lru_cache(maxsize=_KEPT_SOURCES)
def _numbers(text: str) -> frozenset[Decimal]:
    return frozenset(_Said(text).numbers)


@lru_cache(maxsize=_KEPT_SOURCES)
def _source(text: str) -> _Source:
    if text[:1] in "{[" and is_json(text):
        rows = tuple(dict.fromkeys(_rows(json.loads(text))))
        figures = ((figure, at) for at, row in enumerate(rows) for figure in _figures(row))
        return _Source(text, rows, (), tuple((figure, at) for figure, at in figures), ())
    spans = list(sentences(text))
    quotes = tuple(text[start:end] for start, end in spans)
    starts = [start for start, _ in spans]
    hard = [one for one in find_constraints(text) if one.hard]
    demanding = {one.sentence for one in hard}
    demands = tuple((one.text, _place(starts, one.start)) for one in hard)
    placed = tuple((figure, _place(starts, start)) for figure, start in _placed(text))
    denials = tuple(
        quote
        for quote, span in zip(quotes, spans, strict=True)
        if span not in demanding and _NOT.search(quote)
    )
    return _Source(text, quotes, demands, placed, denials)


def _place(starts: Sequence[int], start: int) -> int:
    return max(0, bisect_right(starts, start) - 1)


def _figures(text: str) -> Iterator[Value | str]:
    return (figure for figure, _ in _placed(text))


def _placed(text: str) -> Iterator[tuple[Value | str, int]]:
    """The figures of a text with where they stand: values first, then what has digits and is none."""
    values = [value for value in find_values(text) if not _is_label(text, value)]
    yield from ((value, value.start) for value in values)
    taken = [(value.start, value.end) for value in values]
    for found in _TOKEN.finditer(text):
        name = found[0].rstrip("./:#-_")
        if len(name) > _LONGEST_NAME or not any(char.isdigit() for char in name):
            continue
        start, end = found.start(), found.start() + len(name)
        if any(first < end and start < last for first, last in taken):
            continue
        if name.isdigit() and _numbers_a_part(text, start, end):
            continue
        yield name, start


def _is_label(text: str, value: Value) -> bool:
    plain = not value.unit and text[value.start : value.end].isdigit()
    return plain and _numbers_a_part(text, value.start, value.end)


def _numbers_a_part(text: str, start: int, end: int) -> bool:
    """Whether digits are the mark of a list's entry, or the number of a step or a turn."""
    before = text[max(0, start - _LOOK_BACK) : start]
    if _LIST_MARK.search(before):
        return True
    return _AFTER_LABEL.match(text, end) is not None and _LABEL.search(before) is not None


def _rows(value: object) -> Iterator[str]:
    """What a JSON value says, row by row: the plain fields of each object, and plain lists."""
    if _is_object(value):
        plain = {key: one for key, one in value.items() if not _is_nested(one)}
        if plain:
            yield json.dumps(plain, ensure_ascii=False)
        inner = list(value.values())
    elif _is_list(value):
        entries = [one for one in value if not _is_nested(one)]
        if entries:
            yield json.dumps(entries, ensure_ascii=False)
        inner = value
    else:
        return
    for one in inner:
        yield from _rows(one)


def _is_nested(value: object) -> bool:
    return isinstance(value, dict | list)


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
