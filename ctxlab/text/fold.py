"""Folding texts for comparison while remembering where each folded character came from."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import regex

from ctxlab.text.sentences import is_cjk

_BLANKS = re.compile(r"\s+")
_CLUSTER = regex.compile(r"\X")


@dataclass(slots=True)
class Folded:
    """A folded text; for each of its pieces where it begins, and the span of the original it stands for."""

    text: str = ""
    at: list[int] = field(default_factory=list[int])
    origin: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original (code points) that `text[start:end]` stands for; `start` < `end`."""
        return (self._place(start)[0], self._place(end - 1)[1])

    def _place(self, position: int) -> tuple[int, int]:
        piece = bisect_right(self.at, position) - 1
        start, end = self.origin[piece]
        following = self.at[piece + 1] if piece + 1 < len(self.at) else len(self.text)
        if following - self.at[piece] != end - start:
            return (start, end)
        # A piece as long as its original stands for it character by character.
        place = start + position - self.at[piece]
        return (place, place + 1)


def fold(text: str) -> str:
    """NFKC and case folded."""
    return (
        text.lower()
        if text.isascii()
        else unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    )


def fold_around(text: str, replaced: Sequence[tuple[int, int, str]]) -> Folded:
    """Folds a text, squeezes its blanks, and replaces some spans: (start, end, words), ascending."""
    builder = _Builder(text)
    at = 0
    for start, end, words in replaced:
        builder.run(at, start, numbers=(at > 0, True))
        builder.add(words, start, end)
        at = end
    builder.run(at, len(text), numbers=(at > 0, False))
    return builder.finish()


class _Builder:
    """Collects the pieces of a folded text."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.pieces: list[str] = []
        self.length = 0
        self.folded = Folded()

    def add(self, piece: str, start: int, end: int) -> None:
        """Adds a piece that stands for `source[start:end]`.

        Compatibility folding turns a spacing accent into a blank and a combining one: no blank is doubled by
        it.
        """
        if piece.startswith(" ") and self.pieces and self.pieces[-1].endswith(" "):
            piece = piece[1:]
        if piece:
            self.folded.at.append(self.length)
            self.folded.origin.append((start, end))
            self.pieces.append(piece)
            self.length += len(piece)

    def run(self, start: int, end: int, *, numbers: tuple[bool, bool]) -> None:
        """Adds a run without replacements; `numbers` says whether one stands right before and after it."""
        at = start
        for blanks in _BLANKS.finditer(self.source, start, end):
            before = (
                ""
                if blanks.start() == start and numbers[0]
                else self.source[blanks.start() - 1 : blanks.start()]
            )
            after = "" if blanks.end() == end and numbers[1] else self.source[blanks.end() : blanks.end() + 1]
            edge = blanks.start() == 0 or blanks.end() == len(self.source)
            squeezed = "" if edge or is_cjk(before) or is_cjk(after) else " "
            if squeezed == blanks.group():
                continue
            self._words(at, blanks.start())
            self.add(squeezed, *blanks.span())
            at = blanks.end()
        self._words(at, end)

    def _words(self, start: int, end: int) -> None:
        words = self.source[start:end]
        folded = fold(words)
        # Without pending compositions folding only lengthens: the same length means character by character.
        if len(folded) == len(words) and (words.isascii() or unicodedata.is_normalized("NFC", words)):
            self.add(folded, start, end)
            return
        for cluster in _CLUSTER.finditer(words):
            self.add(fold(cluster.group()), start + cluster.start(), start + cluster.end())

    def finish(self) -> Folded:
        """The folded text."""
        self.folded.text = "".join(self.pieces)
        return self.folded
