"""Ways to say a value that `find_values` does not read, in words that it does and that take no more room."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.numbers import parse, plain

_ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_N = rf"(?P<number>[0-9]{{1,2}}|{'|'.join(_ENGLISH)})"
_HAN = "一二三四五六七八九"
_ALL_ROUND = "(?=以?内|之内|的时间|左右|时间|完成|[，。；]|$)"


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What stands at `start` to `end` is read as other words; `unit` is the value's where they lack it."""

    start: int
    end: int
    unit: str = ""


def _number(said: str) -> int:
    word = said.lower()
    return _ENGLISH.index(word) + 1 if word in _ENGLISH else int(parse(said) or 0)


def _past(found: re.Match[str]) -> str:
    """Half past seven."""
    hour, part = _number(found["number"]), found["part"].lower()
    minutes = 30 if part == "half" else 15
    if found["way"].lower() == "to":
        hour, minutes = (hour - 1) % 12 or 12, 60 - minutes
    return f"{hour}:{minutes:02}"


def _and_half(found: re.Match[str]) -> str:
    """An hour and a half."""
    said = found["number"] if found["number"] and found["number"].lower() not in ("a", "an") else "1"
    number = _number(said)
    unit = found["unit"].lower()
    small, size = {"hour": ("minutes", 60), "year": ("months", 12), "day": ("hours", 24)}[unit]
    return f"{number * size + size // 2} {small}"


def _minutes(found: re.Match[str]) -> str:
    """一分半钟: a minute and a half."""
    return f"{_number(found['number']) * 60 + 30}秒"


_BEFORE_ONE = (
    "up to|at most|within|under|(?:less|more|longer|shorter) than|exceed|over|about|around|after|for|in"
    "|takes?|lasts?"
    "|every|maximum of"
)
_AFTER_ONE = (
    r"(?= (?:at (?:the )?most|or (?:less|more)|max|in advance|before|ahead|long|later|earlier|early)\b)"
)
_UNIT = "(?P<unit>minute|hour|day|week|month|year)"
_DEARER = "dearer|pricier|costlier|taller|wider|deeper|thicker|further|farther|stronger|warmer|hotter|louder"
_CHEAPER = "cooler|colder|slower|thinner|narrower|younger|nearer|closer|weaker|quieter|shallower"


def _one(found: re.Match[str]) -> str:
    """Up to an hour."""
    return f"{found['lead'] or ''}1 {found['unit']}"


def _share(found: re.Match[str]) -> str:
    """千分之一: a tenth of a per cent."""
    of = _HAN_SIZES.get(found["of"][-1]) or parse(found["of"])
    parts = parse(found["parts"])
    return _percent(100 * parts / of) if of and parts else found.group()


def _english_share(found: re.Match[str]) -> str:
    """Two thirds of."""
    parts = {"a": 1, "one": 1, "two": 2, "three": 3}[found["parts"].lower()]
    of = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}[found["of"].lower()]
    return _percent(Decimal(100 * parts) / of)


def _percent(share: Decimal) -> str:
    """A share in figures: whole ones where it never ends, so that it is short and always the same."""
    exact = share.quantize(_HUNDREDTH)
    return f"{plain((exact if exact == share else share.quantize(Decimal(1))).normalize())}%"


