"""Summarisers that need no model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ctxlab.model.items import Source
from ctxlab.model.profile import Language
from ctxlab.stages.protocol import LEAST_USEFUL, Summary
from ctxlab.text.cut_json import NOTE, cut_json, is_json
from ctxlab.text.extract import Extract, Extractor
from ctxlab.tokens.protocols import Counter


class ExtractiveSummarizer:
    """Takes whole sentences, word for word: with hard demands first, then with numbers, then central ones.

    The same texts, limit and counter always give the same summary; the language changes nothing. One
    instance remembers what it found out about each text, so a second summary over the same texts costs
    little: keep it.
    """

    def __init__(self) -> None:
        self._extractor = Extractor()

    @property
    def name(self) -> str:
        """Part of every key under which a summary is kept."""
        return "extractive"

    @property
    def version(self) -> str:
        """Changes whenever the same input may give another answer."""
        return "1"

    def warm(self, texts: Iterable[str]) -> None:
        """Analyses texts ahead of time (a second for 4 MB), so that summaries over them come at once."""
        self._extractor.warm(texts)

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """One text in at most `limit` tokens; JSON stays JSON and loses rows and the middle of long strings.

        None if `limit` is under 32 tokens, or if no sentence or row fits.
        """
        del source, language
        if limit < LEAST_USEFUL:
            return None
        if is_json(text):
            shorter = cut_json(text, limit, counter)
            return (
                None
                if shorter is None or _is_note(shorter.text)
                else Summary(shorter.text, _left_out(0, 0, 0))
            )
        return _summary(self._extractor.extract([("", text)], limit, counter))

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Several (role, text) pairs, oldest first, as lines `role: sentences` in at most `limit` tokens.

        None if `limit` is under 32 tokens or no sentence fits.
        """
        del language
        return _summary(self._extractor.extract(texts, limit, counter)) if limit >= LEAST_USEFUL else None


def _summary(extract: Extract | None) -> Summary | None:
    if extract is None:
        return None
    return Summary(extract.text, _left_out(extract.demands, extract.numbers, extract.sentences))


def _left_out(demands: int, numbers: int, sentences: int) -> tuple[tuple[str, int], ...]:
    return (("demands", demands), ("numbers", numbers), ("sentences", sentences))


def _is_note(text: str) -> bool:
    """Whether nothing but the word on what was left out remains."""
    value: dict[str, object] | list[object] = json.loads(text)
    return isinstance(value, dict) and list(value) == [NOTE]
