"""Parts of a text that somebody pasted rather than said: code, logs, quotations, output of commands."""

from __future__ import annotations

import re
from bisect import bisect_right

from ctxlab.text.expression import Expression

_FENCE = Expression(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_OUTPUT = Expression(
    r"<(/?)((?:[\w-]*-)?(?:stdout|stderr|output|logs?|results?|caveat|code|pre|file|snippet|diff|quote|reminder))\b"
    r"[^<>\n]{0,200}>"
)
_PASTED = Expression(
    r"\s*(?:\d+: +)?(?:"
    # quotations, headers and sides of a diff, rows of tables, lines of a listing
    r">|diff --git|@@ |\+\+\+ |--- |\|[^|\n]*\||\d+→\s"
    # times of logs, levels, errors, frames of stacks, positions in files, prompts of shells
    r"|\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b"
    r"|\[(?:error|warn|warning|info|debug|trace|fatal)\]|(?:error|warn|warning|info|debug|fatal)[: ]+\S+[:=(]"
    r"|\w*(?:error|exception|warning): |traceback|at \S+\(|file \"|[\w-]*[./][\w./-]*:\d+(?::\d+)?:?\s|\$ \w"
    # statements of programming languages
    r"|(?:async )?(?:def|func|fn|function) ?\w*\(|class \w+[:({]|(?:const|let|var|static|final) [\w:, ]+ ?="
    r"|from \S+ import |import [\w.{*]+(?:;|\Z)|#include|return \S+[;(]|assert \S+ ?[=<>,]"
    r"|(?:if|for|while) ?\(|select .{1,80} from \w+|insert into |update \w+ set |create table "
    r"|[a-z0-9_.]+\([^\n]*\);?\Z|//|/\*|\*/|[\w.\[\]]+ ?[-+*:]?= ?\S|\"[\w-]+\": )"
)
#: What a line of code ends with, and nothing that somebody says.
_CODE_ENDS = (";", "{", "}")


def outputs(text: str) -> list[tuple[int, int]]:
    """The spans between a tag of output and the next one that closes it, ascending, of lower-case text."""
    spans: list[tuple[int, int]] = []
    opened: tuple[str, int] | None = None
    for found in _OUTPUT.compiled.finditer(text) if "<" in text else ():
        if opened is None and not found.group(1):
            opened = found.group(2), found.end()
        elif opened is not None and found.group(1) and found.group(2) == opened[0]:
            spans.append((opened[1], found.start()))
            opened = None
    return spans


class Silence:
    """Which sentences of a text in lower case are code, a line of a log or a quotation."""

    def __init__(self, text: str) -> None:
        self._text = text
        fenced = "```" in text or "~~~" in text
        self._fences = [found.start() for found in _FENCE.compiled.finditer(text)] if fenced else []

    def covers(self, start: int, end: int) -> bool:
        """Whether the sentence at `start` to `end` is pasted."""
        if bisect_right(self._fences, start) % 2:
            return True
        words = self._text[start:end]
        return words.endswith(_CODE_ENDS) or _PASTED.compiled.match(words) is not None
