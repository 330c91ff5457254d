r"""Where a long text may be cut without changing how many tokens it has.

Both encodings first split a text into words by a pattern, left to right, and then merge bytes inside each
word. A cut is harmless where a word ends whatever follows, and where the text before it splits the same way
without what follows. Two such places are used:

- After a newline before an ASCII letter or digit. No word holds a newline and a later letter or digit; and
  blanks that end in a newline are taken up to the last newline both inside a text and at its end.
- After an ASCII letter or a Chinese character before a punctuation mark or a space (no apostrophe: `'s` may
  join). A word that has come to a letter goes on only with letters, combining marks and such short forms.

Long runs of blanks have to be taken out, because the pattern's `\s+(?!\S)` overflows its stack from a million
of them on. A run is a longest stretch of white space other than `\r` and `\n`. What stands before it never
reaches into it. If a newline follows, the run belongs to that newline's word, which is matched in another way
and never overflows. Else the pattern takes all of it but the last blank as one word, and the last one begins
anew with what follows. At the end of the text it takes all of it: `o200k_base` as a word of its own,
`cl100k_base` together with newlines before it, by a part of its pattern that never overflows either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Code points in a piece, where there are places to cut: at most 256 kB of UTF-8.
PIECE = 65_536

#: A run of blanks that is taken out; the overflow comes at a million.
LONG_RUN = 65_536

#: A long run is looked for by so many of its characters.
_LOOKS = 16

#: All characters that the encodings take for white space (Unicode White_Space).
WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

_BLANK = "[" + WHITE_SPACE.replace("\r", "").replace("\n", "") + "]"
_CUT = re.compile(r"(?<=\n)(?=[A-Za-z0-9])|(?<=[A-Za-z\u4e00-\u9fff])(?=[ -&(-/:-@\[-`{-~，。、；：？！])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that can be counted by itself; `blank` marks a run of blanks that is one word."""

    text: str
    blank: bool = False


def split(text: str, *, final: bool, size: int = PIECE, least: int = LONG_RUN) -> Iterator[Piece]:
    """The text in pieces whose counts add up to its own.

    Args:
        text: Any text.
        final: Whether blanks at the end of a text are a word of their own even after a newline.
        size: About the most code points of a piece; one is longer where there is no place to cut.
        least: Blanks in a run that is taken out, at least 2.
    """
    done = 0
    if not _may_hold_run(text, least):
        yield from _cut(text, size)
        return
    for run in re.finditer(f"(?<!{_BLANK}){_BLANK}{{{least},}}+(?![\r\n])", text):
        start, end = run.span()
        if end < len(text):
            end -= 1
        elif not final:
            break
        yield from _cut(text[done:start], size)
        yield Piece(text[start:end], blank=True)
        done = end
    yield from _cut(text[done:], size)


def _may_hold_run(text: str, least: int) -> bool:
    """Whether a text may hold so many blanks in a row, told by few of its characters.

    To search a text of some millions of characters for a run stops all threads for a while.
    """
    stride = max(1, least // _LOOKS)
    return re.search(f"{_BLANK}{{{least // stride}}}", text[::stride]) is not None


def _cut(text: str, size: int) -> Iterator[Piece]:
    start = 0
    while len(text) - start > size:
        found = _CUT.search(text, start + max(1, size // 2))
        if found is None:
            break
        yield Piece(text[start : found.start()])
        start = found.start()
    yield Piece(text[start:])
