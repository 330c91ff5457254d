"""Cutting a text to a limit of tokens around a visible marker, parting nothing that belongs together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlab.text.atoms import safe_after, safe_before
from ctxlab.text.sentences import ends
from ctxlab.tokens.protocols import Counter

Span = tuple[int, int]

#: What stands in the place of what a cut took out; N are the tokens left out.
MARKER = "…[{} tokens omitted]…"
#: Finds such markers; the group is N.
MARKED = re.compile(r"…\[(\d{1,12}) tokens omitted\]…")
_HEAD_SHARE = 0.7
#: Head and tail back off to a sentence or line end within this share of themselves.
_BACK_OFF = 0.2
_ROUNDS = 24


@dataclass(frozen=True, slots=True)
class Cut:
    """A text within a limit, its tokens, and the spans (code points) of the original that are gone."""

    text: str
    tokens: int
    cuts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """The text to be cut; what may be kept ends at `head_end` and starts again at `tail_start`."""

    text: str
    tokens: int
    head_end: int
    tail_start: int


def cut_text(text: str, limit: int, counter: Counter, tokens: int | None = None) -> Cut | None:
    """The text in at most `limit` tokens: 70 % head and 30 % tail around the marker, which counts too.

    A text that fits comes back as it is, so cutting twice changes nothing. A text that already holds one
    marker is cut around it: the new marker takes its place and adds up what both left out. The head ends
    and the tail starts at a sentence or line end where one lies within their last, or first, fifth.

    Args:
        text: What to cut.
        limit: The most tokens of the result.
        counter: Counts; the whole text once at most.
        tokens: The tokens of `text` where they are known.

    Returns:
        None if the marker and one token do not fit, or if nothing can be kept whole.
    """
    total = counter.count(text) if tokens is None else tokens
    if total <= limit:
        return Cut(text, total)
    source = _source(text, total)
    omitted = total + sum(int(found.group(1)) for found in MARKED.finditer(text))
    room = limit - counter.count(MARKER.format(omitted))
    for _ in range(_ROUNDS):
        if room < 1:
            return None
        cut = _assemble(source, room, counter)
        if cut is None or cut.tokens <= limit:
            return cut
        room -= cut.tokens - limit
    return None


def _source(text: str, total: int) -> _Source:
    """Bounds head and tail by the one marker of an earlier cut; several are just text and bound nothing."""
    found = MARKED.search(text)
    if found is None or MARKED.search(text, found.end()) is not None:
        return _Source(text, total, len(text), 0)
    return _Source(text, total, found.start(), found.end())


def _assemble(source: _Source, room: int, counter: Counter) -> Cut | None:
    """Head, marker and tail for `room` tokens besides the marker; None if both head and tail are empty."""
    text = source.text
    for share in (_HEAD_SHARE, 1.0, 0.0):
        allotted = -int(-room * share // 1)
        head = _head(source, allotted, counter) if allotted else 0
        head_tokens = counter.count(text[:head]) if head else 0
        # A head that an older marker or an unbreakable word holds back leaves its room to the tail.
        spare = allotted - head_tokens if head_tokens < allotted * (1 - 2 * _BACK_OFF) else 0
        tail = _tail(source, max(head, source.tail_start), room - allotted + spare, counter)
        if head or tail < len(text):
            return _join(source, head, head_tokens, tail, counter)
    return None


def _join(source: _Source, head: int, head_tokens: int, tail: int, counter: Counter) -> Cut:
    text = source.text
    omitted = source.tokens - head_tokens - (counter.count(text[tail:]) if tail < len(text) else 0)
    for found in MARKED.finditer(text, head, tail):
        omitted += int(found.group(1)) - counter.count(found.group())
    joined = f"{text[:head]}{MARKER.format(max(1, omitted))}{text[tail:]}"
    return Cut(joined, counter.count(joined), ((head, tail),))


def _head(source: _Source, room: int, counter: Counter) -> int:
    """Where the head ends: at most `room` tokens, backed off to a sensible place."""
    text = source.text
    longest = counter.prefix(text, room)
    if longest >= source.head_end:
        return source.head_end
    place = safe_before(text, longest)
    earliest = int(place * (1 - _BACK_OFF))
    best = 0
    for end in ends(text, max(0, earliest - 1), place):
        if end >= earliest and safe_before(text, end) == end:
            best = end
    return best or place


def _tail(source: _Source, lowest: int, room: int, counter: Counter) -> int:
    """Where the tail starts, not before `lowest`: at most `room` tokens, moved on to a sensible place."""
    text = source.text
    start = _suffix(text, lowest, room, counter)
    if start == lowest == source.tail_start and start > 0:
        return start
    place = safe_after(text, start)
    latest = place + int((len(text) - place) * _BACK_OFF)
    for end in ends(text, max(0, place - 1), latest):
        begin = _skip_blanks(text, end)
        if place <= begin < len(text) and safe_after(text, begin) == begin:
            return begin
    return _skip_blanks(text, place)


def _skip_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n\u3000":
        place += 1
    return place


def _suffix(text: str, lowest: int, room: int, counter: Counter) -> int:
    """The start of about the longest end of `text[lowest:]` that counts at most `room` tokens."""
    if room < 1:
        return len(text)
    reach = 8 * room + 32
    while True:
        low = max(lowest, len(text) - reach)
        window = text[low:]
        tokens = counter.count(window)
        if tokens > room:
            break
        if low == lowest:
            return low
        reach *= 2
    skip = tokens - room
    for _ in range(_ROUNDS):
        start = low + max(1, counter.prefix(window, skip))
        over = counter.count(text[start:]) - room
        if over <= 0:
            return start
        skip += over
    return len(text)
