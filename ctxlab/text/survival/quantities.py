"""How a value of a constraint and one of a later text go together: same, looser, turned round, another."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from enum import IntEnum

from ctxlab.model.constraint import Comparator, Value
from ctxlab.text.survival.reading import Quantity

MOMENTS = frozenset(("time", "date", "weekday"))
_COUNTS = frozenset(
    (
        "",
        "person",
        "child",
        "item",
        "file",
        "option",
        "occurrence",
        "step",
        "question",
        "example",
        "room",
        "bedroom",
        "seat",
        "section",
        "slide",
        "bullet",
        "point",
    )
)
_PEOPLE = frozenset(("person", "child", "item"))
_TEXT_UNITS = {"word", "character"}
_HALF_DAY = 12 * 60
_PART_OF_DAY = re.compile(
    r"[ap]\.?m|morning|afternoon|evening|night|noon|[早晚上下中午晨夜傍凌]|1[3-9]:|2[0-3]:|[12][0-9][点时]",
    re.IGNORECASE,
)
_POUNDS = re.compile(r"\bpounds?\b", re.IGNORECASE)
_IMPERIAL = re.compile(
    r"(?:\b|[0-9])(?:f(?:ee|oo)?t|in(?:ch(?:es)?)?|miles?|mi|yards?|yd|pounds?|lbs?|ounces?|oz|gallons?"
    r"|acres?)\b|英[尺寸里磅]",
    re.IGNORECASE,
)
#: What a rounded conversion may be off by.
_ROUNDING = Decimal("0.02")
_YEAR = 12
_DAY_LENGTH = 86_400
_POUND = Decimal("453.59237")
_MONEY_NAMES = re.compile("^[A-Z]{3}$")


class Fit(IntEnum):
    """How well a value of the text does for one of the constraint, the best first.

    BOUNDED is a plain value that became a bound, LOOSER a bound that became a plain or a rough value, TURNED
    a ceiling that became a floor or the other way round.
    """

    SAME = 0
    NO_CURRENCY = 1
    BOUNDED = 2
    LOOSER = 3
    TURNED = 4
    CURRENCY = 5
    UNIT = 6
    NUMBER = 7
    NONE = 8


def fit(wanted: Quantity, found: Quantity, *, limit: bool, may: bool, languages: bool) -> Fit:
    """How a value of the text fits one of the constraint.

    Args:
        wanted: The value of the constraint.
        found: The value of the text.
        limit: Whether the constraint speaks of a budget or a limit, or of a day with a time: the bound is not
            the value's then.
        may: Whether the text permits the value: what is permitted is a ceiling.
        languages: Whether the two are in different languages, so that words and characters count alike.
    """
    wanted, found = _pounds(wanted, found), _pounds(found, wanted)
    wanted, found = _months(wanted, found), _months(found, wanted)
    one, other = wanted.value, found.value
    if found.counts and not wanted.counts and one.unit and one.unit not in _PEOPLE:
        return Fit.NONE
    if not _same_measure(one, other, languages=languages):
        return _other_measure(one, other)
    if not _same_number(wanted, found):
        return Fit.NUMBER
    if _is_money(one.unit) and other.unit in ("money", ""):
        return Fit.NO_CURRENCY
    return _bound(one, other, limit=limit, may=may)


def _pounds(one: Quantity, other: Quantity) -> Quantity:
    """A value with pounds of money where the other is in pounds sterling: the word alone means the weight."""
    if other.value.unit != "GBP" or one.value.unit != "gram" or _POUNDS.search(one.said) is None:
        return one
    number = (one.value.number / _POUND).quantize(Decimal("0.01"))
    return replace(one, value=replace(one.value, unit="GBP", number=number))


def _months(one: Quantity, other: Quantity) -> Quantity:
    """A number of years in months where the other is in months."""
    value = one.value
    if value.unit != "year" or other.value.unit != "month":
        return one
    high = None if value.high is None else value.high * _YEAR
    return replace(one, value=replace(value, unit="month", number=value.number * _YEAR, high=high))


def _is_money(unit: str) -> bool:
    return _MONEY_NAMES.match(unit) is not None


def _same_measure(one: Value, other: Value, *, languages: bool) -> bool:
    if one.unit == other.unit:
        return True
    units = {one.unit, other.unit}
    if units <= _COUNTS:
        return True
    if units == _TEXT_UNITS:
        return languages
    money = [unit for unit in units if _is_money(unit)]
    if len(money) == 1 and "money" in units:
        return True
    # A bare number may leave out what it counts; the other then has to be the same.
    return "" in units and one.number == other.number and not units & MOMENTS


def _other_measure(one: Value, other: Value) -> Fit:
    if _is_money(one.unit) and _is_money(other.unit):
        return Fit.CURRENCY
    if {one.unit, other.unit} == {"working day", "second"}:
        days, plain = (one, other) if one.unit == "working day" else (other, one)
        return Fit.UNIT if days.number * _DAY_LENGTH == plain.number else Fit.NONE
    moment = one.unit in MOMENTS or other.unit in MOMENTS
    return Fit.UNIT if one.number == other.number and not moment else Fit.NONE


def _same_number(wanted: Quantity, found: Quantity) -> bool:
    one, other = wanted.value, found.value
    if one.comparator is Comparator.BETWEEN or other.comparator is Comparator.BETWEEN:
        if one.comparator is other.comparator:
            return (one.number, one.high) == (other.number, other.high)
        return one.number in (other.number, other.high) and other.high is not None
    if one.number == other.number or _converted(wanted, found):
        return True
    if one.unit == "time":
        apart = abs(one.number - other.number) == _HALF_DAY
        return apart and not (_PART_OF_DAY.search(wanted.said) and _PART_OF_DAY.search(found.said))
    return one.unit == "date" and _same_date(one.number, other.number)


def _converted(wanted: Quantity, found: Quantity) -> bool:
    """Whether two lengths, weights or volumes are the same but for rounding from one system to the other."""
    one, other = wanted.value.number, found.value.number
    if wanted.value.unit != found.value.unit or bool(_IMPERIAL.search(wanted.said)) == bool(
        _IMPERIAL.search(found.said)
    ):
        return False
    return abs(one - other) <= _ROUNDING * max(abs(one), abs(other))


def _same_date(one: Decimal, other: Decimal) -> bool:
    """Dates are the same as far as both say them: a year or a month may be left out by one."""
    year, month = 10_000, 100
    if one >= year and other >= year:
        return one == other
    one, other = one % year, other % year
    if one < month or other < month:
        return one % month == other % month
    return one == other


_CEILING = (Comparator.AT_MOST, Comparator.BELOW)
_FLOOR = (Comparator.AT_LEAST, Comparator.ABOVE)


def _bound(one: Value, other: Value, *, limit: bool, may: bool) -> Fit:
    wanted, found = one.comparator, other.comparator
    if wanted is found or {wanted, found} <= set(_CEILING) or {wanted, found} <= set(_FLOOR):
        return Fit.SAME
    if wanted is Comparator.ABOUT and found is Comparator.EQUAL:
        return Fit.SAME
    if limit and (wanted is Comparator.EQUAL or one.unit in MOMENTS):
        return Fit.SAME
    if found is Comparator.EQUAL and wanted in _CEILING and (may or one.unit in MOMENTS):
        return Fit.SAME
    if (wanted in _CEILING and found in _FLOOR) or (wanted in _FLOOR and found in _CEILING):
        return Fit.TURNED
    plain_is_bounded = wanted is Comparator.EQUAL and found in (*_CEILING, *_FLOOR)
    return Fit.BOUNDED if plain_is_bounded else Fit.LOOSER
