"""A passage as the pieces that are shown of it, each with the looks that it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ctxlab.model.report import Look, Passage
from ctxlab.text.visible import visible

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that looks the same from end to end; what cannot be seen is made visible in it."""

    text: str
    looks: frozenset[Look] = frozenset()


def pieces(passage: Passage) -> Iterator[Piece]:
    """What is shown of a passage, with an ellipsis for what is left out."""
    at = 0
    for start, end in passage.stretches:
        if start > at:
            yield Piece(ELLIPSIS)
        yield from _marked(passage, start, end)
        at = end
    if at < len(passage.text):
        yield Piece(ELLIPSIS)


def _marked(passage: Passage, start: int, end: int) -> Iterator[Piece]:
    marks = [mark for mark in passage.marks if mark.start < end and mark.end > start]
    borders = {start, end, *(place for mark in marks for place in (mark.start, mark.end))}
    cuts = sorted(place for place in borders if start <= place <= end)
    for first, last in pairwise(cuts):
        looks = frozenset(mark.look for mark in marks if mark.start <= first and mark.end >= last)
        yield Piece(visible(passage.text[first:last]), looks)


def plain(passage: Passage) -> str:
    """What is shown of a passage, without its looks."""
    return "".join(piece.text for piece in pieces(passage))
