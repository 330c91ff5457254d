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
anew with what follows; at the end of the text it takes all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Code points in a piece, where there are places to cut: at most 256 kB of UTF-8.
PIECE = 65_536

#: A run of blanks that is taken out; the overflow comes at a million.
LONG_RUN = 65_536

#: All characters that the encodings take for white space (Unicode White_Space).
WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

_BLANK = "[" + WHITE_SPACE.replace("\r", "").replace("\n", "") + "]"
_RUN = re.compile(rf"(?<!{_BLANK}){_BLANK}{{{LONG_RUN},}}+(?![\r\n])")

_CUT = re.compile(r"(?<=\n)(?=[A-Za-z0-9])|(?<=[A-Za-z\u4e00-\u9fff])(?=[ -&(-/:-@\[-`{-~，。、；：？！])")


def pieces(text: str) -> Iterator[str]:
    """The text in pieces of about half a `PIECE`, or longer where there is no place to cut."""
    start = 0
    while len(text) - start > PIECE:
        found = _CUT.search(text, start + PIECE // 2)
        if found is None:
            break
        yield text[start : found.start()]
        start = found.start()
    yield text[start:]


def long_runs(text: str, *, final: bool) -> Iterator[tuple[int, int]]:
    """The (start, end) of each stretch of blanks that is one word and long enough to be dangerous.

    Args:
        text: Any text.
        final: Whether a run at the very end counts too.
    """
    for found in _RUN.finditer(text):
        start, end = found.span()
        if end < len(text):
            yield start, end - 1
        elif final:
            yield start, end
