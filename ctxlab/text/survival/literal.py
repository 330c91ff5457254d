"""Where a text has the very words of a constraint, and whether the clause they stand in takes them back."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from ctxlab.model.constraint import Comparator
from ctxlab.model.marks import MustKeep
from ctxlab.text.match import Matcher
from ctxlab.text.survival.lexicon import Cue, lexicon
from ctxlab.text.survival.reading import Clause, Reading, readings
from ctxlab.text.survival.replaced import old_spans
from ctxlab.text.survival.words import pieces

Span = tuple[int, int]

_ENDS = " \t\r\n.!?。！？；;,，"
_PAUSE = re.compile(r"\s*[,，:：;；(（—–]")
#: Wishes and permissions that are only a polite way to ask, and hedges that only say how many.
_POLITE = re.compile(
    r"(?:would|'d) (?:like|love)(?: to)?|like to|likes?|hop(?:e|es|ing)|wish(?:es)?"
    "|may possibly|could|might"
    "|some|certain|希望|喜欢|建议|推荐|有些|某些|某个|主要|[能可有]不[能可有]|有没有|能不能|可不可以",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:can|could|may|might|will|would) (?:i|you|u|we|be)\b|[能可]不[能可]|能否|可否|有没有|[吗?？]",
    re.IGNORECASE,
)
#: 有没有 is read as 有 and this.
_HAVE = ("没有", "没")
#: What ends the reach of a denial that stands before the words.
_ANEW = re.compile(r"\bwith\b|\b(?:make|please|then)\b|[\r\n]", re.IGNORECASE)
_BLANK = re.compile(r"[\u3400-\u9fff]\s+")
#: Where another sentence surely takes back what was said before.
_BY_NOW = re.compile(
    r"\b(?:later|since then|in the end|eventually|change of plan|change[sd]|raised|lowered|extended|reduced"
    r"|no longer|any ?more|withdr\w+|revised|reconsidered|replaced|dropped|scrapped|cancell?ed)\b"
    "|后来|现已|改[为成到用]|不再|取消|放弃|作废|调整[为到]",
    re.IGNORECASE,
)


class Literal:
    """The words of a constraint as they stand, found in any spacing."""

    def __init__(self, words: str) -> None:
        self.words = words.strip(_ENDS)
        self._matcher = Matcher(MustKeep("constraint", text=self.words)) if self.words else None

    def spans(self, text: str) -> list[Span]:
        """Where the words stand in a text.

        Numbers are compared by value, which ① and ½ have none of: such words are looked for as they are.
        """
        if self._matcher is None:
            return []
        found = self._matcher.spans(text)
        at = -1 if found else text.find(self.words)
        return found if at < 0 else [(at, at + len(self.words))]

    def is_all(self, text: str) -> bool:
        """Whether the text says nothing else."""
        return bool(self.words) and text.strip(_ENDS) == self.words

    def stated(self, text: str, places: Sequence[Span], spans: Sequence[Span]) -> Span | None:
        """The first of `spans` that no word of its own clause takes back; `places` are the sentences."""
        starts = [start for start, _ in places]
        for start, end in spans:
            number = bisect_right(starts, start) - 1
            if number < 0:
                continue
            first, last = places[number]
            last = max(last, end)
            found = readings(text[first:last])[0]
            bounds = _bounds(readings(self.words)[0], 0, len(self.words))
            same = bounds == _bounds(found, start - first, end - first)
            if same and _holds(found, start - first, end - first):
                return start, end
        return None


def _holds(found: Reading, start: int, end: int) -> bool:
    """Whether nothing beside the words in their clauses takes them back."""
    if any(one <= start < other or one < end <= other for one, other in old_spans(found.text)):
        return False
    around = [clause for clause in found.clauses if clause.start < end and start < clause.end]
    if any(_before(found, clause, start) or _behind(found, clause, end) for clause in around):
        return False
    return not _excepted(found, end)


def _bounds(found: Reading, start: int, end: int) -> list[Comparator]:
    """What the values of some words are: about 3000 yuan is not the same as 3000 yuan."""
    values = (one.value for one in found.quantities if start <= one.value.start < end)
    return [value.comparator for value in values]


def _before(found: Reading, clause: Clause, start: int) -> bool:
    """Whether a word before the words denies them, asks for less, or leaves them open."""
    beside = list(pieces(found.text, clause.start, max(clause.start, start)))
    asks = _ASKS.search(found.text, clause.start, clause.end) is not None
    for place, piece in enumerate(beside):
        cues, between = piece.entry.cues, found.text[piece.end : start]
        if not cues or _POLITE.fullmatch(piece.key) or _ANEW.search(between):
            continue
        apart = sum(not one.entry.cues and not one.entry.concepts & _faint() for one in beside[place + 1 :])
        denied = (
            Cue.NOT in cues
            and apart <= 1
            and not _BLANK.search(between)
            and not (asks and piece.key in _HAVE)
        )
        if denied or Cue.WISH in cues or (Cue.MENTION in cues and not asks):
            return True
        if not apart and ((Cue.MAY in cues and not asks) or Cue.HEDGE in cues or Cue.EXCEPT in cues):
            return True
    return False


def _behind(found: Reading, clause: Clause, end: int) -> bool:
    """Whether a word behind the words takes them back: they are not needed, if possible, still open."""
    beside = list(pieces(found.text, min(max(end, clause.start), clause.end), clause.end))
    asks = _ASKS.search(found.text, clause.start, clause.end) is not None
    for place, piece in enumerate(beside):
        cues = piece.entry.cues
        if not cues or _POLITE.fullmatch(piece.key):
            continue
        apart = sum(not one.entry.cues and not one.entry.concepts & _faint() for one in beside[:place])
        if Cue.WISH in cues or (not asks and Cue.MENTION in cues):
            return True
        taken = cues & {Cue.NOT_BEFORE, Cue.EXCEPT_BEFORE, Cue.EXCEPT}
        if not apart and (taken or (Cue.MAY in cues and not asks)):
            return True
    return False


def _faint() -> frozenset[str]:
    return lexicon().faint


def _excepted(found: Reading, end: int) -> bool:
    """Whether an exception follows in the next clause: no pets, except dogs."""
    following = [clause for clause in found.clauses if clause.start >= end][:1]
    if not following or not _PAUSE.match(found.text, end):
        return False
    words = [word for word in found.words if word.start >= following[0].start]
    counted = [word for word in words if not word.concepts & _faint()]
    return bool(counted) and counted[0].excepted


def surely_later(evidence: str) -> bool:
    """Whether a sentence that speaks against words of another one says that those hold no longer."""
    return _BY_NOW.search(evidence) is not None
