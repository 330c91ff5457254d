"""From a text to its constraints: places, sentences, clauses, rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from ctxlab.model.constraint import Constraint, Value
from ctxlab.text.constraints.apply import hits
from ctxlab.text.constraints.cited import cited
from ctxlab.text.constraints.hits import Found, joined
from ctxlab.text.constraints.listed import with_items
from ctxlab.text.constraints.load import language
from ctxlab.text.constraints.points import points
from ctxlab.text.constraints.quoted import quoted
from ctxlab.text.constraints.rules import CHINESE, ENGLISH, Place
from ctxlab.text.constraints.scan import places
from ctxlab.text.constraints.script import simplified
from ctxlab.text.constraints.silent import Silence, outputs
from ctxlab.text.constraints.wrapped import unwrapped
from ctxlab.text.expression import Expression
from ctxlab.text.sentences import ends

#: Of a sentence longer than this (code points) only what is around its places is looked at, ...
_LONGEST = 2000
#: ... so much before each and behind it.
_BEFORE, _BEHIND = 120, 300
#: A sentence of more such pieces is data, not something that somebody said: the rest is left.
_PIECES = 64
_PARTS = Expression("[\\s，、,;；:：]")
#: What ends such a piece: letters and digits that nobody says.
_DATA = Expression("[!-~]{80}")
#: How far back from a place its sentence is looked for at first.
_NEAR = 120
_HAN = Expression("[\u4e00-\u9fff]")
#: Apostrophes, and spaces that keep a number and its unit on one line.
_PLAIN = tuple(zip("’‘\u00a0\u2007\u2009\u202f", "''    ", strict=True))
_LINE_ENDS = "\n\r\u2028\u2029"
_LINE_END = Expression(f"[{_LINE_ENDS}]")
_BLANKS = " \t\n\r\x0b\x0c\u00a0\u2028\u2029\u3000"
Span = tuple[int, int]


def find_constraints(text: str) -> tuple[Constraint, ...]:
    """The constraints that a text states, in order and apart from one another.

    Spans are code points, without end punctuation. Code, logs and quotations state nothing.
    """
    lower = simplified(lower_case(text))
    flowing = unwrapped(text, lower)
    found_at = _places(lower, flowing)
    if not found_at:
        return ()
    silence = Silence(lower)
    found: list[Constraint] = []
    starts = [place.start for place in found_at]
    for span in _sentences(flowing, starts):
        first = bisect_left(starts, span[0])
        last = bisect_left(starts, span[1], first)
        if first == last or silence.covers(*span):
            continue
        for piece in _pieces(flowing, span, starts[first:last]):
            until = bisect_left(starts, piece[1], first)
            hit = hits(flowing, piece, found_at[first:until])
            first = until
            if hit:
                values = _values(text, piece)
                found.extend(_constraint(text, one, piece, values) for one in joined(hit))
    return tuple(found)


def _pieces(text: str, sentence: Span, starts: Sequence[int]) -> Iterable[Span]:
    """A sentence, or the surroundings of the places in one that is too long."""
    if sentence[1] - sentence[0] <= _LONGEST:
        return (sentence,)
    return islice(_surroundings(text, sentence, starts), _PIECES)


def _surroundings(text: str, sentence: Span, starts: Sequence[int]) -> Iterator[Span]:
    """What is around the places of a sentence: apart, and all places in one."""
    done, last = sentence
    for place in starts:
        if place < done:
            continue
        begin, end = max(done, place - _BEFORE), min(last, place + _BEHIND)
        if begin > done and (part := _PARTS.compiled.search(text, begin, place)):
            begin = part.end()
        data = _DATA.compiled.search(text, place, end)
        yield begin, data.start() if data else end
        done = end


def _values(text: str, span: Span) -> list[Value]:
    """The values of a sentence, with spans of the whole text."""
    # Their many expressions take longer to compile than the rules do, and most texts need none of them.
    from ctxlab.text.values import find_values

    first, last = span
    return [
        replace(value, start=value.start + first, end=value.end + first)
        for value in find_values(text[first:last])
    ]


def lower_case(text: str) -> str:
    """The text in lower case with straight apostrophes and plain spaces, each character at its place."""
    if text.isascii():
        return text.lower()
    straight = text
    for fancy, plain in _PLAIN:
        straight = straight.replace(fancy, plain)
    lower = straight.lower()
    if len(lower) == len(text):
        return lower
    # A rare letter becomes two, which would shift all spans behind it: it stays as it is.
    return "".join(low if len(low := char.lower()) == 1 else char for char in straight)


def _places(lower: str, flowing: str) -> list[Place]:
    """Where rules may find something, outside of what is quoted or handed over as data.

    What is `flowing` has no line ends inside its sentences.
    """
    english = language(ENGLISH)
    found = places(flowing, english)
    if under := points(lower, english):
        found = sorted([*found, *under], key=lambda place: place.start)
    foreign = sorted([*cited(lower), *outputs(lower)]) if found else []
    if not lower.isascii():
        chinese = with_items(lower, places(lower, language(CHINESE)))
        found = sorted([*found, *chinese], key=lambda place: place.start)
        if found:
            foreign = sorted(
                [*foreign, *(span for span in quoted(lower) if _HAN.compiled.search(lower, *span))]
            )
    return _outside(found, foreign) if foreign else found


def _outside(found: Sequence[Place], spans: Sequence[Span]) -> list[Place]:
    """The places that lie in none of the spans, both ascending."""
    outside: list[Place] = []
    at = done = 0
    for place in found:
        while at < len(spans) and spans[at][0] <= place.start:
            done = max(done, spans[at][1])
            at += 1
        if place.start >= done:
            outside.append(place)
    return outside


def _sentences(text: str, starts: Sequence[int]) -> Iterator[Span]:
    """The sentences that places lie in, as `sentences` finds them."""
    marks = [mark for mark in _LINE_ENDS if mark in text]
    done = line_done = 0
    for place in starts:
        if place < done:
            continue
        if place >= line_done:
            line_start = max((text.rfind(mark, line_done, place) for mark in marks), default=-1) + 1
            done = max(line_start, line_done)
            line_end = _LINE_END.compiled.search(text, place) if marks else None
            line_done = line_end.end() if line_end else len(text)
        start, done = _around(text, place, done, line_done)
        while start < done and text[start] in _BLANKS:
            start += 1
        end = done
        while end > start and text[end - 1] in _BLANKS:
            end -= 1
        if start < end:
            yield start, end


def _around(text: str, place: int, first: int, last: int) -> Span:
    """Where the sentence with a place begins and ends between two others, ends of sentences both.

    One that begins further back than the longest sentence is not looked for: it counts from there.
    """
    back = _NEAR
    while True:
        start = at = max(first, place - back)
        end = last
        for end in chain(ends(text, at, last), (last,)):
            if end > place:
                break
            start = end
        if start > at or at == first or back > _LONGEST:
            return start, end
        back *= 4


def _constraint(text: str, found: Found, sentence: Span, values: Sequence[Value]) -> Constraint:
    return Constraint(
        found.start,
        found.end,
        text[found.start : found.end],
        found.kind,
        found.tier,
        positive=found.positive,
        values=tuple(value for value in values if found.start <= value.start and value.end <= found.end),
        rules=found.rules,
        sentence=sentence,
    )
