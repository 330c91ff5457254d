"""The numbers of a text that may be values: figures, Chinese numerals, English number words, halves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from ctxlab.text.numbers import NumberSpan, find_numbers
from ctxlab.text.numerals import FIGURES, UNITS, WESTERN, numeral
from ctxlab.text.values.words import LARGE, OFTEN, SINGLE, SMALL, either

_HALF = Decimal("0.5")
_WORD = either([*SMALL, *LARGE])
# Nobody says a number in more words than this; what is longer is none.
_PHRASE = re.compile(rf"(?:{_WORD})(?:(?:[ -]|\sand\s)(?:{_WORD})){{0,12}}(?P<half>\sand\sa\shalf)?\b")
_A_LARGE = re.compile(r"\b(?:half\s)?an?\s\Z")
_TOKEN = re.compile("[a-z]+")
_SCALES = LARGE | {"mn": Decimal(10**6), "bn": Decimal(10**9)}
_SCALE = re.compile(rf"\s?(?P<scale>{either(_SCALES)})\b")
_SCALE_FIRST = frozenset("dhtmb")
_HALF_A = re.compile(r"half(?:[ -](?=(?:hour|day|mile)\b)|\san?\s(?=(?:hour|day|week|month|year|mile)\b))")
_PLUS = re.compile(r"\+(?=\s?[^\d\s$€£¥])")
_AND_HALF = re.compile(r"\sand\sa\shalf\b")
# 1 000 EUR: groups of three behind a number of at most three digits, with something that they count.
_GROUPS = re.compile(r"(?:\s\d{3})+(?=\s?(?:[€$£¥%]|[a-z]))(?![\d.,:/-])")
_MOST_DIGITS = 3
# 1/2 of them; without "of" it may be a date or a path.
_PARTS_OF = re.compile(r"/(?P<parts>[1-9]\d{0,2})(?=\sof\b)")
# 1e3 is a number where a bound stands before it, and else may be a name.
_POWER = re.compile(
    r"\b(?:most|least|than|exactly|under|over|within|up to)\s(?P<number>\d{1,6}(?:\.\d{1,6})?e\d{1,2})\b"
)
# What makes a number of "a" and "once", which are mostly none: within an hour, at most once, once a day.
_BOUND_BEFORE = re.compile(r"\b(?:within|under|most|least|than|over|in|about|around|roughly)\s(?P<a>an?)\s\Z")
_ONCE_BEFORE = re.compile(r"\b(?:most|least|only|than|exactly|just)\s\Z")
_ONCE_AFTER = re.compile(r"once\s(?:a|an|per|every|each|in)\b")
_ONE_BEFORE = re.compile(
    r"\b(?:at (?:most|least)|only|just|exactly|than|under|over|within|about|maximum of|minimum of|up to)\s\Z"
)
# A single Chinese numeral before a measure that `find_numbers` does not know.
_ONE_NUMERAL = re.compile(
    f"(?!十分)[{FIGURES}十](?=星(?!期)|成(?![为功长立本果员人年就])|分(?![{FIGURES}钟别开之])|[道款幅首顿餐筐捆门场局则组段夜]|口人"
    "|刻钟|个|种|英[里尺寸镑]|港|平|工作日|遍|回(?![到来去])|步(?!行))"
    f"(?<![第周期拜点{FIGURES}{UNITS}{WESTERN}].)"
)
_IN_A_WEEK = re.compile("[一两二三四五六七八九十](?=次|遍|回|小时|篇|顿|节)(?<=[周期拜天日月年].)")
_HAN_HALF = re.compile(
    "半(?=个?(?:小时|钟头|月)|天|日|年|斤|公斤|公里|价)|一半(?=[的以左]|[^\u4e00-\u9fff]|$)"
)
_PERCENT = re.compile(r"(?:[%％]|percent)\Z")
_LIST_MARK = re.compile(r"[.)、）．]\s|[、）]|\)\Z")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number at `start` to `end` (code points), before anything is known of its unit.

    `percent` says that a percent sign or 百分之 belongs to it; `often` that it says how often (twice); `weak`
    that it is a number only before a unit (one page, but "one of them").
    """

    start: int
    end: int
    number: Decimal
    percent: bool = False
    often: bool = False
    weak: bool = False


def find_amounts(text: str, lower: str, named: list[tuple[int, str]]) -> list[Amount]:
    """The numbers of a text, in order; ordinals (第3), list marks and parts of paths are none.

    `lower` is the text in lower case, `named` what `words.named` found in it.
    """
    amounts = [amount for span in find_numbers(text) if (amount := _figures(text, lower, span)) is not None]
    extra = _spelled(lower, named)
    extra += [
        Amount(*found.span("number"), Decimal(int(Decimal(found["number"]))))
        for found in _POWER.finditer(lower)
    ]
    if not text.isascii():
        extra += _han(text)
    if not extra:
        return amounts
    taken = {amount.start for amount in amounts}
    return sorted(
        [*amounts, *(one for one in extra if one.start not in taken)], key=lambda amount: amount.start
    )