_HUNDREDTH = Decimal("0.01")
_HAN_SIZES = {"十": Decimal(10), "千": Decimal(1000), "万": Decimal(10_000)}
_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str], str], ...] = (
    (re.compile(rf"\b(?P<part>half|quarter) (?P<way>past|to) {_N}\b", re.IGNORECASE), _past, ""),
    (
        re.compile(rf"\b(?:an?|{_N}) (?P<unit>hour|year|day)s? and a half\b", re.IGNORECASE),
        _and_half,
        "",
    ),
    (re.compile(f"(?P<number>[{_HAN}两0-9])分半钟?"), _minutes, ""),
    (
        re.compile(
            f"(?:(?<=为期)|(?<=共)|(?<=历时)|(?<=不超过)|(?<=最多)|(?<=至少))(?P<number>[{_HAN}])周{_ALL_ROUND}"
        ),
        lambda found: f"{plain(parse(found['number']) or Decimal(0))}周",
        "",
    ),
    (re.compile(rf"(?P<lead>\b(?:{_BEFORE_ONE}) )an? {_UNIT}\b(?! half)", re.IGNORECASE), _one, "lead"),
    (re.compile(rf"(?P<lead>(?:^|[,;:(]) ?)an? {_UNIT}\b{_AFTER_ONE}", re.IGNORECASE), _one, "lead"),
    (
        re.compile(
            r"\bone(?= (?:\w+ ){1,3}(?:at (?:the )?(?:very )?(?:most|least)|or more"
            r"|is (?:the|our|my) (?:limit|maximum|cap|most|minimum))\b)",
            re.IGNORECASE,
        ),
        lambda _: "1",
        "",
    ),
    (re.compile(rf"\b(?:{_DEARER}) than\b", re.IGNORECASE), lambda _: "more than", "blank"),
    (re.compile(rf"\b(?:{_CHEAPER}) than\b", re.IGNORECASE), lambda _: "less than", "blank"),
    (re.compile(r"\b(?:an?|one) quarter of a million\b", re.IGNORECASE), lambda _: "250000", ""),
    (re.compile(r"\bhalf a million\b", re.IGNORECASE), lambda _: "500000", ""),
    (re.compile(r"\b(?:an?|one) quarter of an hour\b", re.IGNORECASE), lambda _: "15 minutes", ""),
    (re.compile(r"\bthree[ -]quarters of an hour\b", re.IGNORECASE), lambda _: "45 minutes", ""),
    (
        re.compile(f"(?<!星)期(?=[{_HAN}两十]{{1,3}}(?:个月|个星期|个礼拜|周|天|年))"),
        lambda _: " ",
        "blank",
    ),
    (
        re.compile("最[晚迟](?=[于在]?(?:[0-9零一二三四五六七八九十两]|[早晚上下中凌][0-9上午晨]))"),
        lambda _: "至多",
        "blank",
    ),
    (
        re.compile("(?P<of>[三四五六七八九十千万]|一千|一万)分之(?P<parts>[0-9一二两三四五六七八九十]+)"),
        _share,
        "",
    ),
    (
        re.compile(
            r"\b(?P<parts>a|one|two|three)[ -](?P<of>third|quarter|fifth|tenth)s?(?= of\b)", re.IGNORECASE
        ),
        _english_share,
        "",
    ),
    (re.compile(r"\b(?:a|one) fortnight\b", re.IGNORECASE), lambda _: "2 weeks", ""),
    (re.compile(r"\b(?:over|under) [0-9]{1,2}(?P<s>s)\b"), lambda found: found.group()[:-1], "blank"),
    (re.compile(r"\bonce at (?:the )?most\b", re.IGNORECASE), lambda _: "max 1 times", ""),
    (
        re.compile(r"\b(?P<code>CHF|AUD|CAD|SGD|NZD|SEK|NOK|DKK|PLN)\s?(?=[0-9])"),
        lambda found: " " * len(found.group()),
        "code",
    ),
)
_TRIGGER = re.compile(
    r"\b(?:half|quarter|thirds?|fifths?|tenths?|fortnight|once|one|(?:over|under) [0-9]{1,2}s"
    rf"|an? {_UNIT}|(?:{_DEARER}|{_CHEAPER}) than)\b|[分周期晚迟]|\b[A-Z]{{3}}\s?[0-9]",
    re.IGNORECASE,
)


def rewrite(text: str) -> tuple[str, tuple[Rewrite, ...]]:
    """The text in words that are read, each at its old place, with what was put otherwise."""
    if _TRIGGER.search(text) is None:
        return text, ()
    made: list[Rewrite] = []
    for pattern, say, kind in _WAYS:
        for found in pattern.finditer(text):
            said = say(found).ljust(len(found.group()))
            if len(said) != len(found.group()):
                continue
            text = text[: found.start()] + said + text[found.end() :]
            if kind != "blank":
                start = found.end("lead") if kind == "lead" else found.start()
                made.append(Rewrite(start, found.end(), found["code"] if kind == "code" else ""))
    return text, tuple(made)
