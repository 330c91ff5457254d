"""BM25: how well each of many texts answers a question, by the terms that they share.

Okapi BM25 (Robertson, Walker, Jones, Hancock-Beaulieu and Gatford, Okapi at TREC-3, 1994): the score of a
text is the sum over the question's terms, each as often as it is asked for, of

    idf x tf x (k1 + 1) / (tf + k1 x (1 - b + b x length / average length)),

tf being how often the term stands in the text. The idf of a term in n of N texts is
ln(1 + (N - n + 0.5) / (n + 0.5)): never negative, however common the term. rank-bm25's BM25Okapi has
ln((N - n + 0.5) / (n + 0.5)) with a floor for common terms instead and is the same in all else, its k1 and b
included.
"""

from __future__ import annotations

from array import array
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from math import log
from operator import add

#: How soon more of the same term tells no more, and how much the length of a text tells against it.
K1 = 1.5
B = 0.75
#: A term in a larger part of the texts is kept as one figure a text, which adds up faster.
_MOST = 0.6

#: The weight of a term that stands in `held` of `count` texts.
Weight = Callable[[int, int], float]


def idf(held: int, count: int) -> float:
    """The weight of a term that stands in `held` of `count` texts, above 0."""
    return log(1 + (count - held + 0.5) / (held + 0.5))


class Bm25:
    """An inverted index: each term's texts with what it adds to their scores, worked out beforehand.

    A question then only touches the texts that hold one of its terms. Texts are given as their terms.
    """

    def __init__(
        self, texts: Sequence[Sequence[str]], *, k1: float = K1, b: float = B, weight: Weight = idf
    ) -> None:
        self._count = len(texts)
        average = sum(map(len, texts)) / len(texts) if texts else 0.0
        # arrays keep side by side in memory what one question runs through: twice as fast as lists of floats
        self._some: dict[str, tuple[array[int], array[float]]] = {}
        self._most: dict[str, array[float]] = {}
        for at, text in enumerate(texts):
            damped = k1 * (1 - b + b * len(text) / average) if average else k1
            for term, times in Tally(text).items():
                if term not in self._some:
                    self._some[term] = (array("I"), array("d"))
                places, gains = self._some[term]
                places.append(at)
                gains.append(times * (k1 + 1) / (times + damped))
        for term, (places, gains) in list(self._some.items()):
            factor = weight(len(places), self._count)
            weighted = array("d", [gain * factor for gain in gains])
            self._some[term] = (places, weighted)
            if len(places) > _MOST * self._count:
                self._most[term] = _spread(places, weighted, self._count)
                del self._some[term]

    def scores(self, question: Sequence[str]) -> list[float]:
        """The score of every text, in their order; 0 where it shares no term with the question."""
        scores = [0.0] * self._count
        for term in question:
            if term in self._some:
                for place, gain in zip(*self._some[term], strict=True):
                    scores[place] += gain
            elif term in self._most:
                scores = list(map(add, scores, self._most[term]))
        return scores


def _spread(places: array[int], gains: array[float], count: int) -> array[float]:
    """What a term adds to each of so many texts."""
    whole = array("d", bytes(8 * count))
    for place, gain in zip(places, gains, strict=True):
        whole[place] = gain
    return whole


def normalised(scores: Sequence[float]) -> list[float]:
    """The scores as parts of the highest one, 0 to 1, rounded so that no machine's last digit tells."""
    highest = max(scores, default=0.0)
    return [round(score / highest, 6) for score in scores] if highest > 0 else [0.0] * len(scores)
