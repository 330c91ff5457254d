"""A counter whose counts can be worked out by hand: one token a word."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"\S+")


class WordCounter:
    """One token for each run of characters without a blank."""

    encoding = "o200k_base"
    vocabulary = "words"

    def is_exact(self, text: str) -> bool:
        """Always."""
        return True

    def count(self, text: str) -> int:
        """Words of the text."""
        return len(text.split())

    def count_all(self, texts: Sequence[str]) -> list[int]:
        """Words of each text."""
        return [self.count(text) for text in texts]

    def prefix(self, text: str, limit: int) -> int:
        """Where the word after the first `limit` words begins."""
        for at, found in enumerate(_WORD.finditer(text)):
            if at == limit:
                return found.start()
        return len(text)


class GlueCounter(WordCounter):
    """Counts a text of several paragraphs dearer than its words: joining costs more than the parts."""

    vocabulary = "glue"

    def __init__(self, glue: int) -> None:
        self.glue = glue

    def count(self, text: str) -> int:
        """Words, and the glue for a text of more than one paragraph with words in it."""
        paragraphs = [one for one in text.split("\n\n") if one.strip()]
        return len(text.split()) + (self.glue if len(paragraphs) > 1 else 0)
