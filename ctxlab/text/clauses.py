"""Clauses of a sentence, each with the condition that it stands under."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlab.text.expression import Expression

_DIGIT = "0-9０-９"
# Commas and colons inside numbers, times and addresses part nothing: no blank after them (but Chinese on both
# sides will do), or digits around; nor does a dash before a figure, as in 1 - 2 hours.
# The first class is what the engine scans for; what follows tells the cases apart by the mark just passed.
_BREAK = Expression(
    '[,;:，：；（）()\\[\\]【】“”"\\s—而并但否因所同](?:(?<!\\s)(?:'
    "(?<=[,;:])(?=\\s|(?<=[\u4e00-\u9fff].)[\u4e00-\u9fff])"
    f'|(?<=[，：])(?:(?<![{_DIGIT}].)|(?![{_DIGIT}]))|(?<=[；（）()\\[\\]【】“”"])|(?<=—)—'
    "|(?:(?<=[而并])且|(?<=但)是|(?<=否)则|(?<=因)为|(?<=所)以|(?<=同)时)(?=[^，。]))"
    f"|(?<=\\s)(?:(?=[bBaAoOsS—–-])(?:[—–-]+\\s(?![{_DIGIT}])|(?=(?i:but|because|otherwise)\\s)"
    "|(?=(?i:so\\s(?:please|use|keep|make|do not|don't|no|only|never|always|avoid|explain|leave|skip))\\b)"
    "|(?=(?i:and|or)\\s(?i:never|do not|don't|must|always|only|no(?=\\s)|make sure|ensure|avoid|keep"
    "|without|please"
    "|(?:save|put|use|add|make|write|send|leave|show|give|return|remove|change|follow|include|set|move|explain)"
    "\\s(?:it|them|the|this|that|these|all|any|my|our|your|an?|me|each|every)"
    ")\\b))|(?<=[\u4e00-\u9fff]\\s)(?=\\s*[\u4e00-\u9fff])))"
)
_CONDITION = Expression(
    r"(?:and\s)?(?:if|when|whenever|unless|before|after|while|until|for|in case|on|during)\b"
    r"|如果|若|假如|要是|当|一旦|除非|每次|每当|凡是|.{1,16}(?:之前|以前|之后|的时候|时|后)$",
    re.IGNORECASE,
)
_EXCEPTION = Expression(r"(?:unless|except|until)\b|除非|除了", re.IGNORECASE)
_LEAD = Expression(r"(?:[\s>*•·#-]+|\d{1,3}[.)、]\s*|[①-⑳]\s*|(?:but|because)\s)+", re.IGNORECASE)
_TRAIL = " \t\r\n.!?。！？；;,，:：…\"'”’"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, in code points: `said_from` is where it begins itself, `start` where its condition does."""

    start: int
    end: int
    said_from: int


def clauses(text: str, start: int, end: int) -> list[Clause]:
    """The clauses of the sentence `text[start:end]`, in order, without bullets and end punctuation."""
    spans: list[tuple[int, int]] = []
    at = start
    for found in _BREAK.compiled.finditer(text, start, end):
        _add(text, at, found.start(), spans)
        at = found.end()
    _add(text, at, end, spans)
    made: list[Clause] = []
    for place, (first, end_of_it) in enumerate(spans):
        begin, last = first, end_of_it
        if place and _CONDITION.compiled.match(text[slice(*spans[place - 1])]):
            begin = spans[place - 1][0]
        if place + 1 < len(spans) and _EXCEPTION.compiled.match(text, spans[place + 1][0]):
            last = spans[place + 1][1]
        made.append(Clause(begin, last, first))
    return made


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    lead = _LEAD.compiled.match(text, start, end)
    if lead:
        start = lead.end()
    while end > start and text[end - 1] in _TRAIL:
        end -= 1
    if start < end:
        spans.append((start, end))
