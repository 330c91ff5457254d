"""What differs inside two texts: words of writing with blanks, grapheme clusters of writing without."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate

import regex

from ctxlab.model.diff import NO_CHANGE, InlineChange, TextSpan
from ctxlab.text.graphemes import border_after, border_before

#: Of texts longer than this (code points) only the differing middle is told.
MOST_CHARACTERS = 20_000
#: Tokens of one side times tokens of the other that are aligned at once: about 3 ms.
MOST_WORK = 12_000_000
#: Two texts of which less than this part is common differ as a whole.
LEAST_COMMON = 0.25
#: So many equal characters between two changes tell nothing, and are marked with them.
BRIDGE = 2

_WORDLESS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_LETTER = rf"(?V1)[[\p{{L}}\p{{M}}\p{{N}}_\u200c\u200d]--[{_WORDLESS}]]"
#: A word, a run of blanks, or one grapheme cluster; all of them of whole clusters.
_TOKEN = regex.compile(rf"(?:(?={_LETTER})\X)+|(?:(?=[^\S\r\n])\X)+|\X")
#: Characters that never join with one another, but for CR LF; a text of these alone needs no clusters.
_PLAIN = re.compile(
    "[\x00-\u02ff\u0370-\u0482\u048a-\u0530\u2010-\u2027\u3000-\u3029\u3030-\u3098\u30a0-\u30ff"
    "\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9d]*"
)
_PLAIN_TOKEN = re.compile(r"[^\W\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9d]+|[^\S\r\n]+|\r\n|.", re.DOTALL)
#: A line, a sentence, or a clause.
_ENDS = "\n。！？；，、.!?;,"
_PIECE = re.compile(f"[^{_ENDS}]*[{_ENDS}]|[^{_ENDS}]+")
_WORD = regex.compile(_LETTER)
#: A word is looked through so far for its start and its end.
LONGEST_WORD = 200
#: Two equal slices of this size are compared first, then halves of the first that differ.
_STRIDE = 4_096

#: (start, end) in the text before and (start, end) in the text after: what stands in place of what.
_Hunk = tuple[int, int, int, int]


def inline_change(before: str, after: str) -> InlineChange:
    """What of `before` is gone and what of `after` is new, as spans in code points.

    Spans begin and end at words, at grapheme clusters where a script writes no blanks, and never inside a
    cluster. Texts that have little in common, and the middle of texts over `MOST_CHARACTERS`, are one span.
    """
    if before == after:
        return NO_CHANGE
    hunk = _middle(before, after)
    if max(len(before), len(after)) > MOST_CHARACTERS:
        return _told([hunk])
    hunks = list(_bridged(before, _refined(before, after, hunk)))
    changed = sum(end - start for start, end, _, _ in hunks) + sum(end - start for _, _, start, end in hunks)
    whole = hunk[1] - hunk[0] + hunk[3] - hunk[2]
    return _told([hunk] if len(hunks) > 1 and whole - changed < LEAST_COMMON * whole else hunks)


def common_prefix(before: str, after: str) -> int:
    """How many code points two texts begin with in common."""
    end = min(len(before), len(after))
    at = 0
    while at < end and before[at : at + _STRIDE] == after[at : at + _STRIDE]:
        at += _STRIDE
    if at >= end:
        return end
    size = _STRIDE
    while size > 1:
        size //= 2
        if before[at : at + size] == after[at : at + size]:
            at += size
    return min(at, end)


def common_suffix(before: str, after: str, start: int) -> int:
    """How many code points two texts end with in common, of what stands behind `start` in both."""
    most = min(len(before), len(after)) - start
    size = 0
    step = _STRIDE
    while step:
        if size + step <= most and _tail(before, size, step) == _tail(after, size, step):
            size += step
        else:
            step //= 2
    return size


def _tail(text: str, behind: int, size: int) -> str:
    end = len(text) - behind
    return text[end - size : end]


def _middle(before: str, after: str) -> _Hunk:
    """Where two texts differ, from the start of the first token that does to the end of the last."""
    start = common_prefix(before, after)
    start = min(_token_start(before, start), _token_start(after, start))
    size = common_suffix(before, after, start)
    end_before, end_after = len(before) - size, len(after) - size
    forward, last = 0, -1
    # what ends a token in one text may stand inside one in the other
    while last < forward < size:
        last = forward
        forward = max(
            _token_end(before, end_before + last) - end_before,
            _token_end(after, end_after + last) - end_after,
        )
    forward = min(forward, size)
    return (start, end_before + forward, start, end_after + forward)


def _token_start(text: str, at: int) -> int:
    """The start of the word or the cluster that `at` stands in."""
    lowest = max(0, at - LONGEST_WORD)
    while lowest < at < len(text) and _WORD.match(text, at) and _WORD.match(text, at - 1):
        at -= 1
    return border_before(text, at)


def _token_end(text: str, at: int) -> int:
    """The end of the word or the cluster that `at` stands in."""
    highest = min(len(text), at + LONGEST_WORD)
    while 0 < at < highest and _WORD.match(text, at) and _WORD.match(text, at - 1):
        at += 1
    return border_after(text, at)


def _refined(before: str, after: str, hunk: _Hunk) -> Iterator[_Hunk]:
    """The parts of a hunk that differ: by tokens, or where these are too many by lines first."""
    a, b, c, d = hunk
    left, right = _tokens(before, a, b), _tokens(after, c, d)
    if len(left) * len(right) <= MOST_WORK:
        yield from _aligned(left, right, a, c)
        return
    rest = MOST_WORK
    for part in _aligned(_PIECE.findall(before, a, b), _PIECE.findall(after, c, d), a, c):
        left, right = _tokens(before, part[0], part[1]), _tokens(after, part[2], part[3])
        rest -= len(left) * len(right)
        if rest > 0:
            yield from _aligned(left, right, part[0], part[2])
        else:
            yield part


def _tokens(text: str, start: int, end: int) -> list[str]:
    plain = _PLAIN.fullmatch(text, start, end) is not None
    found: list[str] = (_PLAIN_TOKEN if plain else _TOKEN).findall(text, start, end)
    return found


def _aligned(left: Sequence[str], right: Sequence[str], a: int, c: int) -> Iterator[_Hunk]:
    """The runs that differ between two lists of pieces, which begin at `a` and `c` in their texts."""
    from rapidfuzz.distance import Indel

    numbers: dict[Hashable, int] = {}
    one = [numbers.setdefault(piece, len(numbers)) for piece in left]
    other = [numbers.setdefault(piece, len(numbers)) for piece in right]
    starts = list(accumulate(map(len, left), initial=a))
    others = list(accumulate(map(len, right), initial=c))
    last: _Hunk | None = None
    for code in Indel.opcodes(one, other):
        if code.tag == "equal":
            continue
        hunk = (starts[code.src_start], starts[code.src_end], others[code.dest_start], others[code.dest_end])
        if last is not None and last[1] == hunk[0] and last[3] == hunk[2]:
            hunk = (last[0], hunk[1], last[2], hunk[3])
        elif last is not None:
            yield last
        last = hunk
    if last is not None:
        yield last


def _bridged(before: str, hunks: Iterator[_Hunk]) -> Iterator[_Hunk]:
    """Joins hunks between which there is next to nothing: a blank, a comma, a letter or two."""
    last: _Hunk | None = None
    for hunk in hunks:
        if last is not None and _says_nothing(before[last[1] : hunk[0]]):
            last = (last[0], hunk[1], last[2], hunk[3])
            continue
        if last is not None:
            yield last
        last = hunk
    if last is not None:
        yield last


def _says_nothing(text: str) -> bool:
    return len(text) <= BRIDGE and text.isascii() and "\n" not in text


def _told(hunks: Sequence[_Hunk]) -> InlineChange:
    removed = ((start, end) for start, end, _, _ in hunks)
    added = ((start, end) for _, _, start, end in hunks)
    return InlineChange(_joined(removed), _joined(added))


def _joined(spans: Iterator[TextSpan]) -> tuple[TextSpan, ...]:
    """The spans that hold anything."""
    return tuple((start, end) for start, end in spans if end > start)
