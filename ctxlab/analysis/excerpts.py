"""Judging a must-keep in the sentences of a text that may speak of it, each excerpt once.

An excerpt also has what such a sentence is read with: the one before it, and the first of the text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ctxlab.analysis.screen import Keys, Screen, Vocabulary
from ctxlab.model.constraint import Survival
from ctxlab.text.sentences import sentences
from ctxlab.text.survival import Prepared

_SENTENCES_KEPT = 20_000
_VERDICTS_KEPT = 20_000


@dataclass(slots=True)
class _Sentence:
    """What is known of a sentence: its words among the first `size` of the vocabulary, and its values.

    `values` are None until they are asked for.
    """

    size: int = -1
    mask: int = 0
    values: frozenset[Decimal | str] | None = None


class Excerpts:
    """Verdicts on texts from the sentences that may speak of a must-keep.

    The same sentences stand in one summary after the other: each is read once, and so is an excerpt.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._sentences: dict[str, _Sentence] = {}
        self._verdicts: dict[tuple[str, str], Survival] = {}
        # one text is asked of for many must-keeps in a row
        self._parted: tuple[str, list[tuple[int, int]]] = ("", [])

    def survival(self, one: Prepared, screen: Screen, text: str) -> Survival:
        """What became of a must-keep in a text; spans are of the text."""
        if self._parted[0] != text:
            self._parted = (text, sentences(text))
        places = self._parted[1]
        chosen = self._chosen(screen, text, places)
        if len(chosen) == len(places):
            return self._judged(one, text)
        excerpt, starts, origins = _joined(text, [places[at] for at in chosen], chosen)
        found = self._judged(one, excerpt)
        if not found.end:
            return found
        run = bisect_right(starts, found.start) - 1
        shift = origins[run] - starts[run]
        return replace(found, start=found.start + shift, end=found.end + shift)

    def _chosen(self, screen: Screen, text: str, places: Sequence[tuple[int, int]]) -> list[int]:
        chosen: set[int] = set()
        for at, (start, end) in enumerate(places):
            said = text[start:end]
            sentence = self._sentence(said)
            if sentence.mask & screen.touched or (screen.values and _shares(sentence, said, screen)):
                chosen.update((0, max(0, at - 1), at))
        return sorted(chosen)

    def _sentence(self, text: str) -> _Sentence:
        found = self._sentences.get(text)
        if found is None:
            if len(self._sentences) >= _SENTENCES_KEPT:
                self._sentences.clear()
            found = self._sentences[text] = _Sentence()
        if found.size != self._vocabulary.size:
            found.size, found.mask = self._vocabulary.size, self._vocabulary.mask(Keys(text))
        return found

    def _judged(self, one: Prepared, text: str) -> Survival:
        key = (one.words, text)
        found = self._verdicts.get(key)
        if found is None:
            if len(self._verdicts) >= _VERDICTS_KEPT:
                self._verdicts.clear()
            found = self._verdicts[key] = one.survival(text)
        return found


def _shares(sentence: _Sentence, text: str, screen: Screen) -> bool:
    """Whether the sentence has a number or a unit of the must-keep."""
    if sentence.values is None:
        sentence.values = Keys(text).values
    return not screen.values.isdisjoint(sentence.values)


def _joined(
    text: str, places: Sequence[tuple[int, int]], numbers: Sequence[int]
) -> tuple[str, list[int], list[int]]:
    """Sentences joined, those side by side as they stand; where each run begins, here and in the text."""
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    length = 0
    at = 0
    while at < len(places):
        last = at
        while last + 1 < len(places) and numbers[last + 1] == numbers[last] + 1:
            last += 1
        start, end = places[at][0], places[last][1]
        starts.append(length)
        origins.append(start)
        pieces.append(text[start:end])
        length += end - start + 1
        at = last + 1
    return "\n".join(pieces), starts, origins
