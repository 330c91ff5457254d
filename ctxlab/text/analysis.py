"""What the extractive summariser knows of one text: its sentences, their tiers and how central each is."""

from __future__ import annotations

import math
import re
from collections import Counter as Tally
from collections.abc import Sequence

from ctxlab.text.constraints import find_constraints
from ctxlab.text.cut_json import is_json
from ctxlab.text.numbers import find_numbers
from ctxlab.text.numerals import FIGURES, UNITS, WESTERN
from ctxlab.text.sentences import sentences
from ctxlab.tokens.protocols import Counter

Span = tuple[int, int]

_DIGIT = re.compile(f"[{WESTERN}]")
_NUMERAL = re.compile(f"[{FIGURES}{UNITS}]")
_TERM = re.compile("[^\\W\\d_\u2e80-\u9fff]{3,}|[\u3400-\u4dbf\u4e00-\u9fff]+")
#: How soon the length of a sentence tells against it, as in BM25.
_LENGTH_WEIGHT = 0.75


class Analysis:
    """One text's sentences, sorted into tiers.

    `demands`, `numbers` and `rest` are sentence indices: those with a hard constraint, the others with a
    number, all others; `demand_count`, `number_count` and `count` are how many of the first two and of all.
    JSON counts as one sentence without demands: parts of it would mean nothing.
    """

    __slots__ = (
        "_central",
        "_tokens",
        "count",
        "demand_count",
        "demands",
        "number_count",
        "numbers",
        "rest",
        "spans",
        "text",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self._central: tuple[int, ...] | None = None
        self._tokens: dict[tuple[str, int], int] = {}
        self.spans: tuple[Span, ...] = ()
        self.demands: tuple[int, ...] = ()
        self.numbers: tuple[int, ...] = ()
        self.rest: tuple[int, ...] = ()
        self._sort()
        self.demand_count = len(self.demands)
        self.number_count = len(self.numbers)
        self.count = len(self.spans)

    def _sort(self) -> None:
        if self.text[:1] in "{[" and is_json(self.text):
            self.spans = ((0, len(self.text)),)
            self.rest = (0,)
            return
        self.spans = tuple(sentences(self.text))
        demanding = {one.sentence for one in find_constraints(self.text) if one.hard}
        demands: list[int] = []
        numbers: list[int] = []
        rest: list[int] = []
        for index, span in enumerate(self.spans):
            if span in demanding:
                demands.append(index)
            elif self._has_number(*span):
                numbers.append(index)
            else:
                rest.append(index)
        self.demands, self.numbers, self.rest = tuple(demands), tuple(numbers), tuple(rest)

    def _has_number(self, start: int, end: int) -> bool:
        """Any digit counts, since versions are facts too; Chinese numerals count where they are numbers."""
        if _DIGIT.search(self.text, start, end):
            return True
        return _NUMERAL.search(self.text, start, end) is not None and bool(find_numbers(self.text[start:end]))

    def sentence(self, index: int) -> str:
        """One sentence."""
        return self.text[slice(*self.spans[index])]

    def tokens(self, index: int, counter: Counter) -> int:
        """The tokens of one sentence, counted when first asked for."""
        key = (counter.vocabulary, index)
        known = self._tokens.get(key)
        if known is None:
            known = self._tokens[key] = counter.count(self.sentence(index))
        return known

    def central(self) -> tuple[int, ...]:
        """The sentences of `rest`, the most central first; found when first asked for."""
        if self._central is None:
            self._central = self.rest if len(self.rest) < 2 else self._ranked()
        return self._central

    def _ranked(self) -> tuple[int, ...]:
        terms = [_terms(self.sentence(index)) for index in range(len(self.spans))]
        scores = centrality(terms)
        return tuple(sorted(self.rest, key=lambda index: (-scores[index], index)))


def centrality(terms: Sequence[Tally[str]]) -> list[float]:
    """How much each sentence shares with the others, weighted by how telling a term is, as in BM25.

    A sentence's score is the sum over its terms of idf x the number of other sentences that hold the term,
    damped by its length against the average.
    """
    holders: Tally[str] = Tally()
    for sentence in terms:
        holders.update(sentence.keys())
    lengths = [sum(sentence.values()) for sentence in terms]
    average = max(1.0, sum(lengths) / max(1, len(lengths)))
    scores: list[float] = []
    for sentence, length in zip(terms, lengths, strict=True):
        shared = sum(
            (holders[term] - 1) * math.log(1 + (len(terms) - holders[term] + 0.5) / (holders[term] + 0.5))
            for term in sorted(sentence)
        )
        scores.append(round(shared / (1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * max(length, 1) / average), 9))
    return scores


def _terms(sentence: str) -> Tally[str]:
    """Words of three letters or more in lower case, and pairs of Chinese characters."""
    tally: Tally[str] = Tally()
    for found in _TERM.findall(sentence.lower()):
        if found[0] < "\u2e80":
            tally[found] += 1
        else:
            tally.update(found[place : place + 2] for place in range(max(1, len(found) - 1)))
    return tally
