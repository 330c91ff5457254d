"""A text with parts taken out, such that each place of what is left is known in the text as it was."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """What goes (code points of the text as it was), and what stands in its place."""

    start: int
    end: int
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Reduction:
    """What is left of a text.

    `cuts` are spans of the text as it was, in order, that are gone; `stands` how many code points stand in
    the place of each. All else is there as it was.
    """

    text: str
    cuts: tuple[Span, ...] = ()
    stands: tuple[int, ...] = ()


def reduce(text: str, edits: Sequence[Edit]) -> Reduction:
    """The text with edits done, which ascend and do not overlap; adjoining ones become one cut."""
    joined: list[Edit] = []
    for edit in edits:
        last = joined[-1] if joined else None
        if last is not None and last.end == edit.start:
            joined[-1] = Edit(last.start, edit.end, last.stands + edit.stands)
        elif edit.end > edit.start or edit.stands:
            joined.append(edit)
    pieces: list[str] = []
    at = 0
    for edit in joined:
        pieces += (text[at : edit.start], edit.stands)
        at = edit.end
    pieces.append(text[at:])
    cuts = tuple((edit.start, edit.end) for edit in joined)
    return Reduction("".join(pieces), cuts, tuple(len(edit.stands) for edit in joined))


def rooted(spans: Sequence[Span], cuts: Sequence[Span], stands: Sequence[int]) -> tuple[Span, ...]:
    """Spans of what a reduction left, as spans of the text as it was, together with the reduction's cuts.

    Those that meet become one.
    """
    if not spans:
        return tuple(cuts)
    begins, shifts, floors = [0], [0], [0]
    shift = 0
    for (start, end), stood in zip(cuts, stands, strict=True):
        begins.append(start + shift)
        shift += stood - (end - start)
        shifts.append(shift)
        floors.append(end)

    def place(at: int) -> int:
        # What stands for a cut lies, in the text as it was, at the cut's end.
        last = bisect_right(begins, at) - 1
        return max(floors[last], at - shifts[last])

    found = sorted([*cuts, *((place(start), place(end)) for start, end in spans)])
    out: list[Span] = []
    for start, end in found:
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        elif end > start:
            out.append((start, end))
    return tuple(out)


class Steps:
    """A text that is changed step by step, and where each of its characters stood at first (or -1)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changed = False
        self._first = text
        self._from: list[int] = []
        self._held: Sequence[Span] = ()

    def hold(self, spans: Sequence[Span]) -> None:
        """Keeps later steps from spans of the text as it was at first, which ascend and do not overlap."""
        self._held = spans

    def replace(self, pattern: re.Pattern[str], stands: str) -> None:
        """Puts `stands` in the place of each match of the text as it is by now."""
        self.edit([Edit(*one.span(), stands) for one in pattern.finditer(self.text)])

    def strip(self) -> None:
        """Takes the blanks at both ends away."""
        start, end = len(self.text) - len(self.text.lstrip()), len(self.text.rstrip())
        ends = ((0, start), (max(start, end), len(self.text)))
        self.edit([Edit(begin, upto) for begin, upto in ends if begin < upto])

    def edit(self, edits: Sequence[Edit]) -> None:
        """Does edits of the text as it is by now, which ascend and do not overlap; what is held stays."""
        found = [free for one in edits for free in self._free(one)] if self._held else edits
        if not found:
            return
        if not self.changed:
            self.changed = True
            self._from = list(range(len(self.text)))
        texts: list[str] = []
        origins: list[int] = []
        at = 0
        for one in found:
            texts += (self.text[at : one.start], one.stands)
            origins += self._from[at : one.start]
            origins += [-1] * len(one.stands)
            at = one.end
        self.text = "".join(texts) + self.text[at:]
        self._from = origins + self._from[at:]

    def _free(self, edit: Edit) -> Iterator[Edit]:
        """The parts of an edit that touch nothing that is held."""
        begin = edit.start
        for at in range(edit.start, edit.end):
            if self._is_held(self._from[at] if self.changed else at):
                if begin < at:
                    yield Edit(begin, at, edit.stands)
                begin = at + 1
        if begin < edit.end:
            yield Edit(begin, edit.end, edit.stands)

    def _is_held(self, origin: int) -> bool:
        last = bisect_right(self._held, origin, key=lambda span: span[0]) - 1
        return last >= 0 and origin < self._held[last][1]

    def reduction(self) -> Reduction:
        """All steps as one."""
        edits: list[Edit] = []
        at = 0
        stands = ""
        for char, origin in zip(self.text, self._from, strict=True):
            if origin < 0:
                stands += char
                continue
            if origin > at or stands:
                edits.append(Edit(at, origin, stands))
            at, stands = origin + 1, ""
        if at < len(self._first) or stands:
            edits.append(Edit(at, len(self._first), stands))
        return reduce(self._first, edits)
