"""Bare numbers: which belong to a name or label and are no values, and which are prices."""

from __future__ import annotations

import re

from ctxlab.text.values.words import words

_BEFORE = 24
_WORD_BEFORE = re.compile(r"(?P<word>[A-Za-z][\w.+'-]*)[ \t]?\Z")
_LABELS = frozenset(
    words(
        """step version chapter section page line option item task issue ticket port room flight gate
        part phase level figure table question number no. pr id code error article rule turn request
        row column windows python model class grade type round season episode volume bus train
        platform highway route apartment suite unit"""
    )
)
# Words that open a sentence with a capital and are no names.
_NO_NAMES = frozenset(
    words(
        """At In Up To By On Max Maximum Minimum Min About Around Under Over Exactly Only From The
        Budget Limit Between Within Below Above Need Use Add Give List Write Rating Score Price Size
        For And Or With Is Are Of Rated Age Aged I We Total Have Make Get Find Show Pick Choose Book
        Order Suggest Recommend Keep"""
    )
)
_PHONE = re.compile(r"[0-9][-–][0-9]{3,}[-–][0-9]|(?<![0-9])[0-9]{3}-[0-9]{4}(?![0-9])")
_MANY_DIGITS = 7
_CUE = re.compile(
    r"\b(?:budget|prices?|costs?|spend|pay|fare|fees?|rent|salary)\b"
    "|预算|价[格位钱]|花费|[票房总]价|人均|费用|消费|租金|工资|[月年]薪",
    re.IGNORECASE,
)
_BETWEEN_CUE_AND_SUM = re.compile(r"[^.;,!?，。；！？\n0-9]{0,24}")
_CUE_AFTER = re.compile(r"(?:\s?(?:以内|以下|左右))?的?预算|\sbudget\b", re.IGNORECASE)


def names(text: str, start: int, end: int) -> bool:
    """Whether a number is surely part of a label or a phone number: step 2, 555-1234."""
    found = _WORD_BEFORE.search(text, max(0, start - _BEFORE), start)
    if found is not None and found["word"].lower() in _LABELS:
        return True
    beside = text[start - 1 : start] + text[end : end + 1]
    dashed = "-" in beside or "–" in beside
    return dashed and _PHONE.search(text, max(0, start - 9), end + 9) is not None


def may_name(text: str, start: int, end: int) -> bool:
    """Whether a number that nothing binds looks like part of a name (Python 3) or an identifier."""
    if end - start >= _MANY_DIGITS and text[start:end].isdigit():
        return True
    found = _WORD_BEFORE.search(text, max(0, start - _BEFORE), start)
    return found is not None and found["word"].lower() != found["word"] and found["word"] not in _NO_NAMES


def is_price(text: str, start: int, end: int) -> bool:
    """Whether the words around a number without a unit make it a sum of money."""
    if _CUE_AFTER.match(text, end):
        return True
    begin = max(0, start - 40)
    return any(
        _BETWEEN_CUE_AND_SUM.fullmatch(text, cue.end(), start) for cue in _CUE.finditer(text, begin, start)
    )
