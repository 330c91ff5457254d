"""Finds the values of a text: amounts and moments, joined, and bound by the words around them."""

from __future__ import annotations

import re
from dataclasses import replace

from ctxlab.model.constraint import Comparator, Value
from ctxlab.text.numerals import FIGURES, UNITS, WESTERN
from ctxlab.text.values.amounts import find_amounts
from ctxlab.text.values.bare import is_price, may_name, names
from ctxlab.text.values.bounds import comparator
from ctxlab.text.values.measures import Measured, measured
from ctxlab.text.values.moments import DATE, TIME, WEEKDAY, Moment, moments
from ctxlab.text.values.ranges import Found, Range, compounds, ranges
from ctxlab.text.values.units import MONEY
from ctxlab.text.values.words import named

# A text without one of these and without one of the English words has no value.
_WORTH = re.compile(f"[{WESTERN}{FIGURES}{UNITS}周星礼正午半]")
_MONTH_AFTER = re.compile("月(?:份|[^\u4e00-\u9fff]|$|[初中底末上下])")
_WHEN = re.compile(r"\s?(?:,\s?|at\s|on\s|的)?\s?")
_YEARS = range(1900, 2101)
_MOMENTS = {TIME, DATE, WEEKDAY}
#: Spaces that keep a number and its unit on one line.
_PLAIN_SPACES = str.maketrans("\u00a0\u2007\u2009\u202f", "    ")
_BOUNDS = (Comparator.AT_MOST, Comparator.AT_LEAST)


def find_values(text: str) -> list[Value]:
    """The values of a text, in order and apart.

    A discount in tenths is what stays of the price (八折 is 80 %); a price without a currency has the unit
    `money`. Versions, identifiers, ordinals, list marks and phone numbers are no values.
    """
    if not text.isascii():
        text = text.translate(_PLAIN_SPACES)
    lower = text.lower()
    if len(lower) != len(text):
        # A rare letter becomes two, which would shift all spans behind it: it stays as it is.
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    found = _found(text, lower)
    if not found:
        return []
    bound = (_bound(text, one) for one in ranges(text, compounds(text, found)))
    return _shared([value for value in bound if value is not None], text)


def _found(text: str, lower: str) -> list[Found]:
    words = named(lower)
    if not words and _WORTH.search(text) is None:
        return []
    when = moments(text, words)
    found: list[Found] = list(when)
    at = end = 0
    for amount in find_amounts(text, lower, words):
        while at < len(when) and when[at].end <= amount.start:
            at += 1
        if amount.start < end or (at < len(when) and when[at].start < amount.end):
            continue
        one = measured(text, amount)
        if one is None or (text.startswith("月", one.end) and _MONTH_AFTER.match(text, one.end)):
            continue
        before = max(end, when[at - 1].end if at else 0)
        if one.start < before or (at < len(when) and one.end > when[at].start):
            # What looked like its unit belongs to a neighbour: the 周 of 两万，周五 without the comma.
            one = Measured(amount.start, amount.end, amount.number, None)
        if one.measure is None and names(text, one.start, one.end):
            continue
        found.append(one)
        end = one.end
    if when:
        found.sort(key=lambda one: one.start)
    return found


def _bound(text: str, one: Range) -> Value | None:
    """The value with its comparator; None for a number that turns out to be part of a name."""
    low, high = one
    start, end, unit = low.start, high.end if high else low.end, low.unit
    if isinstance(low, Moment):
        kind = Comparator.BETWEEN if high else comparator(text, start, end, moment=True)
        return Value(start, end, kind, low.value, unit, high.value if high else None)
    if not unit and is_price(text, start, end):
        unit = MONEY.unit
    if high is not None:
        return Value(start, end, Comparator.BETWEEN, low.value, unit, high.value)
    money = unit == MONEY.unit or unit.isupper()
    year = not unit and low.value in _YEARS
    kind = comparator(text, start, end, money=money, moment=year)
    if not unit and kind is Comparator.EQUAL and may_name(text, start, end):
        return None
    return Value(start, end, kind, low.value, unit)


def _shared(values: list[Value], text: str) -> list[Value]:
    """Lets the parts of one moment (Friday 5 pm) share the bound that one of them has."""
    for at in range(len(values) - 1):
        one, other = values[at], values[at + 1]
        if one.unit not in _MOMENTS or other.unit not in _MOMENTS or one.unit == other.unit:
            continue
        if other.start - one.end > 4 or not _WHEN.fullmatch(text, one.end, other.start):
            continue
        if other.comparator is Comparator.EQUAL and one.comparator in _BOUNDS:
            values[at + 1] = replace(other, comparator=one.comparator)
        elif one.comparator is Comparator.EQUAL and other.comparator in _BOUNDS:
            values[at] = replace(one, comparator=other.comparator)
    return values
