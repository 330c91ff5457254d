"""The values of a sentence as the judge takes them: with what words farther off say of them."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

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
_CALENDAR_DAYS = re.compile(r"\s(?:calendar|consecutive)\s?days?\b|个?(?:自然|日历)[日天]", re.IGNORECASE)
_DAY_LENGTH = 86_400
#: 密码至少12位: places of a number, not persons.
_DIGITS = re.compile("(?:密码|口令|验证码|编号|号码|小数|长度|位数)[^，。；]{0,12}$")
_LI = re.compile("里[地路]")
_LI_METRES = 500
_CLAUSE_END = re.compile(r"[,，;；:：。.!?！？]")
_UNTIL = re.compile(r"\b(?:until|till)\s$", re.IGNORECASE)
_ABOUT_AFTER = re.compile(r"\s?(?:左右|上下|or so\b)")
#: A bound that stands behind its value: 40 minutes, not longer; 5 kg or lighter; ten is the limit.
_SAID_NO = r"\s?[,，]?\s?(?:(?:and|but)\s)?(?:no|not|never)\s(?:(?:an?|one|any)\s(?:\w+\s)?)?"
_ENDS_SO = r"(?=\s?(?:[.,;:!?)]|than (?:that|this)\b|$))"
_MOST_BEHIND = re.compile(
    rf"{_SAID_NO}(?:longer|more|later|higher|over|beyond|further|bigger|larger|heavier|taller){_ENDS_SO}"
    r"|\s?at (?:the|its|their) (?:very )?(?:outside|latest|utmost|most|longest|highest|largest|biggest"
    r"|heaviest|tallest)\b"
    r"|\s(?:or|and) (?:lighter|cheaper|faster|quicker|shorter|smaller|sooner|lower)\b"
    r"|\s(?:[a-z]+\s)?is (?:the|our|my|an?) (?:\w+\s)?(?:limit|cap|ceiling|maximum|most)\b"
    r"|\s?(?:[以之]?内(?![部容])|及?以下|以前|之前)"
    r"|\s?[\u4e00-\u9fff]{0,3}(?:顶天|打住|到顶|撑死|为[限顶界]|[，,]?(?:不能|不得|不可)再[多长晚高大])",
    re.IGNORECASE,
)
_LEAST_BEHIND = re.compile(
    rf"{_SAID_NO}(?:sooner|earlier|less|fewer|lower|shorter|smaller){_ENDS_SO}"
    r"|\s?at (?:the|its|their) (?:very )?(?:least|earliest|shortest|lowest|minimum)\b"
    r"|\s(?:or|and) (?:longer|heavier|taller|bigger|larger|higher|newer)\b"
    r"|\s(?:[a-z]+\s)?is (?:the|our|my|an?) (?:\w+\s)?(?:minimum|least)\b"
    r"|\s?(?:及?以上|以后|之后)"
    r"|\s?[\u4e00-\u9fff]{0,3}(?:[，,]?(?:不能|不得|不可)再[少短早低小])",
    re.IGNORECASE,
)
_MOST_BEFORE = re.compile(
    r"\b(?:no (?:later|longer|more) than|ahead of|within) $|\b(?:stops?|stopped|tops? out|max(?:es)? out"
    r"|end) at \$?€?£?$|\bup to and including $"
    r"|\b(?:limit|cap|ceiling|maximum)(?: (?:on|for|of)(?: \w+){1,5})? ?(?:is|are|:|stands at) ?$"
    r"|\bmaximum(?: [a-z-]+){1,3} (?:is|are|stands at) $"
    r"|\b(?:keep|keeps|kept|hold|holds) (?:\w+ ){1,4}to $",
    re.IGNORECASE,
)
_LEAST_BEFORE = re.compile(
    r"\b(?:no (?:earlier|sooner) than) $"
    r"|\b(?:minimum|floor)(?: (?:on|for|of)(?: \w+){1,5})? ?(?:is|are|:|stands at) ?$"
    r"|\bminimum(?: [a-z-]+){1,3} (?:is|are|stands at) $|起步$",
    re.IGNORECASE,
)
#: Such a bound behind what is counted or how often: 38 hours a week at most, five business days or less.
_COUNTED = r"(?:\s(?!(?:and|or|but|to|in|for|with|more|less)\b)[a-z-]+){0,3}?\s"
_MOST_FARTHER = re.compile(
    rf"{_COUNTED}(?:at (?:the )?(?:very )?most|at max(?:imum)?|max(?:imum)?|tops|or (?:less|fewer)"
    r"|is (?:the|our|my|an?) (?:\w+\s)?(?:limit|cap|ceiling|maximum|most)"
    r"|is (?:the|our|my|an?) (?:top|maximum|highest|longest|greatest) \w+)\b",
    re.IGNORECASE,
)
_LEAST_FARTHER = re.compile(
    rf"{_COUNTED}(?:at (?:the )?(?:very )?least|min(?:imum)?|or more)\b(?! than\b)", re.IGNORECASE
)
_AT_MOST_ZH = re.compile("(?:为|作为?)(?:顶|限|上限|界|封顶)")
#: 期限不少于两年: the word of a floor right before the value counts, whatever stands before that.
_AT_LEAST_ZH = re.compile("(?:不[得能可应要宜]?[少低短早小轻]于|至少|起码)$")
_BELOW = re.compile("[未不]满$")
_SQUARE = re.compile(r"\s?(?:square|sq\.?)[ -](?P<unit>met(?:re|er)s?|m|f(?:ee|oo)?t)\b", re.IGNORECASE)
_SQUARE_FOOT = Decimal("0.09290304")
#: 周三22点: an hour of a day.
_DAY_BEFORE = re.compile("(?:(?:周|星期|礼拜)[一二三四五六日天]|[号日天晚])$")
_HOUR = re.compile("[点时](?:整|钟)?")
#: Ahead of eight, until ten: a bare number that is an hour.
_AT_HOUR = re.compile(
    r"\b(?:before|until|till|ahead of|after|past|at|from|earlier than|later than) $", re.IGNORECASE
)
_HOUR_ENDS = re.compile(r"\s*(?:$|[.,;!?)]|(?:and|or|sharp|o'clock|at night|in the|on)\b)", re.IGNORECASE)
_MILLISECONDS = re.compile("毫秒")
_THOUSANDTH = Decimal("0.001")
#: 10号: a day of a month, but no number of a house or a line.
_DAY = re.compile("号(?![线楼店房桌机馆门厅院栋])")
_MEGABYTES = re.compile("兆(?:字节|B)?")
_MEGA = 1_000_000
_NEAR = 48
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
    return [_measured(text, value) for value in values]


def _at(value: Value, said: Rewrite) -> Value:
    """A value at the place of the words that say it."""
    return replace(value, start=said.start, end=said.end)


def _measured(text: str, value: Value) -> Value:
    """A bare number with the unit that follows it: working days, square metres, megabytes."""
    if value.unit == "person" and text[value.end - 1] == "位" and _DIGITS.search(text[: value.start]):
        return replace(value, unit="")
    if value.unit:
        return value
    if days := _WORKING_DAYS.match(text, value.end):
        return replace(value, end=days.end(), unit="working day")
    if days := _CALENDAR_DAYS.match(text, value.end):
        return _scaled(value, days.end(), "second", Decimal(_DAY_LENGTH))
    if way := _LI.match(text, value.end):
        return _scaled(value, way.end(), "metre", Decimal(_LI_METRES))
    if square := _SQUARE.match(text, value.end):
        size = _SQUARE_FOOT if square["unit"][0] in "fF" else Decimal(1)
        return _scaled(value, square.end(), "square metre", size)
    if (
        _DAY_BEFORE.search(text, 0, value.start)
        and (hour := _HOUR.match(text, value.end))
        and value.number <= 24
    ):
        return _scaled(value, hour.end(), "time", Decimal(60))
    if milliseconds := _MILLISECONDS.match(text, value.end):
        return _scaled(value, milliseconds.end(), "second", _THOUSANDTH)
    if value.number <= 12 and _AT_HOUR.search(text, 0, value.start) and _HOUR_ENDS.match(text, value.end):
        return _scaled(value, value.end, "time", Decimal(60))
    if 1 <= value.number <= 31 and (day := _DAY.match(text, value.end)):
        return _scaled(value, day.end(), "date", Decimal(1))
    if bytes_ := _MEGABYTES.match(text, value.end):
        return _scaled(value, bytes_.end(), "byte", Decimal(_MEGA))
    return value


def _scaled(value: Value, end: int, unit: str, size: Decimal) -> Value:
    high = None if value.high is None else value.high * size
    return replace(value, end=end, unit=unit, number=value.number * size, high=high)


def _is_word(text: str, value: Value) -> bool:
    if value.comparator is not Comparator.EQUAL:
        return False
    said = text[value.start : value.end]
    first = not text[: value.start].strip() or _CLAUSE_END.match(text, value.start - 1) is not None
    if said == "一次" and text.startswith("性", value.end):
        return True
    if said in _ALONE or said in _WHOLLY or (first and said == "一次" and _ONCE.match(text, value.start)):
        return True
    return not value.unit and said[0] == "一" and value.number == 1


def _bounded(text: str, value: Value) -> Value:
    """A value with the bound that only words farther off say."""
    before = text[max(0, value.start - _NEAR) : value.start]
    if _BELOW.search(before):
        return replace(value, comparator=Comparator.BELOW)
    if value.comparator is Comparator.AT_MOST and _AT_LEAST_ZH.search(before):
        return replace(value, comparator=Comparator.AT_LEAST)
    if value.comparator is Comparator.ABOUT and _AT_MOST_ZH.match(text, value.end):
        return replace(value, comparator=Comparator.AT_MOST)
    if value.comparator is not Comparator.EQUAL:
        about = _ABOUT_AFTER.match(text, value.end) is not None
        return replace(value, comparator=Comparator.ABOUT) if about else value
    if not value.unit and value.number in _YEARS:
        return replace(value, comparator=_year_bound(text, value))
    most = _MOST_BEHIND.match(text, value.end) or _MOST_FARTHER.match(text, value.end)
    if most or _UNTIL.search(before) or _MOST_BEFORE.search(before):
        return replace(value, comparator=Comparator.AT_MOST)
    least = _LEAST_BEHIND.match(text, value.end) or _LEAST_FARTHER.match(text, value.end)
    if least or _LEAST_BEFORE.search(before):
        return replace(value, comparator=Comparator.AT_LEAST)
    return value


def behind(text: str, end: int) -> int:
    """Where the words end that say the bound of a value behind it; the end of the value without such."""
    found = _MOST_BEHIND.match(text, end) or _LEAST_BEHIND.match(text, end)
    return found.end() if found else end


def says_bound(text: str, end: int, at: int) -> bool:
    """Whether the words at a place only say the bound of a value that ends before them: "and no later"."""
    return behind(text, end) > at


def _year_bound(text: str, value: Value) -> Comparator:
    before, after = text[max(0, value.start - 16) : value.start], text[value.end : value.end + 12]
    if _BEFORE_YEAR.search(before) or _YEAR_BEFORE.match(after):
        return Comparator.AT_MOST
    if _AFTER_YEAR.search(before) or _YEAR_AFTER.match(after):
        return Comparator.AT_LEAST
    return value.comparator
