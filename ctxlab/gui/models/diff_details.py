"""A message opened in place: both texts in lines that fit, what differs marked, equal stretches folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ctxlab.gui.text import shown_text
from ctxlab.model.diff import DiffBlock, InlineChange, TextSpan

#: A message is opened to at most so many lines.
MOST_DETAILS = 400
#: So many equal lines of the text stand before and after one that differs; longer runs are folded.
AROUND = 2
#: So many characters of one line of the text are shown before its first difference and behind its last.
BESIDE = 400
#: So many characters of a text are looked at to show it whole; `MOST_DETAILS` lines seldom hold more.
MOST_OF_TEXT = 80_000

#: Where the lines of one paragraph break: their starts and ends in UTF-16 units.
Wrap = Callable[[str], list[TextSpan]]

#: Start and end before, start and end after, of one or several lines of the text.
_Segment = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of an opened text as it is shown; the spans that differ are in UTF-16 units."""

    text: str
    spans: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Detail:
    """One line of an opened message; a side that has nothing there is None.

    `equal` over 0 says that it stands for so many equal lines of the text, `rest` that more would follow.
    """

    before: Piece | None = None
    after: Piece | None = None
    equal: int = 0
    rest: bool = False

    def has(self, *, old: bool) -> bool:
        """Whether there is something to show on that side."""
        return bool(self.equal or self.rest) or (self.before if old else self.after) is not None


def details_of(block: DiffBlock, change: InlineChange, wrap: Wrap) -> list[Detail]:
    """The lines of an opened message, at most `MOST_DETAILS`."""
    lines = _compared(block, change, wrap) if change.removed or change.added else _whole(block, wrap)
    found: list[Detail] = []
    for line in lines:
        if len(found) == MOST_DETAILS - 1:
            found.append(Detail(rest=True))
            break
        found.append(line)
    return found


def _whole(block: DiffBlock, wrap: Wrap) -> Iterator[Detail]:
    """A text that is the same on both sides, or on one side only."""
    text = block.before_text if block.after is None else block.after_text
    for piece in _wrapped(text, (0, min(len(text), MOST_OF_TEXT)), (), wrap):
        yield Detail(
            None if block.before is None else piece,
            None if block.after is None else piece,
        )
    if len(text) > MOST_OF_TEXT:
        yield Detail(rest=True)


def _compared(block: DiffBlock, change: InlineChange, wrap: Wrap) -> Iterator[Detail]:
    """Two texts beside each other: lines of the text that differ whole, of equal ones those next to them."""
    before, after = block.before_text, block.after_text
    if change.is_whole(before, after):
        # nothing stands out where all is different
        sides = (_wrapped(text, (0, len(text)), (), wrap) for text in (before, after))
        yield from (Detail(one, other) for one, other in zip_longest(*sides))
        return
    segments = list(_segments(before, change, len(after)))
    for at, (a, b, c, d) in enumerate(segments):
        gone, new = _clipped(change.removed, a, b), _clipped(change.added, c, d)
        if gone or new:
            left, right = _wrapped(before, (a, b), gone, wrap), _wrapped(after, (c, d), new, wrap)
            yield from (Detail(one, other) for one, other in zip_longest(left, right))
        else:
            head, tail = AROUND if at else 0, AROUND if at < len(segments) - 1 else 0
            yield from _equal(before, (a, b), head, tail, wrap)


def _segments(before: str, change: InlineChange, length: int) -> Iterator[_Segment]:
    """The texts in parts that begin at the start of a line in both: equal ones and ones that differ."""
    start = other = at = shift = 0
    seen = False
    for a, b, _, d in change.hunks():
        line = before.rfind("\n", at, a) + 1
        if line:
            if seen:
                # the line that the last hunk ended in is whole now
                end = before.find("\n", at, a) + 1
                yield start, end, other, end + shift
                start, other = end, end + shift
            if line > start:
                yield start, line, other, line + shift
                start, other = line, line + shift
        at, shift, seen = b, d - b, True
    end = before.find("\n", at) + 1
    if end:
        yield start, end, other, end + shift
        start, other = end, end + shift
    if start < len(before) or other < length:
        yield start, len(before), other, length


def _equal(text: str, span: TextSpan, head: int, tail: int, wrap: Wrap) -> Iterator[Detail]:
    """Equal lines of the text: the first and the last few, and between them how many there are."""
    start, end = span
    for _ in range(head):
        if start < end:
            last = text.find("\n", start, end) + 1 or end
            yield from _same(text, (start, last), wrap)
            start = last
    last_lines: list[TextSpan] = []
    for _ in range(tail):
        if start < end:
            first = max(start, text.rfind("\n", start, end - 1) + 1)
            last_lines.insert(0, (first, end))
            end = first
    count = text.count("\n", start, end) + (end > start and text[end - 1] != "\n")
    if count > 1:
        yield Detail(equal=count)
    elif count:
        yield from _same(text, (start, end), wrap)
    for line in last_lines:
        yield from _same(text, line, wrap)


def _same(text: str, span: TextSpan, wrap: Wrap) -> Iterator[Detail]:
    """An equal line of the text; of a very long one its start."""
    start, end = span
    for piece in _wrapped(text, (start, min(end, start + BESIDE)), (), wrap, cut=end > start + BESIDE):
        yield Detail(piece, piece)


def _wrapped(
    text: str, span: TextSpan, spans: tuple[TextSpan, ...], wrap: Wrap, *, cut: bool = False
) -> Iterator[Piece]:
    """A stretch of a text as lines that fit; what is far from its first and last difference is left out."""
    start, end = span
    if end > start and text[end - 1] == "\n":
        end -= 1
    head, tail = "", "…" if cut else ""
    if spans and spans[0][0] - start > BESIDE:
        start, head = spans[0][0] - BESIDE // 2, "…"
    if spans and end - spans[-1][1] > BESIDE:
        end, tail = spans[-1][1] + BESIDE // 2, "…"
    if end - start > MOST_OF_TEXT:
        end, tail = start + MOST_OF_TEXT, "…"
    own = tuple((one - start + len(head), other - start + len(head)) for one, other in spans)
    # a tab would be drawn as wide as one blank; one character stands for one
    shown = shown_text((head + text[start:end] + tail).replace("\t", "\u2003"), own)
    offset = 0
    for paragraph in shown.text.split("\n"):
        units = paragraph.encode("utf-16-le", "surrogatepass")
        for first, last in wrap(paragraph):
            piece = units[2 * first : 2 * last].decode("utf-16-le", "replace")
            inside = _clipped(shown.spans, offset + first, offset + last)
            yield Piece(piece, tuple((one - offset - first, two - offset - first) for one, two in inside))
        offset += len(units) // 2 + 1


def _clipped(spans: tuple[TextSpan, ...], start: int, end: int) -> tuple[TextSpan, ...]:
    """The parts of spans between two places."""
    return tuple((max(one, start), min(other, end)) for one, other in spans if one < end and other > start)
