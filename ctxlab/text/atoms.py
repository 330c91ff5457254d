"""What a cut must not part: numbers, versions, paths, addresses, mails, words and grapheme clusters."""

from __future__ import annotations

import re

from ctxlab.text.graphemes import border_after, border_before
from ctxlab.text.numerals import FIGURES, UNITS

#: An unbroken run longer than this on one side is data, not an address or a number, and may be parted.
LONGEST = 2048
#: A run of letters longer than this is no word and may be parted.
LONGEST_WORD = 64

_DIGIT = "0-9０-９"
_NUMERAL = FIGURES + UNITS
_ATOM = re.compile(
    # an address with its scheme or www; the punctuation of the sentence around it stays out
    "(?:[A-Za-z][A-Za-z0-9+.-]{1,20}://|www\\.)[^\\s<>\"'`，。；！？、（）《》“”]*[A-Za-z0-9_/=&#%~+-]"
    # what begins anywhere but at the start of a run would make long runs slow to look through
    "|(?<![A-Za-z0-9_.@+-])[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+"
    # paths: rooted ones may hold any letters, others only those of the Latin alphabet
    "|(?:[A-Za-z]:[\\\\/]|~/|\\.{1,2}[\\\\/]|/)(?:[\\w@+.-]+[\\\\/])+(?:[\\w@+-]+\\.[A-Za-z0-9]{1,8}|[A-Za-z0-9_.@+-]*)"
    "|(?<![A-Za-z0-9_.@+-])(?:[A-Za-z]:[\\\\/]|~/|\\.{1,2}[\\\\/]|/)?(?:[A-Za-z0-9_.@+-]+[\\\\/])+[A-Za-z0-9_.@+-]*[A-Za-z0-9_@+-]"
    "|(?:~/|\\.{1,2}[\\\\/]|/)[A-Za-z0-9_.@+-]*[A-Za-z0-9_@+-]"
    # versions, file names, dotted and hyphenated names
    "|(?<![A-Za-z0-9_])[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)+"
)
# Numbers with sign, separators, unit of size and percent; dates, times and ranges come along.
_FIGURES = re.compile(
    f"[-+−－$€£¥￥]*[{_DIGIT}]+(?:[.,:/\\-．，：][{_DIGIT}]+)*(?:[{_NUMERAL}]+|[A-Za-z]{{1,8}}|[%％‰°])?"
    f"|[{_NUMERAL}点]{{2,}}"
)
_BLANK = re.compile(r"\s")


def safe_before(text: str, position: int) -> int:
    """The last place at or before `position` where the text may be cut (code points)."""
    return _settle(text, position, forward=False)


def safe_after(text: str, position: int) -> int:
    """The first place at or after `position` where the text may be cut (code points)."""
    return _settle(text, position, forward=True)


def _settle(text: str, position: int, *, forward: bool) -> int:
    """Moves one way until no rule objects; each move leaves something whole behind, so it ends."""
    place = position
    while 0 < place < len(text):
        moved = border_after(text, place) if forward else border_before(text, place)
        for start, end in (_word_around(text, moved), _atom_around(text, moved)):
            if start < moved < end:
                moved = max(moved, end) if forward else min(moved, start)
        if moved == place:
            return place
        place = moved
    return max(0, min(place, len(text)))


def _atom_around(text: str, position: int) -> tuple[int, int]:
    """The number, path or address that holds `position` in its inside, or an empty span."""
    if not 0 < position < len(text) or text[position - 1].isspace() or text[position].isspace():
        return (position, position)
    low = max(0, position - LONGEST)
    before = text[low:position]
    start = low
    for blank in re.finditer(r"\s", before):
        start = low + blank.end()
    following = _BLANK.search(text, position, min(len(text), position + LONGEST))
    end = following.start() if following else min(len(text), position + LONGEST)
    cut_short = (start == low and low > 0, following is None and end < len(text))
    for pattern in (_ATOM, _FIGURES):
        for atom in pattern.finditer(text, start, end):
            if atom.start() >= position:
                break
            if atom.end() > position:
                runs_on = (cut_short[0] and atom.start() <= start + 1) or (
                    cut_short[1] and atom.end() >= end - 1
                )
                if not runs_on:
                    return atom.span()
    return (position, position)


def _word_around(text: str, position: int) -> tuple[int, int]:
    """The word of a script with blanks that holds `position` in its inside, or an empty span."""
    if not 0 < position < len(text) or not (_in_word(text[position - 1]) and _in_word(text[position])):
        return (position, position)
    start = end = position
    while start > 0 and position - start <= LONGEST_WORD and _in_word(text[start - 1]):
        start -= 1
    while end < len(text) and end - position <= LONGEST_WORD and _in_word(text[end]):
        end += 1
    return (start, end) if end - start <= LONGEST_WORD else (position, position)


def _in_word(char: str) -> bool:
    """Whether a letter or digit belongs to a script that puts blanks between its words."""
    code = ord(char)
    return char.isalnum() and (
        code < 0x0E00 or 0x10A0 <= code < 0x1780 or 0x1E00 <= code < 0x2000 or 0xAC00 <= code < 0xD7B0
    )
