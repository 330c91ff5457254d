"""Joins what belongs together: 2 h 30 min is one value, and so is 400-500, between 5 and 7 pm."""

from __future__ import annotations

import re
from dataclasses import replace

from ctxlab.text.values.measures import Measured
from ctxlab.text.values.moments import DATE, TIME, Moment

Found = Measured | Moment
#: One value, and the upper end of its range if it has one.
Range = tuple[Found, Found | None]

_TO = re.compile(r"\s?(?:-|–|—|~|～|－|to|through|until|till|到|至)\s?(?:the\s|about\s)?", re.IGNORECASE)
_AND = re.compile(r"\s?(?:and|和|与|跟|及)\s?", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\bbetween(?:\s(?:about|roughly|around))?|介于|在)\s?\Z", re.IGNORECASE)
_AMONG = re.compile(r"\s?之?间")
_COMPOUND = re.compile(r"\s?(?:,\s)?(?:and\s)?(?:零|又)?")
_HALF_DAY = 12 * 60


def compounds(text: str, found: list[Found]) -> list[Found]:
    """Adds up what is said in two units: 2 hours 30 minutes, 1米75."""
    joined: list[Found] = []
    for one in found:
        last = joined[-1] if joined else None
        whole = _whole(text, last, one) if last else None
        if whole is None:
            joined.append(one)
        else:
            joined[-1] = whole
    return joined


def _whole(text: str, one: Found, other: Found) -> Measured | None:
    if isinstance(one, Moment) or isinstance(other, Moment) or not one.measure or not other.measure:
        return None
    if one.unit != other.unit or other.measure.factor >= one.measure.factor or one.measure.offset:
        return None
    if other.start - one.end > 6 or not _COMPOUND.fullmatch(text, one.end, other.start):
        return None
    return Measured(one.start, other.end, (one.value + other.value) / other.measure.factor, other.measure)


def ranges(text: str, found: list[Found]) -> list[Range]:
    """Each value, with the upper end of its range."""
    made: list[Range] = []
    at = 0
    while at < len(found):
        pair = _range(text, found[at], found[at + 1]) if at + 1 < len(found) else None
        made.append(pair or (found[at], None))
        at += 2 if pair else 1
    return made


def _range(text: str, one: Found, other: Found) -> Range | None:
    if other.start - one.end > 10 or not _joins(text, one, other):
        return None
    low, high = _like(one, other), _like(other, one)
    if low is None or high is None or low.unit != high.unit or low.value > high.value:
        return None
    return low, high


def _joins(text: str, one: Found, other: Found) -> bool:
    """Whether the words between two values make a range of them."""
    if _TO.fullmatch(text, one.end, other.start):
        return True
    if not _AND.fullmatch(text, one.end, other.start):
        return False
    return bool(_BETWEEN.search(text, max(0, one.start - 20), one.start) or _AMONG.match(text, other.end))


def _like(one: Found, other: Found) -> Found | None:
    """One end of a range with the unit of the other, where it has none itself."""
    if isinstance(one, Moment):
        return _same_half(one, other) if isinstance(other, Moment) else one
    if isinstance(other, Moment):
        return _as_moment(one, other) if one.measure is None else None
    return replace(one, measure=other.measure) if one.measure is None and other.measure is not None else one


def _as_moment(one: Measured, other: Moment) -> Moment | None:
    """The 5 of 5-7 pm, the 3 of 3-5 May."""
    number = int(one.number)
    if one.number != number:
        return None
    if other.unit == TIME and 0 <= number <= 24:
        return _same_half(Moment(one.start, one.end, number * 60, TIME, vague=True), other)
    if other.unit == DATE and 1 <= number <= 31:
        return Moment(one.start, one.end, other.number - other.number % 100 + number, DATE)
    return None


def _same_half(one: Moment, other: Moment) -> Moment:
    """A vague time in the half of the day that the other end names, where the two stay in order."""
    if one.unit != TIME or not one.vague or other.vague or one.number >= _HALF_DAY:
        return one
    later = replace(one, number=one.number + _HALF_DAY, vague=False)
    before = one.start < other.start
    afternoon = other.number >= _HALF_DAY
    return later if afternoon and (later.number < other.number) == before else one