def _figures(text: str, lower: str, span: NumberSpan) -> Amount | None:
    start, end = span.start, span.end
    before, after = text[start - 1 : start], text[end : end + 1]
    parts = _PARTS_OF.match(lower, end) if after == "/" and before not in ("/", ".") else None
    if parts is not None and span.value < int(parts["parts"]):
        return Amount(start, parts.end(), span.value / Decimal(parts["parts"]))
    if before in ("第", "/", "#", "\\") or after in ("/", "\\", "_"):
        return None
    said = text[start:end]
    if said[0] in "0０" and said[1:2].isdigit():
        return None
    if end - start < 3 and after in (".", ")", "、", "）", "．") and _marks_a_list(text, start, end):
        return None
    if said.startswith("百分之") or _PERCENT.search(said) is not None:
        return Amount(start, end, span.value * 100, percent=True)
    if after and (lower[end + 1 : end + 2] if after.isspace() else lower[end]) in _SCALE_FIRST:
        scale = _SCALE.match(lower, end)
        if scale is not None:
            return Amount(start, scale.end(), span.value * _SCALES[scale.group("scale")])
    if after.isspace() and end - start <= _MOST_DIGITS and said.isdecimal():
        groups = _GROUPS.match(lower, end)
        if groups is not None:
            return Amount(start, groups.end(), Decimal("".join(text[start : groups.end()].split())))
    if after == "+" and _PLUS.match(text, end):
        return Amount(start, end + 1, span.value)
    half = _AND_HALF.match(lower, end)
    return Amount(start, half.end(), span.value + _HALF) if half else Amount(start, end, span.value)


def _marks_a_list(text: str, start: int, end: int) -> bool:
    """Whether the number opens its line as 1. or 1) or (1) does."""
    if _LIST_MARK.match(text, end) is None:
        return False
    line = text.rfind("\n", max(0, start - 12), start) + 1 or max(0, start - 12)
    lead = text[line:start].strip(" \t>*-•#")
    return lead in ("", "(", "（") or (lead[-1] in "(（" and text[end] in ")）")


def _spelled(lower: str, named: list[tuple[int, str]]) -> list[Amount]:
    amounts: list[Amount] = []
    last = 0
    for start, word in named:
        if start < last:
            continue
        amount = None
        if word in SMALL or word in LARGE:
            amount = _phrase(lower, start, word)
        elif word == "half":
            half = _HALF_A.match(lower, start)
            amount = Amount(start, half.end(), _HALF) if half else None
        elif word == "couple" and lower[start - 2 : start] == "a ":
            of = len("couple of") if lower.startswith(" of ", start + len(word)) else len(word)
            amount = Amount(start - 2, start + of, Decimal(2), weak=True)
        elif word in OFTEN:
            amount = _often(lower, start, word)
        elif word in SINGLE:
            bound = _BOUND_BEFORE.search(lower, max(0, start - 14), start)
            amount = Amount(bound.start("a"), bound.end(), Decimal(1)) if bound else None
        if amount is not None:
            amounts.append(amount)
            last = amount.end
    return amounts


def _phrase(lower: str, start: int, word: str) -> Amount | None:
    found = _PHRASE.match(lower, start)
    if found is None:
        return None
    number = _sum_of(found.group())
    if number is None:
        return Amount(start, start + len(word), SMALL.get(word, Decimal(1)))
    if word in LARGE:
        lead = _A_LARGE.search(lower, max(0, start - 8), start)
        if lead is not None:
            half = lead.group().startswith("half")
            return Amount(lead.start(), found.end(), number / 2 if half else number)
    weak = found.group() == "one" and _ONE_BEFORE.search(lower, max(0, start - 14), start) is None
    return Amount(start, found.end(), number, weak=weak)


def _often(lower: str, start: int, word: str) -> Amount | None:
    if word == "once" and not (
        _ONCE_AFTER.match(lower, start) or _ONCE_BEFORE.search(lower, max(0, start - 10), start)
    ):
        return None
    return Amount(start, start + len(word), OFTEN[word], often=True)


def _sum_of(said: str) -> Decimal | None:
    """The value of number words; None where they are more than one number (two three)."""
    total, section = Decimal(0), Decimal(0)
    last = _HALF if said.endswith(" and a half") else Decimal(0)
    previous = ""
    for word in _TOKEN.findall(said.removesuffix(" and a half")):
        if word == "and":
            continue
        if word in SMALL:
            value = SMALL[word]
            if previous in SMALL and not (SMALL[previous] >= 20 and 0 < value < 10):
                return None
            section += value
        elif LARGE[word] <= 100:
            section = (section or Decimal(1)) * LARGE[word]
        else:
            total += (section or Decimal(1)) * LARGE[word]
            section = Decimal(0)
        previous = word
    return total + section + last


def _han(text: str) -> list[Amount]:
    amounts: list[Amount] = []
    for pattern in (_ONE_NUMERAL, _IN_A_WEEK):
        for found in pattern.finditer(text):
            value = numeral(found.group())
            if value is not None:
                amounts.append(Amount(found.start(), found.end(), value))
    for found in _HAN_HALF.finditer(text):
        whole = found.group() == "一半"
        amounts.append(Amount(found.start(), found.end(), Decimal(50) if whole else _HALF, percent=whole))
    return amounts
