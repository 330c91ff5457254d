"""Lines that an editor broke at a width: what stands on two of them is one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ctxlab.text.expression import Expression

# A line end between words: what goes on in lower case is no new sentence, other words may begin one.
_BREAK = Expression(r"\n(?<=[A-Za-z0-9,)`'\"]\n)(?:(?=[a-z(`'\"])|(?=[A-Z@])(?P<begins>))")
#: What no sentence ends in, so that even a single break is one of an editor.
_OPEN = Expression(
    r"(?:an?|the|my|our|your|its|their|every|each|of|to|and|or|but|nor|in|at|from|with|without|for|by|into|onto"
    r"|than|as|that|which|who|is|are|was|were|be|been|will|would|should|must|can|could|may|not|don't|never|if|when"
    r"|because|make|keep|use|sure|ensure),?",
    re.IGNORECASE,
)
#: Widths at which editors break lines (code points).
_NARROWEST, _WIDEST = 50, 100
#: A longer paragraph is data.
_LONGEST = 6000


def unwrapped(text: str, lower: str) -> str:
    """`lower` with a blank for each line end in `text` that only breaks a sentence, all at its place."""
    if "\n" not in text:
        return lower
    made: list[str] = []
    done = 0
    for at in _breaks(text):
        made += (lower[done:at], " ")
        done = at + 1
    return "".join([*made, lower[done:]]) if done else lower


def _breaks(text: str) -> Iterator[int]:
    """The line ends that break a sentence, ascending."""
    done = 0
    while found := _BREAK.compiled.search(text, done):
        at = found.start()
        blank = text.rfind("\n\n", done, at)
        first = blank + 2 if blank >= 0 else done
        last = text.find("\n\n", at)
        last = len(text) if last < 0 else last
        if last - first <= _LONGEST:
            yield from _of_paragraph(text, first, last)
        done = last


def _of_paragraph(text: str, first: int, last: int) -> Iterator[int]:
    """The broken line ends of one paragraph: those where the next word had no room in its width."""
    lines = text[first:last].split("\n")
    width = max(map(len, lines))
    if not _NARROWEST <= width <= _WIDEST:
        return
    broken: list[int] = []
    any_open = False
    at = first
    for line, following in pairwise(lines):
        at += len(line)
        word = following.find(" ")
        found = _BREAK.compiled.match(text, at)
        if found and len(line) + 1 + (word if word > 0 else len(following)) > width:
            is_open = _OPEN.compiled.fullmatch(line, line.rfind(" ") + 1) is not None
            any_open = any_open or is_open
            if is_open or found["begins"] is None:
                broken.append(at)
        at += 1
    if any_open or len(broken) > 1:
        yield from broken
