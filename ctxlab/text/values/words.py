"""English words that values are made of, found in one pass: numbers, months, weekdays, noon, half, twice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import groupby


def words(text: str) -> list[str]:
    """The words of a text, which tables of words are kept in."""
    return text.split()


_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
#: Number words, and those that others multiply.
SMALL = {word: Decimal(value) for value, word in enumerate(words(_ONES))} | {
    word: Decimal(value * 10) for value, word in enumerate(words(_TENS), 2)
}
LARGE = {
    "dozen": Decimal(12),
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
}
OFTEN = {"once": Decimal(1), "twice": Decimal(2), "thrice": Decimal(3)}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in words(names)
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday",
            "sunday",
        ),
        1,
    )
    for name in words(names)
}
#: Minutes since midnight.
NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0}
#: What "a" counts behind a bound: within an hour, less than a page.
SINGLE = frozenset(words("minute hour day week month year fortnight mile page paragraph sentence"))


def either(names: Iterable[str]) -> str:
    """An expression for one of the names, their common beginnings said once, which is faster."""
    options: list[str] = []
    for first, group in groupby(sorted(set(names)), key=lambda name: name[:1]):
        rests = [name[1:] for name in group]
        inner = either(rest for rest in rests if rest)
        rest = f"(?:{inner})" + ("?" if "" in rests else "") if inner else ""
        options.append(re.escape(first) + rest)
    return "|".join(options)


_PLAIN = either([*SMALL, *LARGE, *OFTEN, *MONTHS, *NAMED_TIMES, *SINGLE, "half", "couple"])
_NAMED = re.compile(rf"\b(?:(?:{_PLAIN})|(?:{either(WEEKDAYS)})s?)\b")


def named(lower: str) -> list[tuple[int, str]]:
    """Where a text in lower case has one of the words, with the word."""
    return [(found.start(), found.group()) for found in _NAMED.finditer(lower)]
