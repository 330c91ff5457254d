"""The values of a sentence as the judge takes them: with what words farther off say of them."""

from __future__ import annotations

import re
from dataclasses import replace

from ctxlab.model.constraint import Comparator, Value
from ctxlab.text.survival.rewrites import Rewrite, rewrite
from ctxlab.text.values import find_values

#: Values that are words rather than numbers: a man alone, wholly.
_ALONE = frozenset(("一个人", "一人"))
_WHOLLY = frozenset(("100%", "百分之百", "100 %", "100 percent"))
_ONCE = re.compile("一次(?:[0-9０-９]|(?!每|以|就|为|的|都|，|。|；)[\u4e00-\u9fff])")
#: 一组最多六人: one is each here, where another value follows.
_EACH = re.compile("(?<![第每前后仅只共])一(?=[组桌页节局张天周人户间份个件场期条篇班月年晚次])")
_WORKING_DAYS = re.compile(r"\s(?:working|business|work)\s?days?\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,，;；:：。.!?！？]")
_UNTIL = re.compile(r"\b(?:until|till)\s$", re.IGNORECASE)
_ABOUT_AFTER = re.compile(r"\s?(?:左右|上下|or so\b)")
_YEARS = range(1900, 2101)
_BEFORE_YEAR = re.compile(
    r"\b(?:before|until|till|prior to|older than|up to|earlier than)\s(?:the year\s)?$", re.IGNORECASE
)
_AFTER_YEAR = re.compile(r"\b(?:after|since|from|newer than|later than)\s(?:the year\s)?$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(r"年?(?:以前|之前|前)|\s(?:or|and) (?:earlier|before|older)")
_YEAR_AFTER = re.compile(r"年?(?:以后|之后|后|以来|起)|\s(?:or|and) (?:later|newer|onwards?)")


def values_of(text: str) -> list[Value]:
    """The values of a sentence that count as such, in order.

    "One man alone" and "a lesson" are no numbers; a year has bounds as a date has.
    """
    found: list[Value] = []
    for value in _read(text):
        if _is_word(text, value):
            continue
        last = found[-1] if found else None
        if last and _EACH.match(text, last.start) and not _CLAUSE_END.search(text, last.end, value.start):
            found.pop()
        found.append(_bounded(text, value))
    return found


def _read(text: str) -> list[Value]:
    """The values as they are read, those in words that `find_values` does not know among them."""
    said, rewrites = rewrite(text)
    values = find_values(said)
    for one in rewrites:
        if one.unit:
            values = [replace(v, unit=one.unit) if v.start == one.end else v for v in values]
        else:
            values = [_at(v, one) if one.start <= v.start < one.end else v for v in values]
    return [_of_work(text, value) for value in values]


def _at(value: Value, said: Rewrite) -> Value:
    """A value at the place of the words that say it."""
    return replace(value, start=said.start, end=said.end)


def _of_work(text: str, value: Value) -> Value:
    """A number of working days with them as its unit."""
    days = _WORKING_DAYS.match(text, value.end) if not value.unit else None
    return replace(value, end=days.end(), unit="working day") if days else value


def _is_word(text: str, value: Value) -> bool:
    if value.comparator is not Comparator.EQUAL:
        return False
    said = text[value.start : value.end]
    first = not text[: value.start].strip() or _CLAUSE_END.match(text, value.start - 1) is not None
    if said in _ALONE or said in _WHOLLY or (first and said == "一次" and _ONCE.match(text, value.start)):
        return True
    return not value.unit and said[0] == "一" and value.number == 1


def _bounded(text: str, value: Value) -> Value:
    """A value with the bound that only words farther off say."""
    if value.comparator is not Comparator.EQUAL:
        about = _ABOUT_AFTER.match(text, value.end) is not None
        return replace(value, comparator=Comparator.ABOUT) if about else value
    if not value.unit and value.number in _YEARS:
        return replace(value, comparator=_year_bound(text, value))
    until = _UNTIL.search(text, max(0, value.start - 8), value.start) is not None
    return replace(value, comparator=Comparator.AT_MOST) if until else value


def _year_bound(text: str, value: Value) -> Comparator:
    before, after = text[max(0, value.start - 16) : value.start], text[value.end : value.end + 12]
    if _BEFORE_YEAR.search(before) or _YEAR_BEFORE.match(after):
        return Comparator.AT_MOST
    if _AFTER_YEAR.search(before) or _YEAR_AFTER.match(after):
        return Comparator.AT_LEAST
    return value.comparator
