"""Clauses of a sentence while they are read: their pieces, and how far "not" and "except" reach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ctxlab.model.constraint import Comparator, Value
from ctxlab.text.survival.figures import says_bound
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.words import Piece, pieces

PLUS, OPEN, MINUS = 1, 0, -1
FLIPPED = {
    Comparator.ABOVE: Comparator.AT_MOST,
    Comparator.AT_LEAST: Comparator.BELOW,
    Comparator.BELOW: Comparator.AT_LEAST,
    Comparator.AT_MOST: Comparator.ABOVE,
}

_BREAK = re.compile(r"[;:；：。!?！？()（）\n\r—]|[,，](?!\d{3}(?!\d))|\s[-–]\s|\.(?=\s|$)")
#: What begins a clause that only lists more of what the one before speaks of.
_INCLUDING = re.compile(
    r"\s?(?:including|such as|not even|nor|especially|(?:and )?so (?:do|does|are|is|must|should)\b"
    r"|(?:and )?the same (?:goes|holds|applies) (?:for|to)|neither"
    r"|包括|包含|如|例如|比如|尤其|特别是|也不|连)",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\s?(?:and|or|nor)\b", re.IGNORECASE)
_MORE_LISTED = re.compile(r"\s?(?:\w+\s){0,3}(?:and|or|nor)\b", re.IGNORECASE)
_SHORT_ITEM = 4
_WITHOUT = frozenset(("without", "没有", "未经", "没经过", "不经", "无", "没"))
_UP = re.compile(
    r"\b(?:more|exceed\w*|over|above|beyond|longer|greater|higher|later|after|past|larger|heavier|older"
    r"|taller|bigger|wider|deeper|thicker|farther|further)\b"
    "|超|[高多大晚长重]于|以后|之后|以上"
)
_DOWN = re.compile(
    r"\b(?:less|fewer|under|below|before|earlier|shorter|lower|smaller|lighter|younger|sooner|cheaper"
    r"|thinner|narrower)\b"
    "|[低少小早短轻]于|以前|之前|以下"
)
_AFTER_VALUE = re.compile(r"\s?(?:以后|之后|后|以前|之前|前|以上|以下)")
_FARTHEST = 60
#: What is not done before an hour is done after it: the denial stands right behind it (九点以前不打).
_HOURS = frozenset(("time", "date", "weekday"))
_CLOSE = 3


@dataclass(slots=True)
class Draft:
    """A clause while it is read: its pieces, and whether it only lists more of what the one before says."""

    start: int
    end: int
    pieces: list[Piece] = field(default_factory=list[Piece])
    values: list[Value] = field(default_factory=list[Value])
    listed: bool = False

    def in_order(self) -> Iterator[tuple[int, Piece | None]]:
        """The places of pieces and values, with the pieces."""
        mixed: list[tuple[int, Piece | None]] = [(piece.start, piece) for piece in self.pieces]
        mixed += [(value.start, None) for value in self.values]
        return iter(sorted(mixed, key=lambda one: one[0]))


def drafts(text: str, values: Sequence[Value]) -> list[Draft]:
    """The clauses of a sentence with their pieces and values; what is in a value is in no piece."""
    made: list[Draft] = []
    start = 0
    marks = [
        found
        for found in _BREAK.finditer(text)
        if not any(one.start <= found.start() < one.end for one in values)
    ]
    for mark in [*marks, None]:
        end = mark.start() if mark else len(text)
        draft = Draft(start, end, values=[one for one in values if start <= one.start < end])
        at = start
        for value in draft.values:
            draft.pieces += pieces(text, at, value.start)
            at = value.end
        draft.pieces += pieces(text, at, end)
        comma = bool(made) and start > 0 and text[start - 1] == ","
        more = _MORE_LISTED.match(text, mark.end() if mark else end) or _LISTED.match(text, start)
        draft.listed = bool(_INCLUDING.match(text, start)) or (comma and bool(more) and _is_item(draft))
        if draft.pieces or draft.values:
            made.append(draft)
        start = mark.end() if mark else end
    return made


def _is_item(draft: Draft) -> bool:
    """Whether a clause is only one more thing of a list: few words, none that does anything."""
    cues = set[Cue]().union(*(piece.entry.cues for piece in draft.pieces))
    words = [piece for piece in draft.pieces if not piece.entry.cues]
    return 0 < len(words) <= _SHORT_ITEM and cues <= {Cue.LIGHT, Cue.ALL}


def bound_denials(text: str, made: Sequence[Draft]) -> dict[int, Value]:
    """Where a denial stands that only turns a bound round (not more than), with the value of the bound.

    It may stand behind the value too: 40 minutes, not longer.
    """
    found = _bounds_behind(text, made)
    for draft in made:
        for value in draft.values:
            if value.comparator not in FLIPPED:
                continue
            upward = value.comparator in (Comparator.ABOVE, Comparator.AT_LEAST)
            turned, same = (_DOWN, _UP) if upward else (_UP, _DOWN)
            behind = _AFTER_VALUE.match(text, value.end)
            for piece in draft.pieces:
                if not piece.entry.cues & {Cue.NOT, Cue.NOT_BEFORE} or piece.end > value.start:
                    continue
                between = text[piece.end : value.start] + (behind.group() if behind else "")
                if len(between) < _FARTHEST and turned.search(between) and not same.search(between):
                    found[piece.start] = value
    return found


def _bounds_behind(text: str, made: Sequence[Draft]) -> dict[int, Value]:
    denials = [piece.start for draft in made for piece in draft.pieces if Cue.NOT in piece.entry.cues]
    values = [value for draft in made for value in draft.values]
    return {
        start: value
        for value in values
        for start in denials
        if 0 < start - value.end < _FARTHEST and says_bound(text, value.end, start)
    }


def late_denials(text: str, made: Sequence[Draft]) -> dict[int, Value]:
    """Where a denial stands behind the bound that it is of (over 10 euros is not paid), with the value."""
    found: dict[int, Value] = {}
    for draft in made:
        bounds = [value for value in draft.values if value.comparator in FLIPPED]
        hours = bool(bounds) and bounds[0].unit in _HOURS
        if bounds and not hours and says_bound(text, bounds[0].end, bounds[0].end + 1):
            continue
        for place, piece in enumerate(draft.pieces):
            if (
                not piece.entry.cues & {Cue.NOT, Cue.NOT_BEFORE}
                or len(bounds) != 1
                or piece.start < bounds[0].end
            ):
                continue
            after = (one for one in draft.pieces[place + 1 :] if not one.entry.cues)
            if (hours and piece.start - bounds[0].end <= _CLOSE) or all(
                one.entry.concepts & lexicon().faint for one in after
            ):
                found[piece.start] = bounds[0]
    return found


def something_between(made: Sequence[Draft], start: int, value: Value) -> bool:
    """Whether words with meaning stand between the denial at `start` and the value, or before both."""
    for draft in made:
        for piece in draft.pieces:
            if piece.start == start and Cue.NOT_BEFORE in piece.entry.cues:
                return True
            if start < piece.start < value.start and not piece.entry.cues:
                return True
    return False


def denied_twice(made: Sequence[Draft], ignored: frozenset[int]) -> bool:
    """Whether a sentence says that nothing goes without something."""
    denials = [
        piece.key
        for draft in made
        for piece in draft.pieces
        if Cue.NOT in piece.entry.cues and piece.start not in ignored
    ]
    if len(denials) > 1 and 0 < sum(key in _WITHOUT for key in denials) < len(denials):
        return True
    return any(_ruled_out_without(draft, ignored) for draft in made)


def _ruled_out_without(draft: Draft, ignored: frozenset[int]) -> bool:
    """Whether a clause rules out what lacks something: a flat without a lift is out of the question."""
    lacking = False
    for piece in draft.pieces:
        lacking = lacking or (Cue.NOT in piece.entry.cues and piece.key in _WITHOUT)
        if lacking and Cue.NOT_BEFORE in piece.entry.cues and piece.start not in ignored:
            return True
    return False


class Signs:
    """The polarity of the words and values of one clause, by where they start.

    What follows a denial is denied as far as it reaches, and where nothing follows, what stands before it.
    What stands before a denial of something else is neither.
    """

    def __init__(self, draft: Draft, ignored: frozenset[int], *, carried: bool, twice: bool) -> None:
        self.of: dict[int, int] = {}
        #: Whether a denial reaches the end of the clause.
        self.denying = carried
        self._behind: list[int] = []
        self._reach: list[int] | None = [] if carried else None
        self._twice = twice
        self._lacking = False
        for start, piece in draft.in_order():
            self._take(start, piece, ignored=piece is not None and piece.start in ignored)
        self._close()

    def _take(self, start: int, piece: Piece | None, *, ignored: bool) -> None:
        cues = piece.entry.cues if piece else frozenset[Cue]()
        if piece and cues & {Cue.NOT_BEFORE, Cue.EXCEPT_BEFORE} and not (ignored or self._twice):
            self.of.update(dict.fromkeys(self._behind, MINUS))
        if piece and Cue.NOT in cues and not ignored:
            self.denying, self._reach, self._lacking = True, [], piece.key in _WITHOUT
            if not self._twice:
                self.of.update({one: min(self.of[one], OPEN) for one in self._behind})
        elif cues & {Cue.BREAK, Cue.EXCEPT}:
            self._close()
            self.denying, self._reach = False, None
        elif not cues:
            self._put(start, piece)
        if piece and piece.joined and piece.key == "free" and self._behind:
            # nut-free
            self.of.update(dict.fromkeys(self._behind[-2:-1] or self._behind, MINUS))

    def _put(self, start: int, piece: Piece | None) -> None:
        sign = MINUS if self.denying else PLUS
        if self._twice and self.denying:
            sign = PLUS if self._lacking else OPEN
        self.of[start] = sign
        faint = piece is not None and bool(piece.entry.concepts & lexicon().faint)
        if self.denying and self._reach is not None and not faint:
            self._reach.append(start)
        self._behind.append(start)

    def _close(self) -> None:
        """Ends a denial: one that nothing follows is of what stands before it."""
        if self._reach is not None and not self._reach and not self._twice:
            self.of.update(dict.fromkeys(self._behind, MINUS))


def asides(draft: Draft) -> dict[int, tuple[bool, bool]]:
    """For each word and value of a clause: whether it is excepted, and whether it is only supposed."""
    marked: dict[int, tuple[bool, bool]] = {}
    excepted = supposed = False
    for start, piece in draft.in_order():
        cues = piece.entry.cues if piece else frozenset[Cue]()
        ends = piece is not None and piece.key in ("以外", "之外")
        if ends or Cue.EXCEPT_BEFORE in cues:
            marked.update({one: (True, aside[1]) for one, aside in marked.items()})
            excepted = False
        elif Cue.EXCEPT in cues:
            excepted = True
        elif Cue.IF in cues:
            supposed = True
        elif excepted and piece is not None and piece.han and cues & {Cue.ALL, Cue.MUST, Cue.NOT}:
            excepted = False
        marked[start] = (excepted, supposed)
    return marked
