"""Items of a list that its heading demands: 要求：1. ... 2. ..., or lines under "## 编码规范"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ctxlab.text.constraints.rules import Place
from ctxlab.text.expression import Expression

#: How far behind its word a heading ends, with a colon or its line.
_HEAD = Expression("[^\n:：，。；、]{0,12}?([:：]|$|(?=\n))", re.MULTILINE)
_MARK = "(?:[-*•·▪]|\\d{1,2}[.、)）:：]|[（(]\\d{1,2}[)）]|[①-⑳]|[一二三四五六七八九十]、)"
_BULLET = Expression(f"[ \t]*{_MARK}[ \t*]*")
_NUMBER = Expression(
    "(?:\\A|(?<=[\\s；;。，,、]))(?:\\d{1,2}[.、)）](?!\\d)|[（(]\\d{1,2}[)）])\\s*|[①-⑳]\\s*"
)
_COMMA = Expression("[，,；;]\\s*")
_FULL_STOP = Expression("[。！？]")
# 语气：活泼 demands what stands behind the colon.
_LABEL = Expression("[^\n，。；：:]{1,8}[:：][ \t*]*(?=[^\\s])")
#: A list of more lines than this, or of longer ones where none has a bullet, is a text.
_LINES, _LONGEST = 60, 60


def with_items(text: str, found: Sequence[Place]) -> list[Place]:
    """The places of a text, with the items of each list in place of the heading that led to them."""
    made: list[Place] = []
    done = 0
    for place in found:
        listed = tuple(rule for rule in place.rules if rule.listed)
        if not listed:
            made.append(place)
            continue
        rules = tuple(rule for rule in place.rules if not rule.listed)
        if rules:
            made.append(replace(place, rules=rules))
        for start in _items(text, place.start) if place.start >= done else ():
            made.append(Place(start, place.language, listed))
            done = start
    return sorted(made, key=lambda place: place.start) if done else made


def _items(text: str, start: int) -> Iterator[int]:
    """Where the items begin under a heading at `start`, in order."""
    head = _HEAD.compiled.match(text, start)
    line_end = _line_end(text, start)
    if head is None:
        yield from islice(_in_line(text, start, line_end), 1, None)
        return
    begin = head.end()
    while begin < line_end and text[begin] in " \t*】":
        begin += 1
    inside = begin < line_end
    if inside:
        yield from _in_line(text, begin, line_end)
    yield from _below(text, line_end + 1, bullets=inside)


def _in_line(text: str, begin: int, end: int) -> Iterator[int]:
    """Those in the line of the heading: numbered ones, or clauses up to the end of the sentence."""
    if _NUMBER.compiled.match(text[begin:end]):
        yield from (begin + found.end() for found in _NUMBER.compiled.finditer(text[begin:end]))
        return
    stop = _FULL_STOP.compiled.search(text, begin, end)
    yield begin
    yield from (found.end() for found in _COMMA.compiled.finditer(text, begin, stop.start() if stop else end))


def _below(text: str, begin: int, *, bullets: bool) -> Iterator[int]:
    """Those in the lines below: with bullets, or short ones to an empty line where the first has none."""
    plain = False
    for line in range(_LINES):
        end = _line_end(text, begin)
        blank = not text[begin:end].strip()
        if begin >= len(text) or (blank and (plain or line)):
            return
        bullet = _BULLET.compiled.match(text, begin, end)
        if not blank and bullet is None:
            plain = plain or (line == 0 and not bullets)
            if not plain or end - begin > _LONGEST:
                return
        if not blank:
            first = bullet.end() if bullet else begin + len(text[begin:end]) - len(text[begin:end].lstrip())
            label = _LABEL.compiled.match(text, first, end)
            yield label.end() if label else first
        begin = end + 1


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)
