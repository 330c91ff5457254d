"""Places in time in texts: clock times, dates, weekdays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.numerals import FIGURES, numeral
from ctxlab.text.values.words import MONTHS, NAMED_TIMES, SMALL, WEEKDAYS, either

TIME, DATE, WEEKDAY = "time", "date", "weekday"
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in time at `start` to `end`: `number` as `Value` has it for the unit.

    `vague` marks a clock time that says neither half of the day nor counts to 24 (5点): what it is a range
    with may tell. A date without a year has none, a day alone (the 15th) no month either.
    """

    start: int
    end: int
    number: int
    unit: str
    vague: bool = False

    @property
    def value(self) -> Decimal:
        """The number as a decimal."""
        return Decimal(self.number)


_PART = r"(?P<part>in the (?:morning|afternoon|evening)|at night)"
_FIGURES_RUN = re.compile("[0-9]+")
_ISO_DATE = re.compile(
    r"(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<month>[01]?\d)(?P=mark)(?P<day>[0-3]?\d)(?![.]?\d)"
)
_TWELVE = re.compile(
    r"(?P<hour>[01]?\d)(?:[:：.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?\s?m\b\.?", re.IGNORECASE
)
_TWENTY_FOUR = re.compile(
    rf"(?P<hour>[01]?\d|2[0-4])[:：](?P<minute>[0-5]\d)(?!\d|[:：]\d\d\d)(?:[:：][0-5]\d)?(?:\s{_PART})?",
    re.IGNORECASE,
)
_OCLOCK = re.compile(
    rf"(?P<hour>[01]?\d|[a-z]+)(?:\so'clock\b(?:\s{_PART})?|\s{_PART.replace('part', 'part2')})",
    re.IGNORECASE,
)
_DAY_MONTH = re.compile(
    rf"(?P<day>[0-3]?\d)(?P<th>st|nd|rd|th)?\s(?P<of>of\s)?(?P<month>{either(MONTHS)})\b\.?(?:,?\s(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    r"[A-Za-z]+\.?\s(?:the\s)?(?P<day>[0-3]?\d)(?P<th>st|nd|rd|th)?(?!\d|:\d|\.\d|%|\s?[ap]\.?m\b)(?:,?\s(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_SECOND_DAY = re.compile(
    r"\s?(?:-|–|—|~|to|through|until)\s?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\d:]|\s?[ap]\.?m\b)"
)
_THE_DAY = re.compile(r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)\b(?!\s[a-z]+\s(?:of|in)\b)")
_THE_BEFORE = re.compile(r"\b(?:by|before|after|until|on|from|to)\sthe\s\Z", re.IGNORECASE)
_HAN_NUMBER = f"(?:[0-9０-９]{{1,2}}|[{FIGURES}十]{{1,3}})"
# Each begins with a class of characters, which is fast to scan for.
_CHINESE_FIGURES = re.compile(f"[0-9０-９{FIGURES}十]{{1,4}}(?=[年月号点點时])")
_CHINESE_NAMED = re.compile("[周星礼正午零](?:期|拜|午|夜|点|(?=[一二三四五六日天]))")
_CHINESE_DATE = re.compile(
    f"(?:(?P<year>[12][0-9]{{3}}|[{FIGURES}]{{4}})年\\s?)?(?P<month>{_HAN_NUMBER})月(?P<day>{_HAN_NUMBER})[日号]?"
    f"(?![{FIGURES}十0-9])"
)
_CHINESE_SECOND = re.compile(f"\\s?[-~–—～到至]\\s?(?P<day>{_HAN_NUMBER})[日号]")
_CHINESE_DAY = re.compile(
    f"(?P<day>{_HAN_NUMBER})号(?=之?[前后]|以[前后]|晚|早|上午|下午|中午|到|至|出发|入住)"
)
_CHINESE_WEEKDAYS = {char: number for number, char in enumerate("一二三四五六", 1)} | {"日": 7, "天": 7}
_CHINESE_WEEKDAY = re.compile(
    f"(?:周(?<![{FIGURES}十几数0-9].)|星期|礼拜)(?P<day>[一二三四五六日天])"
    "(?![次个小回遍顿篇页场堂条份位家边围期二三四五六]|天(?!气))"
)
_EARLY = "凌晨|清晨|清早|早上|早晨|今早|明早|上午|早"
_LATE = "下午|傍晚|晚上|今晚|明晚|晚间|夜里|夜晚|深夜|半夜|晚"
_EARLY_PARTS = frozenset(_EARLY.split("|"))
_PART_BEFORE = re.compile(f"(?P<part>{_EARLY}|中午|{_LATE})\\s?\\Z")
_CHINESE_CLOCK = re.compile(
    f"(?P<hour>{_HAN_NUMBER})(?:[点點]|时(?![间候段代刻长光]))(?P<rest>钟|整|半|一刻|三刻|(?P<minute>{_HAN_NUMBER})分?(?!钟))?"
)
# What makes a time of an hour that nothing else does: 3点 alone counts points.
_HOUR_AFTER = re.compile(
    r"\s?(?:之[前后]|以[前后]|[前后见睡叫到至]|左右|[-~–—～]\s?[0-9]|出发|起床|开[始会门]|集合|起飞|发车|抵达|关门|结束|入住|退房|打烊"
    "|[上下]班|必须|准时|提醒)"
)
_HOUR_BEFORE = re.compile(r"(?:[在于到至从早晚日号]|[今明后]天|[周期][一-日]|[0-9十]点?\s?[-~–—～])\s?\Z")


def moments(text: str, named: list[tuple[int, str]]) -> list[Moment]:
    """The places in time that a text names, in order and apart; `named` is what `words.named` found."""
    found: list[Moment] = []
    for place in _FIGURES_RUN.finditer(text):
        found += _at_figures(text, place.start(), place.end())
    for start, word in named:
        found += _at_word(text, start, word)
    if not text.isascii():
        for place in _CHINESE_FIGURES.finditer(text):
            found += _at_chinese_figures(text, place.start())
        for place in _CHINESE_NAMED.finditer(text):
            found += _at_chinese_name(text, place.start())
    if len(found) < 2:
        return found
    found.sort(key=lambda moment: (moment.start, -moment.end))
    apart = found[:1]
    for moment in found[1:]:
        if moment.start >= apart[-1].end:
            apart.append(moment)
    return apart


def _at_figures(text: str, start: int, end: int) -> list[Moment]:
    """What begins at figures: 2026-05-03, 5 pm, 17:00, 3 May."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if end - start == 4 and after in "-/." and before not in (".", "-", "/"):
        date = _ISO_DATE.match(text, start)
        return (
            list(_date(start, date.end(), date["year"], int(date["month"]), int(date["day"]))) if date else []
        )
    if end - start > 2 or before in (".", ":", "：", "$", "/", "#"):
        return []
    if after in (":", "：", ".") or after.isspace() or after in "aApP":
        return _english_clock(text, start) or (_day_month(text, start) if after.isspace() else [])
    return _day_month(text, start) if after in "snrt" else []


def _english_clock(text: str, start: int) -> list[Moment]:
    found = _TWELVE.match(text, start)
    if found is not None:
        hour = int(found["hour"])
        if not 1 <= hour <= 12:
            return []
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
        return [Moment(start, found.end(), hour * 60 + int(found["minute"] or 0), TIME)]
    found = _TWENTY_FOUR.match(text, start)
    if found is not None:
        return [_hour(text, start, found.end(), found["hour"], int(found["minute"]), found["part"])]
    found = _OCLOCK.match(text, start)
    return (
        [_hour(text, start, found.end(), found["hour"], 0, found["part"] or found["part2"])] if found else []
    )


def _hour(text: str, start: int, end: int, said: str, minute: int, part: str | None) -> Moment:
    hour = int(said) if said.isdigit() else int(SMALL[said.lower()])
    vague = not part and hour < 13 and said[0] != "0"
    if part and hour < 12 and not part.endswith("morning"):
        hour += 12
    if part is None and vague:
        half = _PART_BEFORE.search(text, max(0, start - 4), start)
        if half is not None:
            return Moment(
                half.start(), end, (_in_part(hour, half["part"]) * 60 + minute) % _DAY_MINUTES, TIME
            )
    return Moment(start, end, (hour * 60 + minute) % _DAY_MINUTES, TIME, vague)


def _at_word(text: str, start: int, word: str) -> list[Moment]:
    """What begins at a word: May 3, Friday, noon, five o'clock."""
    if word in NAMED_TIMES:
        return [Moment(start, start + len(word), NAMED_TIMES[word], TIME)]
    weekday = WEEKDAYS.get(word) or WEEKDAYS.get(word.removesuffix("s"))
    if weekday:
        # Short forms only with a capital: mon, wed and fri are rare, but sun and sat are words.
        full = "day" in word
        return [Moment(start, start + len(word), weekday, WEEKDAY)] if full or text[start].isupper() else []
    if word in MONTHS:
        return _month_day(text, start, word)
    if word in SMALL:
        clock = _OCLOCK.match(text, start)
        if clock is not None and clock["hour"].lower() == word and 1 <= SMALL[word] <= 12:
            return [_hour(text, start, clock.end(), word, 0, clock["part"] or clock["part2"])]
    return []


def _month_day(text: str, start: int, word: str) -> list[Moment]:
    found = _MONTH_DAY.match(text, start)
    if found is None or not _names_a_month(text, start, word, found["th"]):
        return []
    month = MONTHS[word]
    dates = list(_date(start, found.end(), found["year"], month, int(found["day"])))
    if dates and not found["year"]:
        second = _SECOND_DAY.match(text, found.end())
        if second is not None and int(second["day"]) > int(found["day"]):
            dates += _date(second.start("day"), second.end(), None, month, int(second["day"]))
    return dates


def _day_month(text: str, start: int) -> list[Moment]:
    found = _DAY_MONTH.match(text, start)
    if found is not None:
        month = found["month"].lower()
        if _names_a_month(text, found.start("month"), month, found["th"] or found["of"]):
            return list(_date(start, found.end(), found["year"], MONTHS[month], int(found["day"])))
    alone = _THE_DAY.match(text, start)
    if alone is not None and _THE_BEFORE.search(text, max(0, start - 11), start):
        return list(_date(start, alone.end(), None, 0, int(alone["day"])))
    return []


def _names_a_month(text: str, start: int, word: str, ordinal: str | None) -> bool:
    """Whether "may" and "march" are months: with a capital, or beside an ordinal."""
    return word not in ("may", "march") or text[start].isupper() or bool(ordinal)


def _date(start: int, end: int, year: str | None, month: int, day: int) -> Iterator[Moment]:
    if month <= 12 and 1 <= day <= 31:
        yield Moment(start, end, (int(year) * 10_000 if year else 0) + month * 100 + day, DATE)


def _at_chinese_name(text: str, start: int) -> list[Moment]:
    """What begins at a Chinese word: 周五, 正午."""
    if text[start] in "周星礼":
        week = _CHINESE_WEEKDAY.match(text, start)
        return [Moment(start, week.end(), _CHINESE_WEEKDAYS[week["day"]], WEEKDAY)] if week else []
    if text.startswith(("正午", "午夜", "零点"), start):
        return [Moment(start, start + 2, 12 * 60 if text[start] == "正" else 0, TIME)]
    return []


def _at_chinese_figures(text: str, start: int) -> list[Moment]:
    """What begins at figures before Chinese: 5月3日, 3号, 三点半."""
    date = _CHINESE_DATE.match(text, start)
    if date is not None:
        return _chinese_date(text, date)
    day = _CHINESE_DAY.match(text, start)
    number = _number(day["day"]) if day and text[start - 1 : start] not in ("月", "第") else None
    if day is not None and number is not None:
        return list(_date(start, day.end(), None, 0, number))
    clock = _CHINESE_CLOCK.match(text, start)
    return _chinese_clock(text, clock) if clock else []


def _chinese_date(text: str, found: re.Match[str]) -> list[Moment]:
    month, day = _number(found["month"]), _number(found["day"])
    year: str | None = found["year"]
    if year and year[0] not in "12":
        year = str(numeral(year))
    if month is None or day is None:
        return []
    dates = list(_date(found.start(), found.end(), year, month, day))
    second = _CHINESE_SECOND.match(text, found.end())
    later = _number(second["day"]) if second else None
    if second is not None and later is not None:
        dates += _date(second.start("day"), second.end(), None, month, later)
    return dates


def _chinese_clock(text: str, found: re.Match[str]) -> list[Moment]:
    start = found.start()
    if text[start - 1 : start] in (".", ":", "：", "第"):
        return []
    hour = _number(found["hour"])
    rest: str = found["rest"] or ""
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(rest, 0)
    if found["minute"]:
        minute = _number(found["minute"]) or 0
    if hour is None or hour > 24 or minute > 59:
        return []
    part = _PART_BEFORE.search(text, max(0, start - 4), start)
    clear = part or rest or hour > 12 or _HOUR_AFTER.match(text, found.end())
    if not clear and not _HOUR_BEFORE.search(text, max(0, start - 6), start):
        return []
    vague = part is None and hour < 13
    if part is not None:
        start, hour = part.start(), _in_part(hour, part["part"])
    return [Moment(start, found.end(), (hour * 60 + minute) % _DAY_MINUTES, TIME, vague)]


def _in_part(hour: int, part: str) -> int:
    """The hour of the day, 0 to 24, of an hour in a part of it."""
    if part in _EARLY_PARTS:
        return hour % 12 if part == "凌晨" else hour
    if part == "中午":
        return hour + 12 if hour < 10 else hour
    if hour > 12:
        return hour
    # Late in the evening twelve and the small hours belong to the next day.
    late = part not in ("下午", "傍晚") and (hour == 12 or hour < 5)
    return hour % 12 if late else hour % 12 + 12


def _number(said: str) -> int | None:
    if said[0].isdigit() and said[0] not in FIGURES:
        return int(said)
    value = numeral(said)
    return None if value is None else int(value)
