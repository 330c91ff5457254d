"""Borders of grapheme clusters, found near one place and never by walking a whole text."""

from __future__ import annotations

import unicodedata

import regex

_CLUSTER = regex.compile(r"\X")
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_FLAG_LETTERS = "".join(chr(code) for code in range(0x1F1E6, 0x1F200))
#: A run of marks longer than this is no writing; its clusters are then counted from this far back.
_LOOK_BACK = 1000
#: So far back the letters of flags are counted to see which belong together.
_FLAGS_BACK = 100_000


def border_before(text: str, position: int) -> int:
    """The last border at or before `position` (code points)."""
    if position <= 0:
        return 0
    if position >= len(text):
        return len(text)
    if _plain_pair(text, position):
        return position
    if text[position - 1] in _FLAG_LETTERS and text[position] in _FLAG_LETTERS:
        before = text[max(0, position - _FLAGS_BACK) : position]
        return position - (len(before) - len(before.rstrip(_FLAG_LETTERS))) % 2
    start = _safe_before(text, position)
    # The expression looks far back for flags, so it gets to see this part only.
    part = text[start : position + 1]
    border = 0
    while True:
        end = _cluster_end(part, border)
        if end > position - start:
            return start + border
        border = end
        if border == position - start:
            return position


def border_after(text: str, position: int) -> int:
    """The first border at or after `position` (code points)."""
    if position <= 0:
        return 0
    border = border_before(text, position)
    while border < position:
        border += _cluster_end(text[border : border + _LOOK_BACK], 0)
    return border


def _cluster_end(text: str, start: int) -> int:
    """The end of the cluster that begins at `start`, with marks that the expression would leave alone."""
    found = _CLUSTER.match(text, start)
    end = found.end() if found else start + 1
    while end < len(text) and _goes_on(text, end):
        found = _CLUSTER.match(text, end)
        end = found.end() if found else end + 1
    return end


def _goes_on(text: str, end: int) -> bool:
    """Whether a mark, a joiner or the second half of a surrogate pair stands at `end`."""
    char = text[end]
    if "\udc00" <= char <= "\udfff":
        return "\ud800" <= text[end - 1] <= "\udbff"
    return char in _JOINERS or unicodedata.category(char)[0] == "M"


def _safe_before(text: str, position: int) -> int:
    """A border before `position`: between two characters that never join, or the start."""
    lowest = max(0, position - _LOOK_BACK)
    place = position - 1
    while place > lowest and not _plain_pair(text, place):
        place -= 1
    return place


def _plain_pair(text: str, position: int) -> bool:
    """Whether both neighbours of `position` are characters that never join with one another."""
    before, after = text[position - 1], text[position]
    if before in _FLAG_LETTERS or after in _FLAG_LETTERS:
        return (
            _plain_or_flag(before)
            and _plain_or_flag(after)
            and not (before in _FLAG_LETTERS and after in _FLAG_LETTERS)
        )
    return _plain(ord(before)) and _plain(ord(after)) and not (before == "\r" and after == "\n")


def _plain_or_flag(char: str) -> bool:
    return char in _FLAG_LETTERS or _plain(ord(char))


def _plain(code: int) -> bool:
    if code < 0x300 or 0x4E00 <= code <= 0x9FFF:
        return True
    if 0xAC00 <= code <= 0xD7A3 or 0xFF01 <= code <= 0xFF9D:
        return True
    if 0x3000 <= code <= 0x3098:
        return not 0x302A <= code <= 0x302F
    if 0x1F300 <= code <= 0x1FAFF:
        return not 0x1F3FB <= code <= 0x1F3FF
    return 0x2010 <= code <= 0x2027 or 0x30A0 <= code <= 0x30FF
