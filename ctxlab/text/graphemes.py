"""Borders of grapheme clusters, found near one place and never by walking a whole text."""

from __future__ import annotations

import unicodedata

import regex

_CLUSTER = regex.compile(r"\X")
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
#: A run of flags or marks longer than this is no writing; its clusters are then counted from this far back.
_LOOK_BACK = 20_000


def border_before(text: str, position: int) -> int:
    """The last border at or before `position` (code points)."""
    if position <= 0:
        return 0
    if position >= len(text):
        return len(text)
    if _plain_pair(text, position):
        return position
    start = _safe_before(text, position)
    border = start
    while True:
        end = _cluster_end(text, border)
        if end > position:
            return border
        if end == position:
            return position
        border = end


def border_after(text: str, position: int) -> int:
    """The first border at or after `position` (code points)."""
    if position <= 0:
        return 0
    border = border_before(text, position)
    return border if border >= position else _cluster_end(text, border)


def is_border(text: str, position: int) -> bool:
    """Whether a text may be parted at `position` without parting a cluster."""
    return border_before(text, position) == position


def _cluster_end(text: str, start: int) -> int:
    """The end of the cluster that begins at `start`, taking along marks that the expression would leave alone."""
    found = _CLUSTER.match(text, start)
    end = found.end() if found else start + 1
    while end < len(text) and (text[end] in _JOINERS or unicodedata.category(text[end])[0] == "M"):
        found = _CLUSTER.match(text, end)
        end = found.end() if found else end + 1
    return end


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
    return _plain(ord(before)) and _plain(ord(after)) and not (before == "\r" and after == "\n")


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
