"""Points of a list, and the line above that says what they are: rules, or parts of a task."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlab.text.constraints.rules import Language, Place, Rule
from ctxlab.text.expression import Expression

_POINT = Expression(
    r"^([ \t]*)(?:[-*•–▪](?![-*•–▪])|\d{1,2}[.)](?=\s))[ \t]*[^\w\n]{0,4}(?=\w)", re.MULTILINE
)
#: A heading that is longer than this (code points) is no heading.
_LONGEST = 300


def points(text: str, spoken: Language) -> list[Place]:
    """Where points of lists begin in a text in lower case, with the rules for points under such a heading."""
    found: list[Place] = []
    known: dict[str, tuple[Rule, ...]] = {}
    for start, heading in _headed(text) if "\n" in text else ():
        if heading not in known:
            known[heading] = tuple(rule for rule in spoken.rules if rule.head and rule.head.search(heading))
        if known[heading]:
            found.append(Place(start, spoken, known[heading]))
    return found


def _headed(text: str) -> Iterator[tuple[int, str]]:
    """Where the words of each point begin, with the line above its list."""
    heading, last_end = "", -1
    deeper: list[tuple[int, str]] = []
    for point in _POINT.compiled.finditer(text):
        start = point.start()
        if last_end < 0 or text[last_end:start].strip():
            heading = _line_before(text, start)
            deeper = []
        indent = len(point.group(1).expandtabs(4))
        while deeper and deeper[-1][0] >= indent:
            deeper.pop()
        yield point.end(), deeper[-1][1] if deeper else heading
        end = text.find("\n", point.end())
        last_end = end if end >= 0 else len(text)
        line = text[point.end() : last_end].rstrip()
        if line.endswith(":") and len(line) <= _LONGEST:
            deeper.append((indent, line))


def _line_before(text: str, start: int) -> str:
    """The last line before a place that is not empty, if it is short enough; empty if there is none."""
    end = start
    while end > 0 and text[end - 1].isspace():
        end -= 1
    line = text.rfind("\n", max(0, end - _LONGEST), end) + 1
    return text[line:end] if line or end <= _LONGEST else ""
